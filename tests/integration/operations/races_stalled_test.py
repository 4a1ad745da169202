# SPDX-License-Identifier: Apache-2.0
"""People who act at the same time while the relay stands still for seconds, and some whose program is killed meanwhile.

    races_stalled_test.py PROGRAMS
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from races import ANN, BOB, CHAIR, ELSEWHERE, NO_ROLE, TAKEN, Race, Races, told  # noqa: E402

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import World, main  # noqa: E402

ONCE = ((0, 1),)
HERE = "chair ann bob eve"

STALLED = [
    Race("grant to two, for 2.5 s", ["chair: grant voice ann", "bob: grant voice eve"],
         [told(BOB, TAKEN, voice="ann |"), told(CHAIR, TAKEN, voice="eve |")], given="|", orders=ONCE,
         stopped_seconds=2.5),
    Race("transfer to two, for 4 s", ["ann: transfer voice ann bob", "chair: transfer voice ann eve"],
         [told(CHAIR, ELSEWHERE, voice="bob |"), told(ANN, ELSEWHERE, voice="eve |")], given="ann |", orders=ONCE,
         stopped_seconds=4),
    Race("release, and be revoked, for 2.5 s", ["ann: release voice", "chair: revoke voice ann"],
         [told(CHAIR, ELSEWHERE, voice="eve |"), told(ANN, ELSEWHERE, voice="eve |")], given="ann | eve",
         rules="style=queue", orders=ONCE, stopped_seconds=2.5),
    Race("promote, and be no moderator any more, for 2.5 s", ["chair: role bob participant", "bob: role eve moderator"],
         [told(BOB, NO_ROLE, moderators="chair"), told(moderators="chair eve")], orders=ONCE,
         stopped_seconds=2.5, after=["chair: role bob moderator", {"moderators": "chair bob"}]),
]

GUEST_OUT = ["chair: remove guest", {"here": HERE}]

# Who died is lost after three seconds, and the floor goes on.
KILLED = [
    Race("ask, and die", ["guest: request voice", "eve: request voice"],
         [told(voice="eve |"), told(voice="eve |")], given="|", rules="style=queue", guests=("guest",),
         killed=("guest",), orders=ONCE, after=GUEST_OUT),
    Race("release, and die", ["guest: release voice", "eve: request voice"],
         [told(voice="eve |"), told(voice="eve |")], given="guest |", rules="style=queue", guests=("guest",),
         killed=("guest",), orders=ONCE, after=GUEST_OUT),
    Race("transfer to one who dies", ["ann: transfer voice ann guest", "eve: request voice"],
         [told(voice="eve |"), told(voice="eve |")], given="ann |", rules="style=queue", guests=("guest",),
         killed=("guest",), orders=ONCE, after=GUEST_OUT),
    Race("transfer, and die", ["guest: transfer voice guest ann", "chair: transfer voice guest eve"],
         [told(CHAIR, ELSEWHERE, voice="ann |"), told(voice="eve |")], given="guest |", guests=("guest",),
         killed=("guest",), orders=ONCE, after=GUEST_OUT),
    Race("be revoked, share, and die", ["chair: revoke voice guest", "guest: copy voice guest ann"],
         [told(voice="|"), told(voice="ann |")], given="guest |", guests=("guest",), killed=("guest",),
         rules="holders=2", orders=ONCE, after=GUEST_OUT),
    Race("open a group, and die", ["guest: group open Group{n} open", "eve: request voice"],
         [told(voice="ann | eve", Group_n="")] * 2, given="ann |", guests=("guest",), killed=("guest",), orders=ONCE,
         before=["chair: role guest moderator", {"moderators": "chair bob guest"}],
         after=["chair: group close Group{n}", {"Group_n": "closed"}, *GUEST_OUT]),
]


def test():
    with World() as world:
        races = Races(world)
        races.run(STALLED)
        races.run(KILLED)
        races.finish()


if __name__ == "__main__":
    main(test)
