#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A client in a call while sound devices are chosen, unplugged, plugged in again and made the default: where its
streams are, as the sound server says, and what the screen says. Pictures into the folder of the second argument."""

import os
import pathlib
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import screen
import sound
import support

# From the change to sound on the other device, the window and everything on one busy machine.
FOLLOW_MAX_S = 2


class Cards:
    """The devices of a server of the test's own."""

    def __init__(self, server):
        self.server = server
        self.plugged = {}

    def control(self, *words):
        return subprocess.run(["pactl", "-s", self.server.address, *words], capture_output=True, text=True, check=True,
                              env={**os.environ, **self.server.environment}).stdout

    def plug(self, kind, name, words):
        """A "sink" or "source" that is a device called `words`."""
        described = {"sink": f"sink_properties='device.description=\"{words}\"'",
                     "source": f"description='{words}'"}[kind]
        self.plugged[name] = self.control("load-module", f"module-null-{kind}", f"{kind}_name={name}",
                                          described).strip()

    def unplug(self, name):
        self.control("unload-module", self.plugged.pop(name))

    def place(self, streams, devices):
        """The device of the only stream of its kind."""
        found = [line.split("\t")[1] for line in self.control("list", "short", streams).splitlines()]
        names = {line.split("\t")[0]: line.split("\t")[1] for line in
                 self.control("list", "short", devices).splitlines()}
        return names.get(found[0], "") if len(found) == 1 else f"{len(found)} streams"

    def hears(self):
        return self.place("source-outputs", "sources")

    def plays(self):
        return self.place("sink-inputs", "sinks")


def follows(what, cards, microphone, loudspeaker):
    """Soon the streams are there."""
    begun = time.monotonic()
    wanted = (microphone, loudspeaker)
    now = []

    def there():
        now[:] = [(cards.hears(), cards.plays())]
        return now[0] == wanted

    try:
        screen.wait_until(there, 10, what)
    except AssertionError:
        raise AssertionError(f"{what}: {now[0]} and not {wanted}") from None
    took = time.monotonic() - begun
    print(f"{what}: {took * 1000:.0f} ms")
    support.judge(took < FOLLOW_MAX_S, f"{what} took {took:.1f} s")


def test():
    pictures = pathlib.Path(sys.argv[2])
    pictures.mkdir(parents=True, exist_ok=True)
    with support.World() as world:
        display = screen.Display(world)
        server = sound.Server(world.folder, (), world.start)
        cards = Cards(server)
        for kind, name, words in (("sink", "speakers", "Built-in Speakers"), ("sink", "headset", "USB Headset"),
                                  ("source", "desk", "Desk Microphone"), ("source", "headset_in", "USB Headset Mono")):
            cards.plug(kind, name, words)
        cards.control("set-default-sink", "speakers")
        cards.control("set-default-source", "desk")
        folder = world.folder / "Ada"
        folder.mkdir()
        # As chosen on an earlier day.
        (folder / "plenum.conf").write_text("[devices]\nmicrophone=headset_in\nloudspeaker=headset\n", encoding="utf-8")
        client = screen.Client(world, display, "Ada", "--host", "--join", "--address", "127.0.0.1", "--port",
                               support.free_port(), "--camera", "none", "--size", "1440x900",
                               cards=server.environment)
        client.wait_report(lambda report: report["state"] == "in_call", 20, "is not in the call")
        window = screen.Screen(display, client, pictures)
        follows("the devices chosen earlier", cards, "headset_in", "headset")
        window.focus()
        window.keys("ctrl+comma")
        window.save("devices-chosen")
        window.keys("Escape")
        cards.unplug("headset")
        cards.unplug("headset_in")
        follows("unplugged, so the default", cards, "desk", "speakers")
        window.save("devices-unplugged")
        cards.plug("sink", "hall", "Hall")
        cards.control("set-default-sink", "hall")
        follows("another default", cards, "desk", "hall")
        cards.plug("sink", "headset", "USB Headset")
        cards.plug("source", "headset_in", "USB Headset Mono")
        follows("plugged in again", cards, "headset_in", "headset")
        cards.control("set-default-sink", "speakers")
        cards.unplug("hall")
        follows("the default is not the chosen one", cards, "headset_in", "headset")
        client.quit()


if __name__ == "__main__":
    test()
