"""The Python client's machine alone: no socket, no waiting. The same cases as ../feed_sequence_test.cpp, and its random one."""

import os
import random
import sys
import tempfile
import unittest
from pathlib import Path

import zmq

sys.path.insert(0, str(Path(__file__).resolve().parents[4] / "proto" / "client" / "python"))
import feed_client  # noqa: E402
from feed_client import LIVE, RECOVERING, SUSPENDED, Position  # noqa: E402

SCHEMA = feed_client.Schema.load()


def event(seq, epoch=1, table="t1"):
    envelope = SCHEMA.Envelope(schema=1, table_id=table, epoch=epoch, seq=seq)
    envelope.betting_closed.SetInParent()
    return envelope.SerializeToString()


def beat(next_seq, epoch=1):
    envelope = SCHEMA.Envelope(schema=1, table_id="t1", epoch=epoch)
    envelope.heartbeat.next_seq = next_seq
    return envelope.SerializeToString()


class Bench:
    def __init__(self, start=Position(), **timing):
        self.sequence = feed_client.FeedSequence(SCHEMA, "t1", start, 100, feed_client.Timing(**timing))
        self.now, self.delivered, self.snapshots, self.states, self.asks = 0.0, [], [], [], []
        self.take(self.sequence.join(self.now))

    def take(self, actions):
        for action in actions:
            if isinstance(action, feed_client.Event):
                self.delivered.append((action.envelope.epoch, action.envelope.seq))
            elif isinstance(action, feed_client.Snapshot):
                self.snapshots.append(action.snapshot.seq)
            elif isinstance(action, feed_client.StateChange):
                self.states.append((action.state, action.reason))
            else:
                self.asks.append(action.request)

    def feed(self, data):
        self.take(self.sequence.on_feed(data, self.now))

    def wait(self, seconds):
        self.now += seconds
        self.take(self.sequence.on_time(self.now))

    def answer(self, request=None, **fields):
        response = SCHEMA.ReplayResponse(schema=1, request_id=(request or self.asks[-1]).request_id)
        for kind, values in fields.items():
            part = getattr(response, kind)
            part.SetInParent()
            for name, value in values.items():
                if name == "envelopes":
                    part.envelopes.extend(value)
                else:
                    setattr(part, name, value)
        self.take(self.sequence.on_replay(response, self.now))

    def page(self, first, last, epoch=1):
        self.answer(page={"envelopes": [event(seq, epoch) for seq in range(first, last + 1)]})

    def end(self, last_seq, next_seq, epoch=1):
        self.answer(end={"epoch": epoch, "last_seq": last_seq, "next_seq": next_seq})


def live_bench(**timing):
    bench = Bench(**timing)
    bench.page(1, 3)
    bench.end(3, 4)
    bench.feed(beat(4))
    assert bench.states[-1] == (LIVE, "")
    bench.asks.clear()
    bench.states.clear()
    return bench


