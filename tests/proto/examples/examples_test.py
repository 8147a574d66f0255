#!/usr/bin/python3
"""The README's examples beside a demo studio: examples_test.py FOLDER_OF_PROGRAMS

Each example follows the demo as it stands in the README, but for the address and the table's name. A wager is placed in every round, so that the
examples of a distributor's own wagers have something to tell.
"""
import atexit
import os
import re
import subprocess
import sys
import tempfile
import threading

from example import example

TOP = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..")
CLIENT = os.path.join(TOP, "proto", "client", "python")
sys.path.insert(0, CLIENT)
import zmq  # noqa: E402
import feed_client  # noqa: E402

README = os.path.join(TOP, "proto", "README.md")
ROUNDS = 4


class Example:
    """One that runs beside the demo; what it has printed when it was ended."""

    def __init__(self, command: list[str], folder: str, ports: dict[str, str]):
        self.name = os.path.basename(command[-1])
        self.path = os.path.join(folder, self.name + ".out")
        environment = os.environ | {"PYTHONPATH": CLIENT, "PYTHONUNBUFFERED": "1"} | {f"EXAMPLE_{port}": to for port, to in ports.items()}
        with open(self.path, "w", encoding="utf-8") as out:
            self.process = subprocess.Popen(["stdbuf", "-oL", *command], stdout=out, stderr=subprocess.STDOUT, env=environment)
        atexit.register(self.process.kill)  # also when a check fails

    def end(self) -> str:
        assert self.process.poll() is None, f"{self.name} ended by itself: {self.printed()}"
        self.process.kill()
        self.process.wait()
        return self.printed()

    def printed(self) -> str:
        with open(self.path, encoding="utf-8") as out:
            return out.read()


def python(folder: str, number: int, ports: dict[str, str]) -> Example:
    words = {f'"tcp://127.0.0.1:{port}"': f'"{to}"' for port, to in ports.items()} | {'"t1"': '"T1"'}
    path = os.path.join(folder, f"python_{number}.py")
    with open(path, "w", encoding="utf-8") as file:
        file.write(example(README, "python", number, words))
    return Example(["/usr/bin/python3", path], folder, {})


def stake_every_round(feed: str, commands: str, demo: subprocess.Popen) -> tuple[list[str], list[str]]:
    """Places a wager of acme in each round until the demo has ended; the rounds with a result, and the wagers that were accepted."""
    schema = feed_client.Schema.load()
    socket = zmq.Context().socket(zmq.DEALER)
    socket.linger = 0
    socket.connect(commands)
    client = feed_client.FeedClient(feed_client.Options(feed=feed, tables=["T1"], start=feed_client.Position(1)))
    rounds: list[str] = []
    accepted: list[str] = []
    while demo.poll() is None:
        item = client.poll(0.2)
        if not isinstance(item, feed_client.Event):
            continue
        envelope = item.envelope
        if envelope.WhichOneof("body") == "result_confirmed":
            rounds.append(envelope.round_id)
        if envelope.WhichOneof("body") != "round_opened":
            continue
        request = schema.CommandRequest(schema=1, request_id=envelope.round_id, table_id="T1", by="acme", role=4)
        wager = request.place_wager
        wager.wager_id, wager.round_id, wager.position, wager.bet = "acme-" + envelope.round_id, envelope.round_id, "P1", "PLAYER"
        wager.stake.minor, wager.stake.currency = 1000, "EUR"
        socket.send(request.SerializeToString())
        answer = schema.CommandResponse.FromString(socket.recv())
        if answer.HasField("accepted"):
            accepted.append(wager.wager_id)
    return rounds, accepted


def main() -> None:
    programs = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        demo = subprocess.Popen([os.path.join(programs, "studio"), "demo", "--headless", "--rounds", str(ROUNDS), "--seed", "11"],
                                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        said = demo.stderr.readline()
        found = re.match(r"feed (\S+)  replay \S+  commands (\S+)", said)
        assert found, f"the demo begins with: {said}"
        threading.Thread(target=demo.stderr.read, daemon=True).start()
        feed, commands = found.groups()
        followers = [Example([os.path.join(programs, "readme_example_1")], folder, {"7400": feed}), python(folder, 1, {"7400": feed})]
        own = [Example([os.path.join(programs, "readme_example_2")], folder, {"7402": commands}), python(folder, 2, {"7402": commands})]
        rounds, accepted = stake_every_round(feed, commands, demo)
        assert demo.returncode == 0, f"the demo ended with {demo.returncode}"
        assert len(rounds) == ROUNDS and accepted, f"{len(rounds)} results, accepted: {accepted}"
        for follower in followers:
            told = follower.end()
            assert re.search("^T1 is live", told, re.MULTILINE), f"{follower.name}: {told}"
            for round_id in rounds:
                assert re.search(rf"^{re.escape(round_id)}:? \d hands$", told, re.MULTILINE), f"{follower.name} tells nothing of {round_id}: {told}"
        for one in own:
            told = one.end()
            for wager in accepted[:-1]:  # the studio may be gone before the last is told
                assert re.search(rf"^{re.escape(wager)} returns \d+$", told, re.MULTILINE), f"{one.name} tells nothing of {wager}: {told}"
        print(f"{len(rounds)} rounds, {len(accepted)} wagers, told by {len(followers) + len(own)} examples")


if __name__ == "__main__":
    main()
