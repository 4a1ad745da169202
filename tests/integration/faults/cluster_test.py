# SPDX-License-Identifier: Apache-2.0
"""Three relays with etcd, each begun on an empty folder with one line of settings. People join at each. The home is
killed for good, then the next home; etcd is stopped for a while.

    cluster_test.py PROGRAMS
"""

import json
import pathlib
import shutil
import signal
import socket
import sys
import time
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import SKIPPED, Person, World, free_port, judge, main, programs  # noqa: E402

BACK_SECONDS_MAX = 15


def free_tcp_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def start_etcd(world):
    client, peer = (f"http://127.0.0.1:{free_tcp_port()}" for _ in range(2))
    process = world.start(["etcd", "--data-dir", world.folder / "etcd", "--listen-client-urls", client,
                           "--advertise-client-urls", client, "--listen-peer-urls", peer,
                           "--initial-advertise-peer-urls", peer, "--initial-cluster", f"default={peer}",
                           "--logger", "zap", "--log-level", "error"])
    until = time.monotonic() + 20
    while True:
        try:
            with urllib.request.urlopen(client + "/health", timeout=1) as answer:
                if json.load(answer)["health"] == "true":
                    return process, client
        except OSError:
            pass
        assert time.monotonic() < until, "etcd does not begin"
        time.sleep(0.05)


class Relay:
    def __init__(self, world, name, etcd):
        self.address = f"127.0.0.1:{free_port()}"
        config = world.folder / f"{name}.toml"
        config.write_text(f'[cluster]\netcd = ["{etcd}"]\n', encoding="utf-8")
        self.log = world.folder / f"{name}.log"
        with open(self.log, "w", encoding="utf-8") as log:
            self.process = world.start([programs() / "plenumd", "--config", config, "--listen", self.address, "--data",
                                        world.folder / name, "--json"], stderr=log)
        assert self.process.stdout.readline(), self.log.read_text(encoding="utf-8")

    def events(self, name):
        lines = [json.loads(line) for line in self.log.read_text(encoding="utf-8").splitlines()]
        return [line for line in lines if line["event"] == name]

    def wait_event(self, name, seconds, wanted=lambda line: True, count=1):
        until = time.monotonic() + seconds
        while len([line for line in self.events(name) if wanted(line)]) < count:
            assert time.monotonic() < until, f"no {name} in {self.log.read_text(encoding='utf-8')}"
            time.sleep(0.02)


def heard(people, text, seconds):
    begun = time.monotonic()
    for person in people:
        assert person.shell.wait(lambda line: line.get("text") == text, seconds), f"{person.name} does not read {text}"
    return time.monotonic() - begun


def lose(relay, others, people, said):
    """That relay is the home; gives the one that has taken over."""
    relay.process.kill()
    people[0].say(f"chat {said}")
    took = heard(people[1:], said, 60)
    print(f"everyone reads again {took:.1f} s after the home was lost")
    judge(took < BACK_SECONDS_MAX, "back too late")
    new = [each for each in others if each.events("conference_taken_over")]
    assert len(new) == 1, "not exactly one relay took over"
    return new[0]


def test():
    if shutil.which("etcd") is None:
        print("etcd is not installed")
        sys.exit(SKIPPED)
    with World() as world:
        etcd, url = start_etcd(world)
        relays = [Relay(world, f"relay{number}", url) for number in range(3)]
        for relay in relays:
            relay.wait_event("cluster_changed", 10, lambda line: line["peers"] == 2)
        link = world.create(relays[0].address)
        people = [Person(world, link.replace(relays[0].address, relay.address), name)
                  for relay, name in zip(relays, ("Ann", "Bob", "Cem"))]
        relays[0].wait_event("standby_synced", 10)
        people[0].say("chat before")
        heard(people[1:], "before", 5)

        # Without the register calls go on.
        etcd.send_signal(signal.SIGSTOP)
        people[1].say("chat without a register")
        heard([people[0], people[2]], "without a register", 5)
        etcd.send_signal(signal.SIGCONT)

        second = lose(relays[0], relays[1:], people, "after the first loss")
        third = next(each for each in relays[1:] if each is not second)
        second.wait_event("standby_synced", 30)
        assert lose(second, [third], people, "after the second loss") is third
        for person in people:
            assert person.shell.texts().count("before") <= 1, "heard twice"
            assert not person.told("ended"), f"{person.name} was told of an end"
        late = Person(world, people[2].told("link_changed")[-1]["link"], "Late")
        heard([late], "before", 10)


main(test)
