"""One ordered stream of a studio's tables without gaps or duplicates, and for each table whether it is live.

The same machine as ../feed_sequence.h. Needs pyzmq and protobuf (Debian: python3-zmq python3-protobuf), and the schema: either
studio_v1.binpb beside this file, or protoc and the .proto files of ../../schema.
"""

import os
import subprocess
import time
import tomllib
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Deque, Dict, List, Optional, Tuple

import zmq
from google.protobuf import descriptor_pb2, descriptor_pool, json_format, message_factory
from google.protobuf.message import DecodeError
from zmq.utils import z85
from zmq.utils.monitor import parse_monitor_message

SCHEMA_VERSION = 1
RECOVERING = "recovering"  # joining, or a gap is open: what comes is right, but late
LIVE = "live"  # everything that was published has been delivered
SUSPENDED = "suspended"  # no heartbeat for 3 beats, or not let in: stop taking bets
REFUSAL_OF_ACCESS = "AUTH."  # the family of clauses by which a key has no right to the table


class Schema:
    """Message classes made from the schema, by their short name: Schema.load().Envelope."""

    def __init__(self, descriptor_set: bytes):
        pool = descriptor_pool.DescriptorPool()
        files = descriptor_pb2.FileDescriptorSet.FromString(descriptor_set)
        for file in files.file:  # imports come first
            pool.Add(file)
        factory = message_factory.MessageFactory(pool)
        for file in files.file:
            for message in file.message_type:
                descriptor = pool.FindMessageTypeByName(f"{file.package}.{message.name}")
                setattr(self, message.name, factory.GetPrototype(descriptor))

    @staticmethod
    def load() -> "Schema":
        here = Path(__file__).resolve().parent
        compiled = here / "studio_v1.binpb"
        if compiled.exists():
            return Schema(compiled.read_bytes())
        folder = here.parents[1] / "schema"
        files = sorted(str(path) for path in (folder / "studio" / "v1").glob("*.proto"))
        command = ["protoc", "-I", str(folder), "--include_imports", "--descriptor_set_out=/dev/stdout", *files]
        return Schema(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)


@dataclass
class Timing:
    """Seconds."""

    beat: float = 1.0
    missed_beats: int = 3
    answer_within: float = 2.0
    retry_first: float = 0.1
    retry_most: float = 5.0
    held_messages: int = 4096


@dataclass
class Position:
    """The next event wanted; without an epoch: in whatever epoch the studio is."""

    next_seq: int = 1
    epoch: Optional[int] = None


@dataclass
class Event:
    table_id: str
    envelope: Any
    data: bytes  # as published


@dataclass
class Snapshot:
    table_id: str
    snapshot: Any


@dataclass
class StateChange:
    table_id: str  # empty: the studio as a whole
    state: str
    reason: str


@dataclass
class Ask:
    request: Any


@dataclass
class _Asked:
    request_id: int
    deadline: float
    next_at_ask: int


