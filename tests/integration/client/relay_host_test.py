#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A conference that is made in the client and runs on a relay server: others join it, it goes on when its host leaves,
and it stands among the recent ones in a file of the host's alone. A server that does not answer is told so. Saves
pictures into the folder of the second argument."""

import json
import pathlib
import stat
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import screen
import support
from lobby_test import QUIET, is_state


def test():
    pictures = pathlib.Path(sys.argv[2])
    pictures.mkdir(parents=True, exist_ok=True)
    with support.World() as world:
        address = f"127.0.0.1:{support.free_port()}"
        display = screen.Display(world)
        words = ("--host", "--title", "Weekly", *QUIET)

        silent = screen.Screen(display, screen.Client(world, display, "Cem", *words, "--relay", address), pictures)
        silent.wait(is_state("ended"), "was told nothing of a server that does not answer")
        silent.focus()
        silent.save("relay-silent")
        silent.client.quit()

        world.relay(address)
        host = screen.Screen(display, screen.Client(world, display, "Ada", *words, "--relay", address), pictures)
        host.wait(is_state("in_call"), "is not in")
        link = host.client.link()
        assert link.startswith(f"plenum://{address}/Weekly#"), "it runs elsewhere"
        guest = world.shell(link, "Bob")
        guest.wait_joined()
        host.wait(lambda report: report["here"] == ["Bob"], "does not see the guest")
        guest.send("chat Before she left")
        host.client.quit()

        other = world.shell(link, "Dora")
        other.wait_joined()
        guest.send("chat After she left")
        assert other.wait(lambda line: line.get("text") == "After she left", 15), "it did not go on without its host"

        kept = world.folder / "Ada" / "recent-conferences.json"
        assert stat.S_IMODE(kept.stat().st_mode) == 0o600, "others may read the link"
        recent = json.loads(kept.read_text(encoding="utf-8"))
        found = [(entry["title"], entry["link"], entry["hosted"]) for entry in recent]
        assert found == [("Weekly", link, True)], recent
        assert stat.S_IMODE((world.folder / "Ada" / "relay-servers.json").stat().st_mode) == 0o600


if __name__ == "__main__":
    support.main(test)
