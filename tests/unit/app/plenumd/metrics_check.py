# SPDX-License-Identifier: Apache-2.0
"""promtool (Debian package prometheus) finds nothing to say of a relay's metrics; of wrong ones it does. The alerts
that are installed with it parse, and speak of figures and labels that the relay has.

    metrics_check.py PLENUMD PROMTOOL ALERTS
"""

import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import urllib.request

PLENUMD, PROMTOOL, ALERTS = sys.argv[1:4]


def complaints(text):
    checked = subprocess.run([PROMTOOL, "check", "metrics"], input=text, capture_output=True, text=True, check=False)
    return checked.stdout + checked.stderr + (f"status {checked.returncode}" if checked.returncode else "")


def metrics():
    with tempfile.TemporaryDirectory(prefix="plenum-") as folder:
        config = pathlib.Path(folder) / "plenumd.toml"
        port = free_port()
        config.write_text(f'[metrics]\nlisten = "127.0.0.1:{port}"\n', encoding="utf-8")
        relay = subprocess.Popen([PLENUMD, "--config", config, "--listen", "127.0.0.1:0", "--data", folder],
                                 stdout=subprocess.PIPE, text=True)
        try:
            assert "ready" in relay.stdout.readline()
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer:
                return answer.read().decode()
        finally:
            relay.terminate()
            relay.wait(timeout=10)


def free_port():
    """That the system says is free; a configuration names no port 0."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def unknown_in(alerts, told):
    """Names and labels in alerts that no figure has."""
    names = set(re.findall(r"^(\w+)", told, re.MULTILINE))
    wrong = [name for name in re.findall(r"plenum_\w+", alerts) if name not in names]
    for name, label, value in re.findall(r'(plenum_\w+)\{(\w+)=~?"([^"]*)"', alerts):
        figures = [line for line in told.splitlines() if line.startswith(name + "{")]
        wrong += [f"{name}: {each}" for each in value.split("|") if not any(f'{label}="{each}"' in line
                                                                            for line in figures)]
    return wrong


def check_alerts(told):
    alerts = pathlib.Path(ALERTS).read_text(encoding="utf-8")
    assert not unknown_in(alerts, told), unknown_in(alerts, told)
    assert len(unknown_in(alerts.replace("forged|", "forgod|"), told)) == 1, "a wrong label is not seen"
    assert unknown_in(alerts.replace("_conferences > 0", "_conference > 0"), told), "a wrong name is not seen"
    checked = subprocess.run([PROMTOOL, "check", "rules", ALERTS], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr


if not pathlib.Path(PROMTOOL).is_file():
    print("skipped: promtool is not installed (Debian package prometheus)")
    sys.exit(77)
said = metrics()
assert not complaints(said), complaints(said)
wrong = re.sub("plenum_relay_sessions_opened_total", "plenum_relay_sessionsOpened", said)
assert complaints(wrong), "promtool finds nothing in wrong names either"
check_alerts(said)
print("passed:", len(re.findall("^# TYPE", said, re.MULTILINE)), "families")
