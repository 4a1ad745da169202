# SPDX-License-Identifier: Apache-2.0
"""Two people who act at the same time, each on what they knew: the relay takes one, tells the other, and goes on.

    races_test.py PROGRAMS

The relay is stopped while both say what they want, so that the second one cannot know of the first. On the path to it
one sees when each has said it.
"""

import pathlib
import signal
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from relay_operator import Operator  # noqa: E402
from support import Person, World, main  # noqa: E402
from wiretap import Wiretap  # noqa: E402

STEP_SECONDS_MAX = 20
# A datagram that may hold a signed operation: an acknowledgement is shorter, a probe of the path longer.
OPERATION_BYTES_MIN, OPERATION_BYTES_MAX = 120, 600
# How often a race may come out in the other order: what else somebody signs may look like their operation.
TRIES_MAX = 5
QUIET_SECONDS = 0.1

PLENARY = 1

NO_GROUP = "no such group"
NO_FLOOR = "no such floor"
NO_PERSON = "not there any more"
TAKEN = "floor is taken"
ELSEWHERE = "with someone else by now"
MODERATORS_ONLY = "Only a moderator"


def until(condition, what):
    begun = time.monotonic()
    while not condition():
        assert time.monotonic() - begun < STEP_SECONDS_MAX, what
        time.sleep(0.005)


class Racer(Person):
    """And what they know and were refused."""

    def __init__(self, world, tap, *words):
        super().__init__(world, *words)
        self.tap = tap
        self.client = tap.clients()[-1]

    def signed_since(self, datagram):
        """What may be operations of theirs, from that datagram of all on."""
        return [data for data in self.tap.sent_by(self.client, datagram)
                if OPERATION_BYTES_MIN <= len(data) <= OPERATION_BYTES_MAX]

    def await_quiet(self):
        """Until they have said all that they were about to."""
        while True:
            since = len(self.tap.senders)
            time.sleep(QUIET_SECONDS)
            if not self.signed_since(since):
                return

    def say_and_send(self, line):
        """Until it is on its way."""
        since = len(self.tap.senders)
        self.say(line)
        until(lambda: self.signed_since(since), f"{self.name} sends nothing for {line}")

    def refusals(self):
        return [line["why"] for line in self.told("refused")]

    def sees_group(self, label):
        told = [line for line in self.told("conversation") if line.get("label") == label]
        return bool(told) and told[-1]["open"]

    def token(self, label):
        told = [line for line in self.told("token") if line.get("label") == label]
        return told[-1] if told else None

    def holders(self, label="voice"):
        token = self.token(label)
        return [each["member"] for each in token["holders"]] if token else None


