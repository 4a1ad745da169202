# SPDX-License-Identifier: Apache-2.0
"""A call over links that lose 5 % and delay by 50 ± 20 ms each way: speech, chat and pictures.

    lossy_link_test.py PROGRAMS [SECONDS [SEED]]
"""

import pathlib
import sys
import time

HERE = pathlib.Path(__file__).resolve()
sys.path[:0] = [str(HERE.parents[1]), str(HERE.parents[2] / "netem")]
import numpy  # noqa: E402
from netem import Network, unavailable  # noqa: E402
from support import SANITIZED, SKIPPED, World, film, finish, judge, main, programs, samples, speech  # noqa: E402

SECONDS = int(sys.argv[2]) if len(sys.argv) > 2 else 20
SEED = int(sys.argv[3]) if len(sys.argv) > 3 else 1
LINES = 150
OUT_SECONDS = 0.6
ATTEMPTS = 3  # machines are noisy; every measurement is printed
FRAME = 960  # 20 ms


def energies(sound):
    frames = sound[: len(sound) // FRAME * FRAME].reshape(-1, FRAME)
    return numpy.sqrt((frames**2).mean(axis=1))


def speech_kept(original, received):
    """Share of the original's voiced 20 ms frames that sound in what was received, after alignment of envelopes."""
    spoken, heard = energies(original), energies(received)
    repeated = numpy.tile(spoken, len(heard) // len(spoken) + 2)
    scores = [numpy.dot(repeated[shift : shift + len(heard)], heard) for shift in range(len(spoken))]
    aligned = repeated[int(numpy.argmax(scores)) :][: len(heard)]
    # Playout moves a little during a call, so each frame may lie one frame off; the first second settles.
    voiced = aligned > 0.02
    voiced[:50] = False
    near = numpy.maximum.reduce([numpy.roll(heard, shift) for shift in range(-2, 3)])
    kept = near[voiced] > aligned[voiced] * 0.15
    return kept.mean(), int(voiced.sum())


def chat(network, world, link):
    people = {name: world.shell(link, name, run=lambda *a, node=node, **k: network.run(node, *a, **k))
              for name, node in (("Alice", "a"), ("Bob", "b"))}
    for person in people.values():
        person.wait_joined(30)
    for number in range(LINES):
        for name, person in people.items():
            person.send(f"chat {name} {number}")
        time.sleep(0.02)
    for name, person in people.items():
        other = "Bob" if name == "Alice" else "Alice"
        expected = [f"{other} {number}" for number in range(LINES)]
        person.wait(lambda line: line.get("text") == expected[-1], 30)
        got = [text for text in person.texts() if text.startswith(other)]
        assert got == expected, f"{name} has {len(got)} of {LINES} lines, in order: {got == expected[: len(got)]}"
        person.send("leave")
    print(f"chat: {LINES} lines each way, complete and in order")


def test():
    with World() as world, Network(["r", "a", "b"], settings=["a loss 5 delay 50 20", "b loss 5 delay 50 20"],
                                   seed=SEED, program=str(programs() / "netem")) as network:
        address = network.address("r") + ":7700"
        world.relay(address, run=lambda *a, **k: network.run("r", *a, **k))
        chat(network, world, new_conference(network, world, address))
        text = "The quick brown fox jumps over the lazy dog while seven wise owls watch from the old oak tree."
        sounds = {name: speech(world.folder, f"{name} speaking. {text}", name) for name in ("first", "second")}
        picture = film(world.folder)
        for attempt in range(1, ATTEMPTS + 1):
            # A conference of its own each time: whoever has just left another is still there for a moment.
            good = call(network, world, new_conference(network, world, address), sounds, picture)
            if good or SANITIZED:
                return
            print(f"measurement {attempt} of {ATTEMPTS}: pictures took longer than a second, or speech has gaps")
        raise AssertionError("pictures did not recover within a second, or speech has gaps")


def new_conference(network, world, address):
    return world.create(address, run=lambda *a, **k: network.run("r", *a, **k))


def call(network, world, link, sounds, picture):
    """One call with a cable out for 0.6 s; whether speech had no gap before, and pictures were back within a second."""
    bots = {}
    for name, node in (("first", "a"), ("second", "b")):
        bots[name] = world.bot(link, name, "--audio", sounds[name], "--video", picture or "pattern", "--width", "320",
                               "--height", "240", "--record", world.folder / name, "--duration", str(SECONDS),
                               run=lambda *a, node=node, **k: network.run(node, *a, **k))
    time.sleep(SECONDS * 0.6)
    # How much of the speech was recorded when the cable went out: a machine under load joins late.
    before = {name: recorded(world, name).stat().st_size // 2 for name in bots}
    network.set("b down")
    time.sleep(OUT_SECONDS)
    network.set("b up")
    reports = {name: finish(bot, SECONDS + 40) for name, bot in bots.items()}
    good = True
    for name, report in reports.items():
        other = "second" if name == "first" else "first"
        sender = next(s for s in report["senders"] if s["name"] == other)
        print(f"{name} of {other}: {sender['frames']} frames, longest gap {sender['frame_gap_ms']} ms")
        judge(sender["frames"] > SECONDS * 4, "hardly any picture")
        kept = check_speech(world, name, other, sounds, before[name])
        good = good and sender["frame_gap_ms"] < OUT_SECONDS * 1000 + 1000 and kept >= 0.98
    return good


def recorded(world, name):
    return world.folder / name / f"audio-{'second' if name == 'first' else 'first'}.wav"


def check_speech(world, name, other, sounds, before):
    original = resampled(world.folder, sounds[other])
    received = samples(recorded(world, name))[:before]
    kept, voiced = speech_kept(original, received)
    print(f"{name} of {other}: {kept * 100:.1f} % of {voiced} voiced frames sound")
    assert voiced > 100, "no speech to judge by"
    return kept


def resampled(folder, path):
    import subprocess

    out = pathlib.Path(folder) / (path.stem + "-48k.wav")
    subprocess.run(["sox", str(path), "-r", "48000", "-c", "1", "-b", "16", str(out)], check=True, capture_output=True)
    return samples(out)


if reason := unavailable():
    print("skipped:", reason)
    sys.exit(SKIPPED)
main(test)
