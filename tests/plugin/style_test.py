# SPDX-License-Identifier: Apache-2.0
"""A stranger's floor style: built against what is installed, run by a real relay, seen by people who have it not.

    style_test.py PROGRAMS BUILD COMPILER
"""

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "integration"))
from support import Person, World, free_port, judge, main, programs  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
BUILD, COMPILER = sys.argv[2:4]
HEADERS = {"core/base/plugin.h", "core/base/time.h", "core/base/units.h", "core/token/policy.h"}
TURN_SECONDS = 1.0
BOUNDARY = re.compile(r"plugin_version = (\d+);")
NEXT_VERSION = 1 + int(BOUNDARY.search((HERE.parents[1] / "core/base/plugin.h").read_text(encoding="utf-8"))[1])
BAD_SETTINGS = "These settings of the floor make no sense, so the old ones stay; correct them."
UNKNOWN_STYLE = "The relay does not know this style of meeting; choose another."


def run(*command):
    ended = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=120, check=False)
    assert ended.returncode == 0, f"{command}: {ended.stdout}{ended.stderr}"


def install(prefix):
    run("cmake", "--install", BUILD, "--prefix", prefix, "--component", "development")
    headers = {str(file.relative_to(prefix / "include/plenum")) for file in prefix.rglob("*.h")}
    assert headers == HEADERS, headers


def build(folder, prefix):
    """From a copy of the project, so that nothing of the tree is beside it."""
    shutil.copytree(HERE / "round_robin", folder / "source")
    run("cmake", "-S", folder / "source", "-B", folder / "build", f"-DCMAKE_PREFIX_PATH={prefix}",
        f"-DCMAKE_CXX_COMPILER={COMPILER}")
    run("cmake", "--build", folder / "build")
    return folder / "build/round-robin.so"


def build_for_next_version(folder, prefix):
    """As after the next change of the boundary."""
    other = folder / "prefix"
    shutil.copytree(prefix, other)
    header = other / "include/plenum/core/base/plugin.h"
    text = header.read_text(encoding="utf-8")
    header.write_text(BOUNDARY.sub(f"plugin_version = {NEXT_VERSION};", text), encoding="utf-8")
    return build(folder, other)


def build_stumbler(folder, prefix):
    made = folder / "stumbler.so"
    run(COMPILER, "-std=c++20", "-shared", "-fPIC", f"-I{prefix}/include/plenum", HERE / "stumbler.cpp", "-o", made)
    return made


def build_example(folder, prefix):
    """The one that docs/plugins.md begins with, as it stands there."""
    document = (HERE.parents[1] / "docs/plugins.md").read_text(encoding="utf-8")
    source, made = folder / "first_come.cpp", folder / "first-come.so"
    source.write_text(re.search(r"```cpp\n(.*?)```", document, re.DOTALL)[1], encoding="utf-8")
    run(COMPILER, "-std=c++20", "-shared", "-fPIC", f"-I{prefix}/include/plenum", source, "-o", made)
    return made


class Relay:
    """plenumd with these plug-ins, and its log."""

    def __init__(self, world, address, plugins):
        self.file = world.folder / "plenumd.toml"
        self.log = world.folder / "log"
        self.file.write_text("[plugins]\nfloor = [" + ", ".join(f'"{each}"' for each in plugins) + "]\n",
                             encoding="utf-8")
        with open(self.log, "w", encoding="utf-8") as log:
            self.process = world.start([programs() / "plenumd", "--config", self.file, "--listen", address, "--data",
                                        world.folder / "relay", "--json"], stderr=log)
        assert self.process.stdout.readline(), self.log.read_text(encoding="utf-8")

    def told(self, event):
        lines = [json.loads(line) for line in self.log.read_text(encoding="utf-8").splitlines()]
        return [line for line in lines if line["event"] == event]

    def wait_told(self, event, seconds=5):
        until = time.monotonic() + seconds
        while not self.told(event):
            assert time.monotonic() < until, f"no {event} in the log"
            time.sleep(0.01)
        return self.told(event)

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(timeout=20) == 0