class FeedSequence:
    """One table as a state machine: bytes and times in, actions out. No socket, no clock."""

    def __init__(self, schema: Schema, table_id: str, start: Optional[Position], first_request_id: int, timing: Timing):
        self.schema = schema
        self.table_id = table_id
        self.timing = timing
        self.request_id = first_request_id
        self.snapshot_wanted = start is None
        self.epoch: Optional[int] = start.epoch if start else None
        self.next = max(start.next_seq, 1) if start else 0
        self.known_next = 0  # the highest next number anybody has told of in this epoch; 0 = nobody yet
        self.held: Dict[int, Event] = {}
        self.joined = 0.0
        self.last_beat: Optional[float] = None
        self.asked: Optional[_Asked] = None
        self.retry_at: Optional[float] = None
        self.retry_after = timing.retry_first
        self.trouble = "joining"
        self.refused = ""  # why nothing will be heard; empty when something may be
        self.told: Tuple[str, str] = (RECOVERING, "")
        self.malformed = 0
        self.duplicates = 0
        self.actions: List[Any] = []

    # What the caller calls ------------------------------------------------------------------------------------------------

    def join(self, now: float) -> List[Any]:
        self.joined = now
        return self._go_on(now)

    def on_feed(self, data: bytes, now: float) -> List[Any]:
        self._take_bytes(data, now)
        return self._go_on(now)

    def on_replay(self, response: Any, now: float) -> List[Any]:
        awaited = self.asked is not None and response.request_id == self.asked.request_id
        kind = response.WhichOneof("response")
        if kind == "page":  # a page of an earlier question is as good as one of this
            for data in response.page.envelopes:
                self._take_bytes(data, now)
            if awaited and self.asked:
                self.asked.deadline = now + self.timing.answer_within
        elif awaited and kind == "snapshot":
            self._take_snapshot(response.snapshot)
        elif awaited and kind == "end":
            self._take_end(response.end, now)
        elif awaited:
            if response.error.clause.startswith(REFUSAL_OF_ACCESS):
                self.refused = response.error.reason
            self._give_up(now, response.error.reason if kind == "error" else "replay sent an answer that this client does not know")
        return self._go_on(now)

    def on_unsent(self, now: float) -> List[Any]:
        self.asked = None
        self.retry_at = now + self.timing.retry_first
        self.trouble = "replay is not connected"
        return self._go_on(now)

    def on_refused(self, reason: str, now: float) -> List[Any]:
        """The studio does not let this client in: suspended with that reason until something is heard of the table."""
        self.refused = reason
        return self._go_on(now)

    def on_time(self, now: float) -> List[Any]:
        if self.asked and now >= self.asked.deadline:
            self._give_up(now, "replay does not answer")
        return self._go_on(now)

    def next_wake(self) -> float:
        wakes = [] if self.told[0] == SUSPENDED else [self._silent_at()]
        if self.asked:
            wakes.append(self.asked.deadline)
        if self.retry_at is not None:
            wakes.append(self.retry_at)
        return min(wakes, default=float("inf"))

    # Within -----------------------------------------------------------------------------------------------------------------

    def _complete(self) -> bool:
        return not self.snapshot_wanted and self.known_next != 0 and self.next >= self.known_next

    def _silent_at(self) -> float:
        since = self.joined if self.last_beat is None else self.last_beat
        return since + self.timing.beat * self.timing.missed_beats

    def _take_epoch(self, epoch: int) -> bool:
        """A greater epoch: the journal was started afresh, its events count from 1 again."""
        if self.epoch is not None and epoch < self.epoch:
            self.trouble = f"the studio is in epoch {epoch}, before this client's epoch {self.epoch}"
            return False
        if self.epoch is not None and epoch > self.epoch:
            self.next = 0 if self.snapshot_wanted else 1
            self.known_next = 0
            self.held.clear()
            self.asked = None
            self.retry_at = None
            self.trouble = f"epoch {epoch} has begun"
        self.epoch = epoch
        return True

    def _take_bytes(self, data: bytes, now: float) -> None:
        envelope = self.schema.Envelope()
        try:
            envelope.ParseFromString(data)
        except DecodeError:
            self.malformed += 1
            return
        if envelope.schema != SCHEMA_VERSION or envelope.table_id != self.table_id:
            self.malformed += 1
            return
        if not self._take_epoch(envelope.epoch):
            self.duplicates += 1
            return
        self.refused = ""
        if envelope.WhichOneof("body") == "heartbeat":
            self.last_beat = now
            self.known_next = max(self.known_next, envelope.heartbeat.next_seq)
        elif envelope.seq == 0:
            self.malformed += 1
        else:
            self._deliver(Event(self.table_id, envelope, data))

    def _deliver(self, event: Event) -> None:
        seq = event.envelope.seq
        self.known_next = max(self.known_next, seq + 1)
        if not self.snapshot_wanted and seq == self.next:
            self.next += 1
            self.actions.append(event)
            self._drain()
        elif seq < self.next or seq in self.held:
            self.duplicates += 1
        elif len(self.held) < self.timing.held_messages:
            self.held[seq] = event

    def _drain(self) -> None:
        if self.snapshot_wanted:
            return
        while self.next in self.held:
            self.actions.append(self.held.pop(self.next))
            self.next += 1

    def _take_snapshot(self, snapshot: Any) -> None:
        if not self.snapshot_wanted or not self._take_epoch(snapshot.epoch):
            return
        self.asked = None
        self.snapshot_wanted = False
        self.retry_after = self.timing.retry_first
        self.next = snapshot.seq + 1
        self.known_next = max(self.known_next, self.next)
        outdated = [seq for seq in self.held if seq < self.next]
        self.duplicates += len(outdated)
        for seq in outdated:
            del self.held[seq]
        self.actions.append(Snapshot(self.table_id, snapshot))

    def _take_end(self, end: Any, now: float) -> None:
        next_at_ask = self.asked.next_at_ask
        if not self._take_epoch(end.epoch):
            self._give_up(now, self.trouble)
            return
        self.known_next = max(self.known_next, end.next_seq)
        self.asked = None
        if self.next == next_at_ask and not self._complete():
            self._give_up(now, f"replay does not give event {self.next}")
        else:
            self.retry_after = self.timing.retry_first

    def _give_up(self, now: float, reason: str) -> None:
        self.asked = None
        self.retry_at = now + self.retry_after
        self.retry_after = min(self.retry_after * 2, self.timing.retry_most)
        self.trouble = reason

    def _request(self) -> Any:
        request = self.schema.ReplayRequest(schema=SCHEMA_VERSION, request_id=self.request_id)
        self.request_id += 1
        if self.snapshot_wanted:
            request.snapshot.table_id = self.table_id
        else:
            request.replay.table_id = self.table_id
            request.replay.from_seq = self.next
            request.replay.to_seq = min(self.held) - 1 if self.held else 0
        return request

    def _go_on(self, now: float) -> List[Any]:
        """After every call: deliver what is in order, ask for what is missing, tell a changed state."""
        self._drain()
        if self._complete():
            self.retry_at = None
            self.retry_after = self.timing.retry_first
        elif self.asked is None and (self.retry_at is None or now >= self.retry_at):
            self.retry_at = None
            request = self._request()
            self.asked = _Asked(request.request_id, now + self.timing.answer_within, self.next)
            self.actions.append(Ask(request))
        change = (RECOVERING, self.trouble)
        if self.refused:
            change = (SUSPENDED, self.refused)
        elif now >= self._silent_at():
            change = (SUSPENDED, f"no heartbeat for {round(1000 * self.timing.beat * self.timing.missed_beats)} ms")
        elif self._complete() and self.last_beat is not None:
            change = (LIVE, "")
            self.trouble = "a gap is being filled"
        elif self._complete():
            change = (RECOVERING, "waiting for a heartbeat")
        if change != self.told:
            self.told = change
            self.actions.append(StateChange(self.table_id, *change))
        actions, self.actions = self.actions, []
        return actions


