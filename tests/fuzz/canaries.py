#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plants one fault a target in a copy of the code (canaries.toml) and lets the target find it.

    canaries.py --program PLENUM_FUZZ --build FOLDER [TARGET…]   builds and runs each; all must be found
    canaries.py --check --program PLENUM_FUZZ --build FOLDER     only whether everything that is needed is there
"""

import argparse
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
RUNS = 30_000


def targets(program):
    listed = subprocess.run([program, "--list"], check=True, capture_output=True, text=True).stdout
    return [line.split("\t")[0] for line in listed.splitlines()]


def faults():
    return tomllib.loads((HERE / "canaries.toml").read_text(encoding="utf-8"))


def check(names):
    """What is missing, a sentence each."""
    known = faults()
    tested = re.search(r"^plenum_fuzz_target\(([^)]*)\)", (HERE / "CMakeLists.txt").read_text(encoding="utf-8"),
                       re.MULTILINE).group(1).split()
    for name in sorted(set(names) | set(known) | set(tested)):
        if name not in names:
            yield f"{name}: there is no such target"
        if name not in tested:
            yield f"{name}: no test runs it"
        if not (HERE / "corpus" / f"{name}.txt").is_file():
            yield f"{name}: it has no corpus"
        if name not in known:
            yield f"{name}: no fault is planted for it"
            continue
        count = (ROOT / known[name]["file"]).read_text(encoding="utf-8").count(known[name]["from"])
        if count != 1:
            yield f"{name}: the text to change is there {count} times in {known[name]['file']}"


def plant(fault, folder):
    """A copy of the file with the fault, under its own path."""
    copy = folder / fault["file"]
    copy.parent.mkdir(parents=True, exist_ok=True)
    text = (ROOT / fault["file"]).read_text(encoding="utf-8")
    copy.write_text(text.replace(fault["from"], fault["to"]), encoding="utf-8")
    return copy


def body_of(name):
    return next(path for path in (HERE / "decoders" / f"{name}.cpp", HERE / "machines" / f"{name}.cpp")
                if path.is_file())


def compile_one(source, command, build, folder):
    """Compiles `source` as the build compiles `command`'s file, with the copies before the tree."""
    made = folder / (source.stem + ".o")
    words = shlex.split(command["command"])
    words[words.index("-o") + 1] = str(made)
    words[words.index("-c") + 1] = str(source)
    if "-include" in words:
        # Precompiled headers hold what the copies change.
        at = words.index("-include")
        del words[at:at + 2]
    compiler = next(i for i, word in enumerate(words) if word.startswith("-"))
    words[compiler:compiler] = [f"-I{folder}"]
    words += ["-O1", "-w"]
    subprocess.run(words, cwd=build, check=True)
    return made


def build_canary(fault, name, build):
    folder = build / "canaries" / name
    copy = plant(fault, folder)
    commands = {str(pathlib.Path(each["directory"], each["file"]).resolve()): each
                for each in json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))}
    # Of a header, the source that has its functions: the body, unless the fault names another.
    source = copy if copy.suffix == ".cpp" else ROOT / fault["source"] if "source" in fault else body_of(name)
    original = ROOT / fault["file"] if copy.suffix == ".cpp" else source
    made = compile_one(source, commands[str(original)], build, folder)
    link = subprocess.run(["ninja", "-t", "commands", "-s", "bin/plenum-fuzz"], cwd=build, check=True,
                          capture_output=True, text=True).stdout.splitlines()[-1]
    words = shlex.split(link.split("&&")[1])
    at = words.index("-o")
    words[at + 1] = str(folder / "plenum-fuzz")
    # Before the archives, so that they give nothing that it has.
    words.insert(at, str(made))
    subprocess.run(words, cwd=build, check=True)
    return folder / "plenum-fuzz"


def found(fault, name, build):
    program = build_canary(fault, name, build)
    runs = fault.get("runs", RUNS)
    done = subprocess.run([program, name, "--corpus", HERE / "corpus" / f"{name}.txt", "--runs", str(runs),
                           "--crash", program.parent / "crash"], capture_output=True, text=True, timeout=600)
    words = (done.stderr or done.stdout).strip().splitlines()
    print(f"{name}: {'found' if done.returncode < 0 else 'NOT FOUND'}: {words[0] if words else done.returncode}",
          flush=True)
    return done.returncode < 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=pathlib.Path, required=True)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("targets", nargs="*")
    arguments = parser.parse_args()
    wrong = list(check(targets(arguments.program)))
    for sentence in wrong:
        print(sentence)
    if arguments.check or wrong:
        return 1 if wrong else 0
    build = arguments.build.resolve()
    missed = [name for name, fault in faults().items()
              if (not arguments.targets or name in arguments.targets) and not found(fault, name, build)]
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
