# SPDX-License-Identifier: Apache-2.0
"""This machine's system once more, in a container whose first process is systemd: a layer of its own over the same
files, no network but loopback. Nothing that is done there is left here."""

import contextlib
import os
import pathlib
import shutil
import subprocess
import time

BOOT_TARGET = "under-test.target"
BOOT_SECONDS = 60


def why_not():
    """What is missing for such a container; None where nothing is."""
    if os.geteuid():
        return "only root may start a system of its own"
    for program in ("systemd-nspawn", "unshare", "nsenter", "setpriv"):
        if not shutil.which(program):
            return f"{program} is not installed"
    return None


class Machine:
    """Not booted yet: what is put into `files` is part of it."""

    def __init__(self, world):
        self._world = world
        self._folder = world.folder / "machine"
        self.files = self._folder / "files"
        for folder in (self.files, self._folder / "work", self._folder / "root"):
            folder.mkdir(parents=True)
        self._leader = None
        self.process = None

    def install(self, build, component):
        subprocess.run(["cmake", "--install", build, "--component", component], check=True, capture_output=True,
                       env=dict(os.environ, DESTDIR=str(self.files)))

    def boot(self):
        """What keeps it from coming up here; None when it is up."""
        target = self.files / "etc/systemd/system" / BOOT_TARGET
        target.parent.mkdir(parents=True)
        target.write_text("[Unit]\nRequires=basic.target\nAfter=basic.target\nAllowIsolate=yes\n", encoding="utf-8")
        layers = f"lowerdir=/,upperdir={self.files},workdir={self._folder / 'work'}"
        # The mount is gone with the process.
        script = ('mount -t overlay overlay -o "$1" "$2" && exec systemd-nspawn --quiet --keep-unit --register=no '
                  '--private-network --machine=under-test -D "$2" -b systemd.unit="$3"')
        with open(self._folder / "console", "wb") as console:
            self.process = self._world.start(
                ["unshare", "--mount", "--propagation", "private", "sh", "-c", script, "sh", layers,
                 self._folder / "root", BOOT_TARGET], stdin=subprocess.DEVNULL, stdout=console, stderr=console)
        until = time.monotonic() + BOOT_SECONDS
        while time.monotonic() < until and self.process.poll() is None:
            self._leader = self._leader or self._find_leader()
            if self._leader and self.ask("systemctl", "is-active", BOOT_TARGET) == "active":
                return None
            time.sleep(0.2)
        said = (self._folder / "console").read_text(encoding="utf-8", errors="replace")
        return "systemd does not come up in a container here: " + said.strip()[-200:]

    def _find_leader(self):
        own = os.readlink("/proc/self/ns/pid")
        with contextlib.suppress(OSError):
            for child in pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text(
                    encoding="utf-8").split():
                if os.readlink(f"/proc/{child}/ns/pid") != own:
                    return child
        return None

    def words(self, *command):
        """`command` as it is run there, by root."""
        return ["nsenter", "--target", self._leader, "--mount", "--uts", "--ipc", "--net", "--pid", "--", *command]

    def run(self, *command, **options):
        """As in subprocess, its end awaited."""
        options = {"capture_output": True, "text": True, "check": False, "timeout": 90} | options
        return subprocess.run([str(word) for word in self.words(*command)], **options)

    def do(self, *command):
        """What it prints; it must succeed."""
        ended = self.run(*command)
        assert ended.returncode == 0, f"{command}: status {ended.returncode}: {ended.stderr}{ended.stdout}"
        return ended.stdout.strip()

    def ask(self, *command):
        """What it prints, whatever its status."""
        return self.run(*command).stdout.strip()

    def start(self, *command, **options):
        """A process that goes on there."""
        return self._world.start(self.words(*command), **options)

    def write(self, path, text, mode=0o644):
        """A file there, by root. `path` from its root."""
        ended = self.run("sh", "-c", 'mkdir -p "$(dirname "$1")" && cat > "$1" && chmod "$2" "$1"', "sh", path,
                         f"{mode:o}", input=text)
        assert ended.returncode == 0, ended.stderr

    def replace(self, path, file):
        """A program there by another one, as an installation does it."""
        with open(file, "rb") as program:
            ended = self.run("sh", "-c", 'cat > "$1.new" && chmod 755 "$1.new" && mv "$1.new" "$1"', "sh", path,
                             stdin=program)
        assert ended.returncode == 0, ended.stderr

    def halt(self):
        if self.process and self.process.poll() is None:
            self.process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(timeout=20)
