#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Subjects of commits: at most 72 characters, beginning with the area. Prints one line a fault; status 1 if any.

usage: commits.py ROOT, or commits.py --selftest
"""

import re
import subprocess
import sys

# Subjects up to this commit are older than the rule.
RULE_SINCE = "da53d9d075ba449ef8c85b04bb938e1ef0bc4a50"
SUBJECT_MAX = 72
SUBJECT = re.compile(r"[a-z][\w/-]*(, [a-z][\w/-]*)*: \S.*[^.\s]")


def fault(subject):
    if len(subject) > SUBJECT_MAX:
        return f"{len(subject)} characters, ceiling {SUBJECT_MAX}"
    if not SUBJECT.fullmatch(subject) and not subject.startswith(("Merge ", "Revert ")):
        return "must read `area: what it does`, without a full stop"
    return None


def selftest():
    good = ["relay: reject entries of a closed group", "ui, app: a" + "b" * 60, "core/log: x y", "Merge branch 'x'"]
    bad = ["relay: " + "a" * 66, "Reject entries", "relay: reject.", "relay:reject"]
    wrong = [subject for subject in good if fault(subject)] + [subject for subject in bad if not fault(subject)]
    print("\n".join(wrong) or "commits: self-test passed")
    return 1 if wrong else 0


def git(root, *arguments):
    return subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True, check=False)


def main():
    if sys.argv[1:] == ["--selftest"]:
        return selftest()
    root = sys.argv[1]
    # A shallow clone lacks the commit: then the newest subject alone is judged.
    known = git(root, "merge-base", "--is-ancestor", RULE_SINCE, "HEAD").returncode == 0
    told = git(root, "log", "--format=%h %s", *([f"{RULE_SINCE}..HEAD"] if known else ["-1"]))
    if told.returncode != 0:
        print(f"commits: not a git repository: {told.stderr.strip()}")
        return 77
    faults = [f"{line}: {why}" for line in told.stdout.splitlines() if (why := fault(line.split(" ", 1)[1]))]
    print("\n".join([*faults, f"commits: {len(told.stdout.splitlines())} subjects, {len(faults)} faults"]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
