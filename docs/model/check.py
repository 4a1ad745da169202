#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lets spin search the models, and sees that each rule taken away is missed.

usage: check.py [--keep FOLDER]

Exit status 1 where a model breaks an invariant, or a broken one does not; 77 where spin or gcc is not there.
"""

import argparse
import concurrent.futures
import dataclasses
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

MODELS = pathlib.Path(__file__).resolve().parent
SECONDS_MAX = 110
SKIPPED = 77


@dataclasses.dataclass
class Case:
    """One search: which rule is missing, of what size, and whether of safety or liveness."""
    name: str
    size: str
    live: bool
    broken: bool
    model: str = "floor"

    @property
    def rule(self):
        """The rule that is missing, or nothing."""
        return [f"-DM_{self.name}"] if self.broken else []


SAFETY = "-DENTRIES=6 -DASKS=2 -DLOSSES=0"
LIVENESS = "-DENTRIES=6 -DASKS=1 -DSKEWS=0 -DREPLAYS=0 -DWORDS=1"
SMALL = [("last_words", False, "NOLAST NOFENCE REVOKED OWNLOG NOWAIT"),
         ("takeover", False, "FIRST SHORTEST KEEPOLD TWO"),
         ("copies", False, "NOROOM COPYEPOCH STALECOPY"),
         ("copies", True, "GIVERGONE")]
CASES = [
    Case("safety", SAFETY, live=False, broken=False),
    Case("liveness", LIVENESS, live=True, broken=False),
    Case("NODURABLE", SAFETY, live=False, broken=True),
    Case("NOFENCE", SAFETY, live=False, broken=True),
    Case("NOLEASE", LIVENESS, live=True, broken=True),
    Case("NOMAXHOLD", LIVENESS, live=True, broken=True),
    Case("NORESEND", LIVENESS, live=True, broken=True),
    *(Case("liveness" if live else "safety", "", live, False, model) for model, live, _ in SMALL),
    *(Case(rule, "", live, True, model) for model, live, rules in SMALL for rule in rules.split()),
]


def search(case, folder):
    """(whether all is as it should be, what was found)."""
    place = folder / f"{case.model}-{case.name}"
    place.mkdir()
    steps = [["spin", "-a", *case.size.split(), *case.rule, str(MODELS / f"{case.model}.pml")],
             # A search that finds its fault soon takes less time than its compilation.
             ["gcc", "-O0" if case.broken else "-O2", "-w", "-DCOLLAPSE", "-DNFAIR=4" if case.live else "-DSAFETY",
              "-o", "pan", "pan.c"],
             ["./pan", "-m2000000", *(["-a", "-f", "-N", "live"] if case.live else ["-noclaim"])]]
    for step in steps:
        done = subprocess.run(step, cwd=place, capture_output=True, text=True, timeout=SECONDS_MAX, check=False)
        if done.returncode != 0:
            return False, f"{step[0]} failed: {(done.stdout + done.stderr)[-400:]}"
    errors = re.search(r"errors: (\d+)", done.stdout)
    states = re.search(r"(\S+) states, stored", done.stdout)
    complete = "max search depth too small" not in done.stdout
    if not errors or not states or not complete:
        return False, done.stdout[-400:]
    found = int(errors[1]) > 0
    what = "an error" if found else "no error"
    return found == case.broken, f"{what} in {states[1]} states"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--keep", type=pathlib.Path, help="work in this folder, which must not exist, and leave it")
    arguments = parser.parse_args()
    missing = [tool for tool in ("spin", "gcc") if shutil.which(tool) is None]
    if missing:
        print(f"not installed: {' '.join(missing)}")
        return SKIPPED
    if arguments.keep:
        arguments.keep.mkdir(parents=True)
        return run(arguments.keep)
    with tempfile.TemporaryDirectory() as folder:
        return run(pathlib.Path(folder))


def run(folder):
    faults = 0
    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        for case, (right, found) in zip(CASES, pool.map(lambda case: search(case, folder), CASES)):
            wanted = "must be missed" if case.broken else "must hold"
            print(f"{case.model:10} {case.name:10} {wanted:15} {found}{'' if right else ': WRONG'}", flush=True)
            faults += not right
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
