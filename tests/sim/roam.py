#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs plenum-sim on drawn scenarios: sizes, links, clocks, flows and faults that nobody thought of.

usage: roam.py PLENUM_SIM FIRST..LAST [--keep FOLDER]

Number N is always the same scenario, run with seed N. Prints each that breaks, with the scenario, and exits 1 then.
"""

import argparse
import math
import pathlib
import random
import subprocess
import sys
import tempfile

RUN_SECONDS_MAX = 300
LASTING = ["isolate", "mute", "deaf", "clog", "swizzle", "pause", "suspend", "block_send", "drop_send"]
# Bytes of reliable flows for each receiver, where delays leap by 400 ms or, every second, by up to one, most packets
# keep their order and some are lost: there links go at some tens of kB/s, a few times what TCP's equation allows
# (core/link/rate/README.md), and what takes them longer than all has time to become well is no fault of theirs.
RESTLESS_BYTES_MAX = 2_500_000
KINDS = ["crash", "crash", "restart", "restart", "partition", "heal", "jump"] + LASTING


def draw_weather(draw):
    """Bursts, spikes and damage of links, each in a fifth of the worlds; and whether no second is without a spike."""
    text = ""
    restless = False
    if draw.random() < 0.2:
        text += f"corrupt = {draw.choice([0.001, 0.01])}\ntruncate = {draw.choice([0, 0.005])}\n"
    if draw.random() < 0.2:
        enter, leave = draw.choice([0.001, 0.01]), draw.choice([0.02, 0.1, 0.5])
        # Half a second without a word, a sixth of the time, is as bad as it gets.
        text += f"burst = {{ enter = {enter}, leave = {max(leave, 5 * enter)} }}\n"
    if draw.random() < 0.2:
        high = draw.choice([100, 1000])
        interval = draw.choice([1, 10])
        restless = interval == 1 and high == 1000
        text += f"spikes = {{ every_s = {interval}, lasts_ms = [10, {high}], delay_ms = [10, {high}] }}\n"
    return text, restless


def draw_world(draw):
    """Nodes, links and clocks."""
    relays = draw.choice([1, 1, 1, 2])
    endpoints = draw.choice([2, 3, 3, 4, 5, 6, 8, 12, 20]) if draw.random() < 0.95 else draw.choice([30, 50])
    duration = draw.choice([10, 20, 30]) if endpoints <= 12 else 10
    low = draw.choice([1, 5, 20, 50, 100])
    leap = draw.choice([0, 5, 40, 100, 400])
    loss = draw.choice([0, 0.01, 0.05, 0.1, 0.2, 0.3])
    reorder = draw.choice([0, 0.01, 0.1, 0.5])
    duplicate = draw.choice([0, 0.01, 0.1, 0.5])
    bandwidth = draw.choice([0, 0, 0, 1000, 3000, 20000]) if endpoints <= 6 else 0
    weather, restless = draw_weather(draw)
    text = f"""duration_s = {duration}
[nodes]
relays = {relays}
endpoints = {endpoints}
[link]
delay_ms = [{low}, {low + leap}]
loss = {loss}
reorder = {reorder}
duplicate = {duplicate}
bandwidth_kbps = {bandwidth}
{weather}[clock]
skew_ms = {draw.choice([0, 50, 200, 5000])}
drift_ppm = {draw.choice([0, 50, 200])}
"""
    restless = (restless or leap == 400) and loss > 0 and reorder <= 0.1
    return text, relays, endpoints, duration, RESTLESS_BYTES_MAX if restless else math.inf


def draw_flow(draw, name, loss_delays, rates, sizes, senders, rate_bytes_max=math.inf):
    """`rate_bytes_max`: bytes a second of all senders together."""
    loss_delay, rate, size = draw.choice(loss_delays), draw.choice(rates), draw.choice(sizes)
    if size * rate * senders > rate_bytes_max:
        size = int(rate_bytes_max / (rate * senders))
    return f"""[[flow]]
