# SPDX-License-Identifier: Apache-2.0
"""Two people who say something at the same time of groups, roles, who comes in and the end, in either order.

    races_people_test.py PROGRAMS
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from races import (ANN, BOB, BY_THE_RULES, CHAIR, CLOSED, ELSEWHERE, ENDED, EVE, LINK_OVER,  # noqa: E402
                   MODERATORS_ONLY, NO_FLOOR, NO_GROUP, NO_PERSON, NO_REMOVAL, NO_REQUEST, NO_ROLE, NO_SUCH_FLOW,
                   NOT_LET_IN, NUMBER_TAKEN, REMOVED, SAME, SO_ALREADY, TRIES_MAX, Race, Races, told)

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import World, main  # noqa: E402

HERE = "chair ann bob eve"
ONCE = ((0, 1),)
OPEN = ["chair: group open Group{n} open", {"Group_n": ""}]
ANN_IN = [*OPEN, "ann: group place Group{n} ann", {"Group_n": "ann"}]
CLOSE = ["chair: group close Group{n}", {"Group_n": "closed"}]
EVE_TOO = ["chair: role eve moderator", {"moderators": "chair bob eve"}]
EVE_OUT = ["chair: role eve participant", {"moderators": "chair bob"}]

GROUPS = [
    Race("go to a group that closes", ["chair: group close Group{n}", "ann: group place Group{n} ann"],
         [told(ANN, NO_GROUP, Group_n="closed"), told(Group_n="closed")], before=OPEN),
    Race("walk out of a group that closes", ["chair: group close Group{n}", "ann: group place 0 ann"],
         [told(ANN, SO_ALREADY, Group_n="closed"), told(Group_n="closed")], before=ANN_IN),
    Race("close a group twice", ["chair: group close Group{n}", "bob: group close Group{n}"],
         [told(BOB, NO_GROUP, Group_n="closed"), told(CHAIR, NO_GROUP, Group_n="closed")], before=OPEN),
    Race("change a group that closes", ["chair: group close Group{n}", "bob: group change Group{n} closed"],
         [told(BOB, NO_GROUP, Group_n="closed"), told(Group_n="closed")], before=OPEN),
    Race("go to a group that opens no more", ["chair: group change Group{n} closed", "ann: group place Group{n} ann"],
         [told(ANN, MODERATORS_ONLY, Group_n=""), told(Group_n="ann")], before=OPEN, after=CLOSE),
    Race("sent to two groups", ["chair: group place Group{n} ann", "bob: group place GroupToo{n} ann"],
         [told(Group_n="", GroupToo_n="ann"), told(Group_n="ann", GroupToo_n="")],
         before=[*OPEN, "chair: group open GroupToo{n} open", {"GroupToo_n": ""}],
         after=[*CLOSE, "chair: group close GroupToo{n}", {"GroupToo_n": "closed"}]),
    Race("sent back, and walk out", ["chair: group place 0 ann", "ann: group place 0 ann"],
         [told(ANN, SO_ALREADY, Group_n=""), told(CHAIR, SO_ALREADY, Group_n="")], before=ANN_IN, after=CLOSE),
    Race("open two groups", ["chair: group open Group{n} open", "bob: group open GroupToo{n} open"],
         [told(Group_n="", GroupToo_n="")] * 2,
         after=[*CLOSE, "chair: group close GroupToo{n}", {"GroupToo_n": "closed"}]),
    Race("ask for the floor of a group that closes", ["chair: group close Group{n}", "ann: request floor{n}"],
         [told(ANN, NO_FLOOR, Group_n="closed", floor_n=None), told(Group_n="closed", floor_n=None)],
         before=[*ANN_IN, "floor of Group{n}", {"floor_n": "|"}]),
    Race("release the floor of a group that closes", ["chair: group close Group{n}", "ann: release floor{n}"],
         [told(ANN, NO_FLOOR, Group_n="closed", floor_n=None), told(Group_n="closed", floor_n=None)],
         before=[*ANN_IN, "floor of Group{n}", {"floor_n": "|"}, "chair: grant floor{n} ann", {"floor_n": "ann |"}]),
    Race("grant the floor of a group to one who walks out", ["ann: group place 0 ann", "chair: grant floor{n} ann"],
         [told(CHAIR, NO_PERSON, floor_n="|", Group_n=""), told(floor_n="|", Group_n="")],
         before=[*ANN_IN, "floor of Group{n}", {"floor_n": "|"}], after=CLOSE),
    Race("declare the floor of a group that closes", ["chair: group close Group{n}", "floor of Group{n}"],
         [told(BOB, NO_SUCH_FLOW, Group_n="closed"), told(Group_n="closed", floor_n=None)], before=OPEN),
]

FLOORS = [
    Race("declare a floor twice", ["chair: declare-token 9001 pen 4", "bob: declare-token 9001 pen 4"],
         [told(BOB, NUMBER_TAKEN, pen="|")], orders=ONCE),
    Race("declare two floors without a number", ["chair: declare-token 0 screen 5", "bob: declare-token 0 film 2"],
         [told(screen="|", film="|")], orders=ONCE),
]

ROLES = [
    Race("declare, and be no moderator any more", ["chair: role eve participant", "eve: configure-token voice locked"],
         [told(EVE, BY_THE_RULES, moderators="chair bob", voice__locked=False),
          told(moderators="chair bob", voice__locked=True)], before=EVE_TOO, given="|"),
    Race("two moderators demote each other", ["bob: role eve participant", "eve: role bob participant"],
         [told(EVE, NO_ROLE, moderators="chair bob"), told(BOB, NO_ROLE, moderators="chair eve")],
         before=EVE_TOO, after=["chair: role bob moderator", "chair: role eve participant",
                                {"moderators": "chair bob"}]),
    Race("promote, and be no moderator any more", ["chair: role bob participant", "bob: role eve moderator"],
         [told(BOB, NO_ROLE, moderators="chair"), told(moderators="chair eve")],
         after=["chair: role bob moderator", "chair: role eve participant", {"moderators": "chair bob"}]),
    Race("remove, and be no moderator any more", ["chair: role bob participant", "bob: remove guest"],
         [told(BOB, NO_REMOVAL, moderators="chair", here=HERE + " guest"),
          told("guest", REMOVED, moderators="chair", here=HERE)], guests=("guest",),
         after=["chair: role bob moderator", {"moderators": "chair bob"}, Races.see_guests_off]),
    Race("let nobody in, and be no moderator any more", ["chair: role bob participant", "bob: policy closed"],
         [told(BOB, MODERATORS_ONLY, moderators="chair", policy="open"), told(moderators="chair", policy="closed")],
         after=["chair: role bob moderator", "chair: policy open", {"moderators": "chair bob", "policy": "open"}]),
    Race("turn the link, and be no moderator any more", ["chair: role bob participant", "bob: change-link"],
         [told(BOB, MODERATORS_ONLY, moderators="chair"), told(moderators="chair", link=SAME)],
         after=["chair: role bob moderator", {"moderators": "chair bob"}]),
    Race("promote who is removed", ["chair: remove guest", "bob: role guest moderator"],
         [told("guest", REMOVED, BOB, NO_PERSON, here=HERE),
          told("guest", REMOVED, here=HERE)], guests=("guest",)),
    Race("moderators remove each other", ["guest: remove guest2", "guest2: remove guest"],
         [told("guest2", REMOVED, here=HERE + " guest"), told("guest", REMOVED, here=HERE + " guest2")],
         guests=("guest", "guest2"), before=["chair: role guest moderator", "chair: role guest2 moderator",
                                             {"moderators": "chair bob guest guest2"}], after=[Races.see_guests_off]),
    Race("be removed, and ask", ["chair: remove guest", "guest: request voice"],
         [told("guest", REMOVED, voice="|", here=HERE)] * 2, guests=("guest",), given="|"),
    Race("remove who leaves", ["guest: leave", "chair: remove guest"],
         [told(CHAIR, NO_PERSON, here=HERE), told("guest", REMOVED, here=HERE)],
         guests=("guest",)),
    Race("remove twice", ["bob: remove guest", "chair: remove guest"],
         [told("guest", REMOVED, CHAIR, NO_PERSON, here=HERE),
          told("guest", REMOVED, BOB, NO_PERSON, here=HERE)], guests=("guest",)),
    Race("grant to one who leaves", ["guest: leave", "chair: grant voice guest"],
         [told(CHAIR, NO_PERSON, voice="|", here=HERE), told(voice="|", here=HERE)], guests=("guest",), given="|"),
    Race("transfer to one who is removed", ["chair: remove guest", "ann: transfer voice ann guest"],
         [told("guest", REMOVED, ANN, NO_PERSON, voice="ann |"), told("guest", REMOVED, voice="|")],
         guests=("guest",), given="ann |"),
    Race("revoke from one who leaves", ["guest: leave", "chair: revoke voice guest"],
         [told(CHAIR, ELSEWHERE, voice="|", here=HERE), told(voice="|", here=HERE)], guests=("guest",),
         given="guest |"),
    Race("place one who leaves", ["guest: leave", "chair: group place Group{n} guest"],
         [told(CHAIR, NO_PERSON, Group_n="", here=HERE), told(Group_n="", here=HERE)], guests=("guest",), before=OPEN,
         after=CLOSE),
    Race("hold and leave, and the next one has it", ["guest: leave", "guest2: leave"],
         [told(voice="|", here=HERE)] * 2, guests=("guest", "guest2"), given="guest | guest2",
         rules="style=queue"),
]

KNOCKED = ["chair: policy lobby", {"policy": "lobby"}, "guest: join", Races.await_knock]
OPENED = ["chair: policy open", {"policy": "open"}, Races.see_guests_off]

DOORS = [
    Race("let in, and turn away", ["chair: admit all", "bob: refuse all"],
         [told(BOB, NO_REQUEST, here=HERE + " guest"), told("guest", NOT_LET_IN, CHAIR, NO_REQUEST, here=HERE)],
         before=KNOCKED, after=OPENED),
    Race("let in twice", ["chair: admit all", "bob: admit all"], [told(here=HERE + " guest")] * 2, before=KNOCKED,
         after=OPENED),
    Race("turn away twice", ["chair: refuse all", "bob: refuse all"], [told("guest", NOT_LET_IN, here=HERE)] * 2,
         before=KNOCKED, after=OPENED),
    Race("let in who goes", ["guest: leave", "chair: admit all"], [told(CHAIR, NO_REQUEST, here=HERE), told(here=HERE)],
         before=KNOCKED, after=OPENED, orders=ONCE),
    Race("let in, and be no moderator any more", ["chair: role bob participant", "bob: admit all"],
         [told(BOB, MODERATORS_ONLY, moderators="chair", here=HERE), told(moderators="chair", here=HERE + " guest")],
         before=KNOCKED, after=["chair: role bob moderator", {"moderators": "chair bob"}, *OPENED]),
    Race("two policies", ["chair: policy lobby", "bob: policy closed"], [told(policy="closed"), told(policy="lobby")],
         after=["chair: policy open", {"policy": "open"}]),
    Race("close, and somebody comes", ["chair: policy closed", "guest: join"],
         [told("guest", CLOSED, policy="closed", here=HERE)], orders=ONCE,
         after=["chair: policy open", {"policy": "open"}]),
    Race("turn the link, and somebody comes", ["chair: change-link", "guest: join"],
         [told("guest", LINK_OVER, here=HERE)], orders=ONCE),
    Race("turn the link twice", ["chair: change-link", "bob: change-link"],
         [told(link=SAME)], orders=ONCE),
]

# Each in a conference of its own.
ENDS = [
    Race("end, and be no moderator any more", ["chair: role bob participant", "bob: end"],
         [told(BOB, MODERATORS_ONLY, moderators="chair"), told(CHAIR, ENDED, ANN, ENDED, BOB, ENDED, EVE, ENDED)]),
    Race("end against anything", ["chair: end", "ann: request voice", "bob: end", "eve: leave"],
         [told(CHAIR, ENDED, ANN, ENDED, BOB, ENDED, EVE, ENDED)], orders=((0, 1, 2, 3),), given="|"),
]


def run_apart(race, order, tries):
    with World() as world:
        races = Races(world)
        came = races.run_once(race, order, tries)
        if came == race.orders.index(order):
            races.tell(race, order)
        races.finish()
        return came


def test():
    with World() as world:
        races = Races(world)
        for table in (GROUPS, FLOORS, ROLES, DOORS):
            races.run(table)
        races.finish()
    for race in ENDS:
        for order in race.orders:
            wanted = race.orders.index(order)
            assert any(run_apart(race, order, tries) == wanted for tries in range(TRIES_MAX)), race.name


if __name__ == "__main__":
    main(test)
