#!/usr/bin/python3
"""Prints a studio's events as JSON lines, in order, each once, also across a restart of the studio. States go to standard error."""

import argparse

import feed_client
import tail


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--feed", required=True, help="tcp://HOST:PORT or ipc://FOLDER/feed")
    parser.add_argument("--replay", default="", help="when it is not the feed's port + 1")
    parser.add_argument("--table", action="append", default=[], help="may be given several times; without it: all tables")
    parser.add_argument("--from", dest="from_seq", type=int, metavar="SEQ", help="first event wanted; without it: what comes from now on")
    parser.add_argument("--count", type=int, metavar="N", help="end after N events")
    parser.add_argument("--key", metavar="FILE", help="a client's key file, where the studio asks for keys")
    parser.add_argument("--beat", type=float, default=1.0, metavar="S", help="seconds between two heartbeats of the studio")
    return parser.parse_args()


def print_events(options: argparse.Namespace) -> None:
    start = None if options.from_seq is None else feed_client.Position(options.from_seq)
    timing = feed_client.Timing(beat=options.beat)
    curve = tail.curve(options.key)
    try:
        client = feed_client.FeedClient(feed_client.Options(options.feed, options.replay, options.table, start, timing=timing, curve=curve))
    except (ValueError, feed_client.zmq.ZMQError) as error:
        raise tail.WrongArgument(f"--feed {options.feed}: {error}") from None
    printed = 0
    while options.count is None or printed < options.count:
        item = client.poll(1.0)
        if isinstance(item, feed_client.Event):
            print(feed_client.json_line(item.envelope), flush=True)
            printed += 1
        elif isinstance(item, feed_client.StateChange):
            tail.tell(table=item.table_id, state=item.state, reason=item.reason)
        elif isinstance(item, feed_client.Snapshot):
            tail.tell(table=item.table_id, snapshot_seq=item.snapshot.seq)


if __name__ == "__main__":
    given = arguments()
    tail.run("feed_tail", lambda: print_events(given))