def replay_of(feed: str) -> str:
    """tcp://host:PORT -> PORT + 1; ipc://folder/feed -> ipc://folder/replay."""
    if feed.startswith("ipc://") and feed.endswith("/feed"):
        return feed[: -len("feed")] + "replay"
    host, _, port = feed.rpartition(":")
    if not host.startswith("tcp://") or not port.isdigit() or not 0 < int(port) < 65534:
        raise ValueError(f'a feed endpoint is tcp://HOST:PORT or ipc://FOLDER/feed, not "{feed}"')
    return f"{host}:{int(port) + 1}"


@dataclass
class CurveClient:
    server_key: bytes  # of the studio, public
    public_key: bytes
    secret_key: bytes

    @staticmethod
    def load(file: str) -> "CurveClient":
        """From a key file as `studio keys make` writes it. A ValueError names the file and what is wrong."""
        try:
            if os.stat(file).st_mode & 0o007:
                raise ValueError(f"key file {file}: everybody on this machine can read it; chmod 600 it")
            with open(file, "rb") as opened:
                fields = tomllib.load(opened)
        except (OSError, tomllib.TOMLDecodeError) as error:
            raise ValueError(f"key file {file}: {getattr(error, 'strerror', None) or 'not a key file'}") from None
        keys = []
        for name in ("studio_key", "public_key", "secret_key"):
            key = fields.get(name)
            if not isinstance(key, str) or len(key) != 40:
                raise ValueError(f"key file {file}: {name} must be a key of 40 characters")
            keys.append(key.encode())
        if zmq.curve_public(keys[2]) != keys[1]:
            raise ValueError(f"key file {file}: public_key and secret_key do not belong together")
        return CurveClient(*keys)


