# SPDX-License-Identifier: Apache-2.0
"""A relay on the side of a forger: members refuse for themselves, and are told when it lies.

    false_relay_test.py PROGRAMS
"""

import time

from forging import FORGER_HZ, HOLDER_HZ, Forgery, Meeting, recorded, wait_until, words_of, write, wrong_grants
from people import Speaker
from relay_operator import Operator
from support import World, judge, main, programs

SPEAK_S = 1.0
# What the relay makes of the next entry for one member, and what that member says of it.
LIES = {
    "taken": "log entry refused: not_permitted",
    "altered": "log entry refused: bad_signature",
    "name": "log entry refused: bad_signature",
    "withheld": "log entry refused: wrong_position",
}


def health(person):
    asked = len(answers(person))
    person.say("health")
    wait_until(lambda: len(answers(person)) > asked, 5, f"{person.name} does not answer")
    return answers(person)[-1]


def answers(person):
    person.shell.poll()
    return [line["health"] for _, line in person.shell.lines if line.get("answer") == "health"]


def unheard_at_members(meeting, relay):
    """The relay passes everything on; nobody hears it, and each counts what it refused."""
    voice, pen = meeting.give(meeting.malbot), meeting.give(meeting.mallory.index, "pen")
    write(meeting.mallory, "by right")
    holders = [meeting.give(meeting.ann), meeting.give(meeting.lea.index, "pen")]
    recorder = meeting.recorder("meanwhile")
    time.sleep(1.2)  # health is told each second
    relay.does(fence="none")
    kinds = list(zip(wrong_grants(voice, holders[0]), wrong_grants(pen, holders[1])))
    for (name, number), (_, number_pen) in kinds:
        refused = [health(person)["refused"] for person in meeting.honest]
        meeting.forgery.does(epoch=number_pen)
        write(meeting.mallory, f"by {name}")
        meeting.forgery.does(epoch=number)
        time.sleep(SPEAK_S)
        meeting.forgery.does()
        time.sleep(1.2)
        refused = [health(person)["refused"] - before for person, before in zip(meeting.honest, refused)]
        print(f"by {name} ({number}, {number_pen}): {refused} messages came to {[p.name for p in meeting.honest]} and "
              "were refused there")
        judge(min(refused) > 30 * SPEAK_S, "the relay did not pass it on, or it was heard")
    relay.does()
    for person in meeting.honest:
        assert words_of(person, meeting.mallory.index) == ["by right"], \
            f"{person.name} reads {words_of(person, meeting.mallory.index)}"
    recorder.terminate()
    audible, shares = recorded(meeting.world, recorder, "meanwhile")
    assert "Malbot" not in audible and shares[FORGER_HZ] < 0.001, f"{audible} {shares}"
    judge(audible.get("Ann", 0) > 0.8 * SPEAK_S * len(kinds) and shares[HOLDER_HZ] > 0.8, f"{audible} {shares}")


def lied_to(meeting, relay, how, said):
    """Whoever is lied to notices, leaves, and reads why; the others' log is what it was."""
    victim = Speaker(meeting.world, meeting.link, f"Victim of {how}")
    wait_until(lambda: victim.floor(), 5, "the victim knows of no floor")
    if how == "taken":
        meeting.forgery.does(entry="grant", member=meeting.mallory.index)
        meeting.mallory.say("want voice")
        wait_until(lambda: meeting.mallory.told("refused"), 5, "the relay told the others, too")
        meeting.forgery.does()
        meeting.mallory.say("unwant voice")
    relay.does(entry=how, member=victim.index)
    before = victim.floor()
    meeting.give(meeting.ann)
    wait_until(lambda: victim.told("finished"), 10, f"the victim of {how} goes on")
    relay.does()
    violations = victim.told("violation")
    print(f"{how}: {violations} {victim.told('finished')[-1]['sentence']}")
    assert [line["what"] for line in violations] == [said] and violations[0]["member"] == 0, violations
    assert "someone on the way is not honest" in victim.told("finished")[-1]["sentence"]
    assert how == "withheld" or victim.floor() == before, "the victim took the forged entry"
    victim.shell.process.wait(timeout=10)
    for person in meeting.people:
        assert not person.told("violation") and not person.told("finished"), f"{person.name} was lied to as well"


def test():
    with World() as world:
        relay = Forgery(world.folder / "relay forgery")
        operator = Operator(world)
        operator.start(programs() / "plenumd-false", before=relay.before)
        meeting = Meeting(world, operator)
        unheard_at_members(meeting, relay)
        for how, said in LIES.items():
            lied_to(meeting, relay, how, said)
        # Those who remain go on.
        meeting.give(meeting.chair.index, "pen")
        meeting.chair.say("chat still here")
        wait_until(lambda: "still here" in words_of(meeting.lea, meeting.chair.index), 5, "the others do not go on")


main(test)
