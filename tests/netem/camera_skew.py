#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How far apart the shutters of one cluster open, while each camera's clock is wrong in its own way and its way to the
relay has jitter.

    camera_skew.py PROGRAMS [--cameras N] [--seconds S] [--settle S] [--offset MS] [--ppm N] [--delay MS] [--jitter MS]
                   [--seed N] [--shared-clock]

Cameras are processes of their own, in network namespaces of their own, with `clock_error` preloaded. Each tells by its
own clock when its shutter opened, and the true time follows from the error that it was given. Printed: median, 95th
percentile and greatest skew of ensembles from `--settle` on, and of those before.

With `--shared-clock`, all cameras are in one network, and read a clock that is served there.
"""

import argparse
import collections
import json
import os
import pathlib
import random
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve()
sys.path[:0] = [str(HERE.parents[1] / "integration"), str(HERE.parent)]
from netem import Network, unavailable  # noqa: E402
from support import World, programs  # noqa: E402


def percentile(values, share):
    return round(sorted(values)[int(share * (len(values) - 1))], 3) if values else None


def figures(skews):
    return {"ensembles": len(skews), "median_ms": percentile(skews, 0.5), "p95_ms": percentile(skews, 0.95),
            "max_ms": percentile(skews, 1)}


def true_time(told_us, error):
    offset_us, ppm, base_us = error
    return base_us + (told_us - base_us - offset_us) / (1 + ppm / 1e6)


def errors(options):
    """Of each camera: from one end of the range to the other, so that two are as far apart as asked."""
    base_us = time.monotonic_ns() // 1000
    for number in range(options.cameras):
        share = number / max(options.cameras - 1, 1) - 0.5
        yield round(share * options.offset * 1000), round(share * options.ppm), base_us


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs")
    parser.add_argument("--cameras", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=90)
    parser.add_argument("--settle", type=float, default=30)
    parser.add_argument("--offset", type=float, default=50, help="ms between the first clock and the last")
    parser.add_argument("--ppm", type=float, default=100)
    parser.add_argument("--delay", type=float, default=5)
    parser.add_argument("--jitter", type=float, default=20, help="ms: a packet takes from the delay to so much longer")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--shared-clock", action="store_true")
    options = parser.parse_args()
    if why := unavailable():
        sys.exit(why)
    half = options.jitter / 2
    given = list(errors(options))
    random.Random(options.seed).shuffle(given)
    nodes = ["c0"] if options.shared_clock else [f"c{number}" for number in range(options.cameras)]
    ways = [f"{node} delay {options.delay + half} {half}" for node in nodes]
    with World() as world, Network(["relay", *nodes], settings=ways, seed=options.seed,
                                   program=str(programs() / "netem")) as network:
        def at(node):
            return lambda *words, **named: network.run(node, *words, **named)

        address = network.address("relay") + ":7700"
        world.relay(address, run=at("relay"))
        link = world.create(address, run=at("relay"))
        clock = "relay"
        if options.shared_clock:
            served = network.run("c0", [str(programs() / "plenum-cli"), "clock", "--port", "0"],
                                 stdout=subprocess.PIPE, text=True)
            clock = f"net:127.0.0.1:{json.loads(served.stdout.readline())['port']}"
        cameras = []
        for number, error in enumerate(given):
            node = nodes[number % len(nodes)]
            environment = dict(os.environ, LD_PRELOAD=str(programs() / "libclock_error.so"),
                               PLENUM_CLOCK_ERROR=" ".join(map(str, error)))
            cameras.append(network.run(node, [str(programs() / "plenum-cli"), "camera", "--link", link, "--name",
                                              f"camera {number}", "--clock", clock, "--source", "bytes:1000",
                                              "--list-shutters", "--duration", str(options.seconds + 5)],
                                       env=environment, stdout=subprocess.PIPE, text=True))
        network.run("relay", [str(programs() / "plenum-cli"), "ensembles", "--link", link, "--pace", "periodic",
                              "--rate", "10", "--duration", str(options.seconds)], stdout=subprocess.DEVNULL)
        opened = collections.defaultdict(list)
        for camera, error in zip(cameras, given):
            out, _ = camera.communicate(timeout=options.seconds + 60)
            for line in out.splitlines():
                picture = json.loads(line)
                opened[picture["number"]].append(true_time(picture["at_us"], error))
    whole = sorted((min(times), (max(times) - min(times)) / 1000) for times in opened.values()
                   if len(times) == options.cameras)
    if not whole:
        sys.exit("no ensemble has a picture of each camera")
    settled_at = whole[0][0] + options.settle * 1e6
    print(json.dumps({"settled": figures([skew for at, skew in whole if at >= settled_at]),
                      "before": figures([skew for at, skew in whole if at < settled_at])}))


main()
