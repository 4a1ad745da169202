#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Hand-overs of the floor over links that lose: what was said while its speaker held the floor, and what of it was
heard.

    handovers.py SIMULATOR --seeds FIRST..LAST [--least COUNT] [--plant]

Runs scenarios/handovers*.toml and reads the traces alone. Of each kind of hand-over it counts what was said by the
grants that it ended: strokes and milliseconds of speech that were sent before the log's entry at the relay, and were
refused anywhere although they were said with the floor. A fragment of speech that a path lost is no loss of the hand-
over; it is counted apart. Of the grants that it began it looks at the first 200 ms of speech: nothing of that may be
refused, and as much of it must be heard as of what follows. With --plant, one stroke, said before a release, is
refused in the trace.

Exit status 0: nothing was lost by a hand-over, and there were enough of each kind; 1: otherwise. With --plant, 0
tells that the one fault was found.
"""
import argparse
import collections
import dataclasses
import json
import pathlib
import subprocess
import sys
import tempfile

SCENARIOS = pathlib.Path(__file__).parent / "scenarios"
# Which hand-overs a scenario is for: what ended the grant, or began it.
KINDS = {"handovers": ("release", "transfer", "revoke", "grant"), "handovers-copy": ("copy", "delete_copy"),
         "handovers-activity": ("activity",)}
VOICE, BOARD = 1, 2
FRAGMENT_MS = 20
SYLLABLE_US = 200_000
# Of the voice, less what a clock may be wrong.
LOSS_DELAY_US = 500_000 - 20_000
BY_FENCE = ("no_token", "stale_epoch", "unknown_epoch")
HANDED_OVER = ("deliver", "force", "late")
RELAY = 0


def chance(count):
    """How much less may be heard of so many first syllables: what a path loses of one of them it loses together."""
    return 0.02 + 0.5 / count ** 0.5


@dataclasses.dataclass
class Grant:
    epoch: int
    holder: int
    began_us: int
    began_by: str = ""
    ended_us: int | None = None
    ended_by: str = ""


@dataclasses.dataclass
class Said:
    flow: int
    sender: int
    seq: int
    at_us: int
    epoch: int
    heard_at: set = dataclasses.field(default_factory=set)
    in_time_at: set = dataclasses.field(default_factory=set)
    # Node to reason and time.
    refused_at: dict = dataclasses.field(default_factory=dict)

    def expired(self):
        """Speech that was worth nothing any more before the grant was known: a path lost the entry again and again."""
        return self.flow == VOICE and bool(self.refused_at) and all(
            why == "unknown_epoch" and at_us >= self.at_us + LOSS_DELAY_US for why, at_us in self.refused_at.values())


@dataclasses.dataclass
class Counts:
    handovers: int = 0
    strokes: int = 0
    strokes_lost: int = 0
    strokes_missing: int = 0
    speech: int = 0
    speech_lost: int = 0
    speech_expired: int = 0
    speech_lost_by_path: int = 0
    after: int = 0
    firsts: int = 0
    firsts_refused: int = 0
    # Fragments times listeners, of the first syllable and of what follows: "all", "heard", and "in_time".
    first: collections.Counter = dataclasses.field(default_factory=collections.Counter)
    later: collections.Counter = dataclasses.field(default_factory=collections.Counter)
    examples: list = dataclasses.field(default_factory=list)

    def add(self, other):
        for field in dataclasses.fields(self):
            setattr(self, field.name, getattr(self, field.name) + getattr(other, field.name))


class Trace:
    """Of one run."""

    def __init__(self, events):
        self.grants, self.said, self.nodes, self.entries = {}, {}, {}, {}
        last_us = 0
        for event in events:
            last_us = event["t_us"]
            if event["ev"] == "log" and event["node"] == RELAY:
                # It is told once it is durable; what counts is the time that it has.
                self.entries[event["pos"]] = event["entry"].removesuffix("_token"), event["sent_us"]
            elif event["ev"] in ("grant", "release", "revoke") and event["node"] == RELAY and event["flow"] == VOICE:
                self.note_move(event)
            elif event["ev"] == "send" and event.get("epoch"):
                key = event["flow"], event["sender"], event["seq"]
                self.nodes[event["sender"]] = event["node"]
                self.said[key] = Said(*key, event["sent_us"], event["epoch"])
            elif event["ev"] in HANDED_OVER or event["ev"] == "reject":
                said = self.said.get((event["flow"], event["sender"], event["seq"]))
                if said and event["ev"] != "reject":
                    said.heard_at.add(event["node"])
                    if event["ev"] != "late":
                        said.in_time_at.add(event["node"])
                elif said and event["why"] in BY_FENCE:
                    said.refused_at[event["node"]] = event["why"], event["t_us"]
        # What is under way when publishing ends is not judged.
        self.until_us = last_us - 5_000_000

    def note_move(self, event):
        kind, at_us = self.entries[event["pos"]]
        if event["ev"] == "grant":
            self.grants[event["epoch"]] = Grant(event["epoch"], event["holder"], at_us, kind)
            return
        grant = self.grants[event["epoch"]]
        grant.ended_us, grant.ended_by = at_us, kind

    def listeners(self, said):
        return {node for node in self.nodes.values() if node != self.nodes[said.sender]}

    def count(self, kinds):
        counts = collections.defaultdict(Counts)
        by_epoch = collections.defaultdict(list)
        for said in self.said.values():
            by_epoch[said.epoch].append(said)
        for grant in self.grants.values():
            if grant.ended_us is None or grant.ended_us > self.until_us:
                continue
            self.count_end(counts[kind_of(grant.ended_by, kinds)], grant, by_epoch[grant.epoch])
            if grant.began_by in ("copy", "grant") and kind_of(grant.began_by, kinds) == grant.began_by:
                counts[grant.began_by].handovers += 1
            self.count_first(counts[kind_of(grant.began_by, kinds)], grant, by_epoch[grant.epoch])
        return counts

    def count_end(self, counts, grant, said):
        counts.handovers += 1
        for each in said:
            if each.at_us > grant.ended_us:
                counts.after += 1
                continue
            missed = self.listeners(each) - each.heard_at
            refused = bool(each.refused_at) and not each.expired()
            if each.flow == BOARD:
                counts.strokes += 1
                counts.strokes_lost += refused
                counts.strokes_missing += bool(missed) and not refused
            else:
                counts.speech += 1
                counts.speech_lost += refused
                counts.speech_expired += each.expired()
                counts.speech_lost_by_path += len(missed) / len(self.listeners(each)) if not refused else 0
            if refused or (missed and each.flow == BOARD):
                counts.examples.append((grant, each))

    def count_first(self, counts, grant, said):
        """Of who spoke for so long."""
        speech = sorted((each for each in said if each.flow == VOICE and each.at_us <= grant.ended_us),
                        key=lambda each: each.seq)
        if not speech or speech[-1].at_us - speech[0].at_us < SYLLABLE_US:
            return
        counts.firsts += 1
        until_us = speech[0].at_us + SYLLABLE_US
        counts.firsts_refused += any(each.refused_at and not each.expired() for each in speech
                                     if each.at_us < until_us)
        for each in speech:
            listeners = self.listeners(each)
            part = counts.first if each.at_us < until_us else counts.later
            part.update(all=len(listeners), heard=len(listeners & each.heard_at),
                        in_time=len(listeners & each.in_time_at))


def share(part, name):
    return part[name] / part["all"] if part["all"] else 1.0


def kind_of(entry, kinds):
    """What is no kind of its scenario is told under its entry's name."""
    return "activity" if "activity" in kinds and entry in ("revoke", "transfer", "grant") else entry


