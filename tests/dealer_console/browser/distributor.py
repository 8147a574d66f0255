#!/usr/bin/python3
"""A distributor: stakes and decides over the studio's command socket.

    distributor.py COMMAND_ENDPOINT TABLE NAME [KEY_FILE]

Each line of standard input is a JSON object, the command's name and its fields: {"place_wager": {"wager_id": "w1", ...}}; each is answered by the
answer as a JSON line, private events among it as "events". Ends with its standard input.
"""
import json
import os
import sys

import zmq
from google.protobuf import json_format

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "proto", "client", "python"))
from feed_client import CurveClient, Schema  # noqa: E402


def main():
    endpoint, table, name = sys.argv[1:4]
    schema = Schema.load()
    socket = zmq.Context().socket(zmq.DEALER)
    socket.linger = 0
    if len(sys.argv) > 4:
        key = CurveClient.load(sys.argv[4])
        socket.curve_serverkey, socket.curve_publickey, socket.curve_secretkey = key.server_key, key.public_key, key.secret_key
    socket.connect(endpoint)
    for number, line in enumerate(sys.stdin, 1):
        request = schema.CommandRequest(schema=1, request_id=f"{name}-{number}", table_id=table, by=name, role=4)
        json_format.ParseDict(json.loads(line), request)
        socket.send(request.SerializeToString())
        answer = schema.CommandResponse.FromString(socket.recv())
        answer.ClearField("status")
        told = json_format.MessageToDict(answer)
        told["events"] = [json_format.MessageToDict(schema.PrivateEnvelope.FromString(one)) for one in answer.private_envelopes]
        print(json.dumps(told), flush=True)


if __name__ == "__main__":
    main()
