# SPDX-License-Identifier: Apache-2.0
"""The relay is killed without warning and started again: everyone is back by themselves, and no chat is lost.

    relay_killed_test.py PROGRAMS [KILLS]
"""

import signal
import sys
import time

sys.path.insert(0, str(__import__("pathlib").Path(__file__).resolve().parents[1]))
from support import World, free_port, judge, main  # noqa: E402

KILLS = int(sys.argv[2]) if len(sys.argv) > 2 else 2
BACK_SECONDS_MAX = 3


def test():
    with World() as world:
        address = f"127.0.0.1:{free_port()}"
        relay = world.relay(address)
        link = world.create(address)
        people = [world.shell(link, name) for name in ("Alice", "Bob", "Carol")]
        for person in people:
            person.wait_joined()
        said = []
        for kill in range(KILLS):
            said.append(f"before {kill}")
            people[0].send("chat " + said[-1])
            for person in people[1:]:
                assert person.wait(lambda line: line.get("text") == said[-1], 5), "chat does not flow"
            relay.kill()
            relay.wait()
            said.append(f"during {kill}")
            people[0].send("chat " + said[-1])
            time.sleep(0.5 + kill)
            relay = world.relay(address)
            up = time.monotonic()
            for person in people[1:]:
                assert person.wait(lambda line: line.get("text") == said[-1], 10), "not back at all"
            back = time.monotonic() - up
            print(f"kill {kill}: everyone back {back:.2f} s after the relay was up")
            judge(back < BACK_SECONDS_MAX, "back too late")
        for person in people[1:]:
            assert person.texts() == said, f"chat is not complete and in order: {person.texts()}"
            left = [line for _, line in person.lines if line.get("event") == "member_left"]
            assert not left, "someone was taken for lost"
        relay.send_signal(signal.SIGINT)
        relay.wait(timeout=5)
        for person in people:
            told = person.wait(lambda line: line.get("event") == "finished", 5)
            assert told, "not told that the relay closed"
        print("all told at its end:", told["sentence"])


main(test)
