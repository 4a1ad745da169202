# SPDX-License-Identifier: Apache-2.0
"""Installs PyPI's noiseprotocol into the folder given, once. Says why where that cannot be done; never fails, since the
test that needs the package reports itself as skipped without it."""

import importlib
import subprocess
import sys
from pathlib import Path

PACKAGE = "noiseprotocol==0.3.1"


def usable() -> bool:
    importlib.invalidate_caches()
    command = [sys.executable, "-c", "import sys; sys.path.insert(0, sys.argv[1]); import noise.connection",
               str(Path(sys.argv[1]))]
    return subprocess.run(command, stderr=subprocess.DEVNULL, check=False).returncode == 0


def install() -> str:
    """Returns why it failed, or nothing."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--retries", "1",
               "--timeout", "20", "--target", sys.argv[1], PACKAGE]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=150, check=False)
    except subprocess.TimeoutExpired:
        return "pip took more than 150 s"
    lines = (done.stderr or done.stdout).strip().splitlines()
    return "" if done.returncode == 0 else (lines[-1] if lines else f"pip ended with {done.returncode}")


def main() -> int:
    if usable():
        print("noiseprotocol is there")
        return 0
    reason = install()
    if not usable():
        print(f"noiseprotocol is neither installed nor installable: {reason}")
        Path(sys.argv[1]).mkdir(parents=True, exist_ok=True)
        (Path(sys.argv[1]) / "why-not.txt").write_text(reason + "\n", encoding="utf-8")
    return 0


sys.exit(main())