def fingerprint(public_key: bytes) -> str:
    """What people call a key by, in logs and lists: the first 8 of its 32 bytes."""
    text = z85.decode(public_key).hex()[:16]
    return "-".join(text[i : i + 4] for i in range(0, 16, 4))


@dataclass
class Options:
    feed: str
    replay: str = ""  # empty: by the convention of replay_of
    tables: List[str] = field(default_factory=list)  # empty: all, also those that appear later
    start: Optional[Position] = None  # for every table; None: a snapshot first, then what follows it
    positions: Dict[str, Position] = field(default_factory=dict)  # where an earlier run ended
    timing: Timing = field(default_factory=Timing)
    curve: Optional[CurveClient] = None


class AuthWatch:
    """Tells that a studio does not let a client in: by itself libzmq says nothing. Made before the socket connects, closed before it."""

    EVENTS = (
        zmq.EVENT_HANDSHAKE_SUCCEEDED
        | zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL
        | zmq.EVENT_HANDSHAKE_FAILED_PROTOCOL
        | zmq.EVENT_HANDSHAKE_FAILED_AUTH
    )
    MECHANISM_MISMATCH = 0x11000002

    def __init__(self, socket: zmq.Socket, endpoint: str, curve: Optional[CurveClient]):
        self.socket = socket
        self.endpoint = endpoint
        self.own_key = fingerprint(curve.public_key) if curve else ""
        self.studio_key = fingerprint(curve.server_key) if curve else ""
        self.closed_in_a_row = 0
        self.handshake = 0  # the last event
        self.last = ""
        self.events = socket.get_monitor_socket(self.EVENTS)

    def close(self) -> None:
        self.socket.disable_monitor()

    def trouble(self) -> str:
        """One sentence that begins with AUTH_FAILED; empty as long as the studio has refused nothing."""
        while self.events.poll(0):
            event = parse_monitor_message(self.events.recv_multipart())
            self._take(event["event"], event["value"])
        return self.last

    def refusal(self) -> str:
        """The same, as long as the studio has said that it refuses; not when it has only ended handshakes, which may have other reasons."""
        trouble = self.trouble()
        return "" if self.handshake == zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL else trouble

    def let_in(self) -> bool:
        self.trouble()
        return self.handshake == zmq.EVENT_HANDSHAKE_SUCCEEDED

    def _take(self, what: int, value: int) -> None:
        self.handshake = what
        if what == zmq.EVENT_HANDSHAKE_SUCCEEDED:
            self.closed_in_a_row, self.last = 0, ""
        elif what == zmq.EVENT_HANDSHAKE_FAILED_AUTH:
            self.last = f"AUTH_FAILED: the studio at {self.endpoint} does not admit key {self.own_key}"
        elif what == zmq.EVENT_HANDSHAKE_FAILED_PROTOCOL and value == self.MECHANISM_MISMATCH:
            asks = "asks for a key, and none was given"
            if self.own_key:
                asks = f"asks for no key, and key {self.own_key} trusts only studio {self.studio_key}"
            self.last = f"AUTH_FAILED: the studio at {self.endpoint} {asks}"
        elif what == zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL:
            self.closed_in_a_row += 1  # a studio that dies in the middle of a handshake closes one as well
            if self.closed_in_a_row >= 2:
                why = "a client without a key: it asks for one"
                if self.own_key:
                    why = f"key {self.own_key}: its own key is not {self.studio_key}"
                self.last = f"AUTH_FAILED: the studio at {self.endpoint} ends the handshake of {why}, or takes no more connections"


