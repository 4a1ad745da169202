# SPDX-License-Identifier: Apache-2.0
"""People in a race: what their program sends, and what it told them, as facts that can be compared."""

import contextlib
import os
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import Person  # noqa: E402

STEP_SECONDS_MAX = 20
# A datagram that may hold something said: an acknowledgement is shorter, a probe of the path longer.
SAID_BYTES_MIN, SAID_BYTES_MAX = 60, 900


def until(condition, what):
    """`what`: words, or a function that gives them."""
    begun = time.monotonic()
    while not condition():
        assert time.monotonic() - begun < STEP_SECONDS_MAX, what() if callable(what) else what
        time.sleep(0.005)


class View:
    """What somebody's program told them, as facts."""

    def __init__(self):
        self.roles, self.groups, self.places, self.tokens = {}, {}, {}, {}
        self.policy = self.link = None
        self.knocks = set()
        self.epoch_due = False

    def handle(self, line):
        handler = getattr(self, "on_" + line.get("event", ""), None)
        if handler:
            handler(line)

    def on_member_joined(self, line):
        self.roles[line["member"]] = line["role"]

    on_member_role = on_member_joined

    def on_epoch(self, _):
        self.epoch_due = False

    def on_member_left(self, line):
        self.epoch_due = True
        self.roles.pop(line["member"], None)
        self.places.pop(line["member"], None)

    def on_conversation(self, line):
        if line["open"]:
            self.groups[line["conversation"]] = line
        else:
            self.groups.pop(line["conversation"], None)
            self.places = {who: where for who, where in self.places.items() if where != line["conversation"]}

    def on_placed(self, line):
        for member in line["members"]:
            self.places[member] = line["conversation"]

    def on_token(self, line):
        self.tokens[line["token"]] = line
        if not line["label"]:
            del self.tokens[line["token"]]

    def on_policy(self, line):
        self.policy = line["admission"]

    def on_knock(self, line):
        self.knocks.add(line["key"])

    def on_knock_over(self, line):
        self.knocks.discard(line["key"])

    def on_link_changed(self, line):
        self.link = line["link"]

    def group(self, label):
        found = [number for number, line in self.groups.items() if line["label"] == label]
        return found[0] if found else None

    def token(self, label):
        found = [line for line in self.tokens.values() if line["label"] == label]
        return found[0] if found else None

    def keys_are_settled(self, people):
        """So that nobody's program has anything to say by itself."""
        return len(self.roles) == people and not self.epoch_due

    def fact(self, key, names):
        """As words. `names`: of members by number."""
        def listed(numbers):
            return " ".join(names.get(number, str(number)) for number in numbers)
        if key == "moderators":
            return listed(number for number, role in sorted(self.roles.items()) if role == "moderator")
        if key == "here":
            return listed(sorted(self.roles))
        if key == "policy":
            return self.policy
        if key == "link":
            return self.link
        if key.startswith("Group"):
            number = self.group(key)
            return "closed" if number is None else listed(sorted(w for w, g in self.places.items() if g == number))
        label, _, setting = key.partition("__")
        token = self.token(label)
        if token is None:
            return None
        return token["settings"][setting] if setting else floor_words(token, listed)


def floor_words(token, listed):
    holders = "*" if "everyone" in token else listed(sorted(each["member"] for each in token["holders"]))
    waiting = listed(each["member"] for each in token["queue"])
    return f"{holders} | {waiting}".strip()


def udp_ports(pid):
    """Of a process's sockets (proc(5))."""
    inodes = set()
    # Sockets may be closed, and the process be over, meanwhile.
    with contextlib.suppress(FileNotFoundError):
        for descriptor in pathlib.Path(f"/proc/{pid}/fd").iterdir():
            with contextlib.suppress(FileNotFoundError):
                inodes.add(os.readlink(descriptor))
    rows = [line.split() for table in ("udp", "udp6")
            for line in pathlib.Path("/proc/net", table).read_text(encoding="ascii").splitlines()[1:]]
    return {int(row[1].rpartition(":")[2], 16) for row in rows if f"socket:[{row[9]}]" in inodes}


class Racer(Person):
    def __init__(self, world, tap, *words):
        super().__init__(world, *words)
        self.begin(tap)

    def begin(self, tap):
        self.tap = tap
        self.view = View()
        self.folded = 0
        self.name = self.name.lower()

    def fold(self):
        self.shell.poll()
        for _, line in self.shell.lines[self.folded:]:
            self.view.handle(line)
        self.folded = len(self.shell.lines)
        return self.view

    def sizes_since(self, datagram, ports):
        """Of all that they sent, from that datagram of all on."""
        return [len(data) for client in self.tap.clients() if client[1] in ports
                for data in self.tap.sent_by(client, datagram)]

    def has_spoken_since(self, datagram, ports=None):
        """Whether anything may be said by them, from that datagram of all on."""
        sizes = self.sizes_since(datagram, ports or udp_ports(self.shell.process.pid))
        return any(SAID_BYTES_MIN <= size <= SAID_BYTES_MAX for size in sizes)

    def say_and_send(self, line):
        """Until it is on its way."""
        since, answers = len(self.tap.senders), len(self.answers())
        # Once it has left, its sockets are gone.
        ports = udp_ports(self.shell.process.pid)
        self.say(line)
        until(lambda: len(self.answers()) > answers, f"{self.name}'s program does not answer {line}")
        until(lambda: self.has_spoken_since(since, ports),
              lambda: f"{self.name} sends nothing for {line} from {ports} but {self.sizes_since(since, ports)} bytes: "
                      f"{self.shell.lines[-5:]}")

    def answers(self):
        self.shell.poll()
        answers = [line for _, line in self.shell.lines if "answer" in line]
        assert all(line["answer"] != "error" for line in answers), f"{self.name}: {answers[-1]}"
        return answers

    def has_ended(self):
        return bool(self.told("finished"))

    def place(self):
        """The group in which they are."""
        return self.fold().places.get(self.index, 0)

    def hears(self, others, text):
        """From those who are in the same group."""
        texts = self.shell.texts()
        return all(f"{text} {each.name}" in texts for each in others
                   if not each.has_ended() and each.place() == self.place())

    def refusals(self):
        """And the sentence with which it ended, if it was not their wish."""
        self.shell.poll()
        return [line["why"] if "why" in line else line["sentence"] for _, line in self.shell.lines
                if line.get("event") == "refused" or
                (line.get("event") == "finished" and not line["sentence"].startswith("You left"))]


class Newcomer(Racer):
    """Says hello, and is not in yet."""

    def __init__(self, world, tap, link, name):  # pylint: disable=super-init-not-called
        since = len(tap.senders)
        self.shell = world.shell(link, name)
        self.name = name
        self.begin(tap)
        # Its port may have been another's before.
        until(lambda: self.sizes_since(since, udp_ports(self.shell.process.pid)), f"{name} says nothing")

    def say_and_send(self, line):
        if line != "leave":
            return super().say_and_send(line)
        self.say(line)
        return until(self.has_ended, f"{self.name} does not leave")

    @property
    def index(self):
        own = [line["member"] for line in self.told("member_joined") if line["self"]]
        return own[0] if own else None
