# SPDX-License-Identifier: Apache-2.0
"""The disk fills up under a call: it goes on, says so, is stored whole when there is room; then the relay is killed.

    disk_full_test.py PROGRAMS
"""

import ctypes
import os
import subprocess
import sys

from relay_operator import Operator
from support import SKIPPED, World, main, programs

CLONE_NEWNS = 0x00020000
MNT_DETACH = 2
DISK_BYTES = 1024 * 1024


def mount_small_disk(folder):
    """A file system of its own for this process and those it starts; false where that is not allowed."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(CLONE_NEWNS):
        return False
    folder.mkdir()
    # Private first (MS_REC | MS_PRIVATE), so that nobody else sees it.
    return not libc.mount(b"none", b"/", None, 0x44000, None) and not libc.mount(
        b"tmpfs", str(folder).encode(), b"tmpfs", 0, f"size={DISK_BYTES},mode=700".encode())


def fill(path):
    with open(path, "wb", buffering=0) as ballast:
        try:
            while True:
                ballast.write(bytes(4096))
        except OSError:
            pass


def call_on_a_full_disk(world, operator):
    operator.start()
    link = world.create(operator.address)
    alice = world.shell(link, "Alice")
    alice.wait_joined()
    talker = world.start([programs() / "plenum-cli", "talk", "--link", link, "--name", "Carol"],
                         stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert alice.wait(lambda line: line.get("name") == "Carol", 10)
    fill(operator.data / "ballast")
    bob = world.shell(link, "Bob")
    bob.wait_joined()
    assert "disk is full" in operator.wait_log("store_failing")["text"], operator.log()
    assert operator.log()[-1]["event"] != "closed"
    bob.send("chat said while the disk is full")
    assert alice.wait(lambda line: line.get("text") == "said while the disk is full", 5), "the call does not go on"
    talker.stdin.write("typed while it is full\n")
    talker.stdin.flush()
    assert alice.wait(lambda line: line.get("text") == "typed while it is full", 5), "the call does not go on"
    figures = operator.metrics()
    assert figures["plenum_relay_store_failing_conferences"] == 1
    assert figures["plenum_relay_store_missing_bytes"] > 0
    os.remove(operator.data / "ballast")
    operator.wait_log("store_recovered", 15)
    assert operator.metrics()["plenum_relay_store_failing_conferences"] == 0
    operator.process.kill()
    operator.process.wait()
    operator.start()
    assert operator.wait_log("ready", count=2)["conferences"] == 1
    bob.send("chat after the kill")
    assert alice.wait(lambda line: line.get("text") == "after the kill", 10), "not back"
    assert alice.texts() == ["said while the disk is full", "typed while it is full", "after the kill"], alice.texts()
    left = [line for _, line in alice.lines if line.get("event") == "member_left"]
    assert not left, "what was missing on disk was lost"
    shown, _ = talker.communicate("/leave\n", timeout=15)
    told = [line for line in shown.splitlines() if "store" in line]
    assert told == ["! The relay cannot store what is written now; who comes later may not read it.",
                    "* The relay has stored what you wrote."], shown
    fill(operator.data / "ballast")
    bob.send("chat said before it ends")
    operator.wait_log("store_failing", count=2)
    operator.stop()
    assert operator.wait_log("closed_unstored")["conferences"] == 1
    print("told, went on, caught up, and survived the kill")


def test():
    with World() as world:
        operator = Operator(world)
        if not mount_small_disk(operator.data):
            print("skipped: no right to mount a small disk")
            sys.exit(SKIPPED)
        try:
            call_on_a_full_disk(world, operator)
        finally:
            ctypes.CDLL(None).umount2(str(operator.data).encode(), MNT_DETACH)


main(test)
