#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""From mouth to ear through PulseAudio's null sinks without a network: the delay of each way to process sound."""

import os
import pathlib
import statistics
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "client"))
import sound
import support
from two_clients_test import measure_sound, utterances

# The other programs of a machine may spoil a measurement: the least of some counts.
TRIES = 4
DELAY_MAX_MS = {"speech": 60, "low_delay": 40}
LIKENESS_MIN = 0.8


def measure(world, server, spoken, kind):
    """Delay in ms and likeness at the median of one run's words."""
    program = subprocess.Popen([support.programs() / "plenum-media-delay", kind], stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, text=True,
                               env={**os.environ, **server.card("mouth", "ear")})
    try:
        time.sleep(4)  # a null sink's clock stands still for its first two seconds
        rows = measure_sound(server, spoken, "mouth", "ear")
    finally:
        told = program.communicate()[0].strip()
    delay, likeness = (statistics.median(row[index] for row in rows) for index in (0, 1))
    print(f"{kind}: {delay:.1f} ms ({min(row[0] for row in rows):.1f} to {max(row[0] for row in rows):.1f}), "
          f"likeness {likeness:.3f}; {told}")
    return delay, likeness


def test():
    with support.World() as world:
        server = sound.Server(world.folder, ("mouth", "ear"), world.start)
        spoken = utterances(world.folder)[::2]
        for kind, delay_max in DELAY_MAX_MS.items():
            for _ in range(TRIES):
                delay, likeness = measure(world, server, spoken, kind)
                if delay <= delay_max and likeness >= LIKENESS_MIN:
                    break
            else:
                support.judge(False, f"{kind}: more than {delay_max} ms, or unlike what was said, {TRIES} times")


if __name__ == "__main__":
    support.main(test)
