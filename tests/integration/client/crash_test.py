#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A crash ends no meeting: the client of a guest, then that of the host, is killed by a fatal signal. Each goes back
into the call by itself, with what was typed, and the host's relay comes back under the same link."""

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
            display.do("type", "--window", window.window, "half a thought")
            record = world.folder / "Ann" / "call.json"
            screen.wait_until(lambda: "half a thought" in record.read_text(encoding="utf-8"), 10, "nothing is kept")
            again.append(crash(guest))
            wait_report(guest, lambda report: report["state"] == "in_call", 30, "is not back in the call")
            new_window = display.window(again[-1])
            display.picture(new_window, pictures / "crash-guest-back.png")
            third.send("chat welcome back")
            wait_report(guest, lambda report: report["messages_shown"] > 0, 20, "hears nothing")
            assert "half a thought" in record.read_text(encoding="utf-8"), "what was typed is gone"

            again.append(crash(host))
            wait_report(host, lambda report: report["state"] == "in_call" and "Bob" in report["here"], 60,
                        "does not host again")
            assert host.link() == link, "the link is another"
            before = host.report()["messages_shown"]
            third.send("chat and you too")
            wait_report(host, lambda report: report["messages_shown"] > before, 20, "hears nothing")
            display.picture(display.window(again[-1]), pictures / "crash-host-back.png")
        finally:
            for pid in again:
                os.kill(pid, signal.SIGTERM)
        for pid in again:
            screen.wait_until(lambda pid=pid: not pathlib.Path(f"/proc/{pid}").exists()
                              or name_of(pid) == "", 20, "does not end")
        third.process.kill()


if __name__ == "__main__":
    support.main(test)
