#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Who comes in, decided on the host's screen: a guest waits, is let in, is removed with a change of the link, and comes
back by the new link; the old one opens nothing; another one of the same name is marked and
heard all the same. Saves pictures into the folder of the second argument."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import screen
import support

QUIET = ("--join", "--microphone", "none", "--loudspeaker", "none", "--camera", "none", "--size", "1440x900", "--theme",
         "light")


def is_state(state):
    return lambda report: report["state"] == state


def let_in(host, name):
    """The host is asked, goes to who waits by keyboard, and admits."""
    host.wait(lambda report: report["knocking"] == [name], "is not asked")
    host.focus()
    host.save(f"lobby-asked-{name}")
    host.keys("ctrl+shift+w")
    host.save(f"lobby-panel-{name}")
    host.keys("Return")
    host.wait(lambda report: report["knocking"] == [] and name in report["here"], "has not let in")


def remove(host):
    """By the menu of the one other person; the link changes with it."""
    host.focus()
    host.save("lobby-before-removal")
    host.click(*PERSON_MENU)
    host.keys("Down", "Down", "Down", "Down", "Down", "Down", "Return")
    host.save("lobby-remove")
    host.click(*REMOVE_BUTTON)
    host.wait(lambda report: report["here"] == [], "has not removed")
    host.save("lobby-removed")


def another_bob(world, host):
    """The name is known with another key: it is marked, nothing is kept from the host, and no dialog opens."""
    impostor = world.shell(host.client.link(), "Bob")
    let_in(host, "Bob")
    impostor.wait_joined()
    impostor.send("chat It is me, the key is new")
    host.wait(lambda report: report["messages_blocked"] == 0 and report["messages_shown"] == 1, "shows nothing")
    host.focus()
    host.save("lobby-another-key")
    impostor.process.kill()


# Where they stand in a window of 1440 by 900 (the pictures show it).
PERSON_MENU = (1414, 315)
REMOVE_BUTTON = (816, 526)


def test():
    pictures = pathlib.Path(sys.argv[2])
    pictures.mkdir(parents=True, exist_ok=True)
    with support.World() as world:
        display = screen.Display(world)
        client = screen.Client(world, display, "Robin", "--host", "--admission", "lobby", "--title", "Weekly",
                               "--address", "127.0.0.1", "--port", support.free_port(), *QUIET)
        host = screen.Screen(display, client, pictures)
        first_link = host.client.link()
        guest = screen.Screen(display, screen.Client(world, display, "Bob", first_link, *QUIET), pictures)
        guest.wait(is_state("waiting"), "does not wait")
        guest.focus()
        guest.save("lobby-waiting")
        assert guest.client.report()["here"] == [], "who waits is shown who is there"
        let_in(host, "Bob")
        guest.wait(is_state("in_call"), "is not in")
        remove(host)
        guest.wait(is_state("ended"), "was not removed")
        guest.focus()
        guest.save("lobby-was-removed")
        guest.client.quit()
        screen.wait_until(lambda: host.client.link() != first_link, 10, "the link is the same")
        back = screen.Screen(display, screen.Client(world, display, "Bob", host.client.link(), *QUIET), pictures)
        back.wait(is_state("waiting"), "does not wait by the new link")
        let_in(host, "Bob")
        back.wait(is_state("in_call"), "is not in by the new link")
        late = screen.Screen(display, screen.Client(world, display, "Carl", first_link, *QUIET), pictures)
        late.wait(is_state("ended"), "is in by the old link")
        assert host.client.report()["knocking"] == [], "somebody knocked by the old link"
        another_bob(world, host)
        for client in (late, back, host):
            client.client.quit()


if __name__ == "__main__":
    support.main(test)
