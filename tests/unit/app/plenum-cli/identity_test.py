# SPDX-License-Identifier: Apache-2.0
"""The passphrase of the device's key, from the command line: set, changed, removed, and what is said when it is wrong.

    identity_test.py PLENUM_CLI
"""

import json
import os
import pathlib
import pty
import signal
import subprocess
import sys
import tempfile
import termios

PROGRAM = sys.argv[1]


def pipe_with(text):
    reading, writing = os.pipe()
    os.write(writing, text.encode())
    os.close(writing)
    return reading


def run(file, *words, now=None, new=None):
    """Status, what it printed, what it complained of; without a terminal."""
    words = [PROGRAM, "identity", "--identity", file, "--json", *words]
    descriptors = []
    for option, text in (("--passphrase-fd", now), ("--new-passphrase-fd", new)):
        if text is not None:
            descriptors.append(pipe_with(text))
            words += [option, str(descriptors[-1])]
    ended = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False, pass_fds=descriptors,
                           start_new_session=True)
    for descriptor in descriptors:
        os.close(descriptor)
    return ended.returncode, json.loads(ended.stdout) if ended.stdout else None, ended.stderr


def facts(file, **passphrases):
    status, told, complaint = run(file, **passphrases)
    assert status == 0, complaint
    return told


def refused(pattern, file, *words, **passphrases):
    before = file.read_bytes()
    status, told, complaint = run(file, *words, **passphrases)
    assert status == 1 and told is None, f"status {status}: {told}"
    assert pattern in complaint and complaint.count("\n") == 1, complaint
    assert file.read_bytes() == before, "the file changed"


def at_a_terminal(file, *words, typed):
    """Everything that the terminal showed."""
    child, terminal = pty.fork()
    if child == 0:
        os.execv(PROGRAM, [PROGRAM, "identity", "--identity", str(file), *words])
    shown = b""
    for line in typed:
        while not shown.rstrip().endswith(b":"):
            shown += os.read(terminal, 1000)
        os.write(terminal, line.encode() + b"\n")
        shown += b" "
    try:
        while more := os.read(terminal, 1000):
            shown += more
    except OSError:
        pass
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0, shown
    return shown.decode()


def interrupted(file, end_signal):
    """The terminal shows again what is typed, however the question ends."""
    child, terminal = pty.fork()
    if child == 0:
        os.execv(PROGRAM, [PROGRAM, "identity", "--identity", str(file)])
    shown = b""
    while not shown.rstrip().endswith(b":"):
        shown += os.read(terminal, 1000)
    echoes = lambda: bool(termios.tcgetattr(terminal)[3] & termios.ECHO)
    assert not echoes()
    if end_signal == signal.SIGINT:
        os.write(terminal, b"sec\x03")
    else:
        os.kill(child, end_signal)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert status == -end_signal and echoes(), f"status {status}, echo {echoes()}"


def test(folder):
    file = folder / "identity.key"
    key = facts(file)["identity"]
    assert file.stat().st_mode & 0o777 == 0o600
    assert run(file, "--set-passphrase", new="first\n")[0] == 0
    assert file.stat().st_mode & 0o777 == 0o600
    assert facts(file, now="first\n") == {"file": str(file), "identity": key, "passphrase": True}
    refused("not the passphrase", file, now="wrong\n")
    refused("give it by --passphrase-fd", file)
    refused("give it by --new-passphrase-fd", file, "--set-passphrase", now="first\n")
    refused("not the passphrase", file, "--set-passphrase", now="wrong\n", new="second\n")
    refused("empty passphrase", file, "--set-passphrase", now="first\n", new="\n")
    refused("not the passphrase", file, "--remove-passphrase", now="wrong\n")
    assert run(file, "--set-passphrase", now="first\n", new="second\n")[0] == 0
    refused("not the passphrase", file, now="first\n")
    shown = at_a_terminal(file, typed=["second"])
    assert key in shown and "second" not in shown, shown
    interrupted(file, signal.SIGINT)
    interrupted(file, signal.SIGTERM)
    assert run(file, "--remove-passphrase", now="second\n")[0] == 0
    status, _, complaint = run(folder)
    assert status == 1 and "is no file" in complaint and "chmod" not in complaint, complaint
    assert facts(file) == {"file": str(file), "identity": key, "passphrase": False}


with tempfile.TemporaryDirectory() as temporary:
    test(pathlib.Path(temporary))
