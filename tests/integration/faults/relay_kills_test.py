# SPDX-License-Identifier: Apache-2.0
"""The relay is killed again and again, at moments drawn from a seed, while someone talks: no line that was acknowledged
as kept is lost, also for whoever comes later, and also once its sender is gone.

    relay_kills_test.py PROGRAMS [KILLS [SEED]]
"""

import random
import sys
import time

sys.path.insert(0, str(__import__("pathlib").Path(__file__).resolve().parents[1]))
from support import World, free_port, main  # noqa: E402

KILLS = int(sys.argv[2]) if len(sys.argv) > 2 else 8
SEED = int(sys.argv[3]) if len(sys.argv) > 3 else 1
# Of what histories hold of one sender (limits::history_messages_max).
LINES_KEPT = 1000


class Talker:
    """Says numbered lines and knows which are acknowledged as kept. Lines get their numbers in order."""

    def __init__(self, shell):
        self.shell = shell
        self.said = 0

    def say(self):
        self.said += 1
        self.shell.send(f"chat line {self.said}")

    def kept(self):
        self.shell.poll()
        return max((line["sequence"] for _, line in self.shell.lines
                    if line.get("event") == "accepted" and line["kept"]), default=0)

    def wait_kept(self, number, seconds):
        return self.shell.wait(lambda line: line.get("event") == "accepted" and line["kept"]
                               and line["sequence"] >= number, seconds)


def numbers(shell):
    return [int(text.split()[1]) for text in shell.texts() if text.startswith("line ")]


def check(shell, first, last, who):
    heard = numbers(shell)
    assert heard == sorted(set(heard)), f"{who} heard something twice or in disorder: {heard}"
    missing = sorted(set(range(first, last + 1)) - set(heard))
    assert not missing, f"{who} lacks lines that were acknowledged: {missing[:20]}"


def test():
    draws = random.Random(SEED)
    with World() as world:
        address = f"127.0.0.1:{free_port()}"
        relay = world.relay(address)
        link = world.create(address)
        alice, bob = (world.shell(link, name) for name in ("Alice", "Bob"))
        for person in (alice, bob):
            person.wait_joined()
        talker = Talker(alice)
        for kill in range(KILLS):
            for _ in range(draws.randint(1, 3)):
                talker.say()
                time.sleep(draws.uniform(0, 0.03))
            time.sleep(draws.uniform(0, 0.06))
            relay.kill()
            relay.wait()
            time.sleep(draws.uniform(0, 0.2))
            relay = world.relay(address)
            # Sometimes it dies again before anyone is back.
            if draws.random() < 0.7:
                assert talker.wait_kept(talker.said, 20), f"kill {kill}: line {talker.said} is never acknowledged"
        assert talker.wait_kept(talker.said, 20), "the last line is never acknowledged"
        kept = talker.kept()
        first = max(1, kept - LINES_KEPT + 1)
        alice.process.kill()
        relay.kill()
        relay.wait()
        relay = world.relay(address)
        carol = world.shell(link, "Carol")
        carol.wait_joined(30)
        carol.wait(lambda line: line.get("text") == f"line {kept}", 10)
        check(bob, 1, kept, "Bob")
        check(carol, first, kept, "Carol, who came when Alice was gone,")
        print(f"{KILLS + 1} kills, seed {SEED}: {kept} lines acknowledged, none lost")


main(test)
