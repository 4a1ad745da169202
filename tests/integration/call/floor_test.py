# SPDX-License-Identifier: Apache-2.0
"""A floor between real processes: asked for, held, handed on, lost with its holder, kept over the relay's death.

    floor_test.py PROGRAMS
"""

import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from people import Speaker, all_see, take_minutes, verified  # noqa: E402
from support import World, free_port, judge, main, programs  # noqa: E402

# What one step may take until everyone sees it; and what a crash may, the lease and a second.
STEP_SECONDS_MAX = 0.5
LEASE_SECONDS_MAX = 4.0


def wait_floor(person, wanted):
    """As this person was told last."""
    until = time.monotonic() + 5
    while not wanted(person.floor()) and time.monotonic() < until:
        time.sleep(0.005)
    return wanted(person.floor())


def told_before(people, holder):
    """All were told that the holder is silent, and when the floor returns; then it did."""
    for person in people:
        lines = list(person.shell.lines)
        told = [(at, line) for at, line in lines if line.get("event") == "holder_silent"]
        assert [line["member"] for _, line in told] == [holder.index], (person.name, told)
        returned = next(at for at, line in lines if at > told[0][0] and line.get("event") == "token")
        said, took = told[0][1]["returns_in_us"] / 1e6, returned - told[0][0]
        assert 0.5 < said <= 2.0, said
        # The others were listened to only after that.
        if person is not people[0]:
            continue
        print(f"{person.name} was told that the floor returns in {said:.2f} s; it took {took:.2f} s")
        judge(abs(took - said) < 0.5, f"told {said:.2f} s, took {took:.2f} s")


def test():
    with World() as world:
        address = f"127.0.0.1:{free_port()}"
        relay = world.relay(address)
        key = world.folder / "chair.key"
        made = world.start([programs() / "plenum-cli", "create", "--relay", address, "--name", "Test", "--identity",
                            key])
        link = made.communicate(timeout=20)[0].strip()
        chair = Speaker(world, link, "Chair", ("--identity", key))
        ann, bob, eve = (Speaker(world, link, name) for name in ("Ann", "Bob", "Eve"))
        people = [chair, ann, bob, eve]
        chair.say("declare-token 1 voice 1 style=queue")
        all_see(people, None, [], STEP_SECONDS_MAX, "declared")
        ann.say("want voice")
        all_see(people, ann, [], STEP_SECONDS_MAX, "asked for and granted")
        bob.say("want voice")
        all_see(people, ann, [bob], STEP_SECONDS_MAX, "asked for while another speaks")
        eve.say("request voice order")
        all_see(people, ann, [eve, bob], STEP_SECONDS_MAX, "a point of order goes first")
        eve.say("publish 1 listen")
        assert eve.shell.wait(lambda line: line.get("event") == "refused", 5), "may speak without the floor"
        ann.say("release voice")
        all_see(people, eve, [bob], STEP_SECONDS_MAX, "released, and granted to the next")
        eve.say(f"transfer voice {eve.index} {ann.index}")
        all_see(people, ann, [bob], STEP_SECONDS_MAX, "handed on")
        chair.say(f"revoke voice {ann.index}")
        all_see(people, bob, [], STEP_SECONDS_MAX, "revoked, and granted to the next")
        chair.say("configure-token voice style=queue holders=2 copies")
        assert bob.shell.wait(lambda line: line.get("event") == "token" and line["settings"]["may_copy"], 5)
        bob.say(f"copy voice {bob.index} {eve.index}")
        assert ann.shell.wait(lambda line: line.get("event") == "token" and len(line["holders"]) == 2, 5), "not shared"
        bob.say(f"delete-copy voice {eve.index}")
        all_see(people, bob, [], 1 + STEP_SECONDS_MAX, "taken back")

        late = Speaker(world, link, "Late")
        people.append(late)
        chair.say("configure-token voice style=queue")
        # Else Ann may be heard first, while two may hold it.
        assert wait_floor(ann, lambda floor: floor["settings"]["holders_max"] == 1), "the rules did not change"
        ann.say("want voice")
        all_see(people, bob, [ann], 1 + STEP_SECONDS_MAX, "who came late sees it in full")

        bob.shell.process.kill()
        people.remove(bob)
        all_see(people, ann, [], LEASE_SECONDS_MAX, "holder killed")
        told_before(people, bob)
        eve.say("want voice")
        all_see(people, ann, [eve], STEP_SECONDS_MAX, "asked for before the relay dies")
        epoch = ann.floor()["holders"][0]["epoch"]
        relay.kill()
        relay.wait()
        ann.say("unwant voice")
        relay = world.relay(address)
        all_see(people, eve, [], 10, "released while there was no relay")
        assert eve.floor()["holders"][0]["epoch"] > epoch
        chair.shell.process.kill()
        people.remove(chair)
        late.say("want voice")
        all_see(people, eve, [late], STEP_SECONDS_MAX, "moderator killed: the queue goes on")
        eve.say("unwant voice")
        all_see(people, late, [], STEP_SECONDS_MAX, "and on")
        check_minutes(world, eve, (ann, eve, late))
        late.shell.process.kill()
        people.remove(late)
        eve.say("want voice")
        relay.kill()
        relay.wait()
        relay = world.relay(address)
        all_see(people, eve, [], LEASE_SECONDS_MAX, "holder and relay killed, relay started again")


def check_minutes(world, taker, last):
    """Who had the floor when, from a file that nobody can alter."""
    file = world.folder / "floor minutes"
    minutes = take_minutes(taker, file)
    print(f"minutes of {minutes['entries']} entries, {len(minutes['floor'])} turns of the floor")
    turns = minutes["floor"]
    assert [turn["name"] for turn in turns[-3:]] == [person.name for person in last], turns[-3:]
    assert [turn["end"] for turn in turns[:-1]].count("lost") == 1 and "end" not in turns[-1], turns
    assert all(turn["by"] == 0 and turn["how"] == "granted" for turn in turns[-2:]), turns[-2:]
    epochs = [turn["epoch"] for turn in turns]
    assert epochs == sorted(set(epochs)), epochs
    altered = bytearray(file.read_bytes())
    altered[len(altered) // 2] ^= 1
    (world.folder / "altered").write_bytes(altered)
    found = verified(world.folder / "altered", 1)
    assert "altered" in found or "damaged" in found, found
    (world.folder / "cut").write_bytes(altered[:200])
    assert "damaged" in verified(world.folder / "cut", 1)
    (world.folder / "words").write_text("something else\n" * 40)
    found = verified(world.folder / "words", 1)
    assert "no file of minutes" in found, found


main(test)
