"""What the programs that print a studio's events as JSON lines have in common."""

import json
import os
import sys
from typing import Any, Callable, Optional

import feed_client


class WrongArgument(Exception):
    """What is wrong with something that was given on the command line."""


def curve(key_file: Optional[str]) -> Optional[feed_client.CurveClient]:
    """None without a file: the studio asks for no keys."""
    if not key_file:
        return None
    try:
        return feed_client.CurveClient.load(key_file)
    except ValueError as error:
        raise WrongArgument(str(error)) from None


def tell(**state: Any) -> None:
    """A state, for people and programs that watch: standard output is for events alone."""
    print(json.dumps(state), file=sys.stderr, flush=True)


def run(program: str, work: Callable[[], None]) -> None:
    """Ends the process: with status 2 and a line when it cannot begin; 0 at Ctrl-C, or when the reader of the pipe has seen enough."""
    try:
        work()
    except WrongArgument as error:
        print(f"{program}: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        pass
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(0)