class FeedClient:
    """Owned by one thread. poll() gives an Event, a Snapshot or a StateChange, or None at the time-out."""

    def __init__(self, options: Options, schema: Optional[Schema] = None, context: Optional[zmq.Context] = None):
        self.options = options
        self.schema = schema or Schema.load()
        self.context = context or zmq.Context.instance()
        self.replay_endpoint = options.replay or replay_of(options.feed)
        self._connect()
        self.refused = ""  # the reason last told
        self.knock_at: Optional[float] = None  # when a refused client tries again
        self.knock_after = options.timing.retry_first
        self.sequences: Dict[str, FeedSequence] = {}
        self.blocks: Dict[int, FeedSequence] = {}  # upper half of a request id -> table
        self.items: Deque[Any] = deque()
        self.positions: Dict[str, Position] = {}  # of what was handed out: to be stored and given back after a restart
        self.malformed = 0
        self.started = time.monotonic()
        self.told_no_studio = False
        self.ask_tables_at = None if options.tables else self.started
        for table in options.tables:
            self._sequence(table, self.started)

    def close(self) -> None:
        if not self.connected:
            return
        self.connected = False
        for watch in self.watches:
            watch.close()
        self.feed.close(linger=0)
        self.replay.close(linger=0)

    def _connect(self) -> None:
        self.feed = self._socket(zmq.SUB)
        for topic in [f"t/{table}" for table in self.options.tables] or ["t/"]:
            self.feed.setsockopt_string(zmq.SUBSCRIBE, topic)
        self.replay = self._socket(zmq.DEALER)
        self.replay.setsockopt(zmq.IMMEDIATE, 1)  # nothing queues for a studio that is away
        self.replay.setsockopt(zmq.PROBE_ROUTER, 1)  # greets: one that has said nothing has to make room when strangers crowd in
        self.watches = [
            AuthWatch(self.feed, self.options.feed, self.options.curve),
            AuthWatch(self.replay, self.replay_endpoint, self.options.curve),
        ]
        self.feed.connect(self.options.feed)
        self.replay.connect(self.replay_endpoint)
        self.poller = zmq.Poller()
        for socket in (self.feed, self.replay, *(watch.events for watch in self.watches)):
            self.poller.register(socket, zmq.POLLIN)
        self.connected = True  # not so between a refusal and the next try

    def poll(self, timeout: float) -> Optional[Any]:
        deadline = time.monotonic() + timeout
        while True:
            if not self.items:
                self._wake(time.monotonic())
            if self.items:
                return self._hand_out()
            now = time.monotonic()
            wakes = [sequence.next_wake() for sequence in self.sequences.values()] + [deadline, now + 0.5]
            wakes += [at for at in (self.ask_tables_at, self.knock_at) if at is not None]
            wait = max(0.0, min(wakes) - now)
            if self.connected:
                ready = dict(self.poller.poll(wait * 1000 + 0.5))
                now = time.monotonic()
                if self.replay in ready:
                    self._read_replay(now)
                if self.feed in ready:
                    self._read_feed(now)
            else:
                time.sleep(wait)
                now = time.monotonic()
            self._watch_keys(now)
            if not self.items and now >= deadline:
                return None

    def _socket(self, kind: int) -> zmq.Socket:
        socket = self.context.socket(kind)
        socket.setsockopt(zmq.LINGER, 0)
        socket.setsockopt(zmq.SNDHWM, 10_000)
        socket.setsockopt(zmq.RCVHWM, 10_000)
        socket.setsockopt(zmq.MAXMSGSIZE, 8 << 20)
        # By TCP: ZMTP's own heartbeats end the process in libzmq 4.3.4 (proto/wire/sockets.cpp).
        for option, value in ((zmq.TCP_KEEPALIVE, 1), (zmq.TCP_KEEPALIVE_IDLE, 1), (zmq.TCP_KEEPALIVE_INTVL, 1), (zmq.TCP_KEEPALIVE_CNT, 3)):
            socket.setsockopt(option, value)
        socket.setsockopt(zmq.RECONNECT_IVL, 50)
        socket.setsockopt(zmq.RECONNECT_IVL_MAX, 1000)
        if self.options.curve:
            socket.curve_serverkey = self.options.curve.server_key
            socket.curve_publickey = self.options.curve.public_key
            socket.curve_secretkey = self.options.curve.secret_key
        return socket

    def _sequence(self, table: str, now: float) -> FeedSequence:
        known = self.sequences.get(table)
        if known:
            return known
        start = self.options.positions.get(table, self.options.start)
        block = len(self.sequences) + 1
        sequence = FeedSequence(self.schema, table, start, block << 32, self.options.timing)
        self.sequences[table] = self.blocks[block] = sequence
        self._take(sequence, sequence.join(now), now)
        return sequence

    def _send(self, request: Any) -> bool:
        if not self.connected:
            return False
        try:
            self.replay.send(request.SerializeToString(), zmq.DONTWAIT)
            return True
        except zmq.Again:
            return False

    def _take(self, sequence: FeedSequence, actions: List[Any], now: float) -> None:
        for action in actions:
            if not isinstance(action, Ask):
                self.items.append(action)
            elif not self._send(action.request):
                self._take(sequence, sequence.on_unsent(now), now)

    def _hand_out(self) -> Any:
        item = self.items.popleft()
        if isinstance(item, Event):
            self.positions[item.table_id] = Position(item.envelope.seq + 1, item.envelope.epoch)
        elif isinstance(item, Snapshot):
            self.positions[item.table_id] = Position(item.snapshot.seq + 1, item.snapshot.epoch)
        return item

    def _read_feed(self, now: float) -> None:
        for _ in range(512):
            try:
                frames = self.feed.recv_multipart(zmq.DONTWAIT)
            except zmq.Again:
                return
            topic = frames[0].decode("utf-8", "replace")
            table = topic[2:].removesuffix("/")  # a studio with keys closes a topic that begins another's
            if len(frames) != 2 or not topic.startswith("t/") or not table:
                self.malformed += 1
            elif not self.options.tables or table in self.options.tables:  # "t/1" also brings "t/10"
                self.refused = ""
                self.knock_after = self.options.timing.retry_first
                sequence = self._sequence(table, now)
                self._take(sequence, sequence.on_feed(frames[1], now), now)

    def _read_replay(self, now: float) -> None:
        for _ in range(512):
            try:
                frames = self.replay.recv_multipart(zmq.DONTWAIT)
            except zmq.Again:
                return
            response = self.schema.ReplayResponse()
            try:
                response.ParseFromString(frames[0])
            except DecodeError:
                self.malformed += 1
                continue
            if response.WhichOneof("response") == "tables" and not self.options.tables:
                self.ask_tables_at = None
                for info in response.tables.tables:
                    self._sequence(info.table_id, now)
            sequence = self.blocks.get(response.request_id >> 32)
            if sequence:
                self._take(sequence, sequence.on_replay(response, now), now)

    def _watch_keys(self, now: float) -> None:
        """libzmq may or may not try a refused connection again, so both are made anew: the studio may have let the key in since."""
        if self.knock_at is not None and now >= self.knock_at:
            self.knock_at = None
            self._connect()
        if not self.connected:
            return
        feed, replay = self.watches
        # What the feed has let in stays: a studio that is besieged ends handshakes of replay as well, and libzmq tries again.
        trouble = feed.trouble() or (replay.refusal() if feed.let_in() else replay.trouble())
        if not trouble:
            return
        self.close()  # and nothing that was on its way looks like a studio that is back
        self.knock_at = now + self.knock_after
        self.knock_after = min(self.knock_after * 2, self.options.timing.retry_most)
        if self.ask_tables_at is not None:
            self.ask_tables_at = self.knock_at
        if trouble != self.refused:
            self.items.append(StateChange("", SUSPENDED, trouble))
        self.refused = trouble
        self.told_no_studio = True
        for sequence in self.sequences.values():
            self._take(sequence, sequence.on_refused(trouble, now), now)

    def _wake(self, now: float) -> None:
        timing = self.options.timing
        if self.ask_tables_at is not None and now >= self.ask_tables_at:
            request = self.schema.ReplayRequest(schema=SCHEMA_VERSION, request_id=1)
            request.tables.SetInParent()
            self.ask_tables_at = now + (timing.answer_within if self._send(request) else timing.retry_first)
        if not self.sequences and not self.told_no_studio and now >= self.started + timing.beat * timing.missed_beats:
            self.told_no_studio = True
            self.items.append(StateChange("", SUSPENDED, f"no studio answers at {self.options.feed}"))
        for sequence in list(self.sequences.values()):
            if now >= sequence.next_wake():
                self._take(sequence, sequence.on_time(now), now)


def json_line(message: Any) -> str:
    """Protobuf's JSON in one line, with the schema's field names; 64-bit numbers are texts there and bytes are base64."""
    return json_format.MessageToJson(message, including_default_value_fields=True, preserving_proto_field_name=True, indent=None)
