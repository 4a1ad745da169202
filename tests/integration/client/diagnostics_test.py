#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The diagnostics in a real call: a moderator opens them by a key and has the conversation keep order, and the other's
window follows; then somebody else has it stay live, and both windows follow. Saves pictures into the folder of the
second argument."""

import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import screen
import support

LOOKS = ("--join", "--loudspeaker", "none", "--camera", "none", "--theme", "dark")
# Between processes of one machine; Δ falls by 400 ms.
SOUND_WAIT_MAX_MS = 200


def plenary(report):
    return next((each for each in report["conversations"] if each["label"] == ""), {})


def wait_lean(window, lean, words):
    """How it leans, as the window's own figures have it, and that its Δ follows."""
    def wanted(report):
        now = plenary(report)
        at_most = now.get("delta_ms", 0) == now.get("delta_most_ms", -1)
        return now.get("lean") == lean and at_most == (lean == "order")
    window.client.wait_report(wanted, 15, words)


def watch_sound(listener, name, seconds):
    """The longest that somebody's sound waited to be played."""
    longest = 0.0
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        report = listener.client.report()
        longest = max([longest] + [each["audio_delay_ms"] for each in report["members"] if each["name"] == name])
        time.sleep(0.5)
    return longest


def test():
    pictures = pathlib.Path(sys.argv[2])
    pictures.mkdir(parents=True, exist_ok=True)
    with support.World() as world:
        address = f"127.0.0.1:{support.free_port()}"
        world.relay(address)
        # The window and a shell are runs of one moderator.
        key = world.folder / "Robin" / "identity.key"
        key.parent.mkdir()
        link = world.create(address, words=("--identity", key))
        display = screen.Display(world)
        robin, eve = (screen.Screen(display, screen.Client(world, display, name, link, "--microphone", sound, "--size",
                                                           size, *LOOKS), pictures)
                      for name, sound, size in (("Robin", "tone", "1440x900"), ("Eve", "none", "1024x640")))
        said = support.speech(world.folder, "One two three.", "count")
        bot = world.bot(link, "Jonas", "--audio", said, "--video", "coded")
        for window in (robin, eve):
            window.client.wait_report(lambda report: any(each["seen"] for each in report["members"]), 20, "sees nobody")
            window.client.wait_report(lambda report: plenary(report).get("in_order", 0) > 100, 15, "counts nothing")
            wait_lean(window, "balanced", "does not begin balanced")
        robin.focus()
        robin.keys("ctrl+shift+d")
        robin.save("diagnostics-real")
        # Past the copy of the report, and what the conversation does not lean to.
        robin.keys("Tab", "Tab", "Tab", "Tab", "space")
        wait_lean(robin, "order", "does not keep order by its own choice")
        wait_lean(eve, "order", "does not follow who moderates")
        robin.save("diagnostics-real-order")
        eve.focus()
        eve.keys("ctrl+shift+d")
        eve.save("diagnostics-real-participant")
        chair = world.shell(link, "Chair", words=("--identity", key))
        chair.wait_joined()
        chair.send("lean live")
        for window in (robin, eve):
            wait_lean(window, "live", "does not follow another moderator")
        longest = watch_sound(eve, "Jonas", 8)
        print(f"after Δ fell, sound waited for {longest:.0f} ms at most")
        support.judge(longest < SOUND_WAIT_MAX_MS, "sound waits for a Δ that is over")
        eve.save("diagnostics-real-live")
        eve.keys("Escape")
        eve.save("diagnostics-real-closed")
        bot.terminate()
        for window in (eve, robin):
            window.client.quit()


if __name__ == "__main__":
    support.main(test)
