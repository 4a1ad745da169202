# SPDX-License-Identifier: Apache-2.0
"""A member floods the whiteboard: correct shapes, huge coordinates, images of 1 GB, texts of 10 MB and fonts that there
are not, each as fast as its program can. Two bots draw meanwhile. Judged: their strokes reach each other as before,
their boards are equal and whole, relay and bots stay small, and both the flooder and the relay's operator are told.

    false_drawer_test.py PROGRAMS [SECONDS]
"""

import json
import pathlib
import signal
import subprocess
import sys
import time

import numpy

HERE = pathlib.Path(__file__).resolve()
sys.path[:0] = [str(HERE.parents[1]), str(HERE.parents[1] / "operations")]
from relay_operator import Operator  # noqa: E402
from support import World, judge, main, programs, resident_bytes  # noqa: E402

# How long each kind is sent.
SECONDS = float(sys.argv[2]) if len(sys.argv) > 2 else 1.0
FORMS = ("coordinates", "images", "fonts", "text", "shapes")
# The first messages of a call take longer.
WARM_UP_S = 1.5
QUIET_S = 2.5
PACE_MS = 50
DRAWING_S = WARM_UP_S + QUIET_S + len(FORMS) * SECONDS + 1
# Until all that the flooder gave to its session is with the others.
SETTLE_MAX_S = 10
# Of the delay at the 95th percentile, beside that without the flood, which counts as this much at most where the
# machine is busy; and so much more, since a bot looks at its queue that often.
DELAY_FACTOR_MAX = 3
QUIET_MAX_MS = 20
DELAY_SLACK_MS = 40
GROWTH_MAX_MIB = 64
SCRIPT = "pen 0 0 40 30 80 0 120 30\nmarker 0 50 80 50\nmove last 10 5\n"


class Flooder:
    def __init__(self, world, link):
        self.process = world.start([programs() / "plenum-drawer-false", link, "Mallory"], stdin=subprocess.PIPE)

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def report(self):
        self.say("report")
        return json.loads(self.process.stdout.readline())

    def settle(self):
        until = time.monotonic() + SETTLE_MAX_S
        while (told := self.report())["accepted"] < told["numbered"]:
            assert time.monotonic() < until, told
            time.sleep(0.1)
        time.sleep(0.5)


class Bots:
    """Two honest members that draw, and what they hear of each other's strokes."""

    def __init__(self, world, link):
        self.world = world
        script = world.folder / "board.txt"
        script.write_text(SCRIPT, encoding="utf-8")
        self.names = ("Ann", "Bob")
        self.processes = [world.bot(link, name, "--board", script, "--board-pace", str(PACE_MS), "--board-time",
                                    str(DRAWING_S), "--record", world.folder / name) for name in self.names]

    def events(self, name):
        file = self.world.folder / name / "events.jsonl"
        if not file.exists():
            return []
        whole = file.read_text(encoding="utf-8").rsplit("\n", 1)[0]
        return [json.loads(line) for line in whole.splitlines()]

    def index(self, name):
        """Once the bot is in."""
        until = time.monotonic() + 15
        while time.monotonic() < until:
            for event in self.events(name):
                if event.get("event") == "member_joined" and event["self"]:
                    return event["member"]
            time.sleep(0.05)
        raise AssertionError(f"{name} is not in")

    def resident_mib(self):
        return max(resident_bytes(process.pid) for process in self.processes) / 2**20

    def end(self):
        """Their reports."""
        reports = []
        for process in self.processes:
            process.send_signal(signal.SIGINT)
        for process in self.processes:
            reports.append(json.loads(process.communicate(timeout=60)[0]))
        return reports


def delays(events, sender, begin, end):
    """Milliseconds beyond the shortest way of this run, of messages sent between two times of the conference."""
    heard = numpy.array([(event["sent_us"], event["t_ms"]) for event in events
                         if event.get("event") == "message" and event["flow"] == 4 and event["sender"] == sender])
    beyond = heard[:, 1] - heard[:, 0] / 1000
    beyond -= beyond.min()
    chosen = (heard[:, 0] >= begin) & (heard[:, 0] < end)
    return beyond[chosen]


def newest_sent(bots, sender):
    """By the conference's clock, in µs."""
    return max(event["sent_us"] for event in bots.events("Bob")
               if event.get("event") == "message" and event["sender"] == sender)


def flood(flooder, operator, bots):
    most = [0.0, 0.0]
    for form in FORMS:
        flooder.say(form)
        until = time.monotonic() + SECONDS
        while time.monotonic() < until:
            time.sleep(0.1)
            most = [max(most[0], resident_bytes(operator.process.pid) / 2**20), max(most[1], bots.resident_mib())]
        told = flooder.report()
        print(f"{form}: {told['sent'][form] / SECONDS:.0f} a second went out")
    flooder.say("nothing")
    return most, told


def test():
    with World() as world:
        operator = Operator(world)
        operator.start()
        link = world.create(operator.address)
        bots = Bots(world, link)
        ann = bots.index("Ann")
        bots.index("Bob")
        flooder = Flooder(world, link)
        time.sleep(WARM_UP_S)
        warm = newest_sent(bots, ann)
        time.sleep(QUIET_S)
        small = [resident_bytes(operator.process.pid) / 2**20, bots.resident_mib()]
        begun = newest_sent(bots, ann)
        most, told = flood(flooder, operator, bots)
        ended = newest_sent(bots, ann)
        flooder.settle()
        print("the flooder:", told)
        reports = bots.end()
        events = bots.events("Bob")
        quiet, busy = delays(events, ann, warm, begun), delays(events, ann, begun, ended)
        assert len(quiet) > 10 and len(busy) > 10, (len(quiet), len(busy))
        before, after = numpy.percentile(quiet, 95), numpy.percentile(busy, 95)
        print(f"strokes, at the 95th percentile beyond the shortest way: {before:.1f} ms, with the flood "
              f"{after:.1f} ms ({len(quiet)} and {len(busy)} messages)")
        print(f"MiB before and at most: relay {small[0]:.0f}, {most[0]:.0f}; "
              f"the larger bot {small[1]:.0f}, {most[1]:.0f}")
        boards = [report["board"] for report in reports]
        print(boards)
        lines = [line for line in operator.log() if line["event"] == "member_unheard"]
        counted = {name: value for name, value in operator.metrics().items() if "excess" in name}
        print(lines, counted)
        delay_max = DELAY_FACTOR_MAX * min(before, QUIET_MAX_MS) + DELAY_SLACK_MS
        judge(after <= delay_max, "the flood delays others' strokes")
        judge(most[0] - small[0] < GROWTH_MAX_MIB and most[1] - small[1] < GROWTH_MAX_MIB, "somebody grows")
        assert len({board["checksum"] for board in boards}) == 1, "the boards differ"
        assert all(board["complete"] and board["settled"] for board in boards), "a board is not whole"
        assert told["exceeded"] > 0, "the flooder is not told"
        assert sum(counted.values()) > 0 and any(line["reason"] == "excess" for line in lines), "nobody is told"


main(test)
