# SPDX-License-Identifier: Apache-2.0
"""The command line as people type it: what is said in the terminal, what is not, and whose key comes along.

    talk_test.py PROGRAMS
"""

import pathlib
import signal
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
    refused(2, "no number of seconds", "bot", "--link", link, "--name", "n", "--duration", "inf")
    refused(2, "There is no command bogus", "bogus")
    refused(2, "a name is one line", "create", "--relay", "h", "--name", "")
    refused(2, "99999", "create", "--relay", "127.0.0.1:99999", "--name", "n")
    refused(2, "link", "talk", "--link", link, "--name", "n")
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


def nothing_is_lost_before_leaving(world, link):
    """What comes out of a pipe is with the relay before its end, or its /leave, ends the talk."""
    hearer = world.shell(link, "Bob")
    hearer.wait_joined()
    said = []
    for number, end in enumerate(("", "/leave\n", "")):
        lines = [f"{number}: {each}" for each in range(60)]
        talker = world.start([programs() / "plenum-cli", "talk", "--link", link, "--name", "Ann"],
                             stdin=subprocess.PIPE)
        shown, wrong = talker.communicate("\n".join(lines) + "\n" + end, timeout=30)
        assert talker.returncode == 0, shown + wrong
        said += lines
    assert hearer.wait(lambda line: line.get("text") == said[-1], 15), f"only {hearer.texts()[-3:]}"
    assert hearer.texts() == said, "some of it is lost"
    hearer.send("leave")


def what_is_lost_is_told(world):
    """A relay that does not answer any more has not confirmed."""
    address = f"127.0.0.1:{free_port()}"
    relay = world.relay(address, data="mute")
    talker = world.start([programs() / "plenum-cli", "talk", "--link", world.create(address), "--name", "Ann"],
                         stdin=subprocess.PIPE)
    while "You are in" not in talker.stdout.readline():
        pass
    relay.send_signal(signal.SIGSTOP)
    shown, _ = talker.communicate("one\ntwo\n/leave\n", timeout=30)
    relay.kill()
    assert talker.returncode == 1, f"status {talker.returncode}"
    assert "! The relay has not confirmed the last 2 lines that you wrote" in shown, shown


def the_past_is_no_news(world, link):
    """Who came and went before is not told; who is there is."""
    here = world.shell(link, "Carol")
    here.wait_joined()
    talker = world.start([programs() / "plenum-cli", "talk", "--link", link, "--name", "Ann"], stdin=subprocess.PIPE)
    shown, _ = talker.communicate("/leave\n", timeout=20)
    assert "* You are in" in shown.splitlines()[0] and "* Carol is here" in shown, shown
    assert "has left" not in shown, shown
    here.send("leave")


def the_link_out_of_a_file(world, link):
    """Where no other user of the machine reads it."""
    file = world.folder / "link"
    file.write_text(link + "\n", encoding="utf-8")
    for kind, words in (("talk", []), ("bot", ["--duration", "0.1"]), ("shell", [])):
        ended = subprocess.run([programs() / "plenum-cli", kind, "--link-file", file, "--name", "Ann", *words],
                               input="leave\n" if kind == "shell" else "", capture_output=True, text=True, timeout=30,
                               check=False)
        assert ended.returncode == 0, f"{kind}: {ended.returncode} {ended.stdout} {ended.stderr}"
    refused(2, "see plenum-cli talk --help", "talk", "--link", link, "--link-file", file, "--name", "Ann")
    refused(2, "see plenum-cli talk --help", "talk", "--name", "Ann")
    refused(1, "none cannot be read", "talk", "--link-file", world.folder / "none", "--name", "Ann")


def a_pipe_waits_until_joined(world, link):
    """Its lines are said once the conference is joined, and have arrived when it ends."""
    hearer = world.shell(link, "Bob")
    hearer.wait_joined()
    command = [programs() / "plenum-cli", "shell", "--link", link, "--name", "Ann"]
    piped = subprocess.run(command, input="chat early\n", capture_output=True, text=True, timeout=30, check=False)
    assert piped.returncode == 0, piped.stdout + piped.stderr
    assert hearer.wait(lambda line: line.get("text") == "early", 5), "the line is lost"
    hearer.send("leave")
    refused(2, "nosuch is no source", "camera", "--link", link, "--name", "n", "--source", "nosuch")


def what_cannot_be_written_fails(world, address):
    """A link that nobody can read is no success."""
    with open("/dev/full", "w", encoding="utf-8") as full:
        made = world.start([programs() / "plenum-cli", "create", "--relay", address, "--name", "Test"], stdout=full)
        _, complaint = made.communicate(timeout=20)
    assert made.returncode == 1 and "could not be written" in complaint, complaint


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
        nothing_is_lost_before_leaving(world, world.create(address))
        the_past_is_no_news(world, link)
        the_link_out_of_a_file(world, link)
        a_pipe_waits_until_joined(world, link)
        what_cannot_be_written_fails(world, address)
        what_is_lost_is_told(world)
        the_maker_moderates(world, address)


main(test)
