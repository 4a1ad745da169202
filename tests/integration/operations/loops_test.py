# SPDX-License-Identifier: Apache-2.0
"""A relay with several loops: conferences are spread over them, links that are changed lead to the same loop, and it
comes back with another number of loops, after a kill, and without its conferences.

    loops_test.py PROGRAMS
"""

import pathlib
import shutil
import signal
import sys

from relay_operator import Operator
from support import World, main

LOOPS = 4
CONFERENCES = 8
PEOPLE = 2


def event(name):
    return lambda line: line.get("event") == name


class Meeting:
    """A conference and the people in it."""

    def __init__(self, world, operator, number):
        maker = ("--identity", world.folder / "maker.key")
        self.link = world.create(operator.address, words=maker)
        self.number = number
        self.said = []
        self.people = [world.shell(self.link, f"Person {i} of {number}", words=maker if i == 0 else ())
                       for i in range(PEOPLE)]

    def wait_joined(self):
        for person in self.people:
            person.wait_joined(30)

    def say(self, text):
        self.said.append(f"{len(self.said)}: {text} in {self.number}")
        self.people[0].send("chat " + self.said[-1])

    def check_heard(self, seconds):
        for person in self.people[1:]:
            assert person.wait(lambda line: line.get("text") == self.said[-1], seconds), f"{self.said[-1]} is not heard"
            assert person.texts() == self.said, f"words of elsewhere, or not all: {person.texts()}"
            person.poll()
            assert not [line for _, line in person.lines if event("member_left")(line)], "someone was taken for lost"


def threads(process):
    tasks = pathlib.Path(f"/proc/{process.pid}/task")
    names = [path.read_text(encoding="utf-8").strip() for path in tasks.glob("*/comm")]
    return sorted(name for name in names if name.startswith("plenumd-loop"))


def talk(meetings, text, seconds=15):
    for meeting in meetings:
        meeting.say(text)
    for meeting in meetings:
        meeting.check_heard(seconds)


def check_spread(operator):
    """The files are named by the conferences' handles, whose last bits say which loop has them."""
    files = list((operator.data / "conferences").glob("*.sqlite"))
    assert len(files) == CONFERENCES, f"{len(files)} files for {CONFERENCES} conferences"
    homes = {int(path.stem[-2:], 16) % LOOPS for path in files}
    print(f"{CONFERENCES} conferences on {len(homes)} of {LOOPS} loops")
    assert len(homes) > 1, "all on one loop; one run in sixteen thousand may say so by chance"


def change_link(world, meeting):
    meeting.people[0].send("change-link")
    changed = meeting.people[0].wait(event("link_changed"), 10)
    assert changed, "the link does not change"
    late = world.shell(changed["link"], "Late")
    late.wait_joined(20)
    assert late.wait(lambda line: line.get("text") == meeting.said[-1], 10), "a newcomer by the new link does not read"
    meeting.people.append(late)


def come_back(operator, meetings, loops, number, before_start=lambda: None):
    """It is ended by that signal and started with so many loops."""
    operator.send(number)
    operator.process.wait(timeout=10)
    before_start()
    operator.configure(head=f"loops = {loops}")
    operator.start()
    assert len(threads(operator.process)) == loops, threads(operator.process)
    talk(meetings, f"after signal {number}, with {loops} loops", 60)
    print(f"everyone is back after signal {number}, with {loops} loops")


def no_second_relay(world, operator):
    """However many loops it has, it gets nothing of what comes to the first."""
    second = Operator(world, world.folder / "second")
    second.address = operator.address
    for loops in (1, LOOPS):
        second.configure(head=f"loops = {loops}")
        said = second.fail()
        assert "is taken by another program" in said, said


def test():
    with World() as world:
        operator = Operator(world)
        operator.configure(head=f"loops = {LOOPS}")
        operator.start()
        no_second_relay(world, operator)
        assert len(threads(operator.process)) == LOOPS, threads(operator.process)
        meetings = [Meeting(world, operator, i) for i in range(CONFERENCES)]
        for meeting in meetings:
            meeting.wait_joined()
        talk(meetings, "first words")
        check_spread(operator)
        for meeting in meetings[:3]:
            change_link(world, meeting)
        people = sum(len(meeting.people) for meeting in meetings)
        operator.wait_figure("plenum_relay_sessions", people)
        assert operator.metrics()["plenum_relay_conferences_in_use"] == CONFERENCES
        come_back(operator, meetings, 2, signal.SIGTERM)
        come_back(operator, meetings, LOOPS, signal.SIGKILL)
        come_back(operator, meetings, 1, signal.SIGKILL)
        come_back(operator, meetings, LOOPS, signal.SIGKILL, lambda: shutil.rmtree(operator.data / "conferences"))
        operator.stop(signal.SIGINT)
        for meeting in meetings:
            for person in meeting.people:
                assert person.wait(event("finished"), 5), "not told that the relay closed for good"


main(test)
