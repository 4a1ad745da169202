# SPDX-License-Identifier: Apache-2.0
"""Who stands still, and what others make of it: a relay that ends waits for people who have not heard of it, within its
bounds, and a relay that did not run tells so.

    standing_still_test.py PROGRAMS
"""

import pathlib
import signal
import time

from relay_operator import Operator
from support import World, main

PAUSE_S = 1.5


def event(name):
    return lambda line: line.get("event") == name


def count(operator, name):
    return len([line for line in operator.log() if line["event"] == name])


def the_relay_tells(operator):
    """In its log, and in its figures."""
    longer = 'plenum_relay_loop_wake_lateness_seconds_bucket{le="1"}'
    total = "plenum_relay_loop_wake_lateness_seconds_count"
    figures = operator.metrics()
    before = figures[total] - figures[longer]
    operator.send(signal.SIGSTOP)
    time.sleep(PAUSE_S + 1)
    operator.send(signal.SIGCONT)
    assert operator.wait_log("loop_late")["late_ms"] >= 1000
    figures = operator.metrics()
    assert figures[total] - figures[longer] > before, "the figures do not show how late it was"


def halt(person):
    """Returns when none of its threads runs any more."""
    person.process.send_signal(signal.SIGSTOP)
    tasks = pathlib.Path(f"/proc/{person.process.pid}/task")
    while any(file.read_text(encoding="utf-8").rsplit(")", 1)[1].split()[0] != "T" for file in tasks.glob("*/stat")):
        time.sleep(0.01)


def join(world, link, names):
    people = [world.shell(link, name) for name in names]
    for person in people:
        person.wait_joined()
    return people


def the_relay_waits(operator, people):
    """Longer than what it says may be under way, until the one who stood still has heard it."""
    halt(people[1])
    operator.send(signal.SIGTERM)
    assert people[0].wait(event("relay_restarts"), 5), "not told that the relay restarts"
    time.sleep(PAUSE_S)
    assert operator.process.poll() is None, "the relay ended before everyone had heard"
    assert operator.metrics()["plenum_relay_closing"] == 1
    people[1].process.send_signal(signal.SIGCONT)
    began = time.monotonic()
    assert operator.process.wait(timeout=10) == 0
    print(f"ended {time.monotonic() - began:.2f} s after the last one went on")
    assert people[1].wait(event("relay_restarts"), 5), "not told that the relay restarts"
    assert count(operator, "closed_early") == 0


def not_without_end(operator, people, number):
    """drain_time_s bounds it, and a second signal cuts it short."""
    halt(people[1])
    operator.send(signal.SIGTERM)
    began = time.monotonic()
    if number == 2:
        operator.wait_log("closing", count=3)
        # Once the other has heard.
        operator.wait_figure("plenum_relay_sessions", 1)
        operator.send(signal.SIGTERM)
    assert operator.process.wait(timeout=10) == 0
    lasted = time.monotonic() - began
    print(f"ended after {lasted:.2f} s without the one who stands still")
    assert 0.9 < lasted < 3 if number == 1 else lasted < 3, lasted
    assert operator.wait_log("closed_early", count=number)["sessions"] == 1
    people[1].process.send_signal(signal.SIGCONT)


def test():
    with World() as world:
        operator = Operator(world)
        operator.configure(head="drain_time_s = 20")
        operator.start()
        the_relay_tells(operator)
        link = world.create(operator.address)
        people = join(world, link, ("Alice", "Bob"))
        the_relay_waits(operator, people)
        for number, bound in ((1, 1), (2, 20)):
            operator.configure(head=f"drain_time_s = {bound}")
            operator.start()
            for person in people:
                person.send("leave")
                person.process.wait(timeout=20)
            people = join(world, link, ("Alice", "Bob"))
            not_without_end(operator, people, number)


main(test)
