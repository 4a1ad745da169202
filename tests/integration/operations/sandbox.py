#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Runs a program within what a systemd unit allows, without systemd: its system calls (a call outside them kills, where
systemd would refuse, so that it cannot go unnoticed), its address families, no memory that is writable and executable.

    sandbox.py UNIT PROGRAM ARGUMENTS…
"""

import os
import pathlib
import socket
import subprocess
import sys

import seccomp

PROT_WRITE, PROT_EXEC, SHM_EXEC = 2, 4, 0o100000
# CLONE_NEWNS, …CGROUP, …UTS, …IPC, …USER, …PID, …NET, and …TIME (clone(2)).
CLONE_NEW = 0x00020000 | 0x02000000 | 0x04000000 | 0x08000000 | 0x10000000 | 0x20000000 | 0x40000000 | 0x80


def settings(unit):
    """What the unit sets, each name with its values in order."""
    found = {}
    for line in pathlib.Path(unit).read_text(encoding="utf-8").splitlines():
        name, equals, value = line.partition("=")
        if equals and not line.startswith("#"):
            found.setdefault(name.strip(), []).append(value.strip())
    return found


def calls_of(group):
    """The system calls of a group, and of those in it, as systemd knows them."""
    listed = subprocess.run(["systemd-analyze", "syscall-filter", group], capture_output=True, text=True, check=True)
    names = [line.strip() for line in listed.stdout.splitlines()[1:]]
    calls = set()
    for name in names:
        if name.startswith("@"):
            calls |= calls_of(name)
        elif name and not name.startswith("#"):
            calls.add(name)
    return calls


def allowed_calls(unit):
    allowed = set()
    for line in settings(unit)["SystemCallFilter"]:
        taken_away = line.startswith("~")
        for word in line.removeprefix("~").split():
            calls = calls_of(word) if word.startswith("@") else {word}
            allowed = allowed - calls if taken_away else allowed | calls
    return allowed


def rules_for_arguments(unit):
    """Calls that are allowed for some arguments alone: name to lists of conditions, any of which will do."""
    found = settings(unit)
    arg, masked, equal = seccomp.Arg, seccomp.MASKED_EQ, seccomp.EQ
    rules = {}
    if found.get("MemoryDenyWriteExecute") == ["yes"]:
        both = PROT_WRITE | PROT_EXEC
        rules["mmap"] = [[arg(2, masked, both, bits)] for bits in (0, PROT_WRITE, PROT_EXEC)]
        rules["mprotect"] = rules["pkey_mprotect"] = [[arg(2, masked, PROT_EXEC, 0)]]
        rules["shmat"] = [[arg(2, masked, SHM_EXEC, 0)]]
    if "RestrictAddressFamilies" in found:
        families = [getattr(socket, name) for name in found["RestrictAddressFamilies"][0].split()]
        rules["socket"] = [[arg(0, equal, family)] for family in families]
    if found.get("RestrictNamespaces") == ["yes"]:
        rules["clone"] = [[arg(0, masked, CLONE_NEW, 0)]]
        rules["unshare"] = rules["setns"] = []
    return rules


def confine(unit):
    """From here on, this process may do what the unit allows."""
    confined = seccomp.SyscallFilter(seccomp.KILL_PROCESS)
    special = rules_for_arguments(unit)
    known = 0
    for call in sorted(allowed_calls(unit)):
        try:
            if call in special:
                for conditions in special[call]:
                    confined.add_rule_exactly(seccomp.ALLOW, call, *conditions)
            elif call == "clone3" and "clone" in special:
                # Its flags are out of a filter's reach; programs fall back to clone, as under systemd.
                confined.add_rule(seccomp.ERRNO(38), call)
            else:
                confined.add_rule(seccomp.ALLOW, call)
            known += 1
        except (RuntimeError, ValueError, OSError):
            pass  # a call of another architecture
    assert known > 100, "the unit's list of system calls could not be read"
    confined.load()


if __name__ == "__main__":
    confine(sys.argv[1])
    os.execv(sys.argv[2], sys.argv[2:])
