#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A bot shares a picture as a screen; another records it, and can read it. The floor decides whether it is sent."""

import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import support

WORDS = "QUARTERLY REPORT"
FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"


def read_last_picture(film, folder):
    picture = folder / "last.png"
    subprocess.run(["gst-launch-1.0", "-q", "filesrc", f"location={film}", "!", "matroskademux", "!", "vp8dec", "!",
                    "videoconvert", "!", "pngenc", "snapshot=false", "!", "multifilesink", f"location={picture}"],
                   check=True, timeout=30)
    return subprocess.run(["tesseract", picture, "-", "--psm", "7"], check=True, capture_output=True, text=True,
                          timeout=30).stdout.strip()


def test():
    with support.World() as world:
        page = world.folder / "page.png"
        subprocess.run(["convert", "-size", "800x200", "xc:white", "-font", FONT, "-pointsize", "48",
                        "-gravity", "center", "-annotate", "0", WORDS, page], check=True)
        address = f"127.0.0.1:{support.free_port()}"
        world.relay(address)
        link = world.create(address)
        seen = world.folder / "seen"
        watcher = world.bot(link, "Watcher", "--record", seen, "--duration", "6")
        sharer = world.bot(link, "Sharer", "--screen", page, "--duration", "5")
        told = support.finish(watcher, 20)
        support.finish(sharer, 20)
        senders = {sender["name"]: sender for sender in told["senders"]}
        frames = senders["Sharer"]["screen_frames"]
        support.judge(4 <= frames <= 60, f"a still picture is sent a few times and kept alive: {frames} pictures")
        text = read_last_picture(seen / "screen-Sharer.mkv", world.folder)
        support.judge(text == WORDS, f"the picture is read as {text!r}")


support.main(test)
