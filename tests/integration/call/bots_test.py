# SPDX-License-Identifier: Apache-2.0
"""Bots in one conference: every bot records every other, and the relay's memory stays flat.

    bots_test.py PROGRAMS [BOTS [SECONDS]]
"""

import sys
import time

sys.path.insert(0, str(__import__("pathlib").Path(__file__).resolve().parents[1]))
from support import World, film, finish, free_port, judge, main, resident_bytes, samples, speech  # noqa: E402

BOTS = int(sys.argv[2]) if len(sys.argv) > 2 else 3
SECONDS = int(sys.argv[3]) if len(sys.argv) > 3 else 15
# The relay keeps the last 30 s of live messages for pulls, at most 8 MiB of a conference (core/base/limits.h).
HISTORY_SECONDS = 30
HISTORY_BYTES = 8 * 1024 * 1024
LONG = SECONDS > 2 * HISTORY_SECONDS
SETTLED_SECONDS = HISTORY_SECONDS + 10 if LONG else 10
GROWTH_MAX = 1024 * 1024 + (0 if LONG else HISTORY_BYTES)


def test():
    with World() as world:
        address = f"127.0.0.1:{free_port()}"
        relay = world.relay(address)
        link = world.create(address)
        words = "one two three four five six seven eight nine ten"
        picture = film(world.folder)
        began = time.monotonic()
        bots = {}
        for number in range(BOTS):
            name = f"bot{number}"
            said = speech(world.folder, f"This is bot {number}. {words}.", name)
            bots[name] = world.bot(link, name, "--audio", said, "--video", picture or "pattern", "--width", "320",
                                   "--height", "240", "--rate", "15", "--chat", f"hello from {name}", "--record",
                                   world.folder / name, "--duration", str(SECONDS))
        sizes = []
        while time.monotonic() - began < SECONDS - 1:
            sizes.append((time.monotonic() - began, resident_bytes(relay.pid)))
            time.sleep(0.5)
        reports = {name: finish(bot, SECONDS + 30) for name, bot in bots.items()}
        check_recordings(world, reports)
        check_memory(sizes)


def check_recordings(world, reports):
    for name, report in reports.items():
        others = {sender["name"]: sender for sender in report["senders"]}
        for other in reports:
            if other == name:
                continue
            assert other in others, f"{name} recorded nothing of {other}"
            heard = others[other]
            print(f"{name} of {other}: {heard['audible_s']:.1f} s audible, {heard['frames']} frames")
            judge(heard["audible_s"] > SECONDS * 0.3, f"{name} hardly heard {other}")
            judge(heard["frames"] > SECONDS * 3, f"{name} hardly saw {other}")
            sound = samples(world.folder / name / f"audio-{other}.wav")
            assert abs(sound).max() > 0.05, "the recording is silent"
            film_file = world.folder / name / f"video-{other}.mkv"
            judge(film_file.stat().st_size > 10_000, "the film is empty")
        events = (world.folder / name / "events.jsonl").read_text(encoding="utf-8")
        heard_from = [other for other in reports if other != name and f"hello from {other}" in events]
        # Who came earlier than another bot cannot have what that bot said before.
        print(f"{name}: greetings of {heard_from}")


def check_memory(sizes):
    settled = [size for at, size in sizes if at >= SETTLED_SECONDS]
    if len(settled) < 4:
        print("too short a run to judge memory")
        return
    quarter = len(settled) // 4
    growth = min(settled[-quarter:]) - min(settled[:quarter])
    print(f"relay memory: {settled[0] / 1e6:.1f} MB after {SETTLED_SECONDS} s, then {growth / 1e3:+.0f} kB")
    judge(growth < GROWTH_MAX, "the relay's memory grows")


main(test)
