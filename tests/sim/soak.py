#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs worlds with seeds that nobody has seen, many at a time, and keeps what breaks.

usage: soak.py PROGRAMS [--hours H | --runs N] [--jobs J] [--from SEED] [--folder FOLDER] [--kind KIND]

Run N is always the same world: its number chooses a scenario of KINDS or draws one (roam.py), is its seed, and says
whether cryptography is real (every fifth) or checksums. With a kind, all runs are of that one. PROGRAMS is the folder
of plenum-sim and plenum-sim-volume.
"""

import argparse
import concurrent.futures
import dataclasses
import json
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

import roam

SCENARIOS = pathlib.Path(__file__).resolve().parent / "scenarios"
# What run N is, by N modulo their number; The number and REAL_EVERY have no divisor in
# common, so that each kind gets its share of real cryptography.
DRAWN = "drawn"
KINDS = ["swarm", "swarm-two", "swarm", "swarm-disk", DRAWN, "swarm-dozen", "swarm", DRAWN, "swarm-hours",
         "memory", "swarm-hours"]
REAL_EVERY = 5
PROGRAMS = ["plenum-sim", "plenum-sim-volume"]
RUN_SECONDS_MAX = 600
PROGRESS_SECONDS = 60


@dataclasses.dataclass
class Outcome:
    """Of one run."""
    number: int
    kind: str
    real: bool
    broken: str
    command: str
    virtual_hours: float = 0.0
    messages: int = 0
    log_lost: bool = False


@dataclasses.dataclass
class Tally:
    """Of all runs so far."""
    runs: int = 0
    real: int = 0
    broken: int = 0
    room_hours: float = 0.0
    real_hours: float = 0.0
    messages: int = 0
    log_lost: int = 0

    def add(self, outcome):
        self.runs += 1
        self.real += outcome.real
        self.broken += bool(outcome.broken)
        self.room_hours += outcome.virtual_hours
        self.real_hours += outcome.virtual_hours * outcome.real
        self.messages += outcome.messages
        self.log_lost += outcome.log_lost

    def text(self):
        times = os.times()
        speed = self.room_hours * 3600 / max(times.children_user + times.children_system, 0.001)
        return (f"{self.runs} runs ({self.real} with real cryptography), {self.room_hours:.1f} room-hours "
                f"({self.real_hours:.1f} real), {self.messages} messages heard, {speed:.0f} room-hours an hour of "
                f"processor; {self.log_lost} ended with a log lost to a disk; {self.broken} broke")


def scenario_of(number, kind, folder):
    """The scenario's file."""
    if kind != DRAWN:
        return SCENARIOS / f"{kind}.toml"
    path = folder / f"{number}.toml"
    path.write_text(roam.draw_scenario(number))
    return path


def run(programs, number, kind, folder):
    real = number % REAL_EVERY == 0
    path = scenario_of(number, kind, folder)
    name = PROGRAMS[not real]
    arguments = [path, "--seed", str(number), "--json"]
    outcome = Outcome(number, kind, real, "", shlex.join(map(str, [programs / name, *arguments])))
    command = [folder / name, *arguments]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=RUN_SECONDS_MAX)
    except subprocess.TimeoutExpired:
        outcome.broken = f"no end within {RUN_SECONDS_MAX} s"
        return outcome
    if done.returncode != 0:
        outcome.broken = done.stderr.strip() or f"exit status {done.returncode}"
    try:
        summary = json.loads(done.stdout)
        outcome.virtual_hours = summary["virtual_us"] / 3.6e9
        outcome.messages = summary["delivered"]
        outcome.log_lost = summary["log_lost"]
    except ValueError:
        outcome.broken = outcome.broken or "no summary"
    if not outcome.broken and kind == DRAWN:
        path.unlink()
    return outcome


def keep(outcome, folder):
    """What broke goes to the end of one file, with the command that repeats it."""
    text = f"{outcome.broken}\n    {outcome.command}\n"
    print(text, end="", flush=True)
    with open(folder / "broken.txt", "a", encoding="utf-8") as file:
        file.write(text)


def soak(arguments, folder):
    tally = Tally()
    start = time.monotonic()
    told_at = start
    end = float("inf") if arguments.runs else start + arguments.hours * 3600
    last = arguments.first + arguments.runs if arguments.runs else None
    number = arguments.first
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        waiting = set()
        while True:
            while len(waiting) < 2 * arguments.jobs and time.monotonic() < end and number != last:
                kind = arguments.kind or KINDS[number % len(KINDS)]
                waiting.add(pool.submit(run, arguments.programs, number, kind, folder))
                number += 1
            if not waiting:
                break
            done, waiting = concurrent.futures.wait(waiting, return_when=concurrent.futures.FIRST_COMPLETED)
            for each in done:
                tally.add(each.result())
                if each.result().broken:
                    keep(each.result(), folder)
            if time.monotonic() - told_at > PROGRESS_SECONDS:
                told_at = time.monotonic()
                print(f"{(told_at - start) / 60:.0f} min: {tally.text()}", flush=True)
    print(f"soak, seeds {arguments.first} to {number - 1}: {tally.text()}")
    return 1 if tally.broken else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", type=pathlib.Path)
    parser.add_argument("--hours", type=float, default=1.0)
    parser.add_argument("--runs", type=int)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    # Ten thousand numbers a second: no soak gets through so many.
    parser.add_argument("--from", dest="first", type=int, default=int(time.time()) * 10_000)
    parser.add_argument("--folder", type=pathlib.Path)
    parser.add_argument("--kind", choices=sorted(set(KINDS)))
    arguments = parser.parse_args()
    for name in PROGRAMS:
        if not (arguments.programs / name).is_file():
            parser.error(f"{arguments.programs / name} is not built")
    if arguments.hours <= 0 or (arguments.runs is not None and arguments.runs <= 0) or arguments.jobs <= 0:
        parser.error("--hours, --runs and --jobs want a positive number")
    print(f"soak: from seed {arguments.first}, {arguments.jobs} at a time", flush=True)
    with tempfile.TemporaryDirectory() as scratch:
        folder = arguments.folder or pathlib.Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        # A soak lasts longer than a build folder stays as it is.
        for name in PROGRAMS:
            shutil.copy2(arguments.programs / name, folder / name)
        return soak(arguments, folder)


if __name__ == "__main__":
    sys.exit(main())
