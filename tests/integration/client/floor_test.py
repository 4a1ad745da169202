#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The floor on the screens of a real conference, by keyboard and mouse: the host has people ask for it, and from then
on a microphone is open with the floor alone; asked for, waited for, given back, and by a held key, whichever window
has the keyboard. Whether somebody's sound comes another client tells. Then the same for pen and screen, while shells
draw and show: what they send without them nobody gets. Saves pictures into the folder of the second argument."""

import collections
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import screen
import support
from people import Speaker, all_see

# What one step may take until everyone sees it.
STEP_SECONDS_MAX = 0.5

LOOKS = ("--join", "--loudspeaker", "none", "--camera", "none", "--size", "1440x900", "--theme", "dark")
# Where they stand in a window of 1440 by 900 (the pictures show it).
CREATE_FLOOR = (1264, 454)
CREATE_PEN = (1264, 669)
# Once the panel shows its end.
PEN_BUTTON = (1264, 266)
CREATE_SCREEN = (1264, 749)


Robin = collections.namedtuple("Robin", "index")


class Drawer(Speaker):
    """Somebody's program that draws and shows; here by a shell."""

    def flow(self, label):
        return next(line["flow"] for line in self.told("flow_declared") if line["name"] == label)


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


def comes(person, sender, flow, text):
    """What another sent on that flow."""
    def told(line):
        return line.get("event") == "message" and (line["flow"], line["sender"], line.get("text")) == \
            (flow, sender.index, text)
    assert person.shell.wait(told, 5), f"{person.name} does not get {text} of {sender.name}"


def is_refused(person, label, flow):
    """Without the token nothing goes out, and who sends is told."""
    before = len(person.told("refused"))
    person.say(f"publish {label} against the rules")
    screen.wait_until(lambda: len(person.told("refused")) > before, 5, f"{person.name} may use {label} without asking")
    assert person.told("refused")[-1]["flow"] == flow, person.told("refused")[-1]


def show_end(host):
    """Of the panel, which is longer than the window."""
    host.display.do("mousemove", *CREATE_SCREEN, "click", "--repeat", 30, 5)
    time.sleep(screen.SETTLE_S)


def draw_and_show(host, robin, ann, cleo):
    """Floors of pen and screen from the window, which asks for the pen in its turn. `robin`: who the host is."""
    people, board, shared = [ann, cleo], ann.flow("board"), ann.flow("screen")
    ann.say("publish board before there is a pen")
    comes(cleo, ann, board, "before there is a pen")
    host.focus()
    host.save("floor-real-more")
    host.click(*CREATE_PEN)
    all_see(people, None, [], STEP_SECONDS_MAX, "a pen", "pen")
    is_refused(ann, "board", board)
    ann.say("want pen")
    all_see(people, ann, [], STEP_SECONDS_MAX, "the pen asked for and granted", "pen")
    cleo.say("want pen")
    all_see(people, ann, [cleo], STEP_SECONDS_MAX, "the pen asked for while another draws", "pen")
    ann.say("publish board a stroke")
    comes(cleo, ann, board, "a stroke")
    is_refused(cleo, "board", board)
    show_end(host)
    host.save("floor-real-pen")
    host.click(*PEN_BUTTON)
    all_see(people, ann, [cleo, robin], STEP_SECONDS_MAX, "the pen asked for in the window", "pen")
    ann.say(f"transfer pen {ann.index} {cleo.index}")
    all_see(people, cleo, [robin], STEP_SECONDS_MAX, "the pen handed on", "pen")
    is_refused(ann, "board", board)
    cleo.say("publish board another")
    comes(ann, cleo, board, "another")
    cleo.say("unwant pen")
    all_see(people, robin, [], STEP_SECONDS_MAX, "the pen granted to the window", "pen")
    show_end(host)
    host.save("floor-real-pen-holding")
    host.click(*PEN_BUTTON)
    all_see(people, None, [], STEP_SECONDS_MAX, "the pen given back by the window", "pen")
    show_end(host)
    host.save("floor-real-pen-end")
    host.click(*CREATE_SCREEN)
    all_see(people, None, [], STEP_SECONDS_MAX, "a screen", "screen")
    cleo.say("want screen")
    all_see(people, cleo, [], STEP_SECONDS_MAX, "the screen asked for and granted", "screen")
    cleo.say("publish screen a picture")
    comes(ann, cleo, shared, "a picture")
    is_refused(ann, "screen", shared)
    host.save("floor-real-three")


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
        drawer = Drawer(world, link, "Ann")
        ann = drawer.shell
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
        joined = next(line for line in drawer.told("member_joined") if line["name"] == "Robin")
        draw_and_show(host, Robin(joined["member"]), drawer, Drawer(world, link, "Cleo"))
        listener.quit()
        host.client.quit()


if __name__ == "__main__":
    support.main(test)
