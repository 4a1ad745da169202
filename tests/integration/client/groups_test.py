#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Discussion groups between the windows of a real conference: sound stays in the group, a moderator speaks to all, and
everyone hears everyone once they are called back. Saves pictures into the folder of the second argument."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import screen
import support

LOOKS = ("--join", "--loudspeaker", "none", "--camera", "none", "--size", "1440x900", "--theme", "dark")
# Where it stands in a window of 1440 by 900 (the pictures show it).
SPEAK_TO_ALL = (1404, 315)


def wait_heard(listener, names, words):
    listener.wait_report(lambda report: report["open_microphones"] == names, 15, words)


def index_of(shell, name):
    return shell.wait(lambda line: line.get("event") == "member_joined" and line["name"] == name, 15)["member"]


def wait_placed(shell, group):
    assert shell.wait(lambda line: line.get("event") == "placed" and line["conversation"] == group, 15), "not placed"


def test():
    pictures = pathlib.Path(sys.argv[2])
    pictures.mkdir(parents=True, exist_ok=True)
    with support.World() as world:
        address = f"127.0.0.1:{support.free_port()}"
        world.relay(address)
        # The window and the shell that opens the groups are runs of one moderator.
        key = world.folder / "Robin" / "identity.key"
        key.parent.mkdir()
        made = world.start([support.programs() / "plenum-cli", "create", "--relay", address, "--name", "Weekly",
                            "--identity", key])
        link = made.communicate(timeout=20)[0].strip()
        chair = world.shell(link, "Chair", words=("--identity", key))
        chair.wait_joined()
        display = screen.Display(world)
        robin = screen.Screen(display, screen.Client(world, display, "Robin", link, "--microphone", "tone", *LOOKS),
                              pictures)
        eve, kim = (screen.Client(world, display, name, link, "--microphone", "none", *LOOKS)
                    for name in ("Eve", "Kim"))
        for listener in (eve, kim):
            wait_heard(listener, ["Robin"], "does not hear the plenary")
        indexes = {name: index_of(chair, name) for name in ("Robin", "Eve", "Kim")}
        chair.send("group open Red minutes=10")
        chair.send("group open Blue minutes=10")
        assert chair.wait(lambda line: line.get("event") == "conversation" and line.get("label") == "Blue", 15)
        chair.send(f"group place Red {indexes['Robin']},{indexes['Eve']}")
        chair.send(f"group place Blue {indexes['Kim']}")
        wait_placed(chair, 3)
        wait_heard(kim, [], "hears another group")
        wait_heard(eve, ["Robin"], "does not hear the own group")
        robin.focus()
        robin.keys("ctrl+shift+p")
        robin.save("groups-real-own")
        robin.click(*SPEAK_TO_ALL)
        wait_heard(kim, ["Robin"], "does not hear who speaks to all groups")
        wait_heard(eve, ["Robin"], "hears no more who speaks to all groups")
        robin.save("groups-real-to-all")
        robin.click(*SPEAK_TO_ALL)
        wait_heard(kim, [], "hears who speaks to another group alone again")
        chair.send("group close Red")
        chair.send("group close Blue")
        wait_heard(kim, ["Robin"], "does not hear the plenary after the groups")
        wait_heard(eve, ["Robin"], "does not hear the plenary after the groups")
        robin.save("groups-real-back")
        for client in (eve, kim, robin.client):
            client.quit()


if __name__ == "__main__":
    support.main(test)