class Speaker(Person):
    def tokens(self):
        self.shell.poll()
        return [(at, line) for at, line in list(self.shell.lines) if line.get("event") == "token"]

    def wait_token(self, wanted, words, seconds=10):
        until = time.monotonic() + seconds
        while not (self.tokens() and wanted(self.tokens()[-1][1])):
            assert time.monotonic() < until, f"{words}: {self.name} sees {self.tokens()[-1:]}"
            time.sleep(0.01)

    def wait_style(self, style):
        self.wait_token(lambda token: token["settings"]["style"] == style, f"no {style}")

    def refused(self, line):
        """Why, or what it said instead."""
        before = len(self.shell.lines)
        self.say(line)
        until = time.monotonic() + 5
        while time.monotonic() < until:
            self.shell.poll()
            for _, told in self.shell.lines[before:]:
                if told.get("event") == "refused":
                    return told["why"]
            time.sleep(0.01)
        return "not refused"


def holders_of(token):
    return [each["member"] for each in token["holders"]]


def turns(person, since):
    """Who came to hold it when, as this person was told."""
    found = []
    for at, token in person.tokens():
        holders = holders_of(token)
        if at >= since and len(holders) == 1 and (not found or found[-1][1] != holders[0]):
            found.append((at, holders[0]))
    return found


def check_rounds(people):
    chair, ann, bob, eve = people
    begun = time.monotonic()
    chair.say(f"declare-token 1 voice 1 style=round-robin with=turn_s={TURN_SECONDS:.0f} "
              f"panel={ann.index},{bob.index},{eve.index}")
    until = begun + 7 * TURN_SECONDS
    while len(turns(eve, begun)) < 6 and time.monotonic() < until:
        time.sleep(0.02)
    seen = turns(eve, begun)
    ring = [ann.index, bob.index, eve.index]
    assert [member for _, member in seen] == ring + ring, f"the floor went to {seen}, and not round {ring}"
    lengths = [after - before for (before, _), (after, _) in zip(seen, seen[1:])]
    print("turns of " + ", ".join(f"{length:.2f} s" for length in lengths))
    judge(all(0.9 * TURN_SECONDS < length < 1.4 * TURN_SECONDS for length in lengths), f"turns of {lengths}")
    # Who is not on the panel asks, and has one turn.
    asked = time.monotonic()
    chair.say("want voice")
    chair.wait_token(lambda token: holders_of(token) == [chair.index], "had no turn")
    chair.wait_token(lambda token: holders_of(token) != [chair.index], "kept the floor")
    time.sleep(3.5 * TURN_SECONDS)
    assert [member for _, member in turns(eve, asked)].count(chair.index) == 1, turns(eve, asked)


def check_refusals(chair):
    for parameters in ("turn_s=0", "turn_s=soon", "speed=2"):
        why = chair.refused(f"configure-token voice style=round-robin with={parameters}")
        assert why == BAD_SETTINGS, f"{parameters}: {why}"
    why = chair.refused("configure-token voice style=round-table")
    assert why == UNKNOWN_STYLE, why


def check_stumbler(relay, chair, ann):
    assert chair.refused("configure-token voice style=stumbler with=words") == BAD_SETTINGS
    chair.say("configure-token voice style=stumbler panel=")
    ann.wait_style("stumbler")
    ann.wait_token(lambda token: not token["settings"]["panel"], "is on a panel")
    holder = holders_of(ann.tokens()[-1][1])
    if holder:
        chair.say(f"revoke voice {holder[0]}")
    chair.wait_token(lambda token: not holders_of(token), "still held")
    ann.say("want voice")
    ann.wait_token(lambda token: [each["member"] for each in token["queue"]] == [ann.index], "does not wait")
    faults = relay.wait_told("plugin_faulty")
    assert {"no words, please", "over its own feet"} == {fault["text"] for fault in faults}, faults
    assert faults[0]["style"] == "stumbler" and faults[0]["level"] == "error", faults
    chair.say(f"grant voice {ann.index}")
    ann.wait_token(lambda token: holders_of(token) == [ann.index], "moderators decide nothing")


