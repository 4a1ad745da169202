# SPDX-License-Identifier: Apache-2.0
"""Three relays in a line, as processes: the home, one that knows it, and one that knows only the second. People join at
each, chat, and answer a poll. The middle relay is killed and started again; then the home is killed and started again.

    edges_test.py PROGRAMS
"""

import pathlib
import shutil
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import Person, World, free_port, judge, main, programs  # noqa: E402

BACK_SECONDS_MAX = 10


def start(world, name, address, peers, key=None):
    folder = world.folder / name
    folder.mkdir(mode=0o700, exist_ok=True)
    if key is not None:
        shutil.copy(key, folder)
    config = world.folder / f"{name}.toml"
    config.write_text("".join(f'[[peer]]\naddress = "{peer}"\n' for peer in peers), encoding="utf-8")
    log = open(world.folder / f"{name}.log", "a", encoding="utf-8")
    process = world.start([programs() / "plenumd", "--config", config, "--listen", address, "--data", folder, "--json"],
                          stderr=log)
    assert process.stdout.readline(), (world.folder / f"{name}.log").read_text(encoding="utf-8")
    return process


def heard(people, text, seconds):
    begun = time.monotonic()
    for person in people:
        assert person.shell.wait(lambda line: line.get("text") == text, seconds), f"{person.name} does not read {text}"
    return time.monotonic() - begun


def counted(people, votes, state="open"):
    """Everybody hears this of the newest poll."""
    for person in people:
        assert person.shell.wait(lambda line: line.get("event") == "poll" and line["votes"] == votes
                                 and line["answered"] == sum(votes) and line["state"] == state, 15), \
            f"{person.name}: not {votes} {state}, last {person.told('poll')[-1:]}"


def test():
    with World() as world:
        home, middle, last = (f"127.0.0.1:{free_port()}" for _ in range(3))
        relays = {"home": start(world, "home", home, [middle])}
        key = world.folder / "home" / "relay.key"
        relays["middle"] = start(world, "middle", middle, [home], key)
        relays["last"] = start(world, "last", last, [middle], key)
        chair = ("--identity", world.folder / "ann.key")
        link = world.create(home, words=chair)
        people = [Person(world, link.replace(home, at), name, words)
                  for at, name, words in ((home, "Ann", chair), (middle, "Bob", ()), (last, "Cem", ()))]
        ann, bob, cem = people
        ann.say("chat from home")
        heard([bob, cem], "from home", 5)
        cem.say("chat from afar")
        heard([ann, bob], "from afar", 5)

        ann.shell.wait(lambda line: line.get("event") == "flow_declared", 5)
        time.sleep(1)  # until the clock is told, once a second
        ann.say("poll ask Shall we go on? | yes | no")
        counted(people, [0, 0])
        for person, answer in ((ann, 1), (bob, 2), (cem, 2)):
            person.say(f"poll answer {answer}")
        counted(people, [1, 2])
        bob.say("poll ask And now?")
        assert bob.shell.wait(lambda line: line.get("answer") == "error" and "moderators" in line["why"], 5)

        relays["middle"].kill()
        relays["middle"].wait()
        ann.say("chat while the middle is down")
        relays["middle"] = start(world, "middle", middle, [home])
        took = heard([bob, cem], "while the middle is down", 30)
        print(f"everyone reads {took:.1f} s after the middle relay is back")
        judge(took < BACK_SECONDS_MAX, "back too late")
        cem.say("poll answer 1")
        counted(people, [2, 1])
        ann.say("poll end")
        counted(people, [2, 1], "ended")

        relays["home"].kill()
        relays["home"].wait()
        bob.say("chat while the home is down")
        relays["home"] = start(world, "home", home, [middle])
        took = heard([ann, cem], "while the home is down", 40)
        print(f"everyone reads {took:.1f} s after the home is back")
        judge(took < 2 * BACK_SECONDS_MAX, "back too late")
        for person in people:
            assert person.shell.texts().count("from home") <= 1, "heard twice"
            assert not person.told("ended"), f"{person.name} was told of an end"


main(test)
