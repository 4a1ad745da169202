# SPDX-License-Identifier: Apache-2.0
"""A relay with a standby that runs beside it and has a copy of the conference. The relay's machine is lost: the standby
takes over by itself, with everything that anybody was told. Then a relay that stood still: it comes back as no relay of
this conference, and everyone stays with the standby.

    standby_test.py PROGRAMS
"""

import json
import pathlib
import shutil
import signal
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from people import Speaker, all_see  # noqa: E402
from support import World, free_port, judge, main  # noqa: E402

# Three seconds of silence, a second look, and a dial.
BACK_SECONDS_MAX = 10
STEP_SECONDS_MAX = 2


class Relay:
    """plenumd with a folder of its own, the same key as the other, and its log."""

    def __init__(self, world, name, address, other, key=None):
        self.folder = world.folder / name
        self.folder.mkdir(mode=0o700)
        if key is not None:
            shutil.copy(key, self.folder)
        self.key = self.folder / "relay.key"
        config = world.folder / f"{name}.toml"
        config.write_text(f'standby = ["{other}"]\n', encoding="utf-8")
        self.log = world.folder / f"{name}.log"
        with open(self.log, "w", encoding="utf-8") as log:
            self.process = world.start([pathlib.Path(sys.argv[1]) / "plenumd", "--config", config, "--listen", address,
                                        "--data", self.folder, "--json"], stderr=log)
        assert self.process.stdout.readline(), self.log.read_text(encoding="utf-8")

    def events(self, name):
        lines = [json.loads(line) for line in self.log.read_text(encoding="utf-8").splitlines()]
        return [line for line in lines if line["event"] == name]

    def wait_event(self, name, seconds=STEP_SECONDS_MAX):
        until = time.monotonic() + seconds
        while not self.events(name):
            assert time.monotonic() < until, f"no {name} in {self.log.read_text(encoding='utf-8')}"
            time.sleep(0.02)


def heard(person, text, seconds):
    return person.shell.wait(lambda line: line.get("text") == text, seconds)


def meet(world, name):
    """Two relays, one conference with a floor, and four people in it."""
    home, other = (f"127.0.0.1:{free_port()}" for _ in range(2))
    primary = Relay(world, f"{name}-primary", home, other)
    standby = Relay(world, f"{name}-standby", other, home, primary.key)
    key = world.folder / f"{name}.key"
    link = world.create(home, words=("--identity", key))
    chair = Speaker(world, link, "Chair", ("--identity", key))
    people = [chair, *(Speaker(world, link, each) for each in ("Ann", "Bob", "Eve"))]
    primary.wait_event("standby_synced", 5)
    chair.say("declare-token 1 voice 1 style=queue")
    all_see(people, None, [], STEP_SECONDS_MAX, "declared")
    people[1].say("want voice")
    all_see(people, people[1], [], STEP_SECONDS_MAX, "granted")
    people[2].say("want voice")
    all_see(people, people[1], [people[2]], STEP_SECONDS_MAX, "queued")
    return primary, standby, people


def check_floor(people, epoch):
    _, ann, bob, _ = people
    all_see(people, ann, [bob], STEP_SECONDS_MAX, "floor and queue as they were")
    assert ann.floor()["holders"][0]["epoch"] == epoch, "another grant"
    ann.say("unwant voice")
    all_see(people, bob, [], 5, "given back, and granted to the next")
    for person in people:
        assert not person.told("ended") and not person.told("member_left"), f"{person.name} was told of an end"


def check_lost(world):
    primary, standby, people = meet(world, "lost")
    chair, ann, _, eve = people
    epoch = ann.floor()["holders"][0]["epoch"]
    eve.say("chat before")
    assert heard(ann, "before", 5), "chat does not flow"
    # Nothing is heard of a line before the standby has it, so this one is there or was never told.
    chair.say("chat at the last moment")
    primary.process.kill()
    lost = time.monotonic()
    shutil.rmtree(primary.folder)
    eve.say("chat after")
    assert heard(ann, "after", 40), "nobody is back"
    print(f"words flow again {time.monotonic() - lost:.1f} s after the relay was lost")
    judge(time.monotonic() - lost < BACK_SECONDS_MAX, "back too late")
    assert heard(ann, "at the last moment", 5), "a line is lost"
    standby.wait_event("conference_taken_over")
    check_floor(people, epoch)
    moved = [line["link"] for line in chair.told("link_changed")]
    late = Speaker(world, moved[-1], "Late")
    for text in ("before", "at the last moment", "after"):
        assert heard(late, text, 10), f"a newcomer does not read '{text}'"
    for person in [late, *people]:
        assert person.shell.texts().count("before") <= 1, "heard twice"


def check_stopped(world):
    """A relay that stands still cannot know that it was replaced."""
    primary, standby, people = meet(world, "stopped")
    _, ann, _, eve = people
    epoch = ann.floor()["holders"][0]["epoch"]
    primary.process.send_signal(signal.SIGSTOP)
    eve.say("chat to whom")
    assert heard(ann, "to whom", 40), "nobody is at the standby"
    standby.wait_event("conference_taken_over")
    primary.process.send_signal(signal.SIGCONT)
    primary.wait_event("conference_deposed", 10)
    eve.say("chat still here")
    assert heard(ann, "still here", 5), "the conference is torn"
    check_floor(people, epoch)


def test():
    with World() as world:
        check_lost(world)
        check_stopped(world)


main(test)