name = "{name}"
loss_delay_ms = {loss_delay}
rate_hz = {rate}
bytes = {size}
senders = {senders}
"""


def draw_flows(draw, endpoints, rate_bytes_max):
    text = draw_flow(draw, "voice", [200, 500], [10, 50], [1, 100, 1200], draw.randint(0, min(endpoints, 4)))
    if draw.random() < 0.4:
        text += draw_flow(draw, "camera", [800], [10], [1000, 5000, 20000], 1)
    rates = [0.2, 1, 5, 20] if endpoints <= 12 else [0.3]
    return text + draw_flow(draw, "chat", [0], rates, [1, 60, 1000, 16000], endpoints, rate_bytes_max)


def draw_floor(number):
    """Tokens of voice and chat, and what people say of them, in a third of the worlds: (table, token of each flow). Its
    draws are its own, so that all else of a world stays as it was."""
    draw = random.Random(f"floor {number}")
    if draw.random() > 1 / 3:
        return "", {}
    low, high = draw.choice([(0.3, 2), (0.5, 8), (3, 8)])
    table = f"""[floor]
drawn = true
moderators = {draw.choice([1, 2, 2, 3])}
on = {draw.choice([0.3, 0.7, 1])}
acts_s = [{low}, {high}]
edits_s = {draw.choice([[1, 3], [2, 15]])}
groups = {draw.choice([0, 2, 4])}
"""
    return table, {name: draw.choice(["", name, "floor"]) for name in ("voice", "camera", "chat")}


def demand(flows, tokens):
    """The flows, with the tokens that they demand."""
    for name, token in tokens.items():
        if token:
            flows = flows.replace(f'name = "{name}"\n', f'name = "{name}"\ntoken = "{token}"\n')
    return flows


def fault(at, kind, nodes=None):
    named = "" if nodes is None else f"nodes = {nodes}\n"
    return f'[[fault]]\nat_s = {at}\nkind = "{kind}"\n{named}'


def draw_faults(draw, nodes, duration):
    text = ""
    for _ in range(draw.choice([0, 1, 2, 4, 8])):
        at = round(draw.uniform(0, duration), 2)
        later = round(draw.uniform(at, duration), 2)
        kind = draw.choice(KINDS)
        if kind == "heal":
            text += fault(at, kind)
            continue
        if kind == "jump":
            text += fault(at, kind, draw.sample(range(nodes), 1)) + f"ms = {draw.choice([50, 5000, 3600000])}\n"
            continue
        struck = sorted(draw.sample(range(nodes), draw.randint(1, min(3, nodes))))
        text += fault(at, kind, struck)
        if kind in LASTING:
            text += f"lasts_s = {round(max(later - at, 0.1), 2)}\n"
        if kind == "crash" and draw.random() < 0.7:
            text += fault(later, "restart", struck)
        if kind == "partition" and draw.random() < 0.7:
            text += fault(later, "heal")
    return text


def draw_scenario(number):
    draw = random.Random(number)
    world, relays, endpoints, duration, reliable_bytes_max = draw_world(draw)
    flows = draw_flows(draw, endpoints, reliable_bytes_max / duration)
    floor, tokens = draw_floor(number)
    return world + floor + demand(flows, tokens) + draw_faults(draw, relays + endpoints, duration)


def run(program, number, folder):
    """What broke, or nothing."""
    path = folder / f"{number}.toml"
    path.write_text(draw_scenario(number))
    try:
        done = subprocess.run([program, path, "--seed", str(number)], capture_output=True, text=True, check=False,
                              timeout=RUN_SECONDS_MAX)
    except subprocess.TimeoutExpired:
        return f"{path}: seed {number}: no end within {RUN_SECONDS_MAX} s"
    return "" if done.returncode == 0 else done.stderr.strip()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("numbers", help="FIRST..LAST")
    parser.add_argument("--keep", type=pathlib.Path, help="where scenarios are left behind")
    arguments = parser.parse_args()
    first, _, last = arguments.numbers.partition("..")
    broken = 0
    with tempfile.TemporaryDirectory() as scratch:
        folder = arguments.keep or pathlib.Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        for number in range(int(first), int(last) + 1):
            if what := run(arguments.program, number, folder):
                broken += 1
                print(what, draw_scenario(number), sep="\n", flush=True)
    print(f"{broken} of {int(last) - int(first) + 1} drawn scenarios broke")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
