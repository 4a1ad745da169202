#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lines of the code that reads bytes from outside, as `llvm-cov export -summary-only` counted them.

    coverage.py SUMMARY.json    exit status 1 where fewer than 95 % were reached, all together
"""

import json
import pathlib
import sys

LEAST_PERCENT = 95
# What reads bytes of strangers, members, relays, files and settings.
DECODERS = ("core/wire/", "core/base/bytes.cpp", "core/base/intervals", "core/crypto/sframe.cpp",
            "core/crypto/replay_window", "core/flow/", "core/log/", "core/link/stream_receiver",
            "core/link/link_input.cpp", "core/link/ack_tracker", "core/link/sent_packets", "core/link/acceptor.cpp",
            "core/link/dialer.cpp", "core/link/handshake_rules.cpp", "core/node/pipeline.cpp",
            "core/node/conference_link.cpp", "app/plenumd/config.cpp", "app/plenum/known_people.cpp",
            "app/plenum-cli/line_reader.cpp", "core/runtime/conference_file.cpp")


def main():
    files = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))["data"][0]["files"]
    root = pathlib.Path(__file__).resolve().parents[2]
    reached = total = 0
    for file in sorted(files, key=lambda each: each["filename"]):
        name = pathlib.Path(file["filename"]).resolve()
        if not name.is_relative_to(root) or not str(name.relative_to(root)).startswith(DECODERS):
            continue
        lines = file["summary"]["lines"]
        reached += lines["covered"]
        total += lines["count"]
        print(f"{lines['percent']:6.1f} %  {lines['covered']:5} of {lines['count']:5}  {name.relative_to(root)}")
    percent = 100 * reached / total if total else 0
    print(f"{percent:6.1f} %  {reached:5} of {total:5}  all together; {LEAST_PERCENT} % are wanted")
    return 0 if percent >= LEAST_PERCENT else 1


if __name__ == "__main__":
    sys.exit(main())
