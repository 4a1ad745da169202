#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lines of the code that reads bytes from outside, and of the state machines behind it, that the targets reach.

    coverage.py --program PLENUM_FUZZ --profiles FOLDER [--missing]

FOLDER holds a profile of each target's run, TARGET.profraw. Prints a row a target, a folder and a file; with --missing
also which lines no target reaches. Exit status 1 where fewer than 95 % were reached, all together.
"""

import argparse
import collections
import pathlib
import subprocess
import sys

LEAST_PERCENT = 95
ROOT = pathlib.Path(__file__).resolve().parents[2]
# What reads bytes of strangers, members, relays, files and settings, and what they drive: whole folders, and files of
# those folders that do more than that.
CHOSEN = (
    "core/base/bytes.cpp", "core/base/intervals", "core/wire/", "core/flow/", "core/log/", "core/sched/class_queue",
    "core/crypto/noise.cpp", "core/crypto/passphrase.cpp", "core/crypto/replay_window", "core/crypto/sframe.cpp",
    "core/crypto/datagram_seal.cpp", "core/crypto/epoch_keys.cpp", "core/link/", "core/cluster/",
    "core/api/", "core/peer/", "core/relay/", "core/member/", "core/node/",
    "core/runtime/store/conference_file.cpp", "core/runtime/metrics/http_responder.cpp",
    "core/runtime/identity_file.cpp", "core/runtime/net/resolver.cpp", "core/runtime/store/word_rows.cpp",
    "app/plenum/known_people.cpp", "app/plenum-cli/line_reader.cpp", "app/plenum-cli/shell_command",
    "app/plenumd/config_check.cpp", "app/plenumd/config_file.cpp", "app/plenumd/config_keys.cpp",
    "app/plenumd/creation_secret.cpp",
    "media/audio/opus_codec.cpp", "media/audio/playout", "media/audio/wav.cpp", "media/video/encoded_frame",
    "media/video/frame_gate", "media/video/vp8_decoder_gst.cpp",
)


def run(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def lines_of(program, profiles):
    """{file: {line: reached}}, of the files chosen."""
    merged = profiles[0].with_name("merged.profdata")
    run("llvm-profdata-19", "merge", "-sparse", *map(str, profiles), "-o", str(merged))
    files, current = collections.defaultdict(dict), None
    for row in run("llvm-cov-19", "export", "-format=lcov", f"-instr-profile={merged}", str(program)).splitlines():
        kind, _, rest = row.partition(":")
        if kind == "SF":
            path = pathlib.Path(rest).resolve()
            name = str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else ""
            current = files[name] if name.startswith(CHOSEN) else None
        elif kind == "DA" and current is not None:
            line, count = rest.split(",")[:2]
            current[int(line)] = current.get(int(line), False) or int(count) > 0
    return files


def reached_in(files):
    return {(name, line) for name, lines in files.items() for line, reached in lines.items() if reached}


def row(reached, total, name):
    return f"{100 * reached / total if total else 0:6.1f} %  {reached:5} of {total:5}  {name}"


def ranges(numbers):
    """1 2 3 7 as "1-3 7"."""
    found = []
    for number in sorted(numbers):
        if found and found[-1][1] == number - 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return " ".join(f"{first}-{last}" if last > first else str(first) for first, last in found)


def print_targets(program, profiles):
    by_target = {each.stem: reached_in(lines_of(program, [each])) for each in profiles}
    times = collections.Counter(line for reached in by_target.values() for line in reached)
    print("lines reached, of these by no other target")
    for name, reached in sorted(by_target.items()):
        print(f"{len(reached):6} {sum(times[line] == 1 for line in reached):6}  {name}")


def print_files(files, missing):
    folders = collections.defaultdict(list)
    for name, lines in sorted(files.items()):
        folders[str(pathlib.PurePath(name).parent)].append((name, lines))
    for folder, content in folders.items():
        print(row(sum(sum(lines.values()) for _, lines in content), sum(len(lines) for _, lines in content),
                  folder + "/"))
        for name, lines in content:
            print("  " + row(sum(lines.values()), len(lines), name))
            unreached = [line for line, reached in lines.items() if not reached]
            if missing and unreached:
                print("      " + ranges(unreached))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=pathlib.Path, required=True)
    parser.add_argument("--profiles", type=pathlib.Path, required=True)
    parser.add_argument("--missing", action="store_true")
    arguments = parser.parse_args()
    profiles = sorted(arguments.profiles.glob("*.profraw"))
    print_targets(arguments.program, profiles)
    files = lines_of(arguments.program, profiles)
    print_files(files, arguments.missing)
    reached, total = len(reached_in(files)), sum(map(len, files.values()))
    print(row(reached, total, f"all together; {LEAST_PERCENT} % are wanted"))
    return 0 if 100 * reached >= LEAST_PERCENT * total else 1


if __name__ == "__main__":
    sys.exit(main())
