"""A distributor's own wagers at one table: one ordered stream without gaps or duplicates, acknowledged and resumable.

The same as ../wager_stream.h. Beside feed_client.py, whose schema and keys it uses.
"""

import time
import uuid
from collections import deque
from dataclasses import dataclass, field
from typing import Any, Deque, Optional

import zmq

from feed_client import SCHEMA_VERSION, AuthWatch, CurveClient, Schema

WINDOW = 256  # what the studio sends beyond what is acknowledged


@dataclass
class WagerPosition:
    """What the distributor keeps for good; zero: nothing yet."""

    epoch: int = 0
    seq: int = 0


@dataclass
class WagerOptions:
    command: str  # "tcp://host:7402"
    table_id: str
    distributor: str = ""  # with a key: the key's name
    start: WagerPosition = field(default_factory=WagerPosition)
    curve: Optional[CurveClient] = None
    ask_every: float = 1.0
    missed_answers: int = 3


class WagerStream:
    """Owned by one thread. poll() gives a PrivateEnvelope, each once and in order, or None at the time-out."""

    def __init__(self, options: WagerOptions, schema: Optional[Schema] = None, context: Optional[zmq.Context] = None):
        self.options = options
        self.schema = schema or Schema.load()
        self.context = context or zmq.Context.instance()
        self.received = WagerPosition(options.start.epoch, options.start.seq)
        self.position = WagerPosition(options.start.epoch, options.start.seq)  # of what poll() has returned: to be stored
        self.acknowledged = WagerPosition(options.start.epoch, options.start.seq)
        self.items: Deque[Any] = deque()
        self.ask_at = 0.0
        self.heard_at: Optional[float] = None
        self.next_seq = 0
        self.asked = ""
        self.why = "joining"
        self._connect()

    def _connect(self) -> None:
        self.socket = self.context.socket(zmq.DEALER)
        self.socket.setsockopt(zmq.LINGER, 0)
        for option, value in ((zmq.TCP_KEEPALIVE, 1), (zmq.TCP_KEEPALIVE_IDLE, 1), (zmq.TCP_KEEPALIVE_INTVL, 1), (zmq.TCP_KEEPALIVE_CNT, 3)):
            self.socket.setsockopt(option, value)
        if self.options.curve:
            self.socket.curve_serverkey = self.options.curve.server_key
            self.socket.curve_publickey = self.options.curve.public_key
            self.socket.curve_secretkey = self.options.curve.secret_key
        self.watch = AuthWatch(self.socket, self.options.command, self.options.curve)
        self.socket.connect(self.options.command)

    def close(self) -> None:
        self.watch.close()
        self.socket.close(linger=0)

    def poll(self, timeout: float) -> Optional[Any]:
        deadline = time.monotonic() + timeout
        while True:
            if self.items:
                item = self.items.popleft()
                self.position = WagerPosition(item.epoch, item.seq)
                return item
            now = time.monotonic()
            if now >= self.ask_at:
                self._ask(now)
            wait = max(0.0, min(self.ask_at, deadline) - now)
            if self.socket.poll(int(wait * 1000) + 1):
                self._take(self.schema.CommandResponse.FromString(self.socket.recv()), time.monotonic())
            elif self.watch.trouble():
                self.why, self.heard_at = self.watch.trouble(), None
            if not self.items and time.monotonic() >= deadline:
                return None

    def acknowledge(self) -> None:
        """Everything that poll() has returned is the distributor's for good."""
        if self.position.epoch != self.received.epoch or self.position == self.acknowledged:
            return
        if self.received.seq - self.acknowledged.seq >= WINDOW // 2:
            self.ask_at = 0.0
        self.acknowledged = WagerPosition(self.position.epoch, self.position.seq)

    @property
    def live(self) -> bool:
        patience = self.options.ask_every * self.options.missed_answers
        heard = self.heard_at is not None and time.monotonic() - self.heard_at <= patience
        return heard and self.received.seq + 1 >= self.next_seq

    @property
    def trouble(self) -> str:
        if self.why or self.live:
            return self.why
        return "events are missing" if self.received.seq + 1 < self.next_seq else f"no answer from {self.options.command}"

    def _ask(self, now: float) -> None:
        if self.watch.trouble():  # it may have been let in since
            self.close()
            self._connect()
        self.asked = uuid.uuid4().hex
        request = self.schema.CommandRequest(schema=SCHEMA_VERSION, request_id=self.asked, table_id=self.options.table_id)
        request.by = self.options.distributor
        request.role = 4  # ROLE_DISTRIBUTOR
        request.follow_wagers.epoch = self.received.epoch
        request.follow_wagers.received = self.received.seq
        request.follow_wagers.acknowledged = self.acknowledged.seq if self.acknowledged.epoch == self.received.epoch else 0
        self.ask_at = now + self.options.ask_every
        try:
            self.socket.send(request.SerializeToString(), zmq.NOBLOCK)
        except zmq.Again:
            self.why = f"too many questions wait for {self.options.command}"

    def _take(self, response: Any, now: float) -> None:
        if response.request_id != self.asked:
            return  # to an earlier question: it comes again
        if not response.HasField("accepted") or not response.HasField("wagers_end"):
            self.why, self.heard_at = f"{response.rejection.clause}: {response.rejection.reason}", None
            return
        self.heard_at, self.why = now, ""
        end = response.wagers_end
        if end.epoch != self.received.epoch:  # a journal started afresh
            self.received, self.acknowledged = WagerPosition(end.epoch), WagerPosition(end.epoch)
        self.next_seq = end.next_seq
        before = self.received.seq
        in_order = all([self._receive(data) for data in response.private_envelopes])
        more = self.received.seq + 1 < self.next_seq and self.received.seq - self.acknowledged.seq < WINDOW
        if not in_order or (more and self.received.seq > before):
            self.ask_at = 0.0

    def _receive(self, data: bytes) -> bool:
        envelope = self.schema.PrivateEnvelope.FromString(data)
        if envelope.epoch != self.received.epoch or envelope.seq > self.received.seq + 1:
            return False
        if envelope.seq == self.received.seq + 1:
            self.received.seq = envelope.seq
            self.items.append(envelope)
        return True
