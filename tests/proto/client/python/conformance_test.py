"""The situations of ../conformance/situations.txt, lived through by the Python client. With --print: the text with what it does filled in."""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[4] / "proto" / "client" / "python"))
import feed_client  # noqa: E402

SCHEMA = feed_client.Schema.load()
TEXT = Path(__file__).resolve().parent.parent / "conformance" / "situations.txt"


def envelope(seq, epoch):
    made = SCHEMA.Envelope(schema=1, table_id="T1", epoch=epoch, seq=seq)
    return made


def event(seq, epoch):
    made = envelope(seq, epoch)
    made.betting_closed.SetInParent()
    return made.SerializeToString()


def beat(next_seq, epoch):
    made = envelope(0, epoch)
    made.heartbeat.next_seq = next_seq
    return made.SerializeToString()


def span(text):
    first, _, last = text.partition("..")
    return range(int(first), int(last or first) + 1)


def of_epoch(epoch):
    return "" if epoch == 1 else f" epoch {epoch}"


class Client:
    def __init__(self):
        self.sequence, self.now, self.asked, self.did = None, 0.0, [], []

    def live_through(self, line):
        words = line.split()
        epoch = int(words[words.index("epoch") + 1]) if "epoch" in words else 1
        self.did = []
        kind = words[0]
        if kind == "join":
            start = None
            if len(words) > 1:
                start = feed_client.Position(int(words[2]), epoch if "epoch" in words else None)
            self.sequence = feed_client.FeedSequence(SCHEMA, "T1", start, 100, feed_client.Timing())
            self.take(self.sequence.join(self.now))
        elif kind == "wait":
            self.now = round(self.now + int(words[1]) / 1000, 3)
            self.take(self.sequence.on_time(self.now))
        elif kind == "unsent":
            self.take(self.sequence.on_unsent(self.now))
        elif kind == "refused":
            self.take(self.sequence.on_refused(line.split(" ", 1)[1], self.now))
        elif kind in ("event", "events"):
            for seq in span(words[1]):
                self.take(self.sequence.on_feed(event(seq, epoch), self.now))
        elif kind == "beat":
            self.take(self.sequence.on_feed(beat(int(words[1]), epoch), self.now))
        elif kind == "bytes":
            self.take(self.sequence.on_feed(bytes.fromhex("".join(words[1:])), self.now))
        else:
            self.answer(line, words, epoch)
        return self.did

    def answer(self, line, words, epoch):
        old = words[0] == "old"
        kind, *values = words[1:] if old else words
        response = SCHEMA.ReplayResponse(schema=1, request_id=self.asked[-2 if old else -1])
        if kind == "page":
            response.page.envelopes.extend(event(seq, epoch) for seq in span(values[0]))
        elif kind == "end":
            response.end.epoch, response.end.last_seq, response.end.next_seq = epoch, int(values[0]), int(values[1])
        elif kind == "snapshot":
            response.snapshot.table_id, response.snapshot.epoch, response.snapshot.seq = "T1", epoch, int(values[0])
        elif kind == "error":
            if values[0] == "clause":
                response.error.clause, response.error.reason = line.split(" ", 3)[2:]
            else:
                response.error.reason = line.split(" ", 1)[1]
        else:
            raise ValueError(f"no such input: {line}")
        self.take(self.sequence.on_replay(response, self.now))

    def take(self, actions):
        for action in actions:
            if isinstance(action, feed_client.Event):
                self.did.append(f"event {action.envelope.seq}{of_epoch(action.envelope.epoch)}")
            elif isinstance(action, feed_client.Snapshot):
                self.did.append(f"snapshot {action.snapshot.seq}{of_epoch(action.snapshot.epoch)}")
            elif isinstance(action, feed_client.StateChange):
                self.did.append(f"{action.state} {action.reason}".strip())
            else:
                self.asked.append(action.request.request_id)
                replay = action.request.replay
                asks = f"{replay.from_seq}..{replay.to_seq or ''}" if action.request.HasField("replay") else "snapshot"
                self.did.append(f"ask {asks}")


class ConformanceTest(unittest.TestCase):
    def test_every_situation_is_lived_through_as_written(self):
        client, name, step, situations, outputs = None, "", None, 0, 0

        def compare():
            if step:
                number, line, expected = step
                self.assertEqual(client.live_through(line), expected, f"situations.txt:{number} in '{name}'")

        for number, line in enumerate(TEXT.read_text().splitlines(), 1):
            if line.startswith("== "):
                compare()
                client, name, step, situations = Client(), line[3:], None, situations + 1
            elif line.startswith("> "):
                compare()
                step = (number, line[2:], [])
            elif line.startswith("< "):
                step[2].append(line[2:])
                outputs += 1
        compare()
        self.assertGreaterEqual(situations, 20)
        self.assertGreaterEqual(outputs, 60)


def fill_in():
    client = None
    for line in TEXT.read_text().splitlines():
        if line.startswith("< "):
            continue
        print(line)
        if line.startswith("== "):
            client = Client()
        elif line.startswith("> "):
            for did in client.live_through(line[2:]):
                print("<", did)


if __name__ == "__main__":
    if "--print" in sys.argv:
        fill_in()
    else:
        unittest.main()
