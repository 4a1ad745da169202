# SPDX-License-Identifier: Apache-2.0
"""Those who play false, and what others hear of them."""

import os
import pathlib
import subprocess
import sys
import time
import wave

import numpy

for folder in ("", "operations"):
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / folder))
from people import Speaker  # noqa: E402
from support import Shell, finish, programs, samples  # noqa: E402

VOICE, CHAT = 1, 3
RATE = 48_000
# What each who sends sound sends.
HOLDER_HZ, FORGER_HZ = 500, 1300


class Forgery:
    """What programs that were started with `before` do falsely now; nothing at first."""

    def __init__(self, file):
        self.file = file
        self.before = ["env", f"PLENUM_FORGERY={file}"]
        self.does()

    def does(self, **words):
        new = self.file.with_suffix(".new")
        new.write_text(" ".join(f"{key}={value}" for key, value in words.items()), encoding="utf-8")
        os.replace(new, self.file)


def false_member(world, link, name, forgery):
    """A member whose program has no checks of its own."""
    process = world.start([*forgery.before, programs() / "plenum-cli-false", "shell", "--link", link, "--name", name],
                          stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return Speaker(world, link, name, shell=Shell(process))


def words_of(person, member):
    return [line["text"] for line in person.told("message") if line["sender"] == member]


def wait_until(true, seconds, words):
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until, words() if callable(words) else words
        time.sleep(0.01)


def write(speaker, text):
    """In the chat; that the speaker's own program sends it, and asks for no leave."""
    before, refused = len(speaker.told("published")), len(speaker.told("refused"))
    speaker.say(f"chat {text}")
    wait_until(lambda: len(speaker.told("published")) > before, 5, f"{speaker.name} sends nothing")
    assert len(speaker.told("refused")) == refused, "its own program still asks for the token"


def wrong_grants(own, other):
    """What a member without the token may write where the number of its grant stands: names and numbers."""
    return [("no grant", 0), ("its own grant, which is over", own), ("the holder's grant", other),
            ("a grant that nobody made", 1_000_000)]


def tone(folder, frequency):
    path = folder / f"{frequency}.wav"
    wave_form = 0.3 * numpy.sin(2 * numpy.pi * frequency * numpy.arange(RATE * 2) / RATE)
    with wave.open(str(path), "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(RATE)
        out.writeframes((wave_form * 32767).astype("<i2").tobytes())
    return path


def share(sound, frequency):
    """How much of a recording's energy is this tone, with 50 Hz to both sides."""
    if not len(sound):
        return 0.0
    spectrum = numpy.abs(numpy.fft.rfft(sound)) ** 2
    at = numpy.fft.rfftfreq(len(sound), 1 / RATE)
    return spectrum[abs(at - frequency) < 50].sum() / max(spectrum.sum(), 1e-12)


def recorded(world, recorder, name):
    """Seconds of each sender's sound in which something was to be heard, and the shares of both tones in all of it."""
    report = finish(recorder, 30)
    mixed = samples(world.folder / name / "mix.wav")
    shares = {frequency: share(mixed, frequency) for frequency in (HOLDER_HZ, FORGER_HZ)}
    print(f"{name}:", {sender["name"]: sender["audible_s"] for sender in report["senders"]},
          "shares of the tones:", {frequency: f"{part:.4f}" for frequency, part in shares.items()})
    return {sender["name"]: sender["audible_s"] for sender in report["senders"]}, shares


class Meeting:
    """A moderator and a listener; Ann, a bot that has the voice; Mallory and her bot, whose programs are false."""

    def __init__(self, world, operator):
        key = world.folder / "chair.key"
        self.world, self.operator = world, operator
        self.link = world.create(operator.address, words=("--identity", key))
        self.chair = Speaker(world, self.link, "Chair", ("--identity", key))
        self.lea = Speaker(world, self.link, "Lea")
        self.forgery = Forgery(world.folder / "forgery")
        self.mallory = false_member(world, self.link, "Mallory", self.forgery)
        self.honest = [self.chair, self.lea]
        self.people = [*self.honest, self.mallory]
        self.ann = self.bot(programs() / "plenum-cli", "Ann", HOLDER_HZ)
        self.malbot = self.bot(programs() / "plenum-cli-false", "Malbot", FORGER_HZ)
        # No style: the moderator decides.
        self.chair.say(f"declare-token 1 voice {VOICE}")
        self.chair.say(f"declare-token 2 pen {CHAT}")
        wait_until(lambda: all(person.floor("pen") for person in self.people), 5, "no pen")

    def bot(self, program, name, frequency):
        """The index of one that sends a tone whenever its program lets it."""
        self.world.start([*self.forgery.before, program, "bot", "--link", self.link, "--name", name, "--audio",
                          tone(self.world.folder, frequency)])
        came = self.lea.shell.wait(lambda line: line.get("event") == "member_joined" and line["name"] == name, 20)
        assert came, f"{name} is not in"
        return came["member"]

    def recorder(self, name):
        """Somebody who keeps what is heard, until asked to end."""
        bot = self.world.bot(self.link, name, "--record", self.world.folder / name)
        assert self.lea.shell.wait(lambda line: line.get("event") == "member_joined" and line["name"] == name, 20)
        return bot

    def sound_at_relay(self):
        """Datagrams of sound that came, and that went out, so far."""
        figures = self.operator.metrics()
        return [figures[f'plenum_relay_{way}_datagrams_total{{class="audio"}}'] for way in ("received", "sent")]

    def unheard(self):
        """Messages that the relay passed on to nobody, by why."""
        begin = 'plenum_relay_messages_unheard_total{reason="'
        return {name.removeprefix(begin).removesuffix('"}'): value for name, value in self.operator.metrics().items()
                if name.startswith(begin)}

    def unheard_lines(self):
        """What the relay told its operator of them."""
        return [line for line in self.operator.log() if line["event"] == "member_unheard"]

    def give(self, member, label="voice"):
        """By the moderator, from whoever had it; gives the grant's number."""
        holders = self.chair.floor(label)["holders"]
        for holder in holders:
            self.chair.say(f"revoke {label} {holder['member']}")
        self.chair.say(f"grant {label} {member}")

        def held(person):
            return [each["member"] for each in person.floor(label)["holders"]] == [member]
        wait_until(lambda: all(held(person) for person in self.people), 5, f"{label} was not granted")
        return self.chair.floor(label)["holders"][0]["epoch"]
