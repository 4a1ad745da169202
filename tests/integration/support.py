# SPDX-License-Identifier: Apache-2.0
"""Plenum's programs as a test starts and ends them."""

import contextlib
import ctypes
import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import time
import wave

import numpy

SKIPPED = 77
SOUNDS = pathlib.Path("/usr/share/sounds/alsa")
FILMS = pathlib.Path("/usr/share/doc/opencv-doc/examples/data")
# Under a sanitizer programs are many times slower: what depends on speed is printed and not judged.
SANITIZED = bool(os.environ.get("PLENUM_SANITIZED"))
_libc = ctypes.CDLL(None, use_errno=True)


def judge(holds, words):
    """An assertion about how fast or how much."""
    if not holds and SANITIZED:
        print("not judged under a sanitizer:", words)
    else:
        assert holds, words


def programs():
    """The folder of the programs under test: the first argument of every test."""
    return pathlib.Path(sys.argv[1]).resolve()


def _die_with_parent():
    _libc.prctl(1, signal.SIGKILL)


def free_port():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def speech(folder, text, name):
    """A WAV file that says `text`."""
    path = pathlib.Path(folder) / f"{name}.wav"
    subprocess.run(["espeak-ng", "-s", "150", "-w", str(path), text], check=True, capture_output=True)
    return path


def film(folder):
    """A real film of Debian's opencv-doc, unpacked if need be; None if there is none."""
    listed = subprocess.run(["dpkg", "-L", "opencv-doc"], capture_output=True, text=True, check=False).stdout
    for name in ("vtest.avi", "Megamind.avi"):
        for found in (line for line in listed.split() if line.endswith((name, name + ".gz"))):
            if not found.endswith(".gz"):
                return pathlib.Path(found)
            unpacked = pathlib.Path(folder) / name
            with open(unpacked, "wb") as out:
                subprocess.run(["gzip", "-dc", found], stdout=out, check=True)
            return unpacked
    return None


def samples(path):
    """A 48 kHz mono WAV as floats in [-1, 1]."""
    with wave.open(str(path)) as sound:
        frames = sound.readframes(sound.getnframes())
    return numpy.frombuffer(frames, dtype="<i2").astype(numpy.float64) / 32768


class World:
    """A folder and the processes that a test runs, all gone at its end.

    `run` may be replaced by something that runs a command elsewhere (tests/netem)."""

    def __init__(self):
        self._stack = contextlib.ExitStack()
        self.folder = pathlib.Path(self._stack.enter_context(tempfile.TemporaryDirectory(prefix="plenum-")))
        self.processes = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in self.processes:
            if process.poll() is None:
                process.kill()
            process.wait()
        self._stack.close()

    def start(self, command, run=None, **options):
        command = [str(word) for word in command]
        environment = dict(os.environ, XDG_CONFIG_HOME=str(self.folder / "config"),
                           XDG_STATE_HOME=str(self.folder / "state"))
        options.setdefault("stdout", subprocess.PIPE)
        options.setdefault("stderr", subprocess.PIPE)
        options.setdefault("text", True)
        if run:
            process = run(command, env=environment, **options)
        else:
            process = subprocess.Popen(command, env=environment, preexec_fn=_die_with_parent, **options)
        self.processes.append(process)
        return process

    def relay(self, address, data="relay", run=None, words=()):
        """A running plenumd; returns when it says that it is ready."""
        process = self.start([programs() / "plenumd", "--listen", address, "--data", self.folder / data, *words], run,
                             stderr=subprocess.DEVNULL)
        line = process.stdout.readline()
        if not line:
            raise AssertionError(f"plenumd ended with status {process.wait()} before it was ready")
        return process

    def create(self, address, run=None, words=()):
        """The link of a new conference."""
        process = self.start([programs() / "plenum-cli", "create", "--relay", address, "--name", "Test", *words], run)
        out, err = process.communicate(timeout=20)
        if process.returncode:
            raise AssertionError("create: " + err)
        return out.strip()

    def bot(self, link, name, *words, run=None):
        return self.start([programs() / "plenum-cli", "bot", "--link", link, "--name", name, "--json", *words], run)

    def shell(self, link, name, run=None, words=()):
        return Shell(self.start([programs() / "plenum-cli", "shell", "--link", link, "--name", name, *words], run,
                                stdin=subprocess.PIPE, stderr=subprocess.DEVNULL))


def finish(process, seconds):
    """What a bot printed; its status must be 0."""
    out, err = process.communicate(timeout=seconds)
    if process.returncode:
        raise AssertionError(f"status {process.returncode}: {err}")
    return json.loads(out.strip().splitlines()[-1])


class Shell:
    """plenum-cli shell, with its JSON lines."""

    def __init__(self, process):
        self.process = process
        self.lines = []
        os.set_blocking(process.stdout.fileno(), False)
        self._rest = b""

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def poll(self):
        with contextlib.suppress(BlockingIOError):
            while chunk := os.read(self.process.stdout.fileno(), 65536):
                self._rest += chunk
        *whole, self._rest = self._rest.split(b"\n")
        self.lines += [(time.monotonic(), json.loads(line)) for line in whole]

    def wait(self, wanted, seconds):
        """The first line, among all so far and to come, for which `wanted` is true; None after `seconds`."""
        until = time.monotonic() + seconds
        while True:
            self.poll()
            for _, line in self.lines:
                if wanted(line):
                    return line
            if time.monotonic() > until:
                return None
            time.sleep(0.005)

    def wait_joined(self, seconds=15):
        if not self.wait(lambda line: line.get("event") == "phase" and line["phase"] == "joined", seconds):
            raise AssertionError("did not join")

    def texts(self, sender=None):
        self.poll()
        return [line["text"] for _, line in self.lines
                if line.get("event") == "message" and "text" in line and sender in (None, line["sender"])]


class Person:
    """Somebody in a conference by a shell of their own, of the usual kind unless one is given."""

    def __init__(self, world, link, name, words=(), shell=None):
        self.name = name
        self.shell = shell or world.shell(link, name, words=words)
        own = self.shell.wait(lambda line: line.get("event") == "member_joined" and line["self"], 15)
        assert own, f"{name} is not in"
        self.index = own["member"]

    def say(self, line):
        self.shell.send(line)

    def told(self, event):
        self.shell.poll()
        return [line for _, line in list(self.shell.lines) if line.get("event") == event]


def resident_bytes(pid):
    for line in pathlib.Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    raise AssertionError("no VmRSS")


def main(test):
    """Runs `test`, which prints its figures and raises AssertionError."""
    try:
        test()
    except AssertionError as error:
        print("FAILED:", error)
        sys.exit(1)
    print("passed")
