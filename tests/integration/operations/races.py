# SPDX-License-Identifier: Apache-2.0
"""People who act at the same time, each on what they knew: the relay is stopped while all of them say their line.

A race is data: what is given, who says what, and for each order what everyone is told and what all agree on afterwards.
"""

import dataclasses
import itertools
import pathlib
import re
import signal
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from racers import Newcomer, Racer, until  # noqa: E402
from relay_operator import Operator  # noqa: E402
from wiretap import Wiretap  # noqa: E402

# How often a race may come out in another order: what else somebody signs may look like their operation.
TRIES_MAX = 5
QUIET_SECONDS = 0.05

CHAIR, ANN, BOB, EVE = "chair", "ann", "bob", "eve"

NO_GROUP = "There is no such group."
NO_FLOOR = "There is no such floor in this conference, so nothing was done."
NO_PERSON = "This person is not there any more, so nothing was done."
NO_REQUEST = "This request is gone: it was granted, denied or taken back."
TAKEN = "The floor is taken, or too many ask for it; wait until someone releases it."
ELSEWHERE = ("The floor, or a copy of it, is not with the person who would give it up or lose it, so nothing was done; "
             "check who has it.")
SO_ALREADY = "This is so already, so nothing was done."
NUMBER_TAKEN = ("A floor has this number, or had it, so nothing was declared; choose another number, or 0 for the next "
                "that is free.")
NO_SUCH_FLOW = ("A flow that this floor names is not there, has a floor already or is for two alone, or the flows are "
                "for different groups; nothing was declared. Name other flows.")
NO_SENSE = "These settings of the floor make no sense, so the old ones stay; correct them."
MODERATORS_ONLY = "Only a moderator may do this; ask one."
BY_THE_RULES = ("Only a moderator may do this unless the floor's rules allow it, and they do not; ask a moderator, who "
                "can change them.")
NO_REMOVAL = ("Only a moderator may remove people, but neither themselves nor the person who made the conference; ask "
              "a moderator, or leave yourself.")
NO_ROLE = ("Only a moderator may change roles, and the person who made the conference stays a moderator; ask a "
           "moderator.")
REMOVED = "A moderator removed you from the conference."
NOT_LET_IN = "A moderator did not let you in; ask who invited you."
LINK_OVER = ("Nobody answers at the link's address: the link may be old or wrong, or its host is not running; "
             "ask for a new link.")
CLOSED = "The conference is closed: nobody is let in at present; ask a moderator to open it."
ENDED = "A moderator ended the conference for everyone."

# What a fact is, as long as all see the same.
SAME = object()
# Moderators decide, one member holds the floor.
RULES = "style= holders=1 no-locked no-moderated copies transfer panel= arbiter=0 limit=3600"


@dataclasses.dataclass
class Outcome:
    """Who is told why not (each once, in order), and facts on which all agree."""
    told: dict
    facts: dict


def told(*pairs, **facts):
    """`told(CHAIR, ELSEWHERE, voice="ann |", voice__style="queue")`: names with what they are told, and facts."""
    refusals = {}
    for name, why in zip(pairs[::2], pairs[1::2]):
        refusals.setdefault(name, []).append(why)
    return Outcome(refusals, facts)


@dataclasses.dataclass
class Race:
    """`acts` are lines, each "who: command", with names for numbers of members and {n} for the number of this run.
    `outcomes` has one for each order, the order of `acts` first; of two acts both, of more those that `orders` names.
    `given` is the floor of the voice as "holders | queue", `rules` its settings, `before` more steps: lines, facts to
    wait for, functions; `after` the same to come back from it."""
    name: str
    acts: list
    outcomes: list
    given: str = None
    rules: str = ""
    before: list = dataclasses.field(default_factory=list)
    guests: tuple = ()
    stopped_seconds: float = 0
    killed: tuple = ()
    orders: tuple = ((0, 1), (1, 0))
    after: list = dataclasses.field(default_factory=list)


