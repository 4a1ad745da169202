# SPDX-License-Identifier: Apache-2.0
"""A whiteboard between real processes over links that lose 5 %: bots and people draw, half of them are cut off for a
while, the relay dies and comes back, and somebody comes late who cannot read what was said before. In the end all
boards are equal byte for byte.

    board_test.py PROGRAMS [BOTS [SECONDS]]
"""

import json
import pathlib
import signal
import sys
import time

HERE = pathlib.Path(__file__).resolve()
sys.path[:0] = [str(HERE.parents[1]), str(HERE.parents[2] / "netem")]
from netem import Network, unavailable  # noqa: E402
from support import SKIPPED, Person, World, main, programs, resident_bytes  # noqa: E402

BOTS = int(sys.argv[2]) if len(sys.argv) > 2 else 3
SECONDS = float(sys.argv[3]) if len(sys.argv) > 3 else 4
# Each bot of many draws less often: one machine runs them all.
PACE_MS = 100 * max(1, BOTS // 5)
QUIET_SECONDS_MAX = 60

SCRIPT = """# What each bot draws, again and again.
pen 0 0 40 30 80 0 120 30
marker 0 50 80 50
move last 10 5
note 200 0 a note of a bot
undo
redo
arrow 0 100 100 150
delete last
ellipse 10 10 60 60
"""


class Drawer(Person):
    def board(self, words):
        """The answer to a line about the board."""
        self.shell.poll()
        before = len(self.shell.lines)
        self.say(f"board {words}")
        until = time.monotonic() + 10
        while time.monotonic() < until:
            self.shell.poll()
            for _, line in list(self.shell.lines)[before:]:
                if "answer" in line:
                    return line
            time.sleep(0.01)
        raise AssertionError(f"{self.name} does not answer board {words}")


def all_equal(people, step, objects_min=1):
    begun = time.monotonic()
    while True:
        states = [person.board("state") for person in people]
        equal = len({state["checksum"] for state in states}) == 1
        if equal and all(state["settled"] and state["complete"] for state in states):
            break
        assert time.monotonic() - begun < QUIET_SECONDS_MAX, f"{step}: {states}"
        time.sleep(0.1)
    assert states[0]["objects"] >= objects_min, states[0]
    print(f"{step}: {states[0]['objects']} objects, {states[0]['bytes']} bytes, "
          f"equal after {time.monotonic() - begun:.1f} s")
    return states[0]


def memory(bots):
    return max(resident_bytes(bot.pid) for bot in bots) // 2**20


def test():
    with World() as world, Network(["r", "a", "b"], settings=["a loss 5 delay 20 5", "b loss 5 delay 20 5"],
                                   program=str(programs() / "netem")) as network:
        def at(node):
            return lambda *words, **options: network.run(node, *words, **options)

        address = network.address("r") + ":7700"
        relay = world.relay(address, run=at("r"))
        key = world.folder / "chair.key"
        link = world.create(address, run=at("a"), words=("--identity", key))

        def drawer(name, node="a", words=()):
            return Drawer(world, link, name, shell=world.shell(link, name, run=at(node), words=words))

        chair = drawer("Chair", words=("--identity", key))
        chair.say("policy open no-history")
        ann = drawer("Ann", "b")
        script = world.folder / "board.txt"
        script.write_text(SCRIPT, encoding="utf-8")
        bots = [world.bot(link, f"Bot {number}", "--board", script, "--board-pace", str(PACE_MS), "--board-time",
                          str(SECONDS), run=at("ab"[number % 2])) for number in range(BOTS)]

        until = time.monotonic() + SECONDS
        drawn = ann.board("pen 0 0 100 100 200 0")
        assert drawn["answer"] == "ok", drawn
        assert ann.board(f"move {drawn['object']} 5 5")["answer"] == "ok"
        assert ann.board("text 0 200 words")["answer"] == "ok"
        assert "usage" in ann.board("line 1 2 3")["why"]
        assert "nothing to do" in chair.board("delete 9.9")["why"]
        assert ann.board("add-page Plans")["answer"] == "ok" and ann.board("note 0 0 plan")["answer"] == "ok"
        time.sleep(SECONDS / 4)
        early = memory(bots)
        network.set("b down")
        time.sleep(min(SECONDS / 4, 8))
        network.set("b up")
        time.sleep(SECONDS / 4)
        relay.kill()
        relay.wait()
        world.relay(address, run=at("r"))
        time.sleep(max(0, until - time.monotonic()))

        state = all_equal([chair, ann], "drawn", BOTS)
        assert state["pages"] == 2, state
        late = drawer("Late", "b")
        all_equal([chair, ann, late], "who comes late has a copy", BOTS)
        assert late.board("rectangle 0 0 50 50")["answer"] == "ok"
        state = all_equal([chair, ann, late], "and draws on it", BOTS + 1)
        kinds = {each["kind"] for each in late.board("list")["objects"]}
        assert {"pen", "marker", "note", "text", "ellipse", "rectangle"} <= kinds, kinds
        print(f"largest bot: {early} MiB at first, {memory(bots)} MiB in the end")
        lines = 0
        for bot in bots:
            bot.send_signal(signal.SIGINT)
            report = json.loads(bot.communicate(timeout=60)[0])
            lines += report["lines_drawn"]
            assert report["board"]["settled"] and report["board"]["complete"], report
            assert report["board"]["checksum"] == state["checksum"], (report, state)
        assert lines > BOTS
        print(f"{BOTS} bots drew {lines} lines and have the same board")


missing = unavailable()
if missing:
    print("skipped:", missing)
    sys.exit(SKIPPED)
main(test)
