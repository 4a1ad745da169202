# SPDX-License-Identifier: Apache-2.0
"""plenumd under a systemd that really runs, from installing to the restored backup, as docs/guide-operator.md says.

    booted_test.py PROGRAMS BUILD
"""

import pathlib
import re
import subprocess
import sys
import time

from machine import Machine, why_not

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import SANITIZED, SKIPPED, Shell, World, main, programs  # noqa: E402

BUILD = sys.argv[2]
SERVICE = "plenumd.service"
METRICS = "127.0.0.1:9700"
RELAY = "127.0.0.1:7700"
DATA = "/var/lib/plenumd"
CREDENTIAL = "/run/credentials/plenumd.service/create_secret"
HANG_SECONDS = 4


class Relay:
    """The unit, as an operator asks for it."""

    def __init__(self, machine):
        self.machine = machine
        unit = next(machine.files.rglob(SERVICE)).read_text(encoding="utf-8")
        self.program, self.configuration = re.search(r"^ExecStart=(\S+) --config (\S+)$", unit, re.MULTILINE).groups()
        self.example = "/" + str(next(machine.files.rglob("plenumd.toml")).relative_to(machine.files))

    def property(self, name):
        return self.machine.do("systemctl", "show", "--property", name, "--value", SERVICE)

    def pid(self):
        return int(self.property("MainPID"))

    def journal(self):
        return self.machine.do("journalctl", "--unit", SERVICE, "--output", "cat", "--no-pager").splitlines()

    def wait(self, what, holds, seconds=15):
        until = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < until, f"{what}: {self.property('StatusText')}; {self.journal()[-4:]}"
            time.sleep(0.2)

    def wait_connected(self, count):
        self.wait(f"{count} connected", lambda: self.property("StatusText").startswith(f"{count} connected"))

    def figures(self):
        asked = f"import urllib.request as r; print(r.urlopen('http://{METRICS}/metrics', timeout=10).read().decode())"
        text = self.machine.do(sys.executable, "-c", asked)
        return dict(re.findall(r"^([^#\s]\S*) (\S+)$", text, re.MULTILINE))

    def restarted(self, was):
        self.wait("started again", lambda: self.property("ActiveState") == "active" and self.pid() not in (0, was))


def install(machine, relay):
    machine.do("systemd-sysusers")
    machine.do("install", "-D", "-m", "640", "-g", "plenumd", relay.example, relay.configuration)
    machine.do("systemctl", "daemon-reload")
    machine.do("systemctl", "enable", "--now", "plenumd")
    assert any(line.startswith("ready ") and f"data={DATA}" in line for line in relay.journal()), relay.journal()
    assert machine.do("stat", "--format", "%U %a", DATA) == "plenumd 700"
    assert machine.do("stat", "--format", "%U %a", f"{DATA}/relay.key") == "plenumd 600"
    standing = machine.do("cat", f"/proc/{relay.pid()}/status")
    assert re.search(r"^NoNewPrivs:\s1$", standing, re.MULTILINE), "it could gain rights"
    assert re.search(r"^CapBnd:\s0+$", standing, re.MULTILINE), "it has rights"
    assert re.search(r"^Seccomp:\s2$", standing, re.MULTILINE), "all system calls are open to it"


def configure(machine, relay):
    """A secret in a credential, figures, and a watchdog that a test can wait for."""
    machine.write("/etc/plenum/create_secret", "only for operators\n", 0o600)
    machine.write(f"/etc/systemd/system/{SERVICE}.d/override.conf",
                  f"[Service]\nLoadCredential=create_secret:/etc/plenum/create_secret\nWatchdogSec={HANG_SECONDS}\n")
    settings = machine.do("cat", relay.configuration)
    settings = settings.replace('#create_secret_file = ""', f'create_secret_file = "{CREDENTIAL}"')
    head, tail = settings.split("[metrics]")
    machine.write(relay.configuration, f"{head}[metrics]{tail.replace('#listen', 'listin', 1)}", 0o640)
    machine.do("chgrp", "plenumd", relay.configuration)
    asked = machine.run("setpriv", "--reuid=plenumd", "--regid=plenumd", "--clear-groups", relay.program, "--config",
                        relay.configuration, "--data", DATA, "--check-config")
    assert asked.returncode != 0 and "listen" in asked.stderr, "a slip in the configuration was not told"
    machine.do("systemctl", "reload", "plenumd")
    relay.wait("config_refused", lambda: any(line.startswith("config_refused ") for line in relay.journal()))
    machine.write(relay.configuration, f"""{head}[metrics]{tail.replace('#listen = ""', f'listen = "{METRICS}"', 1)}""",
                  0o640)
    machine.do("chgrp", "plenumd", relay.configuration)
    machine.do("systemctl", "daemon-reload")
    machine.do("systemctl", "restart", "plenumd")
    assert relay.figures()["plenum_relay_conferences"] == "0"


