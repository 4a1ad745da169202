# SPDX-License-Identifier: Apache-2.0
"""A relay is upgraded, reloaded and closed while people talk: everyone is told and back, and nothing said is lost.

    restart_test.py PROGRAMS
"""

import os
import pathlib
import shutil
import signal
import sys
import time

from relay_operator import NotifySocket, Operator
from support import World, judge, main, programs

BACK_SECONDS_MAX = 3
UPGRADES = 2


def event(name):
    return lambda line: line.get("event") == name


def upgrade(operator, people, said, number):
    """The relay is asked to end, and another binary takes its place, in the middle of a talk."""
    talking = f"while it restarts {number}"
    operator.send(signal.SIGTERM)
    people[0].send("chat " + talking)
    said.append(talking)
    assert operator.process.wait(timeout=10) == 0
    ended = time.monotonic()
    for person in people:
        assert person.wait(lambda line: len([1 for _, each in person.lines if event("relay_restarts")(each)]) > number
                           and event("relay_restarts")(line), 5), "not told that the relay restarts"
    newer = operator.folder / f"plenumd-{number}"
    shutil.copy(programs() / "plenumd", newer)
    operator.start(newer)
    up = time.monotonic()
    for person in people[1:]:
        assert person.wait(lambda line: line.get("text") == talking, 10), "not back at all"
    back = time.monotonic() - up
    print(f"upgrade {number}: ready {up - ended:.2f} s after the old one ended, everyone back {back:.2f} s later")
    judge(back < BACK_SECONDS_MAX, "back too late")


def check_figures(operator, people):
    figures = operator.metrics()
    assert figures["plenum_relay_sessions"] == len(people), figures["plenum_relay_sessions"]
    assert figures['plenum_relay_members{state="present"}'] == len(people)
    assert figures["plenum_relay_conferences_in_use"] == 1
    assert figures['plenum_relay_datagrams_total{outcome="opened"}'] > 0
    assert figures['plenum_relay_sent_datagrams_total{class="chat"}'] > 0
    assert figures["plenum_relay_store_failing_conferences"] == 0
    assert figures["plenum_relay_loop_turn_duration_seconds_count"] > 0
    again = operator.metrics()
    assert all(again[name] >= value for name, value in figures.items() if name.endswith("_total")), "a counter fell"


def reload(operator, manager):
    operator.configure(log="level = 'info'", limits="sessions = 2\nsessions_per_address = 2", head="drain_time_s = 5")
    manager.heard.clear()
    operator.send(signal.SIGHUP)
    manager.wait("RELOADING=1")
    manager.wait("READY=1")
    assert operator.wait_log("config_reloaded")["changed"] == 4
    operator.file.write_text("listen = 'nowhere:99999'\nlog.level = 'loud'\n", encoding="utf-8")
    operator.send(signal.SIGHUP)
    assert operator.wait_log("config_refused", count=2)["line"] == 2
    operator.configure(limits="sessions = 2\nsessions_per_address = 2", head="create_secret = 'new'")
    operator.file.chmod(0o640)
    operator.send(signal.SIGHUP)
    assert operator.wait_log("config_needs_restart")["key"] == "create_secret"
    text = operator.log_file.read_text(encoding="utf-8")
    assert "127.0.0.1" not in "".join(line for line in text.splitlines() if "session_" in line), "an address in the log"


def secret_changes(world, operator):
    """What stands in the secret's file is read at the start alone, and whoever changes it is told so."""
    secret = operator.folder / "secret"
    secret.write_text("old\n", encoding="utf-8")
    secret.chmod(0o600)
    operator.configure(head=f"create_secret_file = '{secret}'")
    operator.start()
    told = len([line for line in operator.log() if line["event"] == "config_needs_restart"])
    reloaded = len([line for line in operator.log() if line["event"] == "config_reloaded"])
    operator.send(signal.SIGHUP)
    operator.wait_log("config_reloaded", count=reloaded + 1)
    assert told == len([line for line in operator.log() if line["event"] == "config_needs_restart"]), "nothing changed"
    secret.write_text("new\n", encoding="utf-8")
    operator.send(signal.SIGHUP)
    assert operator.wait_log("config_needs_restart", count=told + 1)["key"] == "create_secret_file"
    secret.write_text("old\n", encoding="utf-8")
    created = world.start([programs() / "plenum-cli", "create", "--relay", operator.address, "--name", "Test",
                           "--create-secret-file", secret])
    assert created.communicate(timeout=20)[0].startswith("plenum://"), "the secret of the start does not hold"
    operator.stop()


def too_many(world, operator, link):
    """The lowered limit holds: nobody is thrown out, and nobody else gets in."""
    late = world.shell(link, "Dan")
    ended = late.wait(event("finished"), 20)
    assert ended, "let in past the limit"
    assert "it is full" in ended["sentence"], ended["sentence"]
    assert operator.wait_log("sessions_full")["limit"] == 2
    assert operator.metrics()['plenum_relay_sessions_refused_total{limit="sessions"}'] > 0


def test():
    with World() as world:
        operator = Operator(world)
        manager = NotifySocket(operator.folder / "notify")
        os.environ["NOTIFY_SOCKET"] = manager.path
        os.environ["WATCHDOG_USEC"] = "400000"
        operator.start()
        manager.wait("READY=1")
        link = world.create(operator.address)
        people = [world.shell(link, name) for name in ("Alice", "Bob", "Carol")]
        for person in people:
            person.wait_joined()
        said = ["before"]
        people[0].send("chat before")
        for person in people[1:]:
            assert person.wait(lambda line: line.get("text") == "before", 5), "chat does not flow"
        check_figures(operator, people)
        for number in range(UPGRADES):
            upgrade(operator, people, said, number)
        manager.wait("STOPPING=1")
        for person in people[1:]:
            assert person.texts() == said, f"chat is not complete and in order: {person.texts()}"
            assert not [line for _, line in person.lines if event("member_left")(line)], "someone was taken for lost"
        manager.heard.clear()
        manager.wait("WATCHDOG=1", 2)
        reload(operator, manager)
        too_many(world, operator, link)
        operator.stop(signal.SIGINT)
        for person in people:
            told = person.wait(event("finished"), 5)
            assert told, "not told that the relay closed for good"
        print("all told at its end:", told["sentence"])
        assert "the same link leads back" in told["sentence"], told["sentence"]
        assert [line["how"] for line in operator.log() if line["event"] == "closing"] == ["restarting"] * UPGRADES + [
            "for_good"]
        secret_changes(world, operator)
        manager.close()


main(test)
