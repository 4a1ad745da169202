#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A crash ends no meeting: the client of a guest, then that of the host, is killed by a fatal signal. Each goes back
into the call by itself, with what was typed. The host's relay comes back, or a guest's program takes it over: the
conference is the same, with the same secret."""

import os
import pathlib
import signal
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import screen
import support

QUIET = ("--join", "--microphone", "none", "--loudspeaker", "none", "--camera", "none", "--size", "1440x900")


def children(pid):
    text = pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="utf-8")
    return [int(child) for child in text.split()]


def name_of(pid):
    return pathlib.Path(f"/proc/{pid}/comm").read_text(encoding="utf-8").strip()


def is_gone(pid):
    """Ended, though nobody asked how."""
    status = pathlib.Path(f"/proc/{pid}/stat")
    return not status.exists() or status.read_text(encoding="utf-8").rsplit(")", 1)[1].split()[0] == "Z"


def crash(client):
    """Kills it by SIGSEGV; gives the process that takes its place."""
    pid = client.process.pid
    watcher = [child for child in children(pid) if name_of(child) == "plenum-watch"]
    assert len(watcher) == 1, f"{client.name} has no watcher"
    client.report_file.unlink()
    os.kill(pid, signal.SIGSEGV)
    client.process.wait(timeout=20)
    assert client.process.returncode == -signal.SIGSEGV, client.process.returncode
    screen.wait_until(lambda: name_of(watcher[0]) == "plenum", 10, f"{client.name} is not started again")
    return watcher[0]


def record(world, pid):
    """What is kept of Ann's call, as text; empty where nothing is."""
    path = world.folder / "Ann" / f"call-{pid}.json"
    return path.read_text(encoding="utf-8") if path.exists() else ""


def wait_report(client, wanted, seconds, words):
    """As Client.wait_report, of a client whose first process is gone."""
    def look():
        return client.report_file.exists() and wanted(client.report())
    screen.wait_until(look, seconds, f"{client.name}: {words}")


def test():
    pictures = pathlib.Path(sys.argv[2])
    pictures.mkdir(parents=True, exist_ok=True)
    again = []
    with support.World() as world:
        display = screen.Display(world)
        host = screen.Client(world, display, "Robin", "--host", "--title", "Weekly", "--address", "127.0.0.1",
                             "--port", support.free_port(), *QUIET)
        link = host.link()
        guest = screen.Client(world, display, "Ann", link, *QUIET)
        third = world.shell(link, "Bob")
        third.wait_joined()
        guest.wait_report(lambda report: len(report["here"]) == 2, 20, "does not see the others")
        try:
            window = screen.Screen(display, guest, pictures)
            window.focus()
            # The chat is open: its key leads into its field.
            window.keys("ctrl+shift+c")
            display.do("type", "half a thought")
            screen.wait_until(lambda: "half a thought" in record(world, guest.process.pid), 10, "nothing is kept")
            again.append(crash(guest))
            wait_report(guest, lambda report: report["state"] == "in_call", 30, "is not back in the call")
            new_window = display.window(again[-1])
            display.picture(new_window, pictures / "crash-guest-back.png")
            third.send("chat welcome back")
            wait_report(guest, lambda report: report["messages_shown"] > 0, 20, "hears nothing")
            screen.wait_until(lambda: "half a thought" in record(world, again[-1]), 10, "what was typed is gone")

            again.append(crash(host))
            wait_report(host, lambda report: report["state"] == "in_call" and "Bob" in report["here"], 60,
                        "does not host again")
            assert host.link().split("#")[1] == link.split("#")[1], "the conference is another"
            before = host.report()["messages_shown"]
            third.send("chat and you too")
            wait_report(host, lambda report: report["messages_shown"] > before, 20, "hears nothing")
            display.picture(display.window(again[-1]), pictures / "crash-host-back.png")
        finally:
            for pid in again:
                os.kill(pid, signal.SIGTERM)
        for pid in again:
            screen.wait_until(lambda pid=pid: is_gone(pid), 20, "does not end")
        assert not list((world.folder / "Ann").glob("call-*.json")), "the record outlives the call"
        third.process.kill()


if __name__ == "__main__":
    support.main(test)
