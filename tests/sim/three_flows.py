# SPDX-License-Identifier: Apache-2.0
"""What order costs sound (MCP, "Performance"): runs three-flows.toml and reads its traces alone. Of each message of
music and talk it tells whether it was there in time and what became of it. No message that arrived before its deadline
may be handed over after it, or not at all: sound that is played Δ after it was said has no gap that order made."""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

AUDIO = {2, 3}
# Conference time as the receiver knows it is right within this, over links of 10 to 60 ms each way.
CLOCK_ERROR_US = 60_000
HANDED_OVER = ("deliver", "force", "late")


def read(path):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def of_sound(event):
    return "conv" in event and event.get("flow") in AUDIO


def judge(events):
    """Counts of one run."""
    arrived, over = {}, {}
    for event in filter(of_sound, events):
        key = event["node"], event["sender"], event["seq"]
        if event["ev"] == "receive":
            arrived.setdefault(key, event)
        elif event["ev"] in HANDED_OVER or event["ev"] == "discard":
            over[key] = event
    counts = {"arrived": len(arrived), "in time": 0, "handed over in order": 0, "handed over at the deadline": 0,
              "late by order": 0, "lost by order": 0, "not handed over": 0}
    for key, event in arrived.items():
        if event["t_us"] > event["deadline_us"]:
            continue
        counts["in time"] += 1
        end = over.get(key)
        if end is None:
            counts["not handed over"] += 1
        elif end["ev"] == "discard":
            early = event["t_us"] < event["deadline_us"] - CLOCK_ERROR_US
            counts["lost by order"] += early and end["why"] == "behind"
        elif end["t_us"] > end["deadline_us"] + CLOCK_ERROR_US:
            counts["late by order"] += 1
        elif end["ev"] == "deliver":
            counts["handed over in order"] += 1
        else:
            counts["handed over at the deadline"] += 1
    return counts


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("simulator")
    parser.add_argument("seeds", help="FIRST..LAST")
    options = parser.parse_args()
    first, last = map(int, options.seeds.split(".."))
    scenario = pathlib.Path(__file__).parent / "scenarios" / "three-flows.toml"
    failed = False
    for seed in range(first, last + 1):
        with tempfile.TemporaryDirectory() as folder:
            trace = pathlib.Path(folder) / "trace"
            run = subprocess.run([options.simulator, scenario, "--seed", str(seed), "--trace", trace],
                                 capture_output=True, text=True, check=False)
            counts = judge(read(trace))
        print(f"seed {seed}: " + ", ".join(f"{count} {name}" for name, count in counts.items()))
        # Until the end of a run some are still under way.
        wrong = counts["late by order"] + counts["lost by order"] > 0 or counts["not handed over"] > 20
        if run.returncode != 0 or wrong or counts["in time"] == 0:
            failed = True
            print(run.stdout + run.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
