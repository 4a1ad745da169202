#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Kills a relay on a failing disk, seed after seed, and counts what people were told and what was there afterwards.

usage: kills.py PROGRAMS [--kills N | --runs N] [--jobs J] [--from SEED] [--scenario NAME]

Every fourth run has real cryptography, the others checksums. First a planted fault must be found: a store whose word
comes before the disk has what it speaks of. PROGRAMS is the folder of plenum-sim and plenum-sim-volume.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

SCENARIOS = pathlib.Path(__file__).resolve().parent / "scenarios"
REAL_EVERY = 4
PROGRAMS = ["plenum-sim", "plenum-sim-volume"]
RUN_SECONDS_MAX = 600
CANARY_RUNS_MAX = 10


def command_of(programs, scenario, number):
    return [programs / PROGRAMS[number % REAL_EVERY != 0], scenario, "--seed", str(number), "--json"]


def run(command):
    """What broke, or nothing; and the summary."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=RUN_SECONDS_MAX)
        summary = json.loads(done.stdout)
    except subprocess.TimeoutExpired:
        return f"no end within {RUN_SECONDS_MAX} s", {}
    except ValueError:
        return done.stderr.strip() or f"exit status {done.returncode}, and no summary", {}
    return done.stderr.strip() if done.returncode != 0 else "", summary


def canary_is_found(programs, scenario, first):
    """Whether a store that gives its word too early is caught, by S2 and nothing else."""
    text = scenario.read_text()
    planted = text.replace('losses = "heal"', 'losses = "heal"\ntell = "early"')
    assert planted != text
    with tempfile.TemporaryDirectory() as scratch:
        path = pathlib.Path(scratch) / "early.toml"
        path.write_text(planted)
        for number in range(first, first + CANARY_RUNS_MAX):
            what, _ = run(command_of(programs, path, number))
            if ": S2 " in what:
                print(f"planted fault found with seed {number}: {what.partition(' us: ')[2]}", flush=True)
                return True
    return False


class Tally:
    """Of all runs."""

    def __init__(self):
        self.runs = collections.Counter()
        self.kills = collections.Counter()
        self.told = collections.Counter()
        self.broken = []

    def add(self, number, command, what, summary):
        self.runs["all"] += 1
        real = number % REAL_EVERY == 0
        self.runs["real"] += real
        self.runs["log_lost"] += bool(summary.get("log_lost"))
        self.kills.update(summary.get("kills", {}))
        self.kills["real"] += real * summary.get("kills", {}).get("all", 0)
        self.told.update(summary.get("told", {}))
        if what:
            self.broken.append(number)
            print(f"{what}\n    {shlex.join(map(str, command))}", flush=True)

    def text(self):
        kills, told = self.kills, self.told
        return (f"{self.runs['all']} runs ({self.runs['real']} with real cryptography), {len(self.broken)} broke\n"
                f"  kills     {kills['all']} ({kills['real']} in runs with real cryptography): {kills['power']} with "
                f"the power, {kills['in_commit']} in a commit, "
                f"{kills['unanswered']} before its answer, {kills['at_start']} in a start, {kills['in_checkpoint']} of "
                f"both in a checkpoint, {kills['on_bad_disk']} while the disk was bad\n"
                f"  lines     {told['lines']} told as kept, looked for {told['lines_looked_for']} times; "
                f"{told['lines_lost_by_disk']} lost by disks that had said they have them\n"
                f"  entries   {told['entries']} told, looked for {told['entries_looked_for']} times; "
                f"{told['entries_lost_by_disk']} lost by such disks; {told['entries_unkept']} told while the disk took "
                f"nothing, and lost")


def count(arguments, scenario):
    tally = Tally()
    number = arguments.first
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        waiting = {}
        while True:
            wanted = tally.runs["all"] + len(waiting) < arguments.runs if arguments.runs \
                else tally.kills["all"] < arguments.kills
            if wanted and len(waiting) < arguments.jobs:
                command = command_of(arguments.programs, scenario, number)
                waiting[pool.submit(run, command)] = number, command
                number += 1
                continue
            if not waiting:
                return tally
            done, _ = concurrent.futures.wait(waiting, return_when=concurrent.futures.FIRST_COMPLETED)
            for each in done:
                tally.add(*waiting.pop(each), *each.result())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", type=pathlib.Path)
    parser.add_argument("--kills", type=int, default=1000, help="as many at least (default 1000)")
    parser.add_argument("--runs", type=int, help="how many runs instead")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--from", dest="first", type=int, default=1)
    parser.add_argument("--scenario", default="kills")
    arguments = parser.parse_args()
    scenario = SCENARIOS / f"{arguments.scenario}.toml"
    if not canary_is_found(arguments.programs, scenario, arguments.first):
        print("the planted fault was not found: these counts prove nothing")
        return 1
    tally = count(arguments, scenario)
    print(f"{arguments.scenario}, from seed {arguments.first}: {tally.text()}")
    return 1 if tally.broken else 0


if __name__ == "__main__":
    sys.exit(main())
