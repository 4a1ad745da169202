# SPDX-License-Identifier: Apache-2.0
"""A member whose program has no checks of its own: sending without the token, and forged entries of the log.

    false_member_test.py PROGRAMS
"""

import time

from forging import FORGER_HZ, HOLDER_HZ, Meeting, recorded, wait_until, words_of, write, wrong_grants
from people import take_minutes
from relay_operator import Operator
from support import World, judge, main

# How long one kind of forgery lasts.
SPEAK_S = 1.5
# Refused messages before its operator is told of them; more, the sooner its first one came before the others.
UNHEARD_MIN = 100
# What the relay counts each of `wrong_grants` as.
REASONS = ("no_token", "stale_epoch", "stale_epoch", "unknown_epoch")
# What the relay makes of each forgery: its event, the operation in it, the reason.
ENTRIES = {
    "grant": ("entry_refused", "grant_token", "not_permitted"),
    "role": ("entry_refused", "set_role", "not_permitted"),
    "broken": ("entry_forged", "request_token", "bad_signature"),
    "name": ("entry_forged", "grant_token", "unknown_author"),
    "again": ("entry_forged", "grant_token", "unknown_author"),
}


def heard_with_the_token(meeting):
    """What is not heard later is heard now; gives the numbers of both grants, which are over then."""
    recorder = meeting.recorder("before")
    voice = meeting.give(meeting.malbot)
    pen = meeting.give(meeting.mallory.index, "pen")
    write(meeting.mallory, "by right")
    time.sleep(SPEAK_S)
    meeting.give(meeting.ann)
    meeting.give(meeting.lea.index, "pen")
    for person in meeting.honest:
        assert words_of(person, meeting.mallory.index) == ["by right"], f"{person.name} does not read the holder"
    recorder.terminate()
    audible, shares = recorded(meeting.world, recorder, "before")
    assert audible.get("Malbot", 0) > SPEAK_S / 2 and shares[FORGER_HZ] > 0.5, "no recording of who may speak"
    return voice, pen


def unheard_without(meeting, own_voice, own_pen):
    """Whatever stands where the number of a grant should, nobody hears it, and the holder is heard all the time. The
    relay counts it by why, and tells its operator once."""
    holders = [meeting.chair.floor(label)["holders"][0]["epoch"] for label in ("voice", "pen")]
    recorders = [meeting.recorder(name) for name in ("meanwhile", "meanwhile too")]
    sessions = len(meeting.people) + 2 + len(recorders)
    kinds = list(zip(wrong_grants(own_voice, holders[0]), wrong_grants(own_pen, holders[1]), REASONS))
    assert not meeting.unheard_lines(), "somebody is told of who did nothing"
    for (name, voice), (_, pen), reason in kinds:
        meeting.forgery.does(epoch=pen)
        refused = len(meeting.mallory.told("message_refused"))
        write(meeting.mallory, f"by {name}")
        wait_until(lambda: len(meeting.mallory.told("message_refused")) == refused + 1, 5, "the relay took a word")
        meeting.forgery.does(epoch=voice)
        before, unheard = meeting.sound_at_relay(), meeting.unheard()
        time.sleep(SPEAK_S)
        unheard = {why: now - unheard[why] for why, now in meeting.unheard().items()}
        came, went = (now - then for now, then in zip(meeting.sound_at_relay(), before))
        share = went / came / (sessions - 1)
        print(f"by {name} ({voice}, {pen}): {came:.0f} datagrams of sound came to the relay in {SPEAK_S} s, of which "
              f"it passed on {100 * share:.0f} %; it counts {unheard}")
        judge(came > 70 * SPEAK_S, "only one of both bots sends")
        judge(share < 0.75, "the relay passes on more than what the holder sends")
        judge(unheard.pop(reason) > 35 * SPEAK_S, "the relay does not count what it refuses")
        judge(max(unheard.values()) < 5, "the relay counts it as something else")
    lines = meeting.unheard_lines()
    print(lines)
    assert all(line["member"] == meeting.malbot and line["reason"] in REASONS for line in lines), "of somebody else"
    judge(len(lines) == 1 and lines[0]["messages"] >= UNHEARD_MIN, "not one line for all of it")
    meeting.lea.say("chat mine")
    wait_until(lambda: "mine" in words_of(meeting.chair, meeting.lea.index), 5, "the holder is not read")
    meeting.forgery.does()
    for person in meeting.honest:
        assert words_of(person, meeting.mallory.index) == ["by right"], \
            f"{person.name} reads {words_of(person, meeting.mallory.index)}"
    for recorder, name in zip(recorders, ("meanwhile", "meanwhile too")):
        recorder.terminate()
        audible, shares = recorded(meeting.world, recorder, name)
        assert "Malbot" not in audible and shares[FORGER_HZ] < 0.001, f"{audible} {shares}"
        judge(audible.get("Ann", 0) > 0.8 * SPEAK_S * len(kinds) and shares[HOLDER_HZ] > 0.8, f"{audible} {shares}")


