# SPDX-License-Identifier: Apache-2.0
"""A relay as those who run one see it: its file, its log, its signals, its figures."""

import json
import pathlib
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import free_port, programs  # noqa: E402


def free_tcp_port():
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Operator:
    """One configuration, and the relay that runs with it, if one does."""

    def __init__(self, world, folder=None):
        self.world = world
        self.folder = pathlib.Path(folder or world.folder / "relay")
        self.folder.mkdir(exist_ok=True)
        self.address = f"127.0.0.1:{free_port()}"
        self.metrics_port = free_tcp_port()
        self.file = self.folder / "plenumd.toml"
        self.log_file = self.folder / "log"
        self.data = self.folder / "data"
        self.process = None
        self.configure()

    def configure(self, log="level = 'debug'", limits="", head=""):
        self.file.write_text(f'listen = "{self.address}"\ndata = "{self.data}"\n{head}\n[log]\njson = true\n{log}\n'
                             f'[metrics]\nlisten = "127.0.0.1:{self.metrics_port}"\n[limits]\n{limits}\n',
                             encoding="utf-8")

    def start(self, program=None, before=(), **options):
        """Returns when it is ready. `before`: words that run the program in some place."""
        with open(self.log_file, "ab") as log:
            self.process = self.world.start([*before, program or programs() / "plenumd", "--config", self.file],
                                            stderr=log, **options)
        if not self.process.stdout.readline():
            raise AssertionError(f"plenumd ended with status {self.process.wait()}: {self.log()[-3:]}")
        return self.process

    def fail(self):
        """Starts one that must not come up; what it says."""
        ended = subprocess.run([programs() / "plenumd", "--config", self.file], capture_output=True, text=True,
                               timeout=20, check=False)
        assert ended.returncode == 1, f"status {ended.returncode}"
        return ended.stderr

    def send(self, number):
        self.process.send_signal(number)

    def stop(self, number=signal.SIGTERM, seconds=10):
        self.send(number)
        assert self.process.wait(timeout=seconds) == 0, f"status {self.process.returncode}"

    def log(self):
        lines = self.log_file.read_text(encoding="utf-8").splitlines()
        return [json.loads(line) for line in lines if line.startswith("{")]

    def wait_log(self, event, seconds=10, count=1):
        """The count-th line of that event."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            found = [line for line in self.log() if line["event"] == event]
            if len(found) >= count:
                return found[count - 1]
            time.sleep(0.02)
        raise AssertionError(f"no {event} in the log: {self.log()[-5:]}")

    def wait_figure(self, name, value, seconds=10):
        until = time.monotonic() + seconds
        while (last := self.metrics()[name]) != value:
            assert time.monotonic() < until, f"{name} is {last}, not {value}"
            time.sleep(0.1)

    def metrics(self):
        """Each figure with its labels, as it stands."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.metrics_port}/metrics", timeout=10) as answer:
            text = answer.read().decode()
        return {name: float(value) for name, value in re.findall(r"^([^#\s]\S*) (\S+)$", text, re.MULTILINE)}


class NotifySocket:
    """What a service manager is told."""

    def __init__(self, path):
        self.path = str(path)
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(self.path)
        self.heard = []

    def wait(self, wanted, seconds=10):
        """Until a message has this among its lines."""
        until = time.monotonic() + seconds
        while not any(wanted in message.split("\n") for message in self.heard):
            self._socket.settimeout(max(0.01, until - time.monotonic()))
            try:
                self.heard.append(self._socket.recv(4096).decode())
            except TimeoutError as late:
                raise AssertionError(f"the manager did not hear {wanted}: {self.heard}") from late

    def close(self):
        self._socket.close()
