#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""From mouth to ear between two clients over loopback, beside Mumble with the same sound cards and the same words, in
turn. By hand, on a machine that does nothing else: `apt-get install mumble mumble-server`, as root.

    beside_mumble.py PROGRAMS [ROUNDS]
"""

import os
import pathlib
import pwd
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import screen
import sound
import support
from two_clients_test import measure_sound, utterances

ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 else 3
CARDS = ("mic1", "ear1", "mic2", "ear2")
# `framesperpacket` is in packets of 10 ms, `outputdelay` in frames.
MUMBLE_SETTINGS = """[General]
lastupdate=9
[audio]
input=PulseAudio
output=PulseAudio
transmit=0
quality=72000
{delay}
[pulseaudio]
output={ear}
input={mic}.monitor
[net]
usage=false
checkforupdates=false
"""
MUMBLE_DELAYS = {"default": "framesperpacket=2\njitterbuffer=1\noutputdelay=5",
                 "lowest": "framesperpacket=1\njitterbuffer=1\noutputdelay=1"}


def told(name, rows):
    delays = [row[0] for row in rows]
    likeness = statistics.median(row[1] for row in rows)
    print(f"{name}: {statistics.median(delays):.1f} ms at the median ({min(delays):.1f} to {max(delays):.1f}), "
          f"likeness {likeness:.3f}", flush=True)


def through_plenum(world, display, server, spoken, low_delay):
    folder = "low" if low_delay else "usual"
    clients = []
    hosting = ("--host", "--title", "Measured", "--address", "127.0.0.1", "--port", support.free_port())
    for name, card, words in ((f"Ada-{folder}", 1, hosting), (f"Jonas-{folder}", 2, ())):
        (world.folder / name).mkdir()
        (world.folder / name / "plenum.conf").write_text(f"[audio]\nlow_delay={str(low_delay).lower()}\n",
                                                         encoding="utf-8")
        link = [] if words else [clients[0].link()]
        clients.append(screen.Client(world, display, name, *words, *link, "--join", "--camera", "none",
                                     cards=server.card(f"mic{card}", f"ear{card}")))
    clients[1].wait_report(lambda report: report["members"], 30, "is alone")
    time.sleep(5)
    rows = [row for _ in range(ROUNDS) for row in measure_sound(server, spoken, "mic1", "ear2")]
    told(f"Plenum, {'low delay' if low_delay else 'default'}", rows)
    for client in reversed(clients):
        client.quit()


def answer_dialogs(display):
    """A certificate is made, and that of the server accepted."""
    for window in reversed(display.do("search", "--onlyvisible", "--name", ".").split()):
        title = display.do("getwindowname", window).strip()
        if title == "Certificate Management":
            for key in ("alt+n", "alt+f"):
                display.do("windowfocus", "--sync", window, "key", key)
                time.sleep(1)
            return
        if title == "Mumble":
            display.do("windowfocus", "--sync", window, "key", "alt+y")
            return


def through_mumble(world, display, server, spoken, kind):
    port = support.free_port()
    # The server runs as a user of its own.
    folder = pathlib.Path(tempfile.mkdtemp(prefix="mumble-"))
    shutil.chown(folder, pwd.getpwnam("mumble-server").pw_uid)
    (folder / "server.ini").write_text(f"database={folder}/server.sqlite\nlogfile={folder}/server.log\nport={port}\n"
                                       "host=127.0.0.1\nbandwidth=130000\n", encoding="utf-8")
    processes = [world.start(["murmurd", "-fg", "-ini", folder / "server.ini"], stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL)]
    time.sleep(2)
    for name, card in (("Ada", 1), ("Jonas", 2)):
        home = world.folder / f"mumble-{kind}-{name}"
        (home / ".config" / "Mumble").mkdir(parents=True)
        (home / ".config" / "Mumble" / "Mumble.conf").write_text(
            MUMBLE_SETTINGS.format(delay=MUMBLE_DELAYS[kind], mic=f"mic{card}", ear=f"ear{card}"), encoding="utf-8")
        environment = {**server.card(f"mic{card}", f"ear{card}"), "HOME": home, "XDG_CONFIG_HOME": home / ".config",
                       "DISPLAY": display.name}
        processes.append(world.start(["env", *(f"{key}={value}" for key, value in environment.items()), "mumble", "-m",
                                      f"mumble://{name}@127.0.0.1:{port}/"], stdout=subprocess.DEVNULL,
                                     stderr=subprocess.DEVNULL))
        time.sleep(4)
        for _ in range(5):
            answer_dialogs(display)
            time.sleep(1)
    rows = [row for _ in range(ROUNDS) for row in measure_sound(server, spoken, "mic1", "ear2")]
    told(f"Mumble, {kind}", rows)
    for process in processes:
        process.kill()
        process.wait()
    shutil.rmtree(folder)


def main():
    missing = [program for program in ("mumble", "murmurd") if shutil.which(program) is None]
    if missing or os.geteuid() != 0:
        sys.exit(f"beside_mumble: missing: {', '.join(missing) or 'root'}")
    with support.World() as world:
        display = screen.Display(world)
        server = sound.Server(world.folder, CARDS, world.start)
        spoken = utterances(world.folder)[::2]
        through_plenum(world, display, server, spoken, False)
        through_mumble(world, display, server, spoken, "default")
        through_plenum(world, display, server, spoken, True)
        through_mumble(world, display, server, spoken, "lowest")


if __name__ == "__main__":
    main()