def minutes_of_all(meeting, name):
    """What each has as the log: its size, its head, who had the floor when."""
    taken = [take_minutes(person, meeting.world.folder / f"{name} {person.name}") for person in meeting.people]
    return [[minutes["entries"], minutes["head"], minutes["floor"]] for minutes in taken]


def settled_minutes(meeting):
    """Once nothing follows any more of those who left: the same for all, and a while later too."""
    last = []
    for _ in range(10):
        before, last = last, minutes_of_all(meeting, "before")
        if last == before and last.count(last[0]) == len(last):
            return last
        time.sleep(1)
    raise AssertionError(f"the log does not come to rest: {last}")


def forged_entries(meeting):
    """None is anybody's entry, and the relay's log and figures tell each with its reason."""
    before = settled_minutes(meeting)
    figures = meeting.operator.metrics()
    for how, told in ENTRIES.items():
        meeting.forgery.does(entry=how, member=meeting.mallory.index)
        seen, refused = len(meeting.operator.log()), len(meeting.mallory.told("refused"))
        meeting.mallory.say("want voice")

        def lines(seen=seen):
            return [line for line in meeting.operator.log()[seen:] if line["event"].startswith("entry_")]
        wait_until(lines, 5, f"the relay tells nothing of {how}")
        line = lines()[0]
        print(f"{how}: {line}")
        assert (line["event"], line["operation"], line["reason"]) == told, line
        assert line["member"] == meeting.mallory.index, line
        meeting.forgery.does()
        # In another's name, her program takes the answer for the end of her membership, or knows it not for its own.
        if how not in ("name", "again"):
            wait_until(lambda: len(meeting.mallory.told("refused")) > refused, 5, f"{how}: its author is told nothing")
        # Else the wish is told again, and then honestly.
        meeting.mallory.say("unwant voice")
    after = minutes_of_all(meeting, "after")
    assert after == before, (before, after)
    expected = dict(figures)
    for event, _, reason in ENTRIES.values():
        expected[f'plenum_relay_entries_refused_total{{reason="{reason}"}}'] += 1
        expected["plenum_relay_entries_forged_total"] += event == "entry_forged"
    told = meeting.operator.metrics()
    for name in (name for name in expected if name.startswith("plenum_relay_entries")):
        assert told[name] == expected[name], f"{name} is {told[name]}, not {expected[name]}"
    # What the forger wants by right goes into the log after all of these.
    meeting.mallory.say("want voice")
    wait_until(lambda: meeting.lea.sees(meeting.ann, [meeting.mallory.index]), 5, "an honest wish is refused too")


def test():
    with World() as world:
        operator = Operator(world)
        operator.configure(log="level = 'debug'")
        operator.start()
        meeting = Meeting(world, operator)
        unheard_without(meeting, *heard_with_the_token(meeting))
        forged_entries(meeting)
        for person in meeting.people:
            assert not person.told("violation") and not person.told("finished"), f"{person.name} accuses somebody"
            roles = {line["role"] for line in person.told("member_role")}
            assert not roles, f"{person.name} saw a role change: {roles}"


main(test)
