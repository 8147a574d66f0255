#!/usr/bin/python3
"""Prints what becomes of a distributor's wagers at one table as JSON lines, in order, each once. With --keep FILE it goes on where it was."""

import argparse
import json
import os

import feed_client
import tail
import wager_stream


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--command", required=True, help="tcp://HOST:PORT or ipc://FOLDER/command")
    parser.add_argument("--table", required=True)
    parser.add_argument("--by", default="", help="the distributor; with a key: the key's name")
    parser.add_argument("--keep", metavar="FILE", help="where the position is kept")
    parser.add_argument("--count", type=int, metavar="N", help="end after N events")
    parser.add_argument("--key", metavar="FILE", help="a client's key file, where the studio asks for keys")
    return parser.parse_args()


def print_events(options: argparse.Namespace) -> None:
    start = wager_stream.WagerPosition()
    if options.keep and os.path.exists(options.keep):
        with open(options.keep) as kept:
            start = wager_stream.WagerPosition(**json.load(kept))
    curve = tail.curve(options.key)
    stream = wager_stream.WagerStream(wager_stream.WagerOptions(options.command, options.table, options.by, start, curve))
    printed, told = 0, None
    while options.count is None or printed < options.count:
        event = stream.poll(1.0)
        if stream.trouble != told:
            told = stream.trouble
            tail.tell(live=stream.live, trouble=told)
        if event is None:
            continue
        print(feed_client.json_line(event), flush=True)
        printed += 1
        if options.keep:
            with open(options.keep + ".new", "w") as kept:
                json.dump({"epoch": stream.position.epoch, "seq": stream.position.seq}, kept)
            os.replace(options.keep + ".new", options.keep)
        stream.acknowledge()


if __name__ == "__main__":
    given = arguments()
    tail.run("wager_tail", lambda: print_events(given))
