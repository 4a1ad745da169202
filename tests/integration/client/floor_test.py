#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The floor on the screens of a real conference, by keyboard and mouse: the host has people ask for it, and from then
on a microphone is open with the floor alone; asked for, waited for, given back, and by a held key, whichever window
has the keyboard. Whether somebody's sound comes another client tells. Saves pictures into the folder of the second
argument."""

import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import screen
import support

LOOKS = ("--join", "--loudspeaker", "none", "--camera", "none", "--size", "1440x900", "--theme", "dark")
# Where they stand in a window of 1440 by 900 (the pictures show it).
CREATE_FLOOR = (1264, 469)


class Host(screen.Screen):
    def wait_floor(self, holders, waiting, microphone_on, words):
        """As the host's own client has it, and that what it shows of its microphone is what it does."""
        def wanted(report):
            floor = report["floor"]
            return floor and floor["holders"] == holders and floor["waiting"] == waiting and \
                report["own"]["microphone_on"] == report["own"]["sends_sound"] == microphone_on
        self.client.wait_report(wanted, 15, words)


def wait_heard(listener, names, words):
    listener.wait_report(lambda report: report["open_microphones"] == names, 15, words)


def speak_in_turn(host, listener, ann):
    host.keys("ctrl+r")
    host.wait_floor(["Robin"], [], True, "did not get the floor, or its microphone is closed")
    wait_heard(listener, ["Robin"], "does not hear whoever has the floor")
    ann.send("want voice")
    host.wait_floor(["Robin"], ["Ann"], True, "does not see who waits")
    host.save("floor-real-holding")
    host.keys("ctrl+r")
    host.wait_floor(["Ann"], [], False, "kept the floor, or its microphone open")
    wait_heard(listener, [], "hears somebody without the floor")
    host.save("floor-real-other-speaks")


def hold_the_key(host, listener, ann):
    host.display.do("keydown", "space")
    host.wait_floor(["Ann"], ["Robin"], False, "does not wait by a held key")
    ann.send("unwant voice")
    host.wait_floor(["Robin"], [], True, "does not get the floor by a held key")
    wait_heard(listener, ["Robin"], "does not hear whoever holds the key")
    host.display.do("keyup", "space")
    host.wait_floor([], [], False, "kept the floor after the key")
    wait_heard(listener, [], "hears somebody after the key")


def hold_the_key_everywhere(host, listener):
    """The key that works everywhere, while another program's window has the keyboard or our own; it repeats, the
    keyboard goes from one window to the other, and nothing is given back meanwhile."""
    windows = {"our own window": host.window, "another window": host.display.window(listener.process.pid)}
    for where, window in windows.items():
        host.display.do("windowfocus", "--sync", window)
        host.display.do("keydown", "ctrl", "keydown", "alt", "keydown", "space")
        host.wait_floor(["Robin"], [], True, f"does not get the floor by a key in {where}")
        told = len(host.client.report()["floors"])
        wait_heard(listener, ["Robin"], f"does not hear whoever holds the key in {where}")
        time.sleep(1.5)
        for other in (*(each for each in windows.values() if each != window), window):
            host.display.do("windowfocus", "--sync", other)
            time.sleep(screen.SETTLE_S)
        host.wait_floor(["Robin"], [], True, f"lost the floor with the keyboard, by a key in {where}")
        assert len(host.client.report()["floors"]) == told, "the floor came and went while the key was held"
        host.display.do("keyup", "space", "keyup", "alt", "keyup", "ctrl")
        host.wait_floor([], [], False, f"kept the floor after the key in {where}")
        wait_heard(listener, [], f"hears somebody after the key in {where}")


def wait_for_the_key(host, another):
    """While another program has the key that works everywhere it does nothing here, and afterwards it does."""
    host.focus()
    host.display.do("keydown", "ctrl", "keydown", "alt", "keydown", "space")
    time.sleep(screen.SETTLE_S)
    host.display.do("keyup", "space", "keyup", "alt", "keyup", "ctrl")
    host.keys("ctrl+comma")
    host.save("floor-real-key-taken")
    host.keys("Escape")
    assert not host.client.report()["own"]["microphone_on"], "heard a key that another program has"
    assert host.client.report()["floor"]["holders"] == [], "asked by a key that another program has"
    another.close()
    # Asked for again every three seconds.
    time.sleep(4)


def lose_the_holder(host, listener, ben):
    """While nothing is heard of whoever has the floor, the screen counts down to its return."""
    ben.wait_joined()
    ben.send("want voice")
    host.wait_floor(["Ben"], [], False, "does not see the other speak")
    host.keys("ctrl+r")
    host.wait_floor(["Ben"], ["Robin"], False, "does not wait")
    ben.process.kill()
    host.client.wait_report(lambda report: report["floor"] and report["floor"]["silent"] == ["Ben"], 5,
                            "does not see that the holder is silent")
    host.wait_floor(["Robin"], [], True, "does not get the floor of who is lost")
    host.client.wait_report(lambda report: report["floor"]["silent"] == [], 5, "still counts down")
    wait_heard(listener, ["Robin"], "does not hear who got the floor of who is lost")
    host.keys("ctrl+r")
    host.wait_floor([], [], False, "kept the floor")


def test():
    pictures = pathlib.Path(sys.argv[2])
    pictures.mkdir(parents=True, exist_ok=True)
    with support.World() as world:
        display = screen.Display(world)
        settings = world.folder / "Robin" / "plenum.conf"
        settings.parent.mkdir()
        settings.write_text("[audio]\ntalk_key_everywhere=true\n", encoding="utf-8")
        another = screen.HeldKey(display, "space", screen.CONTROL | screen.ALT)
        host = Host(display, screen.Client(world, display, "Robin", "--host", "--title", "Weekly", "--address",
                                           "127.0.0.1", "--port", support.free_port(), "--microphone", "tone", *LOOKS),
                    pictures)
        link = host.client.link()
        listener = screen.Client(world, display, "Eve", link, "--microphone", "none", *LOOKS)
        ann = world.shell(link, "Ann")
        ann.wait_joined()
        wait_heard(listener, ["Robin"], "does not hear the host before there is a floor")
        host.focus()
        host.keys("ctrl+shift+f")
        host.save("floor-real-none")
        host.click(*CREATE_FLOOR)
        host.wait_floor([], [], False, "made no floor, or its microphone stays open")
        wait_heard(listener, [], "hears somebody without the floor")
        lose_the_holder(host, listener, world.shell(link, "Ben"))
        speak_in_turn(host, listener, ann)
        hold_the_key(host, listener, ann)
        wait_for_the_key(host, another)
        hold_the_key_everywhere(host, listener)
        host.client.wait_report(lambda report: report["floor"]["holders"] == [], 5, "somebody still has the floor")
        listener.quit()
        host.client.quit()


if __name__ == "__main__":
    support.main(test)
