# SPDX-License-Identifier: Apache-2.0
"""What operators get wrong: each time one sentence that says what, and status 1.

    mistakes_test.py PROGRAMS
"""

import os
import re
import socket
import subprocess

from relay_operator import Operator
from support import World, main, programs


def one_sentence(said, pattern):
    lines = said.strip().splitlines()
    assert len(lines) == 1 and lines[0].startswith("plenumd: "), f"not one line: {said}"
    assert re.search(pattern, lines[0]), f"{lines[0]!r} does not say {pattern!r}"
    print(lines[0])


def check_config(operator, *words):
    return subprocess.run([programs() / "plenumd", "--config", operator.file, "--check-config", *words],
                          capture_output=True, text=True, timeout=20, check=False)


def configuration(operator):
    checked = check_config(operator)
    assert checked.returncode == 0 and "no mistakes" in checked.stdout, checked.stderr
    good = operator.file.read_text(encoding="utf-8")
    # What holds without options is not hidden by them.
    operator.file.write_text(good.replace(f'"{operator.data}"', '"/dev/null/x"'), encoding="utf-8")
    one_sentence(check_config(operator, "--data", operator.data).stderr, ":2: data: /dev/null/x does not exist")
    operator.file.write_text("lisen = 'a'\n[limits]\nsessions = 0\n", encoding="utf-8")
    checked = check_config(operator)
    assert checked.returncode == 1
    assert f"{operator.file}:1: lisen: there is no such key; did you mean listen?" in checked.stderr, checked.stderr
    assert f"{operator.file}:3: limits.sessions: should be from 1 to 20000, not 0" in checked.stderr, checked.stderr
    assert '"line":3' in check_config(operator, "--json").stdout
    operator.file.write_text(good, encoding="utf-8")
    operator.file.rename(operator.folder / "away")
    one_sentence(operator.fail(), "plenumd.toml")
    (operator.folder / "away").rename(operator.file)


def taken(world, operator):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as other:
        other.bind(("127.0.0.1", int(operator.address.split(":")[1])))
        one_sentence(operator.fail(), "in use|another program")
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as other:
        other.bind(("127.0.0.1", operator.metrics_port))
        other.listen()
        one_sentence(operator.fail(), "Metrics: .*in use")
    operator.start()
    second = Operator(world, world.folder / "second")
    second.data = operator.data
    second.configure()
    one_sentence(second.fail(), "another")
    operator.stop()


def lost_key(operator):
    """With a new one every conference would be set aside: nothing is touched, and with the old one all is back."""
    operator.start()
    operator.world.create(operator.address)
    operator.stop()
    key, conferences = operator.data / "relay.key", operator.data / "conferences"
    key.rename(operator.folder / "key")
    assert check_config(operator).returncode == 1
    one_sentence(operator.fail(), "relay.key is missing")
    (operator.folder / "key").rename(key)
    starts = len([line for line in operator.log() if line["event"] == "ready"])
    operator.start()
    kept = operator.wait_log("ready", count=starts + 1)["conferences"]
    assert kept == 1, f"{kept} conferences are back"
    operator.stop()
    assert not list(conferences.glob("*.aside*")), "a conference was set aside"


def state_folder(operator):
    """Where the unit keeps the data, unless the configuration says otherwise."""
    given = operator.folder / "given"
    operator.file.write_text(f'listen = "{operator.address}"\n[log]\njson = true\n', encoding="utf-8")
    os.environ["STATE_DIRECTORY"] = f"{given}:{operator.folder}/other"
    operator.start()
    operator.stop()
    assert (given / "relay.key").exists(), "the folder that systemd gives is not used"
    operator.configure()
    operator.start()
    operator.stop()
    ready = [line for line in operator.log() if line["event"] == "ready"]
    assert [line["data"] for line in ready[-2:]] == [str(given), str(operator.data)], ready[-2:]
    del os.environ["STATE_DIRECTORY"]


def permissions(operator):
    key = operator.data / "relay.key"
    key.chmod(0o644)
    one_sentence(operator.fail(), "relay.key")
    key.chmod(0o600)
    whole = key.read_bytes()
    key.write_bytes(whole[:7])
    one_sentence(operator.fail(), "relay.key")
    assert key.read_bytes() == whole[:7], "a damaged key was written over"
    key.write_bytes(whole)
    lost_key(operator)
    secret = operator.folder / "secret"
    secret.write_text("open sesame\n", encoding="utf-8")
    secret.chmod(0o644)
    operator.configure(head=f"create_secret_file = '{secret}'")
    one_sentence(operator.fail(), "Everyone may read .*secret")
    assert check_config(operator).returncode == 1
    operator.configure(head=f"create_secret_file = '{operator.folder}/none'")
    one_sentence(operator.fail(), "none")
    operator.configure(head="create_secret = 'open sesame'")
    operator.file.chmod(0o644)
    one_sentence(operator.fail(), ":3: create_secret: everyone may read this file")
    operator.file.chmod(0o640)
    operator.start()
    operator.stop()
    operator.file.chmod(0o644)
    operator.configure()
    if os.geteuid() == 0:
        print("permissions of folders are not tried: root may do anything")
        return
    (operator.data / "conferences").chmod(0o500)
    one_sentence(operator.fail(), "cannot be written by this user")
    (operator.data / "conferences").chmod(0o700)


def places(operator):
    operator.data = operator.folder / "a file"
    operator.data.write_text("no folder", encoding="utf-8")
    operator.configure()
    one_sentence(operator.fail(), "a file")
    assert check_config(operator).returncode == 1
    operator.address = "192.0.2.1:7700"
    operator.data = operator.folder / "data"
    operator.configure()
    one_sentence(operator.fail(), "192.0.2.1|address")
    one_sentence(check_config(operator).stderr, ":1: listen: 192.0.2.1 is no address of this machine")
    operator.address = "no-such-name.invalid:7700"
    operator.configure()
    one_sentence(operator.fail(), "no-such-name.invalid")


def test():
    with World() as world:
        operator = Operator(world)
        configuration(operator)
        taken(world, operator)
        permissions(operator)
        state_folder(operator)
        places(operator)


main(test)
