#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A walk through the client as a person takes it, by keys and mouse: start, pre-join, call, chat, leave. Saves a
picture of each screen into the folder of the second argument, to be looked at; checks that words get across."""

import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import screen
import sound
import support

LOOKS = ((1440, 900, "light"), (1024, 640, "dark"))
# With the third argument "all".
MORE_LOOKS = ((1440, 900, "dark"), (1024, 640, "light"))


class Walk:
    def __init__(self, world, display, server, look, pictures):
        self.display, self.pictures = display, pictures
        self.width, self.height, self.theme = look
        self.client = screen.Client(world, display, f"Robin{self.width}{self.theme}", "--theme", self.theme, "--size",
                                    f"{self.width}x{self.height}", "--address", "127.0.0.1", "--port",
                                    support.free_port(), "--camera", "pattern", cards=server.card("mic1", "ear1"))
        self.window = display.window(self.client.process.pid)
        display.do("windowmove", "--sync", self.window, 0, 0)
        display.do("windowfocus", "--sync", self.window)

    def keys(self, *names):
        self.display.do("key", "--delay", "60", *names)

    def write(self, text):
        self.display.do("type", "--delay", "15", text)

    def save(self, name):
        self.display.do("mousemove", self.width // 2, 2)
        self.display.settle()
        path = self.pictures / f"{name}-{self.width}x{self.height}-{self.theme}.png"
        self.display.picture(self.window, path)
        print("saved", path.name)

    def wait_state(self, state):
        self.client.wait_report(lambda report: report["state"] == state, 20, f"is not {state}")


def host(walk):
    """From the start screen into a conference of one's own, by keyboard alone."""
    walk.display.settle()
    walk.save("1-start")
    walk.keys("Tab", "Tab")
    walk.write("Weekly meeting")
    walk.keys("Return")
    time.sleep(2)
    walk.save("2-prejoin")
    walk.keys("Return")
    walk.wait_state("in_call")
    walk.save("3-alone")


def talk(walk, world):
    """Somebody comes, shows a picture, and both write."""
    link = walk.client.link()
    shell = world.shell(link, "Ada")
    bot = world.bot(link, "Jonas", "--audio", support.speech(world.folder, "Good morning everyone.", "morning"),
                    "--video", support.film(world.folder) or "coded")
    shell.wait_joined()
    shell.send("chat Good morning! The draft is at https://example.org/draft")
    walk.client.wait_report(lambda report: any(member["seen"] for member in report["members"]), 20, "sees nobody")
    walk.keys("ctrl+shift+c", "ctrl+shift+c")  # into the field of the open chat, which closes from there
    walk.display.settle()
    walk.save("4-panel-switched")
    walk.keys("ctrl+shift+c")
    walk.display.settle()
    # The field to write into: at the foot of the panel, above the bar.
    walk.display.do("mousemove", walk.width - 200, walk.height - 108, "click", 1)
    walk.write("Thank you, I read it on the train.")
    walk.keys("Return")
    assert shell.wait(lambda line: line.get("text") == "Thank you, I read it on the train.", 10), "no words got across"
    walk.save("5-call-chat")
    walk.keys("ctrl+shift+p")
    walk.save("6-call-people")
    return shell, bot


def leave(walk, shell, bot):
    walk.keys("ctrl+shift+q")
    walk.save("7-leave-asked")
    # From "Leave and keep the call running" on to "End for everyone".
    walk.keys("Tab", "Return")
    walk.wait_state("ended")
    walk.save("8-ended")
    walk.client.quit()
    for process in (shell.process, bot):
        process.wait(10)


def test():
    pictures = pathlib.Path(sys.argv[2])
    pictures.mkdir(parents=True, exist_ok=True)
    with support.World() as world:
        display = screen.Display(world)
        server = sound.Server(world.folder, ("mic1", "ear1"), world.start)
        for look in LOOKS + (MORE_LOOKS if sys.argv[3:] == ["all"] else ()):
            walk = Walk(world, display, server, look, pictures)
            host(walk)
            leave(walk, *talk(walk, world))


if __name__ == "__main__":
    support.main(test)
