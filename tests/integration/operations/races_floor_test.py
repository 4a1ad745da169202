# SPDX-License-Identifier: Apache-2.0
"""Two or three people who say something of the same floor at the same time, in either order.

    races_floor_test.py PROGRAMS
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from races import (ANN, BOB, BY_THE_RULES, CHAIR, ELSEWHERE, EVE, NO_REQUEST, SO_ALREADY, TAKEN, Race,  # noqa: E402
                   Races, told)

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import World, main  # noqa: E402

THREE = ((0, 1, 2), (1, 2, 0), (2, 0, 1))

RACES = [
    Race("end a grant by release and by revocation", ["ann: release voice", "chair: revoke voice ann"],
         [told(CHAIR, ELSEWHERE, voice="|"), told(ANN, ELSEWHERE, voice="|")], given="ann |"),
    Race("the same, and the next one in the queue keeps it", ["ann: release voice", "chair: revoke voice ann"],
         [told(CHAIR, ELSEWHERE, voice="eve |"), told(ANN, ELSEWHERE, voice="eve |")], given="ann | eve",
         rules="style=queue"),
    Race("release, and be passed over", ["ann: release voice", "chair: transfer voice ann eve"],
         [told(CHAIR, ELSEWHERE, voice="|"), told(ANN, ELSEWHERE, voice="eve |")], given="ann |"),
    Race("transfer to two", ["ann: transfer voice ann bob", "chair: transfer voice ann eve"],
         [told(CHAIR, ELSEWHERE, voice="bob |"), told(ANN, ELSEWHERE, voice="eve |")], given="ann |"),
    Race("transfer what is revoked", ["chair: revoke voice ann", "ann: transfer voice ann eve"],
         [told(ANN, ELSEWHERE, voice="|"), told(CHAIR, ELSEWHERE, voice="eve |")], given="ann |"),
    Race("transfer to somebody who asks", ["ann: transfer voice ann eve", "eve: request voice"],
         [told(EVE, SO_ALREADY, voice="eve |"), told(voice="eve |")], given="ann |"),
    Race("revoke twice", ["chair: revoke voice ann", "bob: revoke voice ann"],
         [told(BOB, ELSEWHERE, voice="|"), told(CHAIR, ELSEWHERE, voice="|")], given="ann |"),
    Race("copy what is released", ["ann: release voice", "chair: copy voice ann eve"],
         [told(CHAIR, ELSEWHERE, voice="|"), told(voice="eve |")], given="ann |", rules="holders=2"),
    Race("copy with room for one", ["ann: copy voice ann bob", "chair: copy voice ann eve"],
         [told(CHAIR, TAKEN, voice="ann bob |"), told(ANN, TAKEN, voice="ann eve |")], given="ann |",
         rules="holders=2"),
    Race("take a copy back twice", ["ann: delete-copy voice eve", "chair: delete-copy voice eve"],
         [told(CHAIR, ELSEWHERE, voice="ann |"), told(ANN, ELSEWHERE, voice="ann |")], given="ann |",
         rules="holders=2", before=["ann: copy voice ann eve", {"voice": "ann eve |"}]),
    Race("give a copy back, and have it taken back", ["eve: release voice", "ann: delete-copy voice eve"],
         [told(ANN, ELSEWHERE, voice="ann |"), told(EVE, ELSEWHERE, voice="ann |")], given="ann |",
         rules="holders=2", before=["ann: copy voice ann eve", {"voice": "ann eve |"}]),
    Race("hand a copy on, and have it taken back", ["eve: transfer voice eve bob", "ann: delete-copy voice eve"],
         [told(ANN, ELSEWHERE, voice="ann bob |"), told(EVE, ELSEWHERE, voice="ann |")], given="ann |",
         rules="holders=2", before=["ann: copy voice ann eve", {"voice": "ann eve |"}]),
    Race("grant to two", ["chair: grant voice ann", "bob: grant voice eve"],
         [told(BOB, TAKEN, voice="ann |"), told(CHAIR, TAKEN, voice="eve |")], given="|"),
    Race("grant to the same", ["chair: grant voice eve", "bob: grant voice eve"],
         [told(BOB, SO_ALREADY, voice="eve |"), told(CHAIR, SO_ALREADY, voice="eve |")], given="|"),
    Race("grant what is cancelled", ["chair: grant voice eve", "eve: cancel voice eve"],
         [told(EVE, NO_REQUEST, voice="eve |"), told(voice="eve |")], given="| eve"),
    Race("grant to one who wants it no more", ["chair: grant voice eve", "eve: unwant voice"],
         [told(voice="|"), told(voice="eve |")], given="| eve", orders=((0, 1),)),
    Race("grant to one who comes to want it", ["chair: grant voice eve", "eve: want voice"],
         [told(voice="eve |"), told(voice="eve |")], given="|"),
    Race("grant and deny", ["chair: grant voice eve", "bob: deny voice eve"],
         [told(BOB, NO_REQUEST, voice="eve |"), told(voice="eve |")], given="| eve"),
    Race("deny what is cancelled", ["chair: deny voice eve", "eve: cancel voice eve"],
         [told(EVE, NO_REQUEST, voice="|"), told(CHAIR, NO_REQUEST, voice="|")], given="| eve"),
    Race("deny twice", ["chair: deny voice eve", "bob: deny voice eve"],
         [told(BOB, NO_REQUEST, voice="|"), told(CHAIR, NO_REQUEST, voice="|")], given="| eve"),
    Race("place a request that is cancelled", ["chair: place voice eve 0", "eve: cancel voice eve"],
         [told(voice="bob | ann"), told(CHAIR, NO_REQUEST, voice="bob | ann")], given="bob | ann eve"),
    Race("place two requests", ["chair: place voice eve 0", "bob: place voice ann 1"],
         [told(BOB, SO_ALREADY, voice="bob | eve ann"), told(CHAIR, SO_ALREADY, voice="bob | eve ann")],
         given="bob | ann eve"),
    Race("point of order and request", ["ann: request voice order", "eve: request voice"],
         [told(voice="bob | ann eve"), told(voice="bob | ann eve")], given="bob |"),
    Race("give to everyone, and to one", ["chair: distribute voice", "bob: grant voice ann"],
         [told(BOB, SO_ALREADY, voice="* |"), told(voice="* |")], given="|", rules="holders=0"),
    Race("take back from everyone twice", ["chair: recall voice", "bob: recall voice"],
         [told(BOB, SO_ALREADY, voice="|"), told(CHAIR, SO_ALREADY, voice="|")], given="|", rules="holders=0",
         before=["chair: distribute voice", {"voice": "* |"}]),
    Race("give to everyone, and allow one", ["chair: distribute voice", "bob: configure-token voice holders=1"],
         [told(voice="|"), told(CHAIR, TAKEN, voice="|")], given="|", rules="holders=0"),
    Race("lock, and ask", ["chair: configure-token voice locked", "eve: request voice"],
         [told(EVE, BY_THE_RULES, voice="ann |"), told(voice="ann | eve")], given="ann |"),
    Race("lock, and come to want it", ["chair: configure-token voice locked", "eve: want voice"],
         [told(EVE, BY_THE_RULES, voice="ann |"), told(voice="ann | eve")], given="ann |"),
    Race("lock twice", ["chair: configure-token voice locked", "bob: configure-token voice locked"],
         [told(BOB, SO_ALREADY, voice="ann |"), told(CHAIR, SO_ALREADY, voice="ann |")], given="ann |"),
    Race("forbid transfers, and transfer", ["chair: configure-token voice no-transfer", "ann: transfer voice ann eve"],
         [told(ANN, BY_THE_RULES, voice="ann |"), told(voice="eve |")], given="ann |"),
    Race("forbid copies, and copy", ["chair: configure-token voice no-copies", "ann: copy voice ann eve"],
         [told(ANN, BY_THE_RULES, voice="ann |"), told(voice="ann eve |")], given="ann |", rules="holders=2"),
    Race("allow one, and copy", ["chair: configure-token voice holders=1", "ann: copy voice ann eve"],
         [told(ANN, TAKEN, voice="ann |"), told(voice="ann |")], given="ann |", rules="holders=2"),
    Race("a short limit, and transfer", ["chair: configure-token voice warn=0 limit=1", "ann: transfer voice ann eve"],
         [told(voice="|"), told(voice="|")], given="ann |"),
    Race("queue, and ask", ["chair: configure-token voice style=queue", "eve: request voice"],
         [told(voice="eve |"), told(voice="eve |")], given="|"),
    Race("queue, and hand on past it", ["chair: configure-token voice style=queue", "ann: transfer voice ann bob"],
         [told(voice="bob | eve"), told(voice="bob | eve")], given="ann | eve"),
    Race("no style, and release to the next", ["chair: configure-token voice style=", "ann: release voice"],
         [told(voice="| eve"), told(voice="eve |")], given="ann | eve", rules="style=queue"),
    Race("panel, and release", ["chair: configure-token voice style=panel panel=ann holders=0", "ann: release voice"],
         [told(voice="|"), told(voice="ann |")], given="ann |", rules="style=queue"),
    Race("activity, and transfer", ["chair: configure-token voice style=activity", "ann: transfer voice ann bob"],
         [told(voice="eve |"), told(voice="eve |")], given="ann | eve", rules="style=queue"),
    Race("chalkboard's questions, and ask", ["chair: configure-token voice style=chalkboard with=phase=questions",
                                            "eve: request voice"],
         [told(voice="ann eve |"), told(voice="ann eve |")], given="ann |"),
    Race("brainstorm, and release", ["chair: configure-token voice style=brainstorm holders=0", "ann: release voice"],
         [told(ANN, ELSEWHERE, voice="* |"), told(voice="* |")], given="ann |"),
    Race("two styles", ["chair: configure-token voice style=queue", "bob: configure-token voice style= no-copies"],
         [told(voice="eve |", voice__style=""), told(voice="eve |", voice__style="queue")], given="| eve"),
    Race("two settings", ["chair: configure-token voice locked", "bob: configure-token voice no-copies"],
         [told(voice__locked=True, voice__may_copy=False)] * 2, given="ann |"),
    Race("release, transfer and revoke", ["ann: release voice", "chair: transfer voice ann eve",
                                          "bob: revoke voice ann"],
         [told(CHAIR, ELSEWHERE, BOB, ELSEWHERE, voice="|"), told(BOB, ELSEWHERE, ANN, ELSEWHERE, voice="eve |"),
          told(ANN, ELSEWHERE, CHAIR, ELSEWHERE, voice="|")], given="ann |", orders=THREE),
    Race("grant, cancel and deny", ["chair: grant voice eve", "eve: cancel voice eve", "bob: deny voice eve"],
         [told(EVE, NO_REQUEST, BOB, NO_REQUEST, voice="eve |"), told(BOB, NO_REQUEST, voice="eve |"),
          told(EVE, NO_REQUEST, voice="eve |")], given="| eve", orders=THREE),
]


def test():
    with World() as world:
        races = Races(world)
        races.run(RACES)
        races.finish()


if __name__ == "__main__":
    main(test)
