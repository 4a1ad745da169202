# SPDX-License-Identifier: Apache-2.0
"""Network namespaces joined by links as bad as told, for tests that run real processes.

    with Network(["a", "b"], settings=["loss 5", "delay 50 20"]) as network:
        server = network.run("b", ["build/bin/plenumd", "--listen", network.address("b") + ":7700"])
        network.set("a down")
        print(network.stats()["ports"]["a"]["down"]["lost"])

Everything started through it ends with it, by process group; a test that is killed takes its processes and the emulator
with it, and the next `Network` removes the namespaces that it left.
"""

import contextlib
import ctypes
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import threading

ROOT = pathlib.Path(__file__).resolve().parents[2]
SKIPPED = 77  # exit status that tells ctest: skipped
PR_SET_PDEATHSIG = 1
CLONE_NEWNET = 0x40000000
STOP_SECONDS = 5
_libc = ctypes.CDLL(None, use_errno=True)


class NetemError(Exception):
    """The emulator refused a command, or ended."""


def unavailable():
    """Why there can be no emulated network here, or None."""
    if os.geteuid() != 0:
        return "network namespaces need root"
    if not os.access("/dev/net/tun", os.R_OK | os.W_OK):
        return "/dev/net/tun is missing"
    name = f"plenum-{os.getpid()}-probe"
    made = subprocess.run(["ip", "netns", "add", name], capture_output=True, text=True, check=False)
    if made.returncode:
        return "cannot make a network namespace: " + made.stderr.strip()
    subprocess.run(["ip", "netns", "delete", name], check=True)
    return None


def _die_with_parent():
    _libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def _remove_stale():
    """Removes the namespaces of tests that no longer live."""
    listed = subprocess.run(["ip", "netns", "list"], capture_output=True, text=True, check=True).stdout
    for name, pid in re.findall(r"^(plenum-(\d+)-\w+)", listed, re.MULTILINE):
        if not pathlib.Path("/proc", pid).exists():
            subprocess.run(["ip", "netns", "delete", name], capture_output=True, check=False)


class Network:
    """A star: every node has one device `net0`, and the emulator is in the middle. To be used by `with`."""

    _count = 0

    def __init__(self, nodes, settings=(), seed=1, mtu=1500, program=None):
        """`settings`: commands as for `set`. `program`: the emulator; default $PLENUM_NETEM, else build/bin/netem."""
        Network._count += 1
        self._nodes = list(nodes)
        self._settings = list(settings)
        self._seed = seed
        self._mtu = mtu
        self._program = str(program or os.environ.get("PLENUM_NETEM") or ROOT / "build/bin/netem")
        self._prefix = f"plenum-{os.getpid()}-{Network._count}x"
        self._stack = contextlib.ExitStack()
        self._emulator = None

    def __enter__(self):
        _remove_stale()
        with contextlib.ExitStack() as stack:
            for node in self._nodes:
                name = self.namespace(node)
                subprocess.run(["ip", "netns", "add", name], check=True)
                stack.callback(subprocess.run, ["ip", "netns", "delete", name], check=False)
            self._start_emulator(stack)
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_):
        self._stack.close()

    def _start_emulator(self, stack):
        command = [self._program, "--seed", str(self._seed), "--mtu", str(self._mtu)]
        for node in self._nodes:
            command += ["--port", f"{node},{self.namespace(node)},{self.address(node)}"]
        for setting in self._settings:
            command += ["--set", setting]
        self._emulator = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                          preexec_fn=_die_with_parent)
        stack.callback(_stop, self._emulator)
        stack.callback(self._emulator.stdin.close)
        self._answer()

    def _answer(self):
        line = self._emulator.stdout.readline()
        if not line:
            raise NetemError(f"the emulator ended with status {self._emulator.wait()}")
        answer = json.loads(line)
        if "error" in answer:
            raise NetemError(answer["error"])
        return answer

    def namespace(self, node):
        """The name of the node's namespace, as `ip netns` has it."""
        return f"{self._prefix}{node}"

    def address(self, node):
        """The node's IPv4 address."""
        return f"10.77.0.{self._nodes.index(node) + 1}"

    def set(self, line):
        """Changes links: `[TARGET] KEY [VALUE…]…`, see the README. Raises NetemError for what is no such command."""
        self._emulator.stdin.write(line + "\n")
        self._emulator.stdin.flush()
        self._answer()

    def stats(self):
        """The emulator's counters."""
        self._emulator.stdin.write("stats\n")
        self._emulator.stdin.flush()
        return self._answer()

    def inside(self, node, command):
        """`command` as it must be called to run in the node's namespace."""
        return ["nsenter", f"--net=/run/netns/{self.namespace(node)}", "--", *map(str, command)]

    def run(self, node, command, **options):
        """A running process (subprocess.Popen with `options`) in the node's namespace; ends with the network."""
        process = subprocess.Popen(self.inside(node, command), start_new_session=True, preexec_fn=_die_with_parent,
                                   **options)
        self._stack.callback(_stop, process)
        return process

    def socket(self, node, family=socket.AF_INET, kind=socket.SOCK_DGRAM):
        """A socket of this process that belongs to the node's namespace; closes with the network."""
        made = []

        def make():
            # A namespace is entered by one thread alone, and a socket stays where it was made.
            with open(f"/run/netns/{self.namespace(node)}", "rb") as there:
                if _libc.setns(there.fileno(), CLONE_NEWNET) == 0:
                    made.append(socket.socket(family, kind))

        thread = threading.Thread(target=make)
        thread.start()
        thread.join()
        if not made:
            raise NetemError(f"cannot enter the namespace of {node}")
        self._stack.callback(made[0].close)
        return made[0]


def _stop(process):
    """Ends a process that was started here, and its process group if it leads one."""
    for ending in (signal.SIGTERM, signal.SIGKILL):
        if process.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                if os.getpgid(process.pid) == process.pid:
                    os.killpg(process.pid, ending)
                else:
                    process.send_signal(ending)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(STOP_SECONDS)
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream:
            with contextlib.suppress(BrokenPipeError):
                stream.close()
