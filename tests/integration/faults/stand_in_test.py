# SPDX-License-Identifier: Apache-2.0
"""The relay's machine is lost for good, and another one stands in at another address: same key, nothing on its disk.
Whoever was there brings the conference to it; floor, queue and words are as they were, and newcomers come by the new
link.

    stand_in_test.py PROGRAMS
"""

import pathlib
import shutil
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from people import Speaker, all_see  # noqa: E402
from support import World, free_port, judge, main  # noqa: E402

# Silence is noticed, the relay is waited for, and then nothing is put into the log before all are there, or had time.
BACK_SECONDS_MAX = 12
STEP_SECONDS_MAX = 1


def configured(world, name, standby):
    path = world.folder / f"{name}.toml"
    path.write_text(f'standby = ["{standby}"]\n', encoding="utf-8")
    return ("--config", path)


def heard(person, text, seconds):
    return person.shell.wait(lambda line: line.get("text") == text, seconds)


def test():
    with World() as world:
        home, reserve = (f"127.0.0.1:{free_port()}" for _ in range(2))
        relay = world.relay(home, words=configured(world, "home", reserve))
        key = world.folder / "chair.key"
        link = world.create(home, words=("--identity", key))
        chair = Speaker(world, link, "Chair", ("--identity", key))
        ann, bob, eve = people = [Speaker(world, link, name) for name in ("Ann", "Bob", "Eve")]
        people.append(chair)
        chair.say("declare-token 1 voice 1 style=queue")
        all_see(people, None, [], STEP_SECONDS_MAX, "declared")
        ann.say("want voice")
        all_see(people, ann, [], STEP_SECONDS_MAX, "granted")
        bob.say("want voice")
        all_see(people, ann, [bob], STEP_SECONDS_MAX, "queued")
        epoch = ann.floor()["holders"][0]["epoch"]
        eve.say("chat before")
        assert heard(ann, "before", 5), "chat does not flow"

        (world.folder / "reserve").mkdir(mode=0o700)
        shutil.copy(world.folder / "relay" / "relay.key", world.folder / "reserve")
        relay.kill()
        relay.wait()
        lost = time.monotonic()
        # Its disk is gone with it.
        shutil.rmtree(world.folder / "relay")
        world.relay(reserve, "reserve", words=configured(world, "reserve", home))
        eve.say("chat after")
        assert heard(ann, "after", 40), "nobody is back"
        back = time.monotonic() - lost
        print(f"words flow again {back:.1f} s after the relay was lost")
        judge(back < BACK_SECONDS_MAX, "back too late")
        all_see(people, ann, [bob], STEP_SECONDS_MAX, "floor and queue as they were")
        assert ann.floor()["holders"][0]["epoch"] == epoch, "another grant"
        ann.say("unwant voice")
        all_see(people, bob, [], 5, "given back, and granted to the next")
        assert bob.floor()["holders"][0]["epoch"] > epoch
        for person in people:
            assert not person.told("ended") and not person.told("member_left"), f"{person.name} was told of an end"

        moved = [line["link"] for line in chair.told("link_changed")]
        assert len(moved) == 1 and moved[0].startswith(f"plenum://{reserve}/"), moved
        late = Speaker(world, moved[0], "Late")
        people.append(late)
        all_see(people, bob, [], 5, "who came by the new link sees it in full")
        for text in ("before", "after"):
            assert heard(late, text, 10), f"a newcomer does not read '{text}'"


main(test)
