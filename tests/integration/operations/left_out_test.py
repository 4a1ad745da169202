#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A relay starts while a conference's file cannot be read: nobody gives back less than what stands there, and once it
can be read the relay has it, without another start, and everyone is back.

    left_out_test.py PROGRAMS
"""

import contextlib
import sqlite3

from relay_operator import Operator
from support import World, judge, main

# The program reads a file of this version no more than one that it has no right to, root or not.
NEWER_VERSION = 1000
# The store tries every five seconds.
LOADED_SECONDS_MAX = 10


def mark(file, version):
    """What its version was."""
    with contextlib.closing(sqlite3.connect(file)) as database:
        before = database.execute("PRAGMA user_version").fetchone()[0]
        database.execute(f"PRAGMA user_version = {version}")
        return before


def test():
    with World() as world:
        operator = Operator(world)
        operator.start()
        link = world.create(operator.address)
        alice, bob = world.shell(link, "Alice"), world.shell(link, "Bob")
        for person in (alice, bob):
            person.wait_joined()
        alice.send("chat before")
        assert bob.wait(lambda line: line.get("text") == "before", 10), "not heard"
        operator.stop()
        [file] = (operator.data / "conferences").glob("*.sqlite")
        version = mark(file, NEWER_VERSION)
        operator.start()
        text = operator.wait_log("store_left_out")["text"]
        assert "tried again every few seconds" in text and "newer version" in text, text
        assert operator.wait_log("ready", count=2)["conferences"] == 0
        mark(file, version)
        assert "could be loaded now" in operator.wait_log("store_recovered", LOADED_SECONDS_MAX)["text"]
        alice.send("chat after")
        judge(bob.wait(lambda line: line.get("text") == "after", 15), "nobody is back")
        given = [line for line in operator.log() if line["event"] == "conference_restored"]
        assert not given, "given back though it was not lost"
        carl = world.shell(link, "Carl")
        carl.wait_joined()
        judge(carl.wait(lambda line: line.get("text") == "before", 10), "what was said before is gone")


main(test)
