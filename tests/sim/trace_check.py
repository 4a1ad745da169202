#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Judges a trace of plenum-sim by the contract of traces alone, without the simulator's own invariants.

What it finds, of reliable flows (infinite loss delay):
  missing     a message of a sender who lives to the end is not handed over at a member who had sent something before it
              was sent, or had the key it is sealed with, and lives to the end; the relay did not reject it
  repeated    a message is handed over twice at one member
  reordered   a message is handed over after a later one of the same sender and flow
  contested   a message is rejected at one node and handed over at another
  shifted     a message by a token's grant is judged at different log positions by different members

A member who comes back as somebody new sends again what was not confirmed: what its former selves said is not judged as
missing. What the relay rejects goes to nobody; such messages are counted.

    trace_check.py SCENARIO.toml TRACE…
    trace_check.py SCENARIO.toml --simulator PROGRAM --seeds FIRST..LAST

Exit status 0: nothing found; 1: something; 2: wrong usage. With --canaries, a fault of each kind is planted in each
trace, and exit status 0 tells that all were found.
"""
import argparse
import collections
import dataclasses
import json
import pathlib
import subprocess
import sys
import tempfile
import tomllib

HANDED_OVER = ("deliver", "force", "late")
FOUND = ("missing", "repeated", "reordered", "contested", "shifted")
# What is found of which fault.
PLANTS = {"drop": "missing", "repeat": "repeated", "swap": "reordered", "contest": "contested", "shift": "shifted"}


@dataclasses.dataclass
class Stay:
    """A node in the conference, from the start of its program, or of its log, to its end."""
    node: int
    self: int = 0
    lives: bool = True
    log_end: int = 0
    # The newest change of keys it knew of, and that when it first sent: it has that key.
    turn: int = -1
    first_turn: int | None = None
    first_sent: int | None = None
    handed_over: dict = dataclasses.field(default_factory=dict)
    rejected: dict = dataclasses.field(default_factory=dict)
    newest: dict = dataclasses.field(default_factory=dict)


@dataclasses.dataclass
class Message:
    stay: Stay
    at: int
    turn: int


class Judge:
    def __init__(self, reliable):
        self.reliable = reliable
        self.stays = {}
        self.past_stays = []
        self.sent = {}
        self.numbers = collections.defaultdict(list)
        self.refused = {}
        self.relays = set()
        self.found = {kind: [] for kind in FOUND}

    def stay_of(self, node):
        return self.stays.setdefault(node, Stay(node))

    def end(self, node):
        stay = self.stays.pop(node, None)
        if stay is not None:
            stay.lives = False
            self.past_stays.append(stay)

    def note(self, event):
        kind, node = event["ev"], event["node"]
        if kind in ("crash", "restart") or (kind == "log" and node not in self.relays and self.begins_anew(event)):
            self.end(node)
        if kind == "log":
            self.stay_of(node).log_end = event["pos"] + 1
        if kind == "log" and event["entry"] == "epoch_turn":
            self.stay_of(node).turn = event["pos"]
        if kind == "send" and event["sender"] != self.stay_of(node).self:
            self.begin_as(node, event["sender"], event["t_us"])
        if event.get("flow") not in self.reliable:
            return
        if kind == "send":
            self.send(node, event)
        elif kind in HANDED_OVER:
            self.hand_over(node, event)
        elif kind == "reject":
            self.reject(node, event)

    def begins_anew(self, event):
        """A program that joins anew reads the log from its first entry, or from a checkpoint."""
        return event["pos"] == 0 or (event["entry"] == "checkpoint"
                                     and event["pos"] != self.stay_of(event["node"]).log_end)

    def begin_as(self, node, member, at):
        """It sends for the first time as this member."""
        stay = self.stay_of(node)
        if stay.self != 0:
            turn = stay.turn
            self.end(node)
            stay = self.stay_of(node)
            stay.turn = turn
        stay.self = member
        stay.first_turn = stay.turn
        stay.first_sent = at

    def send(self, node, event):
        stay = self.stay_of(node)
        stream = event["flow"], event["sender"]
        self.numbers[stream].append(event["seq"])
        self.sent[(*stream, event["seq"])] = Message(stay, event["t_us"], stay.turn)

    def hand_over(self, node, event):
        stay = self.stay_of(node)
        key = self.key_of(event)
        if key in stay.handed_over:
            self.tell("repeated", f"node {node} was handed {self.name(key)} twice")
        stay.handed_over[key] = event
        newest = stay.newest.get(key[:2], 0)
        if key[2] < newest:
            self.tell("reordered", f"node {node} was handed {self.name(key)} after {newest}")
        stay.newest[key[:2]] = max(newest, key[2])

    def reject(self, node, event):
        key = self.key_of(event)
        if node in self.relays:
            self.refused.setdefault(key, event)
        else:
            self.stay_of(node).rejected[key] = event

    def key_of(self, event):
        """By ordinal, where the flow is in a conversation. Who knows of no conversation says the number on the flow."""
        stream = event["flow"], event["sender"]
        numbers = self.numbers[stream]
        if "conv" not in event and 0 < event["seq"] <= len(numbers):
            return (*stream, numbers[event["seq"] - 1])
        return (*stream, event["seq"])

    def name(self, key):
        return f"message {key[2]} of member {key[1]} on flow {key[0]}"

    def tell(self, kind, text):
        self.found[kind].append(text)

    def finish(self):
        living = [stay for stay in self.stays.values() if stay.self != 0]
        everyone = living + [stay for stay in self.past_stays if stay.self != 0]
        for key, message in self.sent.items():
            self.judge_verdicts(key, everyone)
            if not message.stay.lives or key in self.refused:
                continue
            without = [stay.node for stay in living if self.is_due(message, stay) and key not in stay.handed_over]
            if without:
                self.tell("missing", f"{self.name(key)}, sent at {message.at} us by node {message.stay.node}, is "
                                     f"missing at nodes {without}")

    @staticmethod
    def is_due(message, stay):
        if stay is message.stay or stay.first_sent is None:
            return False
        return message.turn >= stay.first_turn or message.at > stay.first_sent

    def judge_verdicts(self, key, everyone):
        heard = [stay for stay in everyone if key in stay.handed_over]
        against = [f"node {stay.node} ({stay.rejected[key]['why']})" for stay in everyone if key in stay.rejected]
        if key in self.refused:
            against.append(f"the relay ({self.refused[key]['why']})")
        if heard and against:
            self.tell("contested", f"{self.name(key)} was handed over at nodes {[stay.node for stay in heard]} and "
                                   f"rejected by {', '.join(against)}")
        positions = collections.defaultdict(list)
        for stay in heard:
            if "epoch" in stay.handed_over[key]:
                positions[stay.handed_over[key].get("pos")].append(stay.node)
        if len(positions) > 1:
            self.tell("shifted", f"{self.name(key)} was judged at {dict(positions)}")


def read(path):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def reliable_flows(path):
    with open(path, "rb") as file:
        flows = tomllib.load(file).get("flow", [])
    return {number for number, flow in enumerate(flows, 1) if flow.get("loss_delay_ms", 0) == 0}


def plant(events, kind, reliable):
    """A fault in the middle of what was handed over."""
    last = {event["node"]: event["sender"] for event in events if event["ev"] == "send"}
    places = [index for index, event in enumerate(events)
              if event["ev"] in HANDED_OVER and event.get("flow") in reliable and event["sender"] in last.values()]
    if kind == "shift":
        def key(index):
            return events[index]["flow"], events[index]["sender"], events[index]["seq"]
        heard = collections.Counter(map(key, places))
        places = [index for index in places if "epoch" in events[index] and heard[key(index)] > 1]
    place = places[len(places) // 2]
    event = events[place]
    same = [index for index in places if index > place and events[index]["node"] == event["node"] and
            (events[index]["flow"], events[index]["sender"]) == (event["flow"], event["sender"])]
    if kind == "drop":
        del events[place]
    elif kind == "repeat":
        events.insert(place + 1, dict(event))
    elif kind == "swap":
        events[place], events[same[0]] = events[same[0]], event
    elif kind == "contest":
        events.insert(place + 1, {**event, "node": 0, "ev": "reject", "why": "planted"})
    elif kind == "shift":
        event["pos"] += 1


def judge(events, reliable):
    result = Judge(reliable)
    result.relays = {event["node"] for event in events} - {event["node"] for event in events if event["ev"] == "tell"}
    for event in events:
        result.note(event)
    result.finish()
    return result


def canaries_found(name, path, reliable):
    missed = []
    for kind, finding in PLANTS.items():
        events = read(path)
        plant(events, kind, reliable)
        if not judge(events, reliable).found[finding]:
            missed.append(kind)
            print(f"{name}: a planted fault was not found: {kind}")
    return not missed


def check(name, path, options, reliable):
    result = judge(read(path), reliable)
    if options.json:
        counts = {kind: len(texts) for kind, texts in result.found.items()}
        print(json.dumps({"trace": name, "messages": len(result.sent), "rejected": len(result.refused), **counts}))
    for kind, texts in result.found.items():
        for text in texts[:options.most]:
            print(f"{name}: {kind}: {text}")
    return collections.Counter({kind: len(texts) for kind, texts in result.found.items()}), len(result.sent)


def traces(options):
    if not options.simulator:
        for path in options.traces:
            yield path, path
        return
    first, last = map(int, options.seeds.split(".."))
    for seed in range(first, last + 1):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "trace"
            run = subprocess.run([options.simulator, options.scenario, "--seed", str(seed), "--trace", path],
                                 capture_output=True, text=True, check=False)
            if run.returncode != 0:
                print(run.stderr, end="")
                options.broken += 1
            yield f"seed {seed}", path


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenario")
    parser.add_argument("traces", nargs="*")
    parser.add_argument("--simulator")
    parser.add_argument("--seeds", default="1..10", help="FIRST..LAST")
    parser.add_argument("--canaries", action="store_true", help="plant faults, which must be found")
    parser.add_argument("--most", type=int, default=5, help="findings of a kind to print for each trace")
    parser.add_argument("--json", action="store_true", help="counts of each trace, as one JSON object a line")
    options = parser.parse_args()
    if bool(options.traces) == bool(options.simulator):
        parser.error("wants either traces or --simulator")
    reliable = reliable_flows(options.scenario)
    options.broken = 0
    if options.canaries:
        return 0 if all([canaries_found(name, path, reliable) for name, path in traces(options)]) else 1
    found, messages, runs, with_findings = collections.Counter(), 0, 0, 0
    for name, path in traces(options):
        counts, sent = check(name, path, options, reliable)
        found += counts
        messages += sent
        runs += 1
        with_findings += counts.total() > 0
    print(f"{runs} traces, {messages} reliable messages; {with_findings} traces with findings: "
          + ", ".join(f"{found[kind]} {kind}" for kind in FOUND))
    return 1 if found.total() or options.broken else 0


if __name__ == "__main__":
    sys.exit(main())
