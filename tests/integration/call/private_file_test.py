# SPDX-License-Identifier: Apache-2.0
"""A private file between real processes: it reaches one person whole. The moderator and the relay's disk get neither a
byte nor the hash. It ends when its sender leaves.

    private_file_test.py PROGRAMS
"""

import pathlib
import random
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import Person, World, free_port, main  # noqa: E402

BYTES = 300_000
SECONDS_MAX = 20


class Friend(Person):
    def wait(self, wanted):
        line = self.shell.wait(wanted, SECONDS_MAX)
        assert line, f"{self.name}: {self.shell.lines[-3:]}"
        return line

    def event(self, name):
        return self.wait(lambda line: line.get("event") == name)

    def answer(self, words, key):
        self.say(words)
        return self.wait(lambda line: key in line)[key]


def test():
    with World() as world:
        address = f"127.0.0.1:{free_port()}"
        world.relay(address)
        key = world.folder / "chair.key"
        link = world.create(address, words=("--identity", key))

        def friend(name, words=()):
            each = Friend(world, link, name, shell=world.shell(link, name, words=words))
            each.shell.wait_joined()
            return each

        chair = friend("Chair", ("--identity", key))
        ann = friend("Ann")
        bob = friend("Bob")
        sent = world.folder / "a.bin"
        content = random.Random(5).randbytes(BYTES)
        sent.write_bytes(content)

        ann.say(f"private {bob.index} psst")
        bob.wait(lambda line: line.get("event") == "message" and line.get("text") == "psst")
        ann.say(f"file send with={bob.index} {sent}")
        offered = bob.event("file-offered")
        assert offered["private"] and offered["by"] == ann.index, offered
        bob.say(f"file get 1 {world.folder / 'b.bin'}")
        bob.event("file-saved")
        assert (world.folder / "b.bin").read_bytes() == content

        time.sleep(1)
        assert chair.answer("file list", "files") == []
        assert not any(line.get("text") == "psst" for _, line in chair.shell.lines)
        digest = bytes.fromhex(offered["hash"])
        kept = [path for path in (world.folder / "relay").rglob("*") if path.is_file()]
        assert kept, "the relay keeps nothing at all"
        for path in kept:
            data = path.read_bytes()
            for secret in (digest, digest.hex().encode(), content[:64], content[-64:], b"psst"):
                assert secret not in data, f"{path.name} shows it"

        again = world.folder / "c.bin"
        again.write_bytes(random.Random(6).randbytes(5_000_000))
        ann.say(f"file send with={bob.index} {again}")
        bob.wait(lambda line: line.get("event") == "file-offered" and line["name"] == "c.bin")
        ann.say("leave")
        bob.event("member_left")
        bob.say(f"file get 2 {world.folder / 'd.bin'}")
        failed = bob.event("file-failed")
        assert failed["why"] == "ended", failed
        print("one got it, the moderator and the relay saw nothing, and it ended with the conversation")


main(test)
