# SPDX-License-Identifier: Apache-2.0
"""A whiteboard between real processes: bots and people draw, the relay dies and comes back, and somebody comes late who
cannot read what was said before. In the end all boards are equal byte for byte.

    board_test.py PROGRAMS [BOTS [SECONDS]]
"""

import json
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import Person, World, free_port, main, programs  # noqa: E402

QUIET_SECONDS_MAX = 30

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


def test():
    bots_count = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    seconds = float(sys.argv[3]) if len(sys.argv) > 3 else 4
    with World() as world:
        address = f"127.0.0.1:{free_port()}"
        relay = world.relay(address)
        key = world.folder / "chair.key"
        made = world.start([programs() / "plenum-cli", "create", "--relay", address, "--name", "Test", "--identity",
                            key])
        link = made.communicate(timeout=20)[0].strip()
        chair = Drawer(world, link, "Chair", ("--identity", key))
        chair.say("policy open no-history")
        ann = Drawer(world, link, "Ann")
        script = world.folder / "board.txt"
        script.write_text(SCRIPT, encoding="utf-8")
        bots = [world.start([programs() / "plenum-cli", "bot", "--link", link, "--name", f"Bot {number}", "--board",
                             script, "--board-pace", "100", "--board-time", str(seconds), "--duration",
                             str(seconds + 8), "--json"]) for number in range(bots_count)]

        drawn = ann.board("pen 0 0 100 100 200 0")
        assert drawn["answer"] == "ok", drawn
        assert ann.board(f"move {drawn['object']} 5 5")["answer"] == "ok"
        assert ann.board("text 0 200 words")["answer"] == "ok"
        assert "usage" in ann.board("line 1 2 3")["why"]
        assert "nothing to do" in chair.board("delete 9.9")["why"]
        assert ann.board("add-page Plans")["answer"] == "ok" and ann.board("note 0 0 plan")["answer"] == "ok"
        time.sleep(seconds / 2)
        relay.kill()
        relay.wait()
        world.relay(address)
        time.sleep(seconds / 2)

        state = all_equal([chair, ann], "drawn", bots_count)
        assert state["pages"] == 2, state
        late = Drawer(world, link, "Late")
        all_equal([chair, ann, late], "who comes late has a copy", bots_count)
        assert late.board("rectangle 0 0 50 50")["answer"] == "ok"
        state = all_equal([chair, ann, late], "and draws on it", bots_count + 1)
        kinds = {each["kind"] for each in late.board("list")["objects"]}
        assert {"pen", "marker", "note", "text", "ellipse", "rectangle"} <= kinds, kinds
        for bot in bots:
            report = json.loads(bot.communicate(timeout=60)[0])
            assert report["lines_drawn"] > 0 and report["board"]["settled"], report
            assert report["board"]["checksum"] == state["checksum"], (report, state)
        print(f"{bots_count} bots have the same board")


main(test)
