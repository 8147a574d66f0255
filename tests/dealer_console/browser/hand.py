#!/usr/bin/python3
"""A hand at a table without a camera: says on the observe socket what lies where, as a recogniser would.

    hand.py OBSERVE_ENDPOINT TABLE PICTURE.jpg LAYOUT.toml

Each line of standard input is a JSON list of places: {"slot": "P1.1", "state": "FACE_UP", "card": "Td", "guesses": ["Td"]}; each is answered
by a line "ok". The whole table is stated again every half second. Ends with its standard input.
"""
import hashlib
import json
import os
import select
import sys
import time
import tomllib

import zmq

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "proto", "client", "python"))
from feed_client import Schema  # noqa: E402

STATES = ["UNSPECIFIED", "EMPTY", "FACE_DOWN", "FACE_UP", "CUT_CARD", "DOUBTFUL"]


class Hand:
    def __init__(self, endpoint, table, picture, slots):
        self.schema, self.table, self.picture = Schema.load(), table, picture
        self.frame, self.seen = 0, {slot: {"slot": slot, "state": "EMPTY"} for slot in slots}
        self.socket = zmq.Context().socket(zmq.PUSH)
        self.socket.connect(endpoint)

    def message(self):
        return self.schema.ObserveMessage(schema=1, table_id=self.table, camera_id="hand")

    def tell(self, place, repeated):
        self.frame += 1
        message = self.message()
        card = message.card
        card.slot, card.state, card.card = place["slot"], STATES.index(place["state"]), place.get("card", "")
        card.confidence, card.frame, card.captured_at_ns, card.repeated_statement = 0.999, self.frame, time.time_ns(), repeated
        for guess in place.get("guesses", []):
            card.guesses.add(card=guess, confidence=0.5)
        if place["state"] == "DOUBTFUL":
            card.reason = "BLURRED"
        if place["state"] in ("FACE_UP", "DOUBTFUL") and not repeated:
            card.still_jpeg, card.still_sha256 = self.picture, hashlib.sha256(self.picture).digest()
        self.socket.send(message.SerializeToString())

    def health(self, state="GOOD"):
        message = self.message()
        states = message.camera.DESCRIPTOR.fields_by_name["state"].enum_type.values_by_name
        message.camera.state, message.camera.at_ns = states[f"CAMERA_STATE_{state}"].number, time.time_ns()
        self.socket.send(message.SerializeToString())

    def shoe(self, number, card):
        message = self.message()
        message.camera_id = "shoe"
        message.shoe.number, message.shoe.card, message.shoe.at_ns = number, card, time.time_ns()
        self.socket.send(message.SerializeToString())

    def lay(self, places):
        for place in places:
            if "shoe" in place:
                self.shoe(place["shoe"], place["card"])
                continue
            if "camera" in place:
                self.health(place["camera"])
                continue
            self.seen[place["slot"]] = place
            self.tell(place, False)

    def restate(self):
        for place in self.seen.values():
            self.tell(place, True)


def main():
    with open(sys.argv[3], "rb") as picture, open(sys.argv[4], "rb") as layout:
        hand = Hand(sys.argv[1], sys.argv[2], picture.read(), tomllib.load(layout)["slots"])
    hand.health()
    hand.restate()
    print("ok", flush=True)
    while True:
        ready, _, _ = select.select([sys.stdin], [], [], 0.5)
        if not ready:
            hand.restate()
            continue
        line = sys.stdin.readline()
        if not line:
            return
        hand.lay(json.loads(line))
        print("ok", flush=True)


if __name__ == "__main__":
    main()