class FeedSequenceTest(unittest.TestCase):
    def test_joins_with_a_snapshot(self):
        bench = Bench(None)
        for seq in (9, 10, 11, 12):
            bench.feed(event(seq))
        self.assertEqual(bench.delivered, [])
        bench.answer(snapshot={"epoch": 1, "seq": 10})
        self.assertEqual(bench.delivered, [(1, 11), (1, 12)])
        self.assertEqual(bench.states[-1][0], RECOVERING)
        bench.feed(beat(13))
        self.assertEqual(bench.states[-1], (LIVE, ""))

    def test_gap_and_tail(self):
        bench = live_bench()
        bench.feed(event(6))
        self.assertEqual((bench.asks[0].replay.from_seq, bench.asks[0].replay.to_seq), (4, 5))
        bench.page(4, 5)
        bench.end(5, 7)
        bench.feed(beat(9))
        self.assertEqual((bench.asks[1].replay.from_seq, bench.asks[1].replay.to_seq), (7, 0))
        bench.page(7, 8)
        self.assertEqual([seq for _, seq in bench.delivered], list(range(1, 9)))
        self.assertEqual(bench.states[-1], (LIVE, ""))

    def test_suspended(self):
        bench = live_bench()
        bench.wait(2.9)
        self.assertEqual(bench.states, [])
        bench.wait(0.1)
        self.assertEqual(bench.states, [(SUSPENDED, "no heartbeat for 3000 ms")])
        bench.feed(event(4))
        self.assertEqual(bench.states[-1][0], SUSPENDED)
        bench.feed(beat(5))
        self.assertEqual(bench.states[-1][0], LIVE)

    def test_refused(self):
        bench = live_bench()
        bench.take(bench.sequence.on_refused("AUTH_FAILED: no", bench.now))
        bench.wait(10.0)
        self.assertEqual(bench.states, [(SUSPENDED, "AUTH_FAILED: no")])
        bench.feed(beat(4))
        self.assertEqual(bench.states[-1], (LIVE, ""))
        barred = Bench()
        barred.answer(error={"reason": "AUTH.table: no right to t1", "clause": "AUTH.table"})
        self.assertEqual(barred.states[-1], (SUSPENDED, "AUTH.table: no right to t1"))
        unlucky = Bench()
        unlucky.answer(error={"reason": "AUTH. is how the name of this table begins"})
        self.assertEqual(unlucky.states[-1][0], RECOVERING)

    def test_new_epoch(self):
        bench = live_bench()
        bench.feed(event(6))
        bench.feed(beat(3, 2))
        self.assertEqual(bench.asks[-1].replay.from_seq, 1)
        bench.feed(event(4, 1))
        bench.page(1, 2, 2)
        self.assertEqual(bench.delivered, [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2)])

    def test_hostile_bytes(self):
        bench = live_bench()
        for data in (b"\xff\xff", b"", event(4, 1, "t2"), event(0)):
            bench.feed(data)
        self.assertEqual(bench.sequence.malformed, 4)
        self.assertEqual(len(bench.delivered), 3)

    def test_errors_are_asked_again(self):
        bench = Bench()
        bench.answer(error={"reason": "no table t1"})
        self.assertEqual(bench.states[-1], (RECOVERING, "no table t1"))
        bench.wait(0.1)
        self.assertEqual(len(bench.asks), 2)

    def test_any_loss_gives_the_same_stream(self):
        for seed in range(100):
            self.run_seed(seed)

    def run_seed(self, seed):
        dice = random.Random(seed)
        by_snapshot = dice.random() < 0.5
        bench = Bench(None if by_snapshot else Position(), held_messages=dice.randint(1, 20))
        published = 0
        answered = 0

        def studio():
            nonlocal answered
            while answered < len(bench.asks):
                request = bench.asks[answered]
                answered += 1
                if dice.random() < 0.3:
                    continue
                if request.WhichOneof("request") == "snapshot":
                    bench.answer(request, snapshot={"epoch": 1, "seq": published})
                    continue
                first = request.replay.from_seq
                last = min(request.replay.to_seq or published, published, first + 11)
                if dice.random() < 0.8:
                    bench.answer(request, page={"envelopes": [event(seq) for seq in range(first, last + 1)]})
                bench.answer(request, end={"epoch": 1, "last_seq": max(last, first - 1), "next_seq": published + 1})

        for _ in range(200):
            if dice.random() < 0.6:
                published += 1
                if dice.random() < 0.7:
                    bench.feed(event(published))
            if dice.random() < 0.1:
                bench.feed(beat(published + 1))
            if dice.random() < 0.7:
                studio()
            bench.wait(dice.random() / 5)
        for _ in range(2000):
            bench.feed(beat(published + 1))
            studio()
            bench.wait(0.1)
            if bench.states[-1][0] == LIVE:
                break
        first = bench.snapshots[0] + 1 if by_snapshot else 1
        self.assertEqual([seq for _, seq in bench.delivered], list(range(first, published + 1)), f"seed {seed}")


class EndpointTest(unittest.TestCase):
    def test_replay_follows_from_the_feed(self):
        self.assertEqual(feed_client.replay_of("tcp://127.0.0.1:7400"), "tcp://127.0.0.1:7401")
        self.assertEqual(feed_client.replay_of("ipc:///run/studio/feed"), "ipc:///run/studio/replay")
        for bad in ("", "tcp://host", "tcp://host:0", "tcp://host:65534", "udp://host:1"):
            with self.assertRaises(ValueError):
                feed_client.replay_of(bad)


class KeyTest(unittest.TestCase):
    def test_fingerprint(self):
        self.assertEqual(feed_client.fingerprint(b"rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf7"), "54fc-ba24-e932-4996")

    def test_key_files(self):
        public, secret = zmq.curve_keypair()
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "acme.key")

            def fails(text, reason, mode=0o600):
                with open(file, "w") as out:
                    out.write(text)
                os.chmod(file, mode)
                with self.assertRaises(ValueError) as raised:
                    feed_client.CurveClient.load(file)
                self.assertEqual(str(raised.exception), f"key file {file}: {reason}")

            pair = f'public_key = "{public.decode()}"\nsecret_key = "{secret.decode()}"\n'
            fails("name = ", "not a key file")
            fails(pair, "studio_key must be a key of 40 characters")
            fails(pair, "everybody on this machine can read it; chmod 600 it", 0o604)
            other, _ = zmq.curve_keypair()
            mixed = f'studio_key = "{other.decode()}"\npublic_key = "{other.decode()}"\nsecret_key = "{secret.decode()}"\n'
            fails(mixed, "public_key and secret_key do not belong together")
            with open(file, "w") as out:
                out.write(f'studio_key = "{other.decode()}"\n' + pair)
            os.chmod(file, 0o600)
            self.assertEqual(feed_client.CurveClient.load(file), feed_client.CurveClient(other, public, secret))


if __name__ == "__main__":
    unittest.main()