def run(simulator, name, seed):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "trace"
        ended = subprocess.run([simulator, SCENARIOS / f"{name}.toml", "--seed", str(seed), "--trace", path],
                               capture_output=True, text=True, check=False)
        if ended.returncode:
            raise SystemExit(ended.stdout + ended.stderr)
        with open(path, encoding="utf-8") as lines:
            return [json.loads(line) for line in lines]


def plant(events):
    """The last stroke that was said before a release is refused by a receiver."""
    released = next(event for event in events if event["ev"] == "release" and event["node"] == RELAY
                    and event["t_us"] > 20_000_000)
    strokes = [event for event in events if event["ev"] == "send" and event.get("epoch") == released["epoch"]
               and event["flow"] == BOARD]
    last = strokes[-1]
    events.append({**last, "t_us": events[-1]["t_us"], "node": (last["node"] % 5) + 1, "ev": "reject",
                   "why": "stale_epoch"})


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("simulator")
    parser.add_argument("--seeds", default="1..3")
    parser.add_argument("--least", type=int, default=1, help="hand-overs of each kind")
    parser.add_argument("--plant", action="store_true")
    parser.add_argument("--examples", type=int, default=3)
    options = parser.parse_args()
    first, last = map(int, options.seeds.split(".."))
    wrong, found = False, 0
    for name, kinds in KINDS.items():
        total = collections.defaultdict(Counts)
        for seed in range(first, last + 1):
            events = run(options.simulator, name, seed)
            if options.plant and seed == first and name == "handovers":
                plant(events)
            for kind, counts in Trace(events).count(kinds).items():
                total[kind].add(counts)
        for kind in sorted(total):
            each = total[kind]
            print(f"{kind}: {each.handovers} hand-overs; {each.strokes} strokes said, {each.strokes_lost} refused, "
                  f"{each.strokes_missing} missing; {each.speech * FRAGMENT_MS} ms of speech said, "
                  f"{each.speech_lost * FRAGMENT_MS} ms refused, {each.speech_lost_by_path * FRAGMENT_MS:.0f} ms lost "
                  f"by paths, {each.speech_expired * FRAGMENT_MS} ms expired with an entry that they lost; "
                  f"{each.after} messages said after the end")
            if each.firsts:
                print(f"    {each.firsts} first syllables, {each.firsts_refused} refused in part; "
                      f"heard {share(each.first, 'heard'):.1%} of them ({share(each.first, 'in_time'):.1%} in time), "
                      f"of later speech {share(each.later, 'heard'):.1%} ({share(each.later, 'in_time'):.1%})",
                      flush=True)
                wrong = wrong or share(each.first, "heard") < share(each.later, "heard") - chance(each.firsts)
            for grant, said in each.examples[:options.examples]:
                print("   ", grant, said)
            found += each.strokes_lost if kind == "release" else 0
            wrong = wrong or each.strokes_lost + each.strokes_missing + each.speech_lost + each.firsts_refused > 0
        wrong = wrong or any(total[kind].handovers < options.least for kind in kinds)
    return int(found != 1 if options.plant else wrong)


if __name__ == "__main__":
    sys.exit(main())