class Races:
    """One relay, the conference of the races, and another one that must not notice."""

    def __init__(self, world):
        self.world = world
        self.operator = Operator(world)
        self.operator.start()
        host, port = self.operator.address.rsplit(":", 1)
        self.tap = Wiretap((host, int(port)))
        key = world.folder / "chair.key"
        self.link = world.create(self.tap.address, words=("--identity", key))
        self.people = {CHAIR: Racer(world, self.tap, self.link, CHAIR, ("--identity", key))}
        for name in (ANN, BOB, EVE):
            self.join(name)
        other = world.create(self.tap.address)
        self.others = [Racer(world, self.tap, other, name) for name in ("Uma", "Vic")]
        self.numbers = itertools.count(1)
        self.expected = {}
        self.gone = {}
        self.races_run = 0
        self.say("chair: declare-token 1 voice 1 copies")
        self.say(f"chair: role {BOB} moderator")
        self.await_facts({"voice": "|", "moderators": f"{CHAIR} {BOB}"})

    def join(self, name):
        link = self.people[CHAIR].fold().link or self.link
        self.people[name] = Racer(self.world, self.tap, link, name)

    def names(self):
        return {person.index: name for name, person in itertools.chain(self.gone.items(), self.people.items())}

    def numbered(self, line, run=0):
        """The person, and the line with numbers for names."""
        if line.startswith("floor of "):
            line = self.floor_of(line.removeprefix("floor of ").format(n=run), run)
        who, words = line.split(": ", 1)
        everyone = {**self.gone, **self.people}

        def number(word):
            return str(everyone[word[0]].index) if word[0] in everyone else word[0]

        return self.people[who], re.sub(r"[a-z]+[0-9]*", number, words.format(n=run))

    def say(self, line, run=0):
        person, words = self.numbered(line, run)
        person.say(words)

    def facts_seen(self, key):
        names = self.names()
        return {name: person.fold().fact(key, names) for name, person in self.people.items()
                if person.index is not None}

    def holds(self, facts):
        """For all who are there."""
        for key, wanted in facts.items():
            seen = list(self.facts_seen(key).values())
            if any(each != (seen[0] if wanted is SAME else wanted) for each in seen):
                return False
        return True

    def await_facts(self, facts):
        until(lambda: self.holds(facts), lambda: f"not {facts} but " + str([self.facts_seen(key) for key in facts]))

    def configure(self, rules):
        number = next(self.numbers) + 99
        self.say(f"chair: configure-token voice {RULES} warn={number} {rules}".rstrip())
        until(lambda: all(person.fold().token("voice")["settings"]["warned_after_us"] == number * 1_000_000
                          for person in self.people.values()), f"not configured: {rules}")

    def give(self, floor, rules):
        """Until the floor is as said, whatever it was."""
        self.configure("")
        for person in self.people.values():
            person.say("unwant voice")
        # Their programs may have something else to say first: who comes in asks for the whiteboard.
        self.await_quiet(list(self.people.values()))
        self.await_facts({"voice": "|"})
        holders, waiting = (part.split() for part in floor.split("|"))
        if len(holders) > 1:
            self.configure(f"holders={len(holders)}")
        for name in holders:
            self.say(f"chair: grant voice {name}")
        self.await_facts({"voice": " ".join(holders) + " |" if holders else "|"})
        for count, name in enumerate(waiting, 1):
            self.say(f"{name}: request voice")
            until(lambda wanted=count: all(len(person.fold().token("voice")["queue"]) == wanted
                                           for person in self.people.values()), f"{name} does not wait")
        if rules:
            self.configure(rules)

    def await_knock(self):
        until(lambda: all(self.people[name].fold().knocks for name in (CHAIR, BOB)), "moderators hear no knock")

    def see_guests_off(self):
        for name in [name for name in self.people if name.startswith("guest")]:
            self.people[name].say("leave")
        until(lambda: self.see_off() or not any(name.startswith("guest") for name in self.people), "guests stay")
        self.await_facts({"here": "chair ann bob eve"})

    def await_answers(self, people):
        """Until the relay has answered all that their programs said so far: it does so in order."""
        accepted = {person: len(person.told("accepted")) for person in people if person.index is not None}
        for person in accepted:
            person.say("chat anything else?")
        for person, before in accepted.items():
            until(lambda p=person, b=before: len(p.told("accepted")) > b, f"{person.name} gets no answer")

    def await_quiet(self, people):
        """Until they have said all that they were about to."""
        while True:
            self.await_answers(people)
            since = len(self.tap.senders)
            time.sleep(QUIET_SECONDS)
            if not any(person.has_spoken_since(since) for person in people):
                return

    def act(self, line, run):
        who, _, words = line.partition(": ")
        if words == "join":
            self.people[who] = Newcomer(self.world, self.tap, self.people[CHAIR].fold().link or self.link, who)
            return
        person, words = self.numbered(line, run)
        person.say_and_send(words)

    def floor_of(self, group, run):
        """That moderators say who may talk there."""
        number = self.people[CHAIR].fold().group(group)
        until(lambda: self.voices(number), f"{group} has no voice")
        return f"bob: declare-token {run + 100} floor{run} {self.voices(number)[0]}"

    def voices(self, group):
        return [line["flow"] for line in self.people[CHAIR].told("flow_declared")
                if line["kind"] == "audio" and line.get("conversation") == group]

    def together(self, race, order, run, tries):
        """All before the relay answers any. A further try gives each more time, on a machine that is busy."""
        names = {line.split(": ")[0] for line in race.acts}
        self.await_quiet([self.people[name] for name in names if name in self.people])
        self.operator.send(signal.SIGSTOP)
        try:
            for number in order:
                self.act(race.acts[number], run)
                time.sleep(tries * QUIET_SECONDS)
            # What is looked at is how long it stands still.
            time.sleep(race.stopped_seconds)
            for name in race.killed:
                self.people[name].shell.process.kill()
                self.gone[name] = self.people.pop(name)
        finally:
            self.operator.send(signal.SIGCONT)

    def see_off(self):
        """Those who are out."""
        for name in [name for name, person in self.people.items() if person.has_ended()]:
            person = self.gone[name] = self.people.pop(name)
            until(lambda p=person: p.shell.process.poll() is not None, f"{name} does not end")

    def check_alive(self, race):
        """The relay serves this conference, and the other."""
        code = self.operator.process.poll()
        assert code is None, f"{race.name}: plenumd ended with {code}"
        self.races_run += 1
        text = f"still here {self.races_run}"
        leaving = {line.removesuffix(": leave") for line in race.acts}
        speakers = [person for person in self.people.values()
                    if person.index is not None and person.name not in leaving]
        accepted = {person: len(person.told("accepted")) for person in speakers}
        for person in [*speakers, self.others[0]]:
            person.say(f"chat {text} {person.name}")
        for person in speakers:
            until(lambda p=person: p.has_ended() or (len(p.told("accepted")) > accepted[p] and
                                                     p.hears([each for each in speakers if each is not p], text)),
                  f"{race.name}: {person.name} and the others do not hear each other")
        until(lambda: f"{text} {self.others[0].name}" in self.others[1].shell.texts(),
              f"{race.name}: the other conference hears nothing")

    def matches(self, outcome, before, facts):
        everyone = {**self.gone, **self.people}
        refused = {name: person.refusals()[before.get(name, 0):] for name, person in everyone.items()}
        refused = {name: whys for name, whys in refused.items() if whys}
        return refused == outcome.told and self.holds(facts)

    def prepare(self, race, run):
        for name in race.guests:
            self.join(name)
        until(lambda: all(person.fold().keys_are_settled(len(self.people)) for person in self.people.values()),
              "no keys for all who are there")
        if race.given is not None:
            self.give(race.given, race.rules)
        self.go_through(race.before, run)

    def go_through(self, steps, run):
        for step in steps:
            if isinstance(step, dict):
                self.await_facts(self.of_run(step, run))
            elif callable(step):
                step(self)
            elif step.endswith(": join"):
                self.act(step, run)
            else:
                self.say(step, run)

    @staticmethod
    def of_run(facts, run):
        return {key.replace("_n", str(run)): value for key, value in facts.items()}

    def run_once(self, race, order, tries):
        """The number of the outcome that came."""
        run = next(self.numbers)
        # The next guest is another one.
        self.gone = {name: person for name, person in self.gone.items() if not name.startswith("guest")}
        self.prepare(race, run)
        everyone = {**self.gone, **self.people}
        before = {name: len(person.refusals()) for name, person in everyone.items()}
        self.together(race, order, run, tries)
        wanted = race.orders.index(order)
        came = []

        def has_come():
            self.see_off()
            came[:] = [number for number, outcome in enumerate(race.outcomes)
                       if self.matches(outcome, before, self.of_run(outcome.facts, run))]
            return wanted in came or (came and time.monotonic() > in_order_until)

        in_order_until = time.monotonic() + 1
        until(has_come, lambda: self.report(race, order, before, run))
        self.see_off()
        if self.people:
            self.check_alive(race)
            until(has_come, lambda: "afterwards: " + self.report(race, order, before, run))
        number = wanted if wanted in came else came[0]
        self.expect(race.outcomes[number], before)
        self.go_through(race.after, run)
        return number

    def expect(self, outcome, before):
        """Those who go on are told nothing more of it."""
        for name, person in self.people.items():
            expected = self.expected.setdefault(person, [])
            expected += outcome.told.get(name, [])

    def report(self, race, order, before, run):
        everyone = {**self.gone, **self.people}
        refused = {name: person.refusals()[before.get(name, 0):] for name, person in everyone.items()}
        outcome = race.outcomes[race.orders.index(order)]
        seen = {key: self.facts_seen(key) for key in self.of_run(outcome.facts, run)}
        acts = [race.acts[number] for number in order]
        return f"{race.name}: {acts}: wanted {outcome}, told {refused}, seen {seen}"

    def run(self, races):
        for race in races:
            for order in race.orders:
                tries = 0
                while self.run_once(race, order, tries) != race.orders.index(order):
                    tries += 1
                    assert tries < TRIES_MAX, f"{race.name}: always in another order"
                self.tell(race, order)

    @staticmethod
    def tell(race, order):
        outcome = race.outcomes[race.orders.index(order)]
        refused = "; ".join(f"{name} is told: {' '.join(whys)}" for name, whys in outcome.told.items())
        print(f"{race.name} [{'; '.join(race.acts[number] for number in order)}]: {refused or 'nobody is refused'}",
              flush=True)

    def finish(self):
        for person in self.people.values():
            assert person.refusals() == self.expected.get(person, []), f"{person.name}: {person.refusals()}"
            person.answers()
        figures = self.operator.metrics()
        assert figures["plenum_relay_failures_contained_total"] == 0, figures
        self.tap.close()
        self.operator.stop()
        print(f"{self.races_run} races")
