# SPDX-License-Identifier: Apache-2.0
"""What a relay refuses to put into a log is in its own log, with the reason, and names nobody.

    refused_entry_test.py PROGRAMS
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from relay_operator import Operator  # noqa: E402
from support import World, main  # noqa: E402


def refused(why):
    return lambda line: line.get("event") == "refused" and why in line["why"]


def test():
    with World() as world:
        operator = Operator(world)
        operator.configure(log="level = 'info'")
        operator.start()
        key = world.folder / "chair.key"
        link = world.create(operator.address, words=("--identity", key))
        chair = world.shell(link, "Chair", words=("--identity", key))
        chair.wait_joined()
        eve = world.shell(link, "Eve")
        eve.wait_joined()
        # Her own program knows that she may not, and asks nobody.
        eve.send("declare-token 1 voice 1 style=queue")
        assert eve.wait(refused("Only a moderator"), 5), "a participant's program asks for a moderator's entry"
        # What a relay can do, it alone knows.
        chair.send("declare-token 1 voice 1 style=unheard-of")
        assert chair.wait(refused("does not know this style"), 5)
        line = operator.wait_log("entry_refused")
        files = [path.name for path in (operator.data / "conferences").glob("*.sqlite")]
        assert [line["level"], line["operation"], line["reason"]] == ["info", "declare_token", "unknown_style"], line
        assert line["member"] == 1 and files[0].startswith(line["conference"]), (line, files)
        assert "from" not in line, "an address that nobody asked for"
        figures = operator.metrics()
        assert figures['plenum_relay_entries_refused_total{reason="unknown_style"}'] == 1, figures
        assert figures['plenum_relay_entries_refused_total{reason="not_permitted"}'] == 0, figures
        assert figures["plenum_relay_entries_forged_total"] == 0, figures
        chair.send("declare-token 1 voice 1 style=queue")
        assert eve.wait(lambda told: told.get("event") == "token", 5), "what is right is refused too"
        # A flood of them is summed up.
        for _ in range(60):
            chair.send("configure-token voice style=unheard-of")
        operator.wait_figure('plenum_relay_entries_refused_total{reason="unknown_style"}', 61, 20)
        operator.stop()
        lines = [told for told in operator.log() if told["event"] == "entry_refused"]
        written = [told for told in lines if "count" not in told]
        print(f"{len(written)} of 61 refusals written, the others summed up")
        assert len(written) <= 40 and len(written) + sum(told.get("count", 0) for told in lines) == 61, lines
        assert not [told for told in operator.log() if told["event"] == "entry_forged"]


main(test)
