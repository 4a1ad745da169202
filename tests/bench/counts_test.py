# SPDX-License-Identifier: Apache-2.0
"""counts_test.py BENCH_FORWARD CEILINGS: what a relay does for each datagram that it forwards to 60 receivers, counted;
how much more it does for one that goes to one receiver where many conferences stand idle beside; what the two members
do between whom a small message goes, by itself and in a burst; what a proxy adds to that; and what of that is for the
order of their conversation, with libraries, over forwarding one datagram, with libraries.

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
IDLE = 150
MESSAGES = 1000
BURST_MESSAGES = 256 * 40
MESSAGES_FIRST = 100  # not counted by bench-forward itself
WATCHED = ["plenum::bench::StillWorld::handle_watched*"]
ORDER = [f"plenum::conversation::{name}(*" for name in ("ContextWriter::stamp", "CausalOrder::take",
                                                         "CausalOrder::poll")]


def watch(program, watched, *arguments):
    """What bench-forward tells, and instructions of the watched: its own code's, and all."""
    with tempfile.TemporaryDirectory() as folder:
        profile = pathlib.Path(folder, "profile")
        command = ["valgrind", "--tool=callgrind", "--quiet", *(f"--toggle-collect={name}" for name in watched),
                   f"--callgrind-out-file={profile}", program, *map(str, arguments)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        return json.loads(done.stdout), *own_instructions(profile, program)


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


def count(program, receivers, *idle):
    """Each count by name, per forwarded datagram."""
    told, own, total = watch(program, WATCHED, receivers, PICTURES, *idle)
    datagrams = told["datagrams"]
    assert datagrams == receivers * PICTURES * 10, f"only {datagrams} datagrams reached a receiver"
    return {"instructions": own / datagrams, "allocations": told["allocations"] / datagrams,
            "datagrams_sent": told["sent"] / datagrams, "instructions with libraries": total / datagrams}


def count_messages(program, how, messages):
    """Each count by name, per message."""
    told, own, total = watch(program, WATCHED, how, messages)
    assert told["messages"] == messages, f"only {told['messages']} messages arrived"
    print(f"for information, a message ({how}) with libraries: {total / messages:.0f} instructions")
    return {"instructions": own / messages, "allocations": told["allocations"] / messages}


def count_proxies(program):
    """Instructions of a message's whole way, publisher, relay and subscriber, with a proxy over those without."""
    totals = {}
    for place in ("none", "publisher", "subscriber", "relay"):
        told, _, totals[place] = watch(program, WATCHED, "proxy", place, MESSAGES)
        assert told["messages"] == MESSAGES, f"only {told['messages']} messages passed the proxy ({place})"
    print(f"for information, a message over a relay: {totals['none'] / MESSAGES:.0f} instructions")
    return {f"{place}_ratio": totals[place] / totals["none"] for place in ("publisher", "subscriber", "relay")}


def count_order(program, forwarded):
    """What one message's place in the order costs both its members."""
    _, own, total = watch(program, ORDER, "voice", MESSAGES)
    messages = MESSAGES + MESSAGES_FIRST
    print(f"for information, order of a message with libraries: {total / messages:.0f} instructions")
    return {"instructions": own / messages, "share_of_forwarding": total / messages / forwarded}


def count_all(program):
    """Each count by its table and name in the ceilings."""
    forwarded = count(program, RECEIVERS)
    idle, alone = (count(program, 1, others)["instructions"] for others in (IDLE, 0))
    print(f"for information, one receiver: {alone:.0f} instructions, {idle:.0f} beside {IDLE} idle conferences")
    return {"forwarded_datagram": forwarded, "beside_idle": {"instructions_ratio": idle / alone},
            "message": count_messages(program, "voice", MESSAGES),
            "message_in_burst": count_messages(program, "burst", BURST_MESSAGES),
            "proxy": count_proxies(program), "order": count_order(program, forwarded["instructions with libraries"])}


def main():
    """Exit status 0, 1 outside of a band, 77 where nothing can be counted."""
    program, ceilings = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2])
    if not shutil.which("valgrind"):
        print("skipped: valgrind is not installed")
        return SKIPPED
    counted = count_all(program)
    wrong = 0
    for table, bands in tomllib.loads(ceilings.read_text(encoding="utf-8")).items():
        for name, band in bands.items():
            value = counted[table][name]
            within = band["least"] <= value <= band["most"]
            wrong += not within
            print(f"{name}: {value:.3f}, {'within' if within else 'OUTSIDE'} {band['least']} to {band['most']}")
    libraries = counted["forwarded_datagram"]["instructions with libraries"]
    print(f"for information, with libraries: {libraries:.0f} instructions")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
