#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A bot records a call of three into one file, while its relay is killed and comes back, and is killed itself.

Judged: everybody is told; each person has one voice and one camera; voices that beep at the same moment beep within
20 ms in the file; chat, people and the whiteboard are in the order in which another member had them; what a killed bot
leaves plays; a recording that a moderator forbids ends.

    recording_test.py PROGRAMS [SECONDS RELAY_KILLS]
"""

import json
import pathlib
import signal
import subprocess
import sys
import time

import numpy

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import support

RATE = 48_000
BEEP_PERIOD = 1.0
APART_MAX_S = 0.020
SECONDS = float(sys.argv[2]) if len(sys.argv) > 2 else 6
RELAY_KILLS = int(sys.argv[3]) if len(sys.argv) > 3 else 1
# Bots end by themselves if the test does not end them.
DURATION = ("--duration", str(SECONDS + 55))


def beeps(path):
    """A second of sound with a beep at its beginning."""
    import wave
    at = numpy.arange(RATE)
    sound = numpy.where(at < RATE // 10, 0.5 * numpy.sin(2 * numpy.pi * 1000 * at / RATE), 0)
    with wave.open(str(path), "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(RATE)
        out.writeframes((sound * 32767).astype("<i2").tobytes())
    return path


def contents(recording):
    """Tracks, and what happened, as plenum-cli has them."""
    listed = subprocess.run([support.programs() / "plenum-cli", "recording", recording], check=True,
                            capture_output=True, text=True, timeout=30).stdout
    lines = [json.loads(line) for line in listed.splitlines()]
    return [line for line in lines if "track" in line], [line for line in lines if "event" in line]


def voice(recording, track, folder):
    """Samples of one voice as GStreamer decodes and joins them, silence where there is none."""
    out = folder / f"voice-{track}.wav"
    subprocess.run(["gst-launch-1.0", "-q", "filesrc", f"location={recording}", "!", "matroskademux", "name=d",
                    f"d.audio_{track}", "!", "queue", "!", "opusdec", "!", "audioconvert", "!",
                    "audio/x-raw,rate=48000,channels=1,format=S16LE", "!", "wavenc", "!", "filesink",
                    f"location={out}"], check=True, timeout=60, capture_output=True)
    return support.samples(out)


def pictures(recording, track):
    """How many pictures of a track GStreamer decodes."""
    told = subprocess.run(["gst-launch-1.0", "-v", "filesrc", f"location={recording}", "!", "matroskademux", "name=d",
                           f"d.video_{track}", "!", "queue", "!", "vp8dec", "!", "fakesink", "silent=false"],
                          check=True, timeout=60, capture_output=True, text=True).stdout
    return told.count("chain   ")


def onsets(samples):
    """When beeps begin, in seconds. Those count that are whole: where the link was lost, the beginning may be, too."""
    beeps_heard = []
    for at in numpy.flatnonzero(numpy.abs(samples) > 0.1):
        if not beeps_heard or at - beeps_heard[-1][1] > RATE // 4:
            beeps_heard.append([at, at])
        beeps_heard[-1][1] = at
    return numpy.array([first / RATE for first, last in beeps_heard if last - first > 0.095 * RATE])


def write_privately(writer, member):
    """What no recording has."""
    flow = f"private/{member}"
    writer.send(f"flow create {flow} chat rate=5 bytes=200 with={member}")
    assert writer.wait(lambda line: line.get("event") == "flow_declared" and line["name"] == flow, 10), flow
    writer.send(f"publish {flow} psst")


def judge_forbidden(world, link, moderator, recorders):
    """A moderator forbids recordings: the one that begins ends, and says why."""
    forbidden = world.bot(link, "Dora", "--recording", world.folder / "forbidden.mkv", "--duration", "60")
    assert moderator.wait(lambda line: line.get("event") == "member_recording" and line["on"] and
                         line["member"] not in recorders, 10), "Dora's recording is not told"
    moderator.send("policy open no-recording")
    assert moderator.wait(lambda line: line.get("event") == "policy" and not line["recording"], 10)
    time.sleep(0.5)
    forbidden.send_signal(signal.SIGTERM)
    _, error = forbidden.communicate(timeout=20)
    assert forbidden.returncode == 1 and "does not allow recordings" in error, error


def judge_killed(killed):
    """What a program that was killed leaves behind."""
    tracks, _ = contents(killed)
    assert any(track["codec"] == "A_OPUS" and track["blocks"] > 100 for track in tracks), "killed: no sound"
    cameras = [place for place, track in enumerate(t for t in tracks if t["codec"] == "V_VP8")]
    assert cameras and pictures(killed, cameras[0]) >= 5, "killed: no pictures"


def judge_order(tracks, events):
    """One track of each kind for each person, and the chat as others have it."""
    names = [(track["codec"], track["name"]) for track in tracks]
    for name in ("Ann", "Bob"):
        assert names.count(("A_OPUS", name)) == 1, names
        assert names.count(("V_VP8", f"{name} (camera)")) == 1, names
    orders = [event["order"] for event in events]
    assert orders == sorted(orders)
    said = [event["text"] for event in events if event["event"] == "message_heard" and event["kind"] == "chat"]
    assert said == [f"line {number}" for number in range(4)] + ["after it"] * RELAY_KILLS, said


def judge_alignment(recording, tracks, folder):
    voices = [track for track in tracks if track["codec"] == "A_OPUS"]
    audio = {track["name"]: place for place, track in enumerate(voices)}
    heard = {name: voice(recording, place, folder) for name, place in audio.items()}
    firsts = {track["name"]: track["first_ms"] / 1000 for track in voices}
    begins = {name: onsets(samples) + firsts[name] for name, samples in heard.items()}
    # Both files are played from their own beginning, so their beeps differ by a constant.
    apart = []
    for at in begins["Ann"]:
        nearest = begins["Bob"][numpy.argmin(numpy.abs(begins["Bob"] - at))]
        apart.append((at - nearest + BEEP_PERIOD / 2) % BEEP_PERIOD - BEEP_PERIOD / 2)
    apart = numpy.array(apart)
    print(f"{len(apart)} beeps; apart by {numpy.median(apart) * 1000:.1f} ms, "
          f"spread {1000 * numpy.ptp(apart):.1f} ms")
    # At the beginning, and where the link was lost, one may be cut.
    assert len(apart) >= 0.95 * SECONDS - 1 - RELAY_KILLS, "too few whole beeps"
    support.judge(numpy.ptp(apart) <= APART_MAX_S, f"voices drift apart: {apart}")
    cameras = [track for track in tracks if track["codec"] == "V_VP8"]
    for place in range(len(cameras)):
        support.judge(pictures(recording, place) >= 10, "a camera does not play")


def test():
    with support.World() as world:
        address = f"127.0.0.1:{support.free_port()}"
        relay = world.relay(address)
        link = world.create(address)
        # Made the conference, so she moderates it.
        listener = world.shell(link, "Lea", words=("--identity", world.folder / "config" / "plenum" / "identity.key"))
        listener.wait_joined()
        sound = beeps(world.folder / "beep.wav")
        picture = ("--video", "coded", "--width", "160", "--height", "90", "--rate", "10")
        ann = world.bot(link, "Ann", "--audio", sound, *picture, *DURATION)
        recording = world.folder / "call.mkv"
        bob = world.bot(link, "Bob", "--audio", sound, *picture, "--recording", recording, *DURATION)
        killed = world.folder / "killed.mkv"
        cem = world.bot(link, "Cem", *picture, "--recording", killed, *DURATION)
        recorders = set()

        def both(line):
            if line.get("event") == "member_recording" and line["on"]:
                recorders.add(line["member"])
            return len(recorders) == 2

        assert listener.wait(both, 10), "nobody was told that Bob and Cem record"
        for number in range(4):
            listener.send(f"chat line {number}")
        for recorder in recorders:
            write_privately(listener, recorder)
        for _ in range(RELAY_KILLS):
            time.sleep(0.4 * SECONDS / RELAY_KILLS)
            relay.kill()
            relay.wait()
            time.sleep(0.5)
            relay = world.relay(address)
            assert listener.wait(lambda line: line.get("event") == "phase" and line.get("phase") == "joined", 10)
            listener.send("chat after it")
            time.sleep(0.6 * SECONDS / RELAY_KILLS)
        cem.send_signal(signal.SIGKILL)
        cem.wait()
        bob.send_signal(signal.SIGTERM)
        support.finish(bob, 20)
        ann.send_signal(signal.SIGTERM)
        support.finish(ann, 20)
        judge_forbidden(world, link, listener, recorders)
        judge_killed(killed)
        tracks, events = contents(recording)
        judge_order(tracks, events)
        judge_alignment(recording, tracks, world.folder)


support.main(test)