class Races:
    def __init__(self, world):
        self.world = world
        self.operator = Operator(world)
        self.operator.start()
        host, port = self.operator.address.rsplit(":", 1)
        self.tap = Wiretap((host, int(port)))
        key = world.folder / "chair.key"
        self.link = world.create(self.tap.address, words=("--identity", key))
        self.chair = Racer(world, self.tap, self.link, "Chair", ("--identity", key))
        self.ann, self.bob, self.eve = (self.join(name) for name in ("Ann", "Bob", "Eve"))
        other = world.create(self.tap.address)
        self.others = [Racer(world, self.tap, other, name) for name in ("Uma", "Vic")]
        self.groups = 0
        self.said = 0
        self.chair.say("declare-token 1 voice 1 copies")
        self.await_all(lambda person: person.token("voice"), "no floor")

    def join(self, name):
        return Racer(self.world, self.tap, self.link, name)

    def people(self):
        return [self.chair, self.ann, self.bob, self.eve]

    def await_all(self, condition, what):
        until(lambda: all(condition(person) for person in self.people()), what)

    def together(self, *acts):
        """Each (person, line), in this order, before the relay answers any."""
        for person, _ in acts:
            person.await_quiet()
        self.operator.send(signal.SIGSTOP)
        try:
            for person, line in acts:
                person.say_and_send(line)
        finally:
            self.operator.send(signal.SIGCONT)

    def check_others(self):
        assert self.operator.process.poll() is None, f"plenumd ended with {self.operator.process.returncode}"
        self.said += 1
        text = f"still here {self.said}"
        self.others[0].say(f"chat {text}")
        until(lambda: text in self.others[1].shell.texts(), "the other conference hears nothing")

    def race(self, name, prepare, why):
        """`prepare` gives the two acts; whoever acts second is told why not."""
        for _ in range(TRIES_MAX):
            first, second = prepare()
            loser = second[0]
            before = len(loser.refusals())
            self.together(first, second)
            marker = len(self.chair.told("message"))
            self.bob.say("chat go on")
            until(lambda at=marker: len(self.chair.told("message")) > at, f"{name}: the conference stands still")
            self.check_others()
            until_told = time.monotonic() + 1
            while len(loser.refusals()) == before and time.monotonic() < until_told:
                time.sleep(0.005)
            if any(why in told for told in loser.refusals()[before:]):
                return print(f"{name}: told \"{loser.refusals()[-1]}\"")
        raise AssertionError(f"{name}: {loser.name} was not told that \"{why}\", but {loser.refusals()}")

    def new_group(self):
        self.groups += 1
        label = f"Red{self.groups}"
        self.chair.say(f"group open {label} open")
        self.await_all(lambda person: person.sees_group(label), "the group is not there")
        return label

    def hold(self, *holders):
        """Who holds the floor; nobody else does."""
        for member in self.chair.holders():
            self.chair.say(f"revoke voice {member}")
        self.await_all(lambda person: person.holders() == [], "somebody holds the floor")
        for holder in holders:
            self.chair.say(f"grant voice {holder.index}")
        self.await_all(lambda person: person.holders() == [holder.index for holder in holders], "not granted")

    def configure(self, settings, key, value):
        """Until all know that it is so."""
        self.chair.say(f"configure-token voice {settings}")
        self.await_all(lambda person: person.token("voice")["settings"][key] == value, f"{key} is not {value}")

    def place_in_closing_group(self):
        label = self.new_group()
        return (self.chair, f"group close {label}"), (self.ann, f"group place {label} {self.ann.index}")

    def floor_of_closing_group(self):
        label = self.new_group()
        self.chair.say(f"group place {label} {self.ann.index}")
        until(lambda: len(self.group_voices()) == self.groups, "the group's flows are not there")
        voice = self.group_voices()[-1]
        number = 10 + self.groups
        self.chair.say(f"declare-token {number} {label} {voice}")
        until(lambda: self.ann.token(label), "the group's floor is not there")
        return (self.chair, f"group close {label}"), (self.ann, f"want {label}")

    def group_voices(self):
        """Of all groups that there ever were."""
        return [line["flow"] for line in self.chair.told("flow_declared")
                if line["kind"] == "audio" and line.get("conversation", 0) > PLENARY]

    def close_twice(self):
        self.make_moderator(self.bob)
        label = self.new_group()
        return (self.chair, f"group close {label}"), (self.bob, f"group close {label}")

    def grant_to_leaving(self):
        guest = self.join("Guest")
        self.await_all(lambda person: any(line["member"] == guest.index for line in person.told("member_joined")),
                       "the guest is not in")
        self.hold()
        return (guest, "leave"), (self.chair, f"grant voice {guest.index}")

    def transfer_to_removed(self):
        guest = self.join("Guest")
        self.await_all(lambda person: any(line["member"] == guest.index for line in person.told("member_joined")),
                       "the guest is not in")
        self.hold(self.ann)
        return (self.chair, f"remove {guest.index}"), (self.ann, f"transfer voice {self.ann.index} {guest.index}")

    def transfer_of_revoked(self):
        self.hold(self.ann)
        return (self.chair, f"revoke voice {self.ann.index}"), \
            (self.ann, f"transfer voice {self.ann.index} {self.eve.index}")

    def copy_of_released(self):
        self.configure("holders=2 copies", "holders_max", 2)
        self.hold(self.ann)
        return (self.ann, "release voice"), (self.chair, f"copy voice {self.ann.index} {self.eve.index}")

    def grant_twice(self):
        self.make_moderator(self.bob)
        self.configure("holders=1", "holders_max", 1)
        self.hold()
        return (self.chair, f"grant voice {self.ann.index}"), (self.bob, f"grant voice {self.eve.index}")

    def make_moderator(self, person):
        def knows(each):
            told = [line["role"] for line in each.told("member_role") if line["member"] == person.index]
            return told[-1:] == ["moderator"]
        if not knows(person):
            self.chair.say(f"role {person.index} moderator")
        self.await_all(knows, f"{person.name} is no moderator")

    def declare_as_no_moderator(self):
        self.make_moderator(self.bob)
        return (self.chair, f"role {self.bob.index} participant"), (self.bob, "declare-token 99 late 2")

    def request_while_locked(self):
        self.configure("no-locked", "locked", False)
        self.eve.say("unwant voice")
        self.hold(self.ann)
        self.await_all(lambda person: person.token("voice")["queue"] == [], "somebody waits")
        return (self.chair, "configure-token voice locked"), (self.eve, "request voice")

    def end_against_anything(self):
        """Whatever is said while the conference ends: everyone hears that it is over."""
        self.together((self.chair, "end"), (self.ann, "request voice"), (self.bob, "chat one more thing"),
                      (self.eve, f"group place 0 {self.eve.index}"), (self.ann, "leave"))
        for person in self.people():
            assert person.shell.process.wait(timeout=20) is not None
        self.check_others()
        print("end against anything: all are out")


def test():
    with World() as world:
        races = Races(world)
        races.race("go to a group that closes", races.place_in_closing_group, NO_GROUP)
        races.race("ask for the floor of a group that closes", races.floor_of_closing_group, NO_FLOOR)
        races.race("close a group twice", races.close_twice, NO_GROUP)
        races.race("grant to somebody who leaves", races.grant_to_leaving, NO_PERSON)
        races.race("hand on to somebody who is removed", races.transfer_to_removed, NO_PERSON)
        races.race("hand on what was revoked", races.transfer_of_revoked, ELSEWHERE)
        races.race("copy what was released", races.copy_of_released, ELSEWHERE)
        races.race("grant what was granted", races.grant_twice, TAKEN)
        races.race("declare and be no moderator any more", races.declare_as_no_moderator, MODERATORS_ONLY)
        races.race("ask while it is locked", races.request_while_locked, MODERATORS_ONLY)
        races.end_against_anything()
        figures = races.operator.metrics()
        assert figures["plenum_relay_failures_contained_total"] == 0, figures
        assert figures['plenum_relay_entries_refused_total{reason="no_such_conversation"}'] >= 2, figures
        races.operator.stop()
        races.tap.close()


main(test)