def create(machine, cli):
    refused = machine.run(cli, "create", "--relay", RELAY, "--name", "First call")
    assert refused.returncode == 1 and "creation secret" in refused.stderr, refused.stderr
    return machine.do(cli, "create", "--relay", RELAY, "--name", "First call", "--create-secret-file",
                      "/etc/plenum/create_secret")


def talk(machine, cli, link, name):
    shell = Shell(machine.start(cli, "shell", "--link", link, "--name", name, stdin=subprocess.PIPE))
    shell.wait_joined()
    return shell


def leave(shell):
    shell.send("leave")
    assert shell.wait(lambda line: line.get("event") == "finished", 15), "did not leave"


def operate(machine, relay, caller):
    """An upgrade, a death and a hang in the middle of a call, whose people come back by themselves."""
    relay.wait_connected(1)
    assert relay.figures()["plenum_relay_sessions"] == "1"
    was = relay.pid()
    machine.replace(relay.program, programs() / "plenumd")
    machine.do("systemctl", "daemon-reload")
    machine.do("systemctl", "restart", "plenumd")
    relay.restarted(was)
    relay.wait_connected(1)
    was = relay.pid()
    machine.do("kill", "-KILL", str(was))
    relay.restarted(was)
    relay.wait_connected(1)
    was = relay.pid()
    machine.do("kill", "-STOP", str(was))
    relay.wait("the watchdog", lambda: relay.pid() != was, HANG_SECONDS + 15)
    relay.restarted(was)
    relay.wait_connected(1)
    assert int(relay.property("NRestarts")) >= 2
    assert caller.process.poll() is None, "the call ended"
    leave(caller)


def close_and_restore(machine, relay, cli, link):
    machine.do("systemctl", "stop", "plenumd")
    machine.do("cp", "-a", DATA, "/var/backups/plenumd-1")
    machine.do("systemctl", "start", "plenumd")
    ann = talk(machine, cli, link, "Ann")
    machine.do("systemctl", "kill", "--signal=SIGINT", "plenumd")
    assert ann.wait(lambda line: line.get("event") == "finished", 15), "nobody told that the relay was closed"
    relay.wait("ended", lambda: relay.property("ActiveState") == "inactive")
    machine.do("sh", "-c", f"rm -r {DATA}/* && cp -a /var/backups/plenumd-1/. {DATA} && "
                           f"chown -R plenumd:plenumd {DATA}")
    machine.do("systemctl", "start", "plenumd")
    leave(talk(machine, cli, link, "Bob"))


def skip(reason):
    print("skipped:", reason)
    sys.exit(SKIPPED)


def test():
    if reason := "sanitizers need more than the unit allows" if SANITIZED else why_not():
        skip(reason)
    with World() as world:
        machine = Machine(world)
        machine.install(BUILD, "plenumd")
        machine.install(BUILD, "plenum-cli")
        cli = "/" + str(next(machine.files.rglob("bin/plenum-cli")).relative_to(machine.files))
        if reason := machine.boot():
            skip(reason)
        try:
            relay = Relay(machine)
            install(machine, relay)
            configure(machine, relay)
            link = create(machine, cli)
            operate(machine, relay, talk(machine, cli, link, "Carol"))
            close_and_restore(machine, relay, cli, link)
        finally:
            machine.halt()


main(test)
