# SPDX-License-Identifier: Apache-2.0
"""counts_test.py BENCH_FORWARD CEILINGS: what a relay does for each datagram that it forwards to 60 receivers, counted.

Instructions are those of our own code: the cipher's and the C library's depend on the processor. The counts are the
same in each run, so a band is narrow: above it the change made the relay dearer, below it the change was an
improvement, and its figure belongs into CEILINGS.
"""

import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib

SKIPPED = 77
RECEIVERS = 60
PICTURES = 10
WATCHED = "plenum::bench::StillWorld::handle_watched*"


def forward(command):
    """What bench-forward tells, run by `command`."""
    done = subprocess.run([*command, str(RECEIVERS), str(PICTURES)], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def own_instructions(profile, program):
    """Instructions that callgrind counted within `program`'s own code, and in all."""
    names, own, total, here, called = {}, 0, 0, "", False
    for line in profile.read_text(encoding="utf-8").splitlines():
        if match := re.match(r"ob=(\(\d+\))(?: (.*))?$", line):
            names.setdefault(match[1], match[2])
            here = names[match[1]]
        elif match := re.match(r"cob=(\(\d+\)) (.*)$", line):
            names.setdefault(match[1], match[2])
        elif line.startswith("calls="):
            called = True
        elif re.match(r"[+\-*\d]\S* \d+$", line):
            # What stands behind a call was spent in whoever was called.
            if not called:
                count = int(line.split()[1])
                total += count
                own += count if here == program else 0
            called = False
    return own, total


def count(program):
    """Each count by name, per forwarded datagram."""
    with tempfile.TemporaryDirectory() as folder:
        profile = pathlib.Path(folder, "profile")
        told = forward(["valgrind", "--tool=callgrind", "--quiet", f"--toggle-collect={WATCHED}",
                        f"--callgrind-out-file={profile}", program])
        own, total = own_instructions(profile, program)
    datagrams = told["datagrams"]
    assert datagrams == RECEIVERS * PICTURES * 10, f"only {datagrams} datagrams reached a receiver"
    return {"instructions": own / datagrams, "allocations": told["allocations"] / datagrams,
            "datagrams_sent": told["sent"] / datagrams, "instructions with libraries": total / datagrams}


def main():
    """Exit status 0, 1 outside of a band, 77 where nothing can be counted."""
    program, ceilings = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2])
    if not shutil.which("valgrind"):
        print("skipped: valgrind is not installed")
        return SKIPPED
    counted = count(program)
    wrong = 0
    for name, band in tomllib.loads(ceilings.read_text(encoding="utf-8"))["forwarded_datagram"].items():
        within = band["least"] <= counted[name] <= band["most"]
        wrong += not within
        print(f"{name}: {counted[name]:.3f}, {'within' if within else 'OUTSIDE'} {band['least']} to {band['most']}")
    print(f"for information, with libraries: {counted['instructions with libraries']:.0f} instructions")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
