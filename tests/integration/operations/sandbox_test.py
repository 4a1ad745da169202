# SPDX-License-Identifier: Apache-2.0
"""plenumd within what its unit allows: through a whole call, a reload, figures and its end. Then the same without the
network's system calls, to see that the bounds are real.

    sandbox_test.py PROGRAMS UNIT
"""

import importlib.util
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys

from relay_operator import Operator
from support import SKIPPED, SANITIZED, World, finish, main, speech

UNIT = pathlib.Path(sys.argv[2])
# As systemd 252 reckons: 1 is for serving the Internet at all, and each bound that is taken away adds 0.1 or more.
# Of which 0.2 for the thread priority that the unit grants.
EXPOSURE_MAX = 1.3
NOBODY = 65534


def why_not():
    if os.geteuid():
        return "only root may take rights away from others"
    for program in ("systemd-analyze", "setpriv", "bwrap"):
        if not shutil.which(program):
            return f"{program} is not installed"
    if not importlib.util.find_spec("seccomp"):
        return "python3-seccomp is not installed"
    if SANITIZED:
        return "sanitizers need more of the system than the unit allows"
    if subprocess.run(["bwrap", "--ro-bind", "/", "/", "true"], check=False, capture_output=True).returncode:
        return "no name spaces here"
    return None


def confined(operator, unit):
    """Words before a program: read-only but for its folder, no rights, and the unit's bounds."""
    here = pathlib.Path(__file__).resolve().parent
    return ["bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--bind", operator.data, operator.data,
            "--die-with-parent", "setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups",
            "--no-new-privs", "--bounding-set=-all", "--inh-caps=-all", sys.executable, "-B", here / "sandbox.py",
            unit]


def judge_unit():
    verified = subprocess.run(["systemd-analyze", "verify", UNIT], capture_output=True, text=True, check=False)
    complaints = [line for line in verified.stderr.splitlines()
                  if "plenumd" in line and "is not executable" not in line]
    assert not complaints, complaints
    told = subprocess.run(["systemd-analyze", "security", "--offline=yes", UNIT], capture_output=True, text=True,
                          check=False).stdout
    exposure = float(re.search(r"exposure level for \S+: ([\d.]+)", told).group(1))
    print("exposure:", exposure)
    assert exposure <= EXPOSURE_MAX, "the unit lets through more than it did"


def forbidden(snippet):
    """What the unit keeps from a program kills it in the sandbox."""
    sandbox = pathlib.Path(__file__).resolve().parent / "sandbox.py"
    ended = subprocess.run([sys.executable, "-B", sandbox, UNIT, sys.executable, "-c", snippet], check=False,
                           capture_output=True, text=True)
    assert ended.returncode == -signal.SIGSYS, f"allowed: {snippet} (status {ended.returncode})"


def check_bounds():
    forbidden("import mmap; mmap.mmap(-1, 4096, prot=7)")
    forbidden("import socket; socket.socket(socket.AF_NETLINK, socket.SOCK_RAW)")
    forbidden("import ctypes; ctypes.CDLL(None).unshare(0x10000000)")
    forbidden("import os; os.sched_setaffinity(0, {0})")
    forbidden("import os; os.chroot('/')")


def call(world, operator):
    link = world.create(operator.address)
    bots = [world.bot(link, name, "--audio", speech(world.folder, "One two three.", name), "--video", "pattern",
                      "--chat", f"hello from {name}", "--duration", "6") for name in ("Alice", "Bob")]
    shell = world.shell(link, "Carol")
    shell.wait_joined()
    assert operator.metrics()["plenum_relay_sessions"] >= 1
    operator.send_inside(signal.SIGHUP)
    operator.wait_log("config_reloaded")
    for bot in bots:
        finish(bot, 40)
    shell.send("leave")
    assert shell.wait(lambda line: line.get("event") == "finished", 10)


class ConfinedOperator(Operator):
    """Signals go to plenumd itself, which bwrap is the parent of."""

    def send_inside(self, number):
        for entry in pathlib.Path("/proc").iterdir():
            if not entry.name.isdigit():
                continue
            try:
                words = (entry / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if words[0].endswith(b"/plenumd") and str(self.file).encode() in words:
                os.kill(int(entry.name), number)


def test():
    reason = why_not()
    if reason:
        print("skipped:", reason)
        sys.exit(SKIPPED)
    judge_unit()
    check_bounds()
    with World() as world:
        world.folder.chmod(0o755)
        operator = ConfinedOperator(world)
        operator.data.mkdir(mode=0o700)
        shutil.chown(operator.data, NOBODY, NOBODY)
        operator.start(before=confined(operator, UNIT))
        call(world, operator)
        operator.send_inside(signal.SIGTERM)
        status = operator.process.wait(timeout=10)
        assert status == 0, f"ended with status {status}"
        assert operator.log()[-1]["event"] == "closed"

        mutilated = world.folder / "mutilated.service"
        mutilated.write_text(UNIT.read_text(encoding="utf-8").replace(
            "SystemCallFilter=~@privileged", "SystemCallFilter=~@network-io @privileged"), encoding="utf-8")
        try:
            operator.start(before=confined(operator, mutilated))
        except AssertionError as ended:
            print("without the network's calls:", str(ended)[:60])
        else:
            raise AssertionError("nothing keeps plenumd from calls that are not allowed")


main(test)
