# SPDX-License-Identifier: Apache-2.0
"""The relay comes back with an old backup of its conferences, and then without any: whoever is there gives it what it
lacks, nobody leaves, and newcomers read what was said, by someone who has left too.

    relay_disk_lost_test.py PROGRAMS
"""

import pathlib
import shutil
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import World, free_port, judge, main  # noqa: E402

BACK_SECONDS_MAX = 25


def heard(person, text, seconds):
    return person.wait(lambda line: line.get("text") == text, seconds)


def stays(people):
    for name, person in people.items():
        person.poll()
        gone = [line for _, line in person.lines
                if line.get("event") in ("ended", "finished") or line.get("reason") == "lost"]
        assert not gone, f"{name} is told that someone is gone: {gone}"


def test():
    with World() as world:
        address = f"127.0.0.1:{free_port()}"
        relay = world.relay(address)
        conferences = world.folder / "relay" / "conferences"
        link = world.create(address)
        people = {"Alice": world.shell(link, "Alice")}
        people["Alice"].wait_joined()

        def restart(change):
            nonlocal relay
            relay.kill()
            relay.wait()
            change()
            relay = world.relay(address)
            return time.monotonic()

        restart(lambda: shutil.copytree(conferences, world.folder / "backup"))
        people["Bob"] = world.shell(link, "Bob")
        people["Bob"].wait_joined(30)
        said = []
        for number, what in enumerate(("old backup", "no disk")):
            said.append(f"before the {what}")
            people["Alice"].send("chat " + said[-1])
            assert heard(people["Bob"], said[-1], 10), "chat does not flow"
            guest = world.shell(link, "Carl")
            guest.wait_joined(30)
            said.append(f"Carl, before the {what}")
            guest.send("chat " + said[-1])
            assert heard(people["Bob"], said[-1], 10), "chat does not flow"
            guest.send("leave")
            guest.wait(lambda line: line.get("event") == "ended", 10)

            def lose():
                shutil.rmtree(conferences)
                if number == 0:
                    shutil.copytree(world.folder / "backup", conferences)

            up = restart(lose)
            said.append(f"after the {what}")
            people["Alice"].send("chat " + said[-1])
            assert heard(people["Bob"], said[-1], 60), f"after the {what} nobody is back"
            back = time.monotonic() - up
            print(f"{what}: everyone back {back:.1f} s after the relay was up")
            judge(back < BACK_SECONDS_MAX, "back too late")
            stays(people)
            newcomer = world.shell(link, f"Guest {number}")
            newcomer.wait_joined(30)
            for text in said:
                assert heard(newcomer, text, 30), f"a newcomer does not read '{text}'"
            people[f"Guest {number}"] = newcomer
        stays(people)


main(test)
