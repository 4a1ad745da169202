# SPDX-License-Identifier: Apache-2.0
"""A floor as people in shells are told of it, and what they have as minutes."""

import json
import subprocess
import time

from support import Person, judge, programs


class Speaker(Person):
    """And how a token stands as it was told last."""

    def floor(self, label="voice"):
        told = [line for line in self.told("token") if line["label"] == label]
        return told[-1] if told else None

    def sees(self, holder, queue, label="voice"):
        floor = self.floor(label)
        if not floor:
            return False
        holders = [each["member"] for each in floor["holders"]]
        return holders == ([holder] if holder else []) and [each["member"] for each in floor["queue"]] == queue


def all_see(people, holder, queue, seconds, step, label="voice"):
    """Within these seconds all see the same of that token."""
    begun = time.monotonic()
    wanted = (holder.index if holder else None, [person.index for person in queue])
    while not all(person.sees(*wanted, label) for person in people):
        assert time.monotonic() - begun < seconds + 10, \
            f"{step}: " + "; ".join(f"{person.name} sees {person.floor(label)}" for person in people)
        time.sleep(0.005)
    took = time.monotonic() - begun
    print(f"{step}: {took * 1000:.0f} ms")
    judge(took < seconds, f"{step} took {took:.2f} s")


def take_minutes(person, file):
    """What that person's program signs of the log, verified."""
    taken = len(person.told("minutes_taken"))
    person.say(f"minutes {file}")
    until = time.monotonic() + 5
    while len(person.told("minutes_taken")) == taken:
        assert time.monotonic() < until, f"{person.name} has no minutes"
        time.sleep(0.005)
    return verified(file)


def verified(file, status=0):
    """What `plenum-cli verify` says of minutes: an object, or the complaint where it must end with another status."""
    ended = subprocess.run([programs() / "plenum-cli", "verify", file, "--json"], capture_output=True, text=True,
                           timeout=30, check=False)
    assert ended.returncode == status, ended.stderr
    return json.loads(ended.stdout) if status == 0 else ended.stderr
