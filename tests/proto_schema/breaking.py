#!/usr/bin/python3
"""Compares the schema with proto/schema/baseline.txt: what distributors rely on may grow, never change.

  breaking.py           exit 1 and one line for each fact of the baseline that no longer holds, or for a rule that is broken
  breaking.py --renew   writes the baseline anew, after additions (refused while something is broken; --force after a new schema version)
  breaking.py --self-test
"""

import subprocess
import sys
from pathlib import Path

from google.protobuf import descriptor_pb2

SCHEMA = Path(__file__).resolve().parents[2] / "proto" / "schema"
BASELINE = SCHEMA / "baseline.txt"
FIELD = descriptor_pb2.FieldDescriptorProto


def compiled(folder):
    files = sorted(str(path) for path in (folder / "studio" / "v1").glob("*.proto"))
    command = ["protoc", "-I", str(folder), "--descriptor_set_out=/dev/stdout", *files]
    return descriptor_pb2.FileDescriptorSet.FromString(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)


def field_fact(message, field):
    kind = field.type_name.lstrip(".") or FIELD.Type.Name(field.type)[len("TYPE_"):].lower()
    label = "repeated" if field.label == FIELD.LABEL_REPEATED else "optional" if field.proto3_optional else "single"
    oneof = ""
    if field.HasField("oneof_index") and not field.proto3_optional:
        oneof = f" oneof {message.oneof_decl[field.oneof_index].name}"
    return f"{label} {kind} {field.name}{oneof}"


def walk(prefix, messages, enums, facts, reserved):
    """facts: what stands at a place ("studio.v1.Envelope 5") -> text; reserved: places and names that are never used again."""
    for enum in enums:
        name = f"{prefix}.{enum.name}"
        for value in enum.value:
            facts[f"enum {name} {value.number}"] = value.name
        for span in enum.reserved_range:
            reserved.update(f"enum {name} {number}" for number in range(span.start, span.end + 1))
    for message in messages:
        name = f"{prefix}.{message.name}"
        facts[f"message {name}"] = "exists"
        for field in message.field:
            facts[f"field {name} {field.number}"] = field_fact(message, field)
        for span in message.reserved_range:
            reserved.update(f"field {name} {number}" for number in range(span.start, span.end))
        facts.update({f"reserved {place}": "never used again" for place in reserved})
        walk(name, message.nested_type, message.enum_type, facts, reserved)


def facts_of(descriptor_set):
    facts, reserved = {}, set()
    for file in descriptor_set.file:
        walk(file.package, file.message_type, file.enum_type, facts, reserved)
    return facts, reserved


def breaks(baseline, facts, reserved):
    for place, fact in baseline.items():
        if place in facts and facts[place] != fact:
            yield f"{place}: was \"{fact}\", is \"{facts[place]}\""
        elif place not in facts and place not in reserved:
            yield f"{place}: \"{fact}\" is gone (keep it, or reserve its number so that it is never used again)"
        elif place not in facts and place.startswith("field "):
            owner, name = place.rsplit(" ", 1)[0], fact.split()[2]
            if any(other.startswith(owner + " ") and text.split()[2] == name for other, text in facts.items()):
                yield f"{place}: the name {name} of a field that is gone is used again"


def rules(facts):
    """What holds for every schema of ours, baseline or not."""
    enums = {}
    for place, fact in facts.items():
        kind, name, *number = place.split()
        if kind == "enum":
            enums.setdefault(name, {})[int(number[0])] = fact
        if kind == "field" and name.endswith("Envelope"):
            if (number[0] == "15") != (fact == "single bytes hash"):
                yield f"{place}: number 15 of an envelope is its hash, and nothing else is"
            if fact.endswith("oneof body") and int(number[0]) < 16:
                yield f"{place}: alternatives of a body start at 16"
    for name, values in enums.items():
        if not values.get(0, "").endswith("_UNSPECIFIED"):
            yield f"enum {name}: 0 is *_UNSPECIFIED"


def text_of(facts):
    def order(item):
        words = item[0].split()
        return [word.zfill(6) if word.isdigit() else word for word in words]

    return "".join(f"{place} = {fact}\n" for place, fact in sorted(facts.items(), key=order))


def parsed(text):
    return dict(line.split(" = ", 1) for line in text.splitlines() if line and not line.startswith("#"))


def self_test(facts):
    """The check finds what it is there for."""
    assert not list(breaks(facts, facts, set())) and not list(rules(facts))
    added = {**facts, "field studio.v1.Envelope 99": "single string new"}
    assert not list(breaks(facts, added, set()))
    place = "field studio.v1.CardRevealed 3"
    for change in ({place: "single bytes card"}, {place: "single string face"}, {place: "repeated string card"}):
        assert list(breaks(facts, {**facts, **change}, set())), change
    gone = {key: value for key, value in facts.items() if key != place}
    assert list(breaks(facts, gone, set()))
    assert not list(breaks(facts, gone, {place}))
    assert list(breaks(facts, {**gone, "field studio.v1.CardRevealed 30": "single string card"}, {place}))
    assert list(breaks({**facts, f"reserved {place}": "never used again"}, facts, set()))
    assert list(rules({**facts, "field studio.v1.Envelope 15": "single string reason"}))
    assert list(rules({**facts, "field studio.v1.Envelope 14": "single studio.v1.Status status oneof body"}))
    assert list(rules({**facts, "enum studio.v1.Phase 0": "PHASE_IDLE"}))


def main(arguments):
    facts, reserved = facts_of(compiled(SCHEMA))
    if "--self-test" in arguments:
        self_test(facts)
    baseline = parsed(BASELINE.read_text()) if BASELINE.exists() else {}
    broken = list(rules(facts)) + list(breaks(baseline, facts, reserved))
    if "--renew" in arguments and (not broken or "--force" in arguments):
        head = "# What distributors rely on. Renewed by tests/proto_schema/breaking.py --renew; read the difference before it is committed.\n"
        BASELINE.write_text(head + text_of(facts))
        return 0
    for line in broken:
        print(line, file=sys.stderr)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
