# SPDX-License-Identifier: Apache-2.0
"""What a publisher's excess costs others (push-pull §1.2, "Protection and Enforcement"): runs excess.toml as it is, and
with the publisher at its declared rate, and reads the traces alone. The 95th percentile of sound's delay from sender to
application may change by less than a tenth, and receivers get as much of the data as its declaration allows."""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

SOUND, DATA = 1, 2
DECLARED_HZ = 30
SECONDS = 30
CHANGE_MAX = 0.1
# What is allowed beyond the declaration, and a burst of λ (core/tag/flow_policer.h).
TOLERANCE = 1.1
BURST_SECONDS = 0.5


def run(simulator, scenario, seed):
    """Delays of sound in microseconds, sorted, and how many messages of the data each receiver got."""
    with tempfile.TemporaryDirectory() as folder:
        drawn, trace = pathlib.Path(folder, "scenario.toml"), pathlib.Path(folder, "trace")
        drawn.write_text(scenario, encoding="utf-8")
        subprocess.run([simulator, drawn, "--seed", str(seed), "--trace", trace], capture_output=True, check=True)
        events = [json.loads(line) for line in trace.read_text(encoding="utf-8").splitlines()]
    over = [event for event in events if event["ev"] in ("deliver", "force", "late") and "sent_us" in event]
    delays = sorted(event["t_us"] - event["sent_us"] for event in over if event["flow"] == SOUND)
    data = {}
    for event in over:
        if event["flow"] == DATA:
            data[event["node"]] = data.get(event["node"], 0) + 1
    return delays, data


def main():
    """Exit status 1 where the excess cost others something."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("simulator")
    parser.add_argument("seeds", help="FIRST..LAST")
    options = parser.parse_args()
    first, last = map(int, options.seeds.split(".."))
    excess = (pathlib.Path(__file__).parent / "scenarios" / "excess.toml").read_text(encoding="utf-8")
    declared = excess.replace("excess = 10", "").replace("rate_hz = 300", f"rate_hz = {DECLARED_HZ}")
    failed = False
    for seed in range(first, last + 1):
        (without, _), (beside, data) = run(options.simulator, declared, seed), run(options.simulator, excess, seed)
        before, after = (delays[len(delays) * 95 // 100] for delays in (without, beside))
        most = max(data.values())
        print(f"seed {seed}: delay of sound, 95th percentile: {before / 1000:.2f} ms at the declared rate, "
              f"{after / 1000:.2f} ms beside ten times as much ({100 * (after / before - 1):+.1f} %); "
              f"{len(without)} and {len(beside)} sounds; data got by one receiver: {most}")
        least, allowed = DECLARED_HZ * SECONDS, DECLARED_HZ * TOLERANCE * (SECONDS + BURST_SECONDS)
        failed |= abs(after / before - 1) >= CHANGE_MAX or len(beside) < 0.99 * len(without)
        failed |= not least <= most <= allowed
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
