#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A relay stands still: nobody counts as muted because of it. It is shut down for good while somebody is in a call: the
screen says so and offers the way back, which leads there once the relay runs again. Saves pictures into the folder of
the second argument."""

import pathlib
import signal
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import screen
import support
from lobby_test import QUIET, is_state


def stand_still(relay, listener):
    """Who sends nothing finds out last that the relay is silent."""
    def hears(report):
        return report["open_microphones"] == ["Ada"]

    listener.wait(hears, "does not hear Ada")
    relay.send_signal(signal.SIGSTOP)
    try:
        report = listener.wait(is_state("reconnecting"), "misses nothing")
        assert hears(report), report["open_microphones"]
    finally:
        relay.send_signal(signal.SIGCONT)
    report = listener.wait(is_state("in_call"), "does not come back")
    assert hears(report), report["open_microphones"]


def test():
    pictures = pathlib.Path(sys.argv[2])
    pictures.mkdir(parents=True, exist_ok=True)
    with support.World() as world:
        address = f"127.0.0.1:{support.free_port()}"
        relay = world.relay(address)
        link = world.create(address)
        talker = world.shell(link, "Alice")
        talker.wait_joined()
        talker.send("chat Said before")
        display = screen.Display(world)
        guest = screen.Screen(display, screen.Client(world, display, "Bob", link, *QUIET), pictures)
        guest.wait(is_state("in_call"), "is not in")
        speaker = screen.Client(world, display, "Ada", link, "--join", "--microphone", "tone", "--loudspeaker", "none",
                                "--camera", "none")
        stand_still(relay, guest)
        speaker.quit()
        relay.send_signal(signal.SIGINT)
        relay.wait(timeout=20)
        guest.wait(is_state("ended"), "was not told")
        guest.focus()
        guest.save("closed-relay")
        world.relay(address)
        # Past the screen that asks whether one is ready.
        guest.keys("Return")
        guest.keys("Return")
        guest.wait(is_state("in_call"), "does not find the way back")
        guest.focus()
        guest.save("closed-relay-back")
        guest.client.quit()


if __name__ == "__main__":
    support.main(test)