def check_without(world, address, link, chair, bob):
    """A relay that has lost its plug-ins: the floor stays as it was, and moderators decide."""
    relay = Relay(world, address, [])
    begun = time.monotonic()
    while chair.refused("configure-token voice style=round-robin with=turn_s=5") != UNKNOWN_STYLE:
        assert time.monotonic() < begun + 20, "a relay took a style that it has not"
    late = Speaker(world, link, "Late")
    late.wait_style("stumbler")
    holder = holders_of(late.tokens()[-1][1])
    if holder:
        chair.say(f"revoke voice {holder[0]}")
    chair.wait_token(lambda token: not holders_of(token), "still held")
    chair.say(f"grant voice {bob.index}")
    late.wait_token(lambda token: holders_of(token) == [bob.index], "moderators decide nothing")
    relay.stop()


def check_config(world, plugins, words):
    """Each of these is told, with the line where they stand."""
    file = world.folder / "wrong.toml"
    listed = ", ".join(f'"{each}"' for each in plugins)
    file.write_text(f"# Styles\n[plugins]\nfloor = [{listed}]\n", encoding="utf-8")
    checked = subprocess.run([programs() / "plenumd", "--config", file, "--check-config", "--data",
                              world.folder / "relay"], capture_output=True, text=True, timeout=20, check=False)
    print(checked.stderr.strip())
    assert checked.returncode == 1 and f"{file}:3: plugins.floor: " in checked.stderr, checked.stderr
    for each in words:
        assert each in checked.stderr, f"{each!r} is not told"


def check_window(world, style, foreign):
    """The client hosts with it, by the option and out of the person's own folder, and says what it cannot use."""
    own = world.folder / "data/plenum/plugins"
    own.mkdir(parents=True)
    client = [programs() / "plenum", "--config-dir", world.folder / "client"]
    os.environ.update(QT_QPA_PLATFORM="offscreen", XDG_DATA_HOME=str(world.folder / "data"))
    failed = world.start([*client, "--plugin", foreign])
    assert failed.wait(timeout=20) == 1
    assert f"version {NEXT_VERSION}" in failed.stderr.read()
    shutil.copy(style, own)
    shutil.copy(foreign, own / "foreign.so")
    link = world.folder / "link"
    host = world.start([*client, "--host", "--join", "--name", "Host", "--address", "127.0.0.1", "--port", free_port(),
                        "--link-file", link, "--microphone", "none", "--loudspeaker", "none", "--camera", "none"])
    until = time.monotonic() + 20
    while not (link.exists() and link.read_text(encoding="utf-8")):
        assert time.monotonic() < until and host.poll() is None, "the client does not host"
        time.sleep(0.02)
    chair = Speaker(world, link.read_text(encoding="utf-8").strip(), "Chair",
                   ("--identity", world.folder / "client/identity.key"))
    chair.say(f"declare-token 1 voice 1 style=round-robin panel={chair.index}")
    chair.wait_token(lambda token: holders_of(token) == [chair.index], "the client's relay does not decide by it")
    host.send_signal(signal.SIGTERM)
    _, said = host.communicate(timeout=20)
    assert f"foreign.so was built for version {NEXT_VERSION}" in said, said


def test():
    os.umask(0o022)
    with World() as world:
        prefix = world.folder / "prefix"
        install(prefix)
        for name in ("one", "two"):
            (world.folder / name).mkdir()
        style = build(world.folder / "one", prefix)
        foreign = build_for_next_version(world.folder / "two", prefix)
        stumbler = build_stumbler(world.folder, prefix)
        example = build_example(world.folder, prefix)
        missing = world.folder / "missing.so"
        check_config(world, [style, foreign, missing],
                     [f"built for version {NEXT_VERSION}", "missing.so: there is no such file"])

        address = f"127.0.0.1:{free_port()}"
        relay = Relay(world, address, [style, foreign, stumbler, example])
        assert [line["styles"] for line in relay.told("plugin_loaded")] == ["round-robin", "stumbler", "first-come"]
        refused = relay.told("plugin_refused")
        assert [line["file"] for line in refused] == [str(foreign)], refused
        assert f"version {NEXT_VERSION}" in refused[0]["text"], refused
        key = world.folder / "chair.key"
        link = world.create(address, words=("--identity", key))
        chair = Speaker(world, link, "Chair", ("--identity", key))
        others = [Speaker(world, link, name) for name in ("Ann", "Bob", "Eve")]
        check_rounds([chair, *others])
        check_refusals(chair)
        check_stumbler(relay, chair, others[0])
        relay.stop()
        check_without(world, address, link, chair, others[1])
        check_window(world, style, foreign)


main(test)
