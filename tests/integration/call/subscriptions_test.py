#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""One camera of 720p at 30 Hz, watched at lower rates with the proxy in each place: every picture that comes decodes as
it does for whoever gets all of them, the pictures are spaced evenly, and the bytes follow the rate.

    subscriptions_test.py PROGRAMS [SECONDS]
"""

import pathlib
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import support

RATE = 30
SECONDS = int(sys.argv[2]) if len(sys.argv) > 2 else 7
# Until then proxies measure how often each layer comes, and the encoder's rate rises.
FIRST_SECONDS = 3
# Of the rate that was asked for, on a machine with other programs.
RATE_SHARE_MIN = 0.8
RATES = (30, 15, 8, 1, 0)


def pictures(film):
    """When each picture that decodes was taken, in seconds, and its checksum."""
    if not film.exists():
        return []
    listed = subprocess.run(["gst-launch-1.0", "-q", "filesrc", f"location={film}", "!", "matroskademux", "!", "vp8dec",
                             "!", "checksumsink", "hash=md5", "sync=false"], check=True, capture_output=True, text=True,
                            timeout=120)
    rows = [line.split() for line in listed.stdout.splitlines() if line.strip()]
    return [(float(taken.rpartition(":")[2]), checksum) for taken, checksum in rows]


class Watcher:
    def __init__(self, world, link, rate, place):
        self.rate, self.place = rate, place
        self.name = f"{place}-{rate}"
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix=self.name, dir=world.folder))
        wanted = "none" if rate == 0 else rate
        self.bot = world.bot(link, self.name, "--record", self.folder, "--subscribe", f"camera all {wanted} {place}")

    def finish(self):
        self.bot.send_signal(signal.SIGINT)
        report = support.finish(self.bot, 30)
        self.frames = sum(sender["frames"] for sender in report["senders"])
        film = self.folder / "video-Sender.mkv"
        self.pictures = pictures(film)
        self.bytes = film.stat().st_size if film.exists() else 0
        later = [taken for taken, _ in self.pictures if taken > FIRST_SECONDS]
        # In pictures of the camera.
        self.steps = [(after - before) * RATE for before, after in zip(later, later[1:])]

    def seen_rate(self):
        return RATE * len(self.steps) / sum(self.steps) if self.steps else 0


def judge(watcher, everything):
    steps = watcher.steps
    print(f"{watcher.name}: {watcher.frames} pictures, {watcher.seen_rate():.2f} a second, steps of "
          f"{min(steps, default=0):.1f} to {max(steps, default=0):.1f}, {watcher.bytes / 1000:.0f} kB", flush=True)
    assert len(watcher.pictures) == watcher.frames, f"{watcher.name}: {len(watcher.pictures)} of them decode"
    strange = [taken for taken, checksum in watcher.pictures if checksum not in everything]
    assert not strange, f"{watcher.name}: pictures at {strange[:9]} s look otherwise than with all of them"
    if watcher.rate == 0:
        return support.judge(watcher.frames <= 1, f"{watcher.name} asked for nothing")
    # The layers below 8 a second have 7.5.
    return support.judge(watcher.rate * RATE_SHARE_MIN <= watcher.seen_rate() <= watcher.rate * 1.05 and
                         max(steps) - min(steps) <= 2.2, f"{watcher.name}: not the rate, or not even: {steps}")


class Call:
    """What each of these rates and places brings, in one conference."""

    def __init__(self, world, address, choices):
        link = world.create(address)
        self.watchers = [Watcher(world, link, rate, place) for rate, place in choices]
        self.sender = world.bot(link, "Sender", "--video", "coded", "--width", "1280", "--height", "720",
                                "--rate", str(RATE), "--duration", str(SECONDS))

    def finish(self):
        support.finish(self.sender, SECONDS + 30)
        for watcher in self.watchers:
            watcher.finish()
        return self.watchers


def test():
    with support.World() as world:
        address = f"127.0.0.1:{support.free_port()}"
        world.relay(address)
        # A publisher sends less where all receivers ask for it.
        calls = [Call(world, address, [(rate, place) for place in ("relay", "subscriber") for rate in RATES]),
                 Call(world, address, [(rate, "publisher") for rate in RATES[1:]])]
        for watchers in [call.finish() for call in calls]:
            everything = {checksum for _, checksum in watchers[0].pictures}
            for watcher in watchers:
                judge(watcher, everything)
            for more, less in zip(watchers, watchers[1:]):
                support.judge(less.place != more.place or less.bytes < more.bytes,
                              f"{less.name} cost {less.bytes} bytes, {more.name} {more.bytes}")


if __name__ == "__main__":
    support.main(test)
