# SPDX-License-Identifier: Apache-2.0
"""Discussion groups between real processes: words stay inside, each has its floor, everyone is called back.

    groups_test.py PROGRAMS
"""

import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import Person, World, free_port, main, programs  # noqa: E402

STEP_SECONDS_MAX = 5
# What should not come is given so long to come.
SILENCE_SECONDS = 1.0


class Listener(Person):
    """And what they heard."""

    def answers(self, question):
        self.shell.poll()
        return [line[question] for _, line in list(self.shell.lines) if line.get("answer") == question]

    def answer(self, question):
        before = len(self.answers(question))
        self.say(question)
        until(lambda: len(self.answers(question)) > before, f"{self.name} does not answer {question}")
        return self.answers(question)[-1]

    def texts(self):
        return [line.get("text") for line in self.told("message")]

    def groups(self):
        """Who is in which, by label."""
        return {each["label"]: each["members"] for each in self.answer("groups") if each["label"]}

    def refused(self):
        return [line["why"] for line in self.told("refused")]


def until(condition, what):
    begun = time.monotonic()
    while not condition():
        assert time.monotonic() - begun < STEP_SECONDS_MAX, what
        time.sleep(0.02)


def all_see(people, groups, step):
    until(lambda: all(person.groups() == groups for person in people),
          f"{step}: " + "; ".join(f"{person.name} sees {person.groups()}" for person in people))
    print(step)


def heard(people, others, text, step):
    until(lambda: all(text in person.texts() for person in people), f"{step}: not heard")
    time.sleep(SILENCE_SECONDS)
    for person in others:
        assert text not in person.texts(), f"{step}: {person.name} heard it"
    print(step)


def check_floors(chair, ann, bob, eve):
    """Each group has one, and nobody of another has it."""
    flows = {flow["conversation"]: flow["flow"] for flow in chair.answer("flows") if flow["kind"] == "audio"}
    chair.say(f"declare-token 1 red-voice {flows[2]} style=queue")
    chair.say(f"declare-token 2 blue-voice {flows[3]} style=queue")
    for person, token in ((ann, 1), (eve, 2)):
        until(lambda told=person: len(told.told("token")) >= 2, "the floors are not there")
        person.say(f"want {token}")
    until(lambda: {line["token"]: [each["member"] for each in line["holders"]] for line in bob.told("token")}
          == {1: [ann.index], 2: [eve.index]}, f"floors: {bob.told('token')}")
    eve.say("want 1")
    until(lambda: len(eve.refused()) == 2, "may ask for the floor of another group")
    print("each group has its floor")


def check_talk(chair, ann, bob, eve):
    ann.say("chat among us")
    heard([bob], [chair, eve], "among us", "words stay in the group")
    eve.say("publish Blue:chat alone")
    eve.say("publish chat to all")
    heard([chair, ann, bob], [], "to all", "the plenary is heard in every group")
    assert "alone" not in ann.texts() + bob.texts() + chair.texts()
    eve.say("publish Red:chat let me in")
    until(lambda: any("a group that you are not in" in why for why in eve.refused()), "no word of it")
    assert "let me in" not in ann.texts() + bob.texts()
    chair.say(f"group place Red {chair.index}")
    until(lambda: chair.index in chair.groups().get("Red", []), "the visitor is not in the group")
    chair.say("chat how is it going")
    heard([ann, bob], [eve], "how is it going", "a moderator visits")
    ann.say("chat welcome")
    heard([chair, bob], [eve], "welcome", "who visits reads what is written from then on")
    assert "among us" not in chair.texts(), "who visits reads what was written before"
    chair.say(f"group place 0 {chair.index}")


def test():
    with World() as world:
        address = f"127.0.0.1:{free_port()}"
        relay = world.relay(address)
        key = world.folder / "chair.key"
        made = world.start([programs() / "plenum-cli", "create", "--relay", address, "--name", "Test", "--identity",
                            key])
        link = made.communicate(timeout=20)[0].strip()
        chair = Listener(world, link, "Chair", ("--identity", key))
        ann, bob, eve = (Listener(world, link, name) for name in ("Ann", "Bob", "Eve"))
        people = [chair, ann, bob, eve]
        until(lambda: chair.answer("health"), "no clock")
        chair.say("group open Red minutes=10")
        chair.say("group open Blue")
        all_see(people, {"Red": [], "Blue": []}, "opened")
        assert [line for line in eve.told("conversation") if line["label"] == "Red"][0]["ends_us"] > 0
        ann.say(f"group place Red {ann.index}")
        until(lambda: len(ann.refused()) == 1, "went to a group that is not open")
        chair.say(f"group place Red {ann.index},{bob.index}")
        chair.say(f"group place Blue {eve.index}")
        all_see(people, {"Red": [ann.index, bob.index], "Blue": [eve.index]}, "placed")
        check_talk(chair, ann, bob, eve)
        all_see(people, {"Red": [ann.index, bob.index], "Blue": [eve.index]}, "and has left again")
        check_floors(chair, ann, bob, eve)

        late = Listener(world, link, "Late")
        all_see([late], {"Red": [ann.index, bob.index], "Blue": [eve.index]}, "who comes late sees them")
        time.sleep(SILENCE_SECONDS)
        assert "to all" in late.texts() and "among us" not in late.texts()
        people.append(late)

        relay.kill()
        relay.wait()
        world.relay(address)
        bob.say("chat after the relay's death")
        begun = time.monotonic()
        while "after the relay's death" not in ann.texts():
            assert time.monotonic() - begun < 20, "nothing is heard after the relay came back"
            time.sleep(0.05)
        print(f"the relay died and came back: {time.monotonic() - begun:.1f} s")
        assert "after the relay's death" not in eve.texts() + late.texts()

        chair.say("group change Blue open")
        until(lambda: any(line["anyone_may_go"] for line in late.told("conversation")), "not open")
        late.say(f"group place Blue {late.index}")
        all_see(people, {"Red": [ann.index, bob.index], "Blue": [eve.index, late.index]}, "went there by themselves")
        chair.say("group close Red")
        chair.say("group close Blue")
        all_see(people, {}, "called back")
        ann.say("chat all together again")
        heard([chair, bob, eve, late], [], "all together again", "everyone is in the plenary")
        ended = [line for line in bob.told("token") if line["token"] == 1][-1]
        assert ended["holders"] == [] and ended["flows"] == [], ended


main(test)
