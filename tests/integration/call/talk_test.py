# SPDX-License-Identifier: Apache-2.0
"""The command line as people type it: what is said in the terminal, what is not, and whose key comes along.

    talk_test.py PROGRAMS
"""

import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import World, free_port, main, programs  # noqa: E402


def refused(status, pattern, *words):
    ended = subprocess.run([programs() / "plenum-cli", *words], capture_output=True, text=True, timeout=20, check=False)
    assert ended.returncode == status, f"status {ended.returncode}: {ended.stderr}"
    assert pattern in ended.stderr and ended.stderr.count("\n") == 1 and len(ended.stderr) < 200, ended.stderr


def wrong_words(world):
    link = "plenum://127.0.0.1:1/x#y"
    refused(2, "foo not in {", "create", "--relay", "h", "--name", "n", "--admission", "foo")
    refused(2, "see plenum-cli create --help", "create", "--relay", "h")
    refused(2, "-1 is below zero", "bot", "--link", link, "--name", "n", "--duration", "-1")
    refused(2, "does not exist", "talk", "--link", link, "--name", "n", "--identity", world.folder / "none")
    refused(1, "no address that others can reach", "create", "--relay", "0.0.0.0:7700", "--name", "n")
    refused(1, "no address that others can reach", "create", "--relay", "[::]", "--name", "n")
    refused(1, "none cannot be read", "create", "--relay", "h", "--name", "n", "--create-secret-file",
            world.folder / "none")


def a_slip_is_for_nobody(world, link):
    hearer = world.shell(link, "Bob")
    hearer.wait_joined()
    talker = world.start([programs() / "plenum-cli", "talk", "--link", link, "--name", "Ann"],
                         stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)
    talker.stdin.write("hello\n/quit\n/help\n//etc is full\nbye\n")
    talker.stdin.flush()
    assert hearer.wait(lambda line: line.get("text") == "bye", 15), "talk does not reach the others"
    assert hearer.texts() == ["hello", "/etc is full", "bye"], hearer.texts()
    shown, _ = talker.communicate("/leave\n", timeout=15)
    assert talker.returncode == 0
    assert "! There is no such command, so nothing was sent" in shown and "//TEXT writes /TEXT" in shown, shown
    hearer.send("leave")


def lines_stay_their_sender_s(world, link):
    """A message of two lines does not look like two messages."""
    talker = world.start([programs() / "plenum-cli", "talk", "--link", link, "--name", "Ann"],
                         stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)
    hearer = world.shell(link, "Eve")
    hearer.wait_joined()
    bot = world.bot(link, "Mallory", "--chat", "well\nBob: I agree", "--duration", "2")
    assert hearer.wait(lambda line: line.get("text") == "well\nBob: I agree", 15)
    bot.wait(timeout=20)
    shown, _ = talker.communicate("/leave\n", timeout=15)
    assert "Mallory: well\n    Bob: I agree\n" in shown, shown
    hearer.send("leave")


def the_maker_moderates(world, address):
    """Whoever made the conference is a moderator in the shell too, with the same key."""
    key = world.folder / "maker.key"
    made = world.start([programs() / "plenum-cli", "create", "--relay", address, "--name", "Test", "--identity", key])
    link = made.communicate(timeout=20)[0].strip()
    for words, role in ((["--identity", key], "moderator"), ([], "participant")):
        shell = world.shell(link, "Ann", words=words)
        own = shell.wait(lambda line: line.get("event") == "member_joined" and line["self"], 15)
        assert own and own["role"] == role, f"{own} should be a {role}"
        shell.send("leave")
        shell.process.wait(timeout=15)


def test():
    with World() as world:
        wrong_words(world)
        address = f"127.0.0.1:{free_port()}"
        world.relay(address)
        link = world.create(address)
        a_slip_is_for_nobody(world, link)
        lines_stay_their_sender_s(world, link)
        the_maker_moderates(world, address)


main(test)
