# SPDX-License-Identifier: Apache-2.0
"""Hostile datagrams at a running relay: none is answered, and the call goes on as if there were none.

    socket_test.py PROGRAMS [DATAGRAMS]

Then what was overheard is played again: into another session of the same people, and, when all have gone, to the relay
after its restart. Which handshakes it finished before, a relay that starts does not know: those requests alone it
answers, with no more bytes than they have.
"""

import pathlib
import random
import signal
import sys
import time
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "operations"))
from overhear import REQUEST, SEALED, Attacker, queue_of  # noqa: E402
from relay_operator import Operator  # noqa: E402
from support import World, main  # noqa: E402
from wiretap import Wiretap  # noqa: E402

DATAGRAMS = int(sys.argv[2]) if len(sys.argv) > 2 else 20_000
# So many at a time, and then the relay is given time to read them: what the system drops shows nothing.
BURST = 100
WAITING_BYTES_MAX = 32 * 1024


class Call:
    """Two people who write to each other all the time, and show each other a picture."""

    def __init__(self, world, address):
        link = world.create(address)
        self.people = [world.shell(link, name) for name in ("Alice", "Bob")]
        for person in self.people:
            person.wait_joined()
        self.said = []
        self._next = 0

    def speak(self):
        self.said.append(f"message {len(self.said)}")
        self.people[0].send("chat " + self.said[-1])
        self.people[0].send("publish voice " + "v" * 100)

    def speak_sometimes(self):
        """Four times a second; whether it did."""
        if time.monotonic() < self._next:
            return False
        self._next = time.monotonic() + 0.25
        self.speak()
        return True

    def check(self):
        """All that was said arrived, once and in order, and nobody was moved."""
        wanted = self.said[-1]
        assert self.people[1].wait(lambda line: line.get("text") == wanted, 20), "the call does not go on"
        chat = [text for text in self.people[1].texts() if text.startswith("message")]
        assert chat == self.said, f"not what was said: {chat[-5:]}"
        for person in self.people:
            phases = [line["phase"] for _, line in person.lines if line.get("event") == "phase"]
            assert phases[-1] == "joined" and phases.count("joined") == 1, f"moved: {phases}"
            unrest = [line for _, line in person.lines
                      if line.get("event") in ("member_left", "member_presence", "violation", "finished")]
            assert not unrest, f"unrest: {unrest[:3]}"

    def leave(self):
        for person in self.people:
            person.send("leave")
            person.process.wait(timeout=10)


def figures(operator):
    with urllib.request.urlopen(f"http://127.0.0.1:{operator.metrics_port}/metrics", timeout=10) as page:
        lines = page.read().decode().splitlines()
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines if not line.startswith("#"))}


def outcome(values, name):
    return int(next(value for key, value in values.items() if f'outcome="{name}"' in key))


def expect_silence(attacker):
    heard = attacker.drain()
    assert not heard, f"{len(heard)} answers, the first of {len(heard[0])} bytes and type {heard[0][0]}"


def bombard(attacker, tape, call, wiretap):
    """DATAGRAMS of all kinds, some as if from the members' own ports."""
    while attacker.sent < DATAGRAMS:
        for _ in range(BURST):
            data = attacker.alter(tape)
            if not data:
                continue
            own = attacker.random.random() < 0.3
            attacker.send(data, attacker.random.choice(wiretap.backs()) if own else None)
        spoken = call.speak_sometimes()
        while queue_of(attacker.relay[1])[0] > WAITING_BYTES_MAX:
            time.sleep(0.0005)
        # Whoever asked for nothing gets nothing: looked at now and then, before a socket of ours is full.
        if spoken:
            expect_silence(attacker)


def play_again(attacker, tape, indices):
    """The tape, to these sessions where there are any."""
    for number, data in enumerate(tape):
        attacker.send(data)
        if data[0] == SEALED and indices:
            attacker.send(data[:4] + attacker.random.choice(indices) + data[8:])
        if number % BURST == 0:
            time.sleep(0.002)
    time.sleep(0.5)


def sealed(tape):
    return sum(1 for data in tape if data[0] == SEALED)


def receivers(tape):
    return sorted({data[4:8] for data in tape if data[0] == SEALED})


def test():
    seeded = random.Random(7)
    with World() as world:
        operator = Operator(world)
        operator.start()
        host, port = operator.address.split(":")
        relay = (host, int(port))
        wiretap = Wiretap(relay)
        attacker = Attacker(relay, seeded)
        call = Call(world, wiretap.address)
        for _ in range(20):
            call.speak()
            time.sleep(0.05)
        call.check()
        tape = wiretap.to_relay + wiretap.to_clients
        print(f"overheard: {len(wiretap.to_relay)} to the relay, {len(wiretap.to_clients)} from it")

        genuine = sealed(wiretap.to_relay)
        # What was overheard until here has arrived then, and counts before.
        time.sleep(0.5)
        before = figures(operator)
        dropped = queue_of(relay[1])[1]
        bombard(attacker, tape, call, wiretap)
        call.speak()
        call.check()
        expect_silence(attacker)
        dropped = queue_of(relay[1])[1] - dropped
        after = figures(operator)
        counted = {name: outcome(after, name) - outcome(before, name)
                   for name in ("replayed", "forged", "malformed", "strange", "handshake")}
        print(f"{attacker.sent} hostile datagrams, no answer; counted: {counted}")
        assert counted["malformed"] == 0
        opened = outcome(after, "opened") - outcome(before, "opened")
        genuine = sealed(wiretap.to_relay) - genuine
        assert 0 < opened <= genuine, f"{opened} datagrams opened, and the members sent {genuine}"
        assert after["plenum_relay_sessions"] == before["plenum_relay_sessions"] == 2
        assert after["plenum_relay_sessions_opened_total"] == before["plenum_relay_sessions_opened_total"]
        print(f"dropped by the system before the relay: {dropped}")
        assert sum(counted.values()) >= attacker.sent - dropped - genuine, "the relay did not get them"

        old = list(wiretap.to_relay)
        call.leave()
        again = Call(world, wiretap.address)
        fresh = wiretap.to_relay[len(old):]
        play_again(attacker, old, receivers(fresh))
        expect_silence(attacker)
        again.speak()
        again.check()
        print(f"into another session: {len(old)} played again, no answer")
        again.leave()

        operator.process.send_signal(signal.SIGINT)
        operator.process.wait(timeout=10)
        operator.start()
        play_again(attacker, list(wiretap.to_relay), [])
        answers = attacker.drain()
        requests = sum(1 for data in wiretap.to_relay if data[0] == REQUEST)
        assert len(answers) <= requests and all(data[0] in (2, 5) and len(data) <= 128 for data in answers)
        last = figures(operator)
        assert last["plenum_relay_sessions"] == 0 and last["plenum_relay_sessions_opened_total"] == 0
        assert outcome(last, "opened") == 0
        print(f"after a restart: {len(wiretap.to_relay)} played again, {len(answers)} answers to {requests} requests")
        wiretap.close()
        attacker.close()


main(test)
