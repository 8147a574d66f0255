#!/usr/bin/python3
"""Prints a studio's events as JSON lines, in order, each once, also across a restart of the studio. States go to standard error."""

import argparse
import json
import os
import sys

import feed_client


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


def tail(options: argparse.Namespace) -> int:
    start = None if options.from_seq is None else feed_client.Position(options.from_seq)
    timing = feed_client.Timing(beat=options.beat)
    try:
        curve = feed_client.CurveClient.load(options.key) if options.key else None
    except ValueError as error:
        print(f"feed_tail: {error}", file=sys.stderr)
        return 2
    try:
        client = feed_client.FeedClient(feed_client.Options(options.feed, options.replay, options.table, start, timing=timing, curve=curve))
    except (ValueError, feed_client.zmq.ZMQError) as error:
        print(f"feed_tail: --feed {options.feed}: {error}", file=sys.stderr)
        return 2
    printed = 0
    while options.count is None or printed < options.count:
        item = client.poll(1.0)
        if isinstance(item, feed_client.Event):
            print(feed_client.json_line(item.envelope), flush=True)
            printed += 1
        elif isinstance(item, feed_client.StateChange):
            print(json.dumps({"table": item.table_id, "state": item.state, "reason": item.reason}), file=sys.stderr, flush=True)
        elif isinstance(item, feed_client.Snapshot):
            print(json.dumps({"table": item.table_id, "snapshot_seq": item.snapshot.seq}), file=sys.stderr, flush=True)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(tail(arguments()))
    except KeyboardInterrupt:
        sys.exit(0)
    except BrokenPipeError:  # the reader of the pipe has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
