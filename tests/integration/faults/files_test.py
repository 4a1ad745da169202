# SPDX-License-Identifier: Apache-2.0
"""Files between real processes over links that lose 5 %: two get one from its sender, whose link is cut and whose relay
dies meanwhile; a third gets it from the others once the sender is gone. All have it byte for byte.

    files_test.py PROGRAMS [MEGABYTES]
"""

import hashlib
import pathlib
import random
import sys
import time

HERE = pathlib.Path(__file__).resolve()
sys.path[:0] = [str(HERE.parents[1]), str(HERE.parents[2] / "netem")]
from netem import Network, unavailable  # noqa: E402
from support import SKIPPED, Person, World, main, programs  # noqa: E402

BYTES = int(float(sys.argv[2]) * 1e6) if len(sys.argv) > 2 else 4_000_000
SECONDS_MAX = 60


class Friend(Person):
    def wait(self, event, seconds=SECONDS_MAX, holds=lambda line: True):
        line = self.shell.wait(lambda line: line.get("event") == event and holds(line), seconds)
        assert line, f"{self.name} was not told of {event}: {self.shell.lines[-3:]}"
        return line

    def answer(self, words):
        self.shell.poll()
        before = len(self.shell.lines)
        self.say(words)
        until = time.monotonic() + 10
        while time.monotonic() < until:
            self.shell.poll()
            for _, line in list(self.shell.lines)[before:]:
                if "answer" in line:
                    return line
            time.sleep(0.01)
        raise AssertionError(f"{self.name} does not answer {words}")


def test():
    with World() as world, Network(["r", "a", "b"], settings=["a loss 5 delay 20 5", "b loss 5 delay 20 5"],
                                   program=str(programs() / "netem")) as network:
        def at(node):
            return lambda *words, **options: network.run(node, *words, **options)

        address = network.address("r") + ":7700"
        relay = world.relay(address, run=at("r"))
        key = world.folder / "chair.key"
        link = world.create(address, run=at("a"), words=("--identity", key))

        def friend(name, node, words=()):
            return Friend(world, link, name, shell=world.shell(link, name, run=at(node), words=words))

        ann = friend("Ann", "a", ("--identity", key))
        bob = friend("Bob", "b")
        cleo = friend("Cleo", "b")
        ann.shell.wait_joined()
        sent = world.folder / "a film.bin"
        sent.write_bytes(random.Random(7).randbytes(BYTES))
        digest = hashlib.sha256(sent.read_bytes()).hexdigest()

        def whole(path):
            return hashlib.sha256(path.read_bytes()).hexdigest() == digest

        assert "no such file" in ann.answer("file send /nowhere")["why"]
        assert ann.answer(f"file send {sent}")["answer"] == "ok"
        offered = bob.wait("file-offered")
        assert offered["name"] == "a film.bin" and offered["bytes"] == BYTES, offered
        cleo.wait("file-offered")
        begun = time.monotonic()
        assert bob.answer(f"file get 1 {world.folder / 'bob.bin'}")["answer"] == "ok"
        assert cleo.answer(f"file get 1 {world.folder / 'cleo.bin'}")["answer"] == "ok"
        bob.wait("file-progress", holds=lambda line: line["there"] > BYTES / 10)
        network.set("a down")
        time.sleep(2)
        network.set("a up")
        bob.wait("file-progress", holds=lambda line: line["there"] > BYTES / 3)
        relay.kill()
        relay.wait()
        world.relay(address, run=at("r"))
        for each, name in ((bob, "bob.bin"), (cleo, "cleo.bin")):
            each.wait("file-saved")
            assert whole(world.folder / name), name
        print(f"{BYTES} bytes at two in {time.monotonic() - begun:.1f} s, beside a cut and a kill")

        ann.say("leave")
        bob.wait("member_left", holds=lambda line: line["member"] == ann.index)
        late = friend("Late", "a")
        late.wait("file-offered")
        begun = time.monotonic()
        assert late.answer(f"file get 1 {world.folder / 'late.bin'}")["answer"] == "ok"
        late.wait("file-saved")
        assert whole(world.folder / "late.bin")
        print(f"and at a third from the others in {time.monotonic() - begun:.1f} s")

        assert late.answer(f"file get 1 {world.folder / 'late.bin'}")["answer"] == "ok"
        failed = late.wait("file-failed")
        assert "already" in failed["why"], failed
        assert whole(world.folder / "late.bin")
        listed = late.answer("file list")["files"]
        assert [each["state"] for each in listed] == ["complete"], listed


missing = unavailable()
if missing:
    print("skipped:", missing)
    sys.exit(SKIPPED)
main(test)
