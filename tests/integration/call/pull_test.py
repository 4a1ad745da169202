#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Messages of a live flow are pulled in four ways from three places, before and after the relay is killed and starts
anew; what cannot be given is told by its own error."""

import pathlib
import signal
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import Person, World, free_port, main

PLACES = ("relay", "publisher", "subscriber")
SAID = [f"word {number}" for number in range(1, 13)]


class Reader(Person):
    """Pulls, and waits for the answer."""

    def pull(self, flow, member, what, place):
        """Texts, or the error."""
        told = len(self.answered())
        self.say(f"pull {flow} {member} {what} {place}")
        assert self.shell.wait(lambda _: len(self.answered()) > told, 15), f"no answer: {what} from {place}"
        last = self.answered()[told]
        if last["event"] == "pull_failed":
            return last["why"]
        return [line["text"] for line in self.told("sample") if line["request"] == last["request"]]

    def answered(self):
        self.shell.poll()
        return [line for _, line in list(self.shell.lines) if line.get("event") == "pull_failed" or
                (line.get("event") == "sample" and line["last"])]

    def heard(self, flow):
        return [line for line in self.told("message") if line["flow"] == flow]


def check(reader, writer, places):
    messages = reader.heard(reader.flow)
    times = {line["text"]: line["sent_us"] for line in messages}
    numbers = {line["text"]: line["sequence"] for line in messages}
    last = len(SAID) - 1
    later = times[SAID[last]] + 3_600_000_000
    wanted = {
        "latest": [SAID[last]],
        "3-back": [SAID[last - 3]],
        f"#{numbers[SAID[5]]}": [SAID[5]],
        f"{times[SAID[2]]}..{times[SAID[6]]}": SAID[2:7],
        f"#{numbers[SAID[last]] + 50}": "future",
        "#0": "wrong",
        f"{later}..{later}": "future",
    }
    for place in places:
        for what, answer in wanted.items():
            got = reader.pull("ticker", writer.index, what, place)
            assert got == answer, f"{what} from {place}: {got}"
        # A subscriber cannot know what was published before its first message.
        got = reader.pull("ticker", writer.index, "400-back", place)
        assert got == ("no_history" if place == "subscriber" else "never_published"), f"too far back, {place}: {got}"
    sample = reader.told("sample")[-1]
    assert 0 <= sample["age_max_us"] < 60_000_000, sample


def has_returned(person):
    phases = [line["phase"] for line in person.told("phase")]
    return "reconnecting" in phases and phases[-1] == "joined"


def test():
    with World() as world:
        address = f"127.0.0.1:{free_port()}"
        relay = world.relay(address)
        link = world.create(address)
        writer, reader = Person(world, link, "Wendy"), Reader(world, link, "Rick")
        writer.say("flow create ticker live rate=500 bytes=100 loss-delay=300")
        for person in (writer, reader):
            told = person.shell.wait(lambda line: line.get("event") == "flow_declared" and line["name"] == "ticker", 15)
            assert told, "there is no such flow"
        reader.flow = told["flow"]
        # Who has just come knows too little of the conference's clock to take live messages.
        while not reader.heard(reader.flow):
            writer.say("publish ticker is anybody there?")
            time.sleep(0.1)
        for text in SAID:
            writer.say(f"publish ticker {text}")
            assert reader.shell.wait(lambda line, wanted=text: line.get("text") == wanted, 15), f"{text} is not heard"
        check(reader, writer, PLACES)
        assert reader.pull("chat", writer.index, "latest", "relay") == "wrong", "a reliable flow is pushed whole"

        relay.send_signal(signal.SIGKILL)
        relay.wait()
        # Publisher and subscriber have theirs still; the relay begins anew.
        restarted = world.relay(address)
        for person in (reader, writer):
            assert person.shell.wait(lambda _, who=person: has_returned(who), 30), f"{person.name} does not come back"
        check(reader, writer, ("publisher", "subscriber"))
        gone = reader.pull("ticker", writer.index, "latest", "relay")
        assert gone == "no_history", f"the relay's history begins anew: {gone}"
        writer.say("publish ticker afterwards")
        assert reader.shell.wait(lambda line: line.get("text") == "afterwards", 15)
        assert reader.pull("ticker", writer.index, "latest", "relay") == ["afterwards"]
        assert restarted.poll() is None
        print("four ways, three places, and the relay anew")


if __name__ == "__main__":
    main(test)
