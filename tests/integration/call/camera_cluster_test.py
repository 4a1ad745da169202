#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Cameras in processes of their own capture together; one is killed, one is stopped for a while. No picture is put
together with those of another instant, the operator is told within a second, and the recording plays again."""

import json
import pathlib
import signal
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import support

NAMES = ("left", "centre", "right")


class Lines:
    """The JSON lines of a receiver as they come."""

    def __init__(self, process):
        self.process = process
        self.seen = []

    def until(self, wanted):
        """The first line that is wanted, from here on."""
        for line in self.process.stdout:
            self.seen.append(json.loads(line))
            if wanted(self.seen[-1]):
                return self.seen[-1]
        raise AssertionError(f"the receiver ended: {self.seen[-3:]}")


def is_state(name, state):
    return lambda line: line["event"] == "camera" and line.get("name") == name and line["state"] == state


def test():
    with support.World() as world:
        address = f"127.0.0.1:{support.free_port()}"
        world.relay(address)
        link = world.create(address)
        programs = support.programs()
        recording = world.folder / "studio.ensembles"
        receiver = world.start([programs / "plenum-cli", "ensembles", "--link", link, "--pace", "periodic", "--rate",
                                "10", "--check-numbers", "--record", recording])
        cameras = {name: world.start([programs / "plenum-cli", "camera", "--link", link, "--name", name, "--source",
                                      "numbers", "--codec", "raw", "--width", "160", "--height", "120", "--json"])
                   for name in NAMES}
        lines = Lines(receiver)
        lines.until(lambda line: line["event"] == "cluster" and len(line["cameras"]) == 3 and line["complete"] >= 20)

        cameras["right"].send_signal(signal.SIGSTOP)
        stopped_at = time.monotonic()
        told = lines.until(is_state("right", "silent"))
        support.judge(time.monotonic() - stopped_at <= 1.0, "told of a stopped camera within a second")
        assert told["because"], "the operator reads why"
        cameras["right"].send_signal(signal.SIGCONT)
        lines.until(is_state("right", "in_step"))

        before = lines.until(lambda line: line["event"] == "cluster")
        cameras["left"].kill()
        lines.until(lambda line: line["event"] == "cluster" and
                    line["complete"] + line["partial"] >= before["complete"] + before["partial"] + 15)
        receiver.send_signal(signal.SIGINT)
        summary = lines.until(lambda line: line["event"] == "summary")
        assert summary["mixed"] == 0, f"pictures of other instants: {summary}"
        assert receiver.wait(timeout=10) == 0
        cameras["centre"].send_signal(signal.SIGINT)
        taken = support.finish(cameras["centre"], 10)
        assert taken["failed"] == 0 and taken["taken"] >= 30, taken

        replay = world.start([programs / "plenum-cli", "ensembles", "--replay", recording, "--check-numbers"])
        out, err = replay.communicate(timeout=20)
        assert replay.returncode == 0, err
        played = [json.loads(line) for line in out.splitlines()]
        assert len(played) == summary["complete"] + summary["partial"], "each ensemble is in the recording"
        assert {frame["name"] for ensemble in played for frame in ensemble["frames"]} == set(NAMES)


support.main(test)
