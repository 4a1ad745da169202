#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Cameras that send ensembles through one bottleneck, beside greedy TCP flows: by Plenum, and by the kernel's TCP, one
connection a camera (CP, figures 6 to 13).

    camera_contest.py PROGRAMS [--losses 0.5,1,2,5] [--cameras N] [--others N] [--seconds S] [--frame BYTES]
                      [--svg FILE]

All cameras capture when each can write its next frame (synchronous blocking). Printed for each: the median and 95th
percentile of the asynchrony of ensembles (from the first to the last complete frame), ensembles a second, the
normalised flowshare (1 is fair), and the share of the bottleneck in use. The link is emulated in user space.
"""

import argparse
import contextlib
import json
import math
import pathlib
import signal
import socket
import subprocess
import sys
import threading
import time

HERE = pathlib.Path(__file__).resolve()
sys.path[:0] = [str(HERE.parents[1] / "integration"), str(HERE.parent)]
from netem import Network, unavailable  # noqa: E402
from support import World, programs  # noqa: E402

KBPS = 20_000
DELAY_MS = 25
QUEUE_MS = 50
SEND_BUFFER = 256 * 1024
WARM_UP = 8
PORT = 9000


def bottleneck(loss):
    return [f"c.up rate {KBPS} queue {KBPS * QUEUE_MS // 8} delay {DELAY_MS} loss {loss}", f"c.down delay {DELAY_MS}"]


def receive_all(count, seconds, frame):
    """In the receiver's namespace: bytes of greedy flows; for each camera, when each frame was complete."""
    listener = socket.create_server(("0.0.0.0", PORT), backlog=64)
    listener.settimeout(seconds + 15)
    state = {"greedy": 0, "camera": 0, "frames": {}}
    lock = threading.Lock()
    begin = time.monotonic() + WARM_UP
    until = begin + seconds

    def serve(connection):
        kind, number = connection.recv(2)
        got = 0
        while (data := connection.recv(65536)) and time.monotonic() < until:
            now = time.monotonic()
            with lock:
                if now >= begin:
                    state["greedy" if kind == ord("g") else "camera"] += len(data)
                before, got = got, got + len(data)
                if kind != ord("g"):
                    for index in range(before // frame, got // frame):
                        state["frames"].setdefault(index, {})[number] = now - begin
        connection.close()

    threads = []
    for _ in range(count):
        thread = threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True)
        thread.start()
        threads.append(thread)
    print("ready", flush=True)
    for thread in threads:
        thread.join(max(until + 1 - time.monotonic(), 0))
    done = [times for times in state["frames"].values() if len(times) == number_of_cameras(state["frames"])]
    late = [times for times in done if min(times.values()) >= 0]
    print(json.dumps({"greedy": state["greedy"], "camera": state["camera"],
                      "asynchrony": [max(times.values()) - min(times.values()) for times in late]}), flush=True)


def number_of_cameras(frames):
    return max((len(times) for times in frames.values()), default=0)


def connect(address, kind, number, control):
    connection = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_CONGESTION, control.encode())
    if kind == "c":
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER // 2)
    connection.connect((address, PORT))
    connection.sendall(bytes([ord(kind), number]))
    return connection


def write(connection, data):
    """Whether the receiver still takes it: it ends first."""
    with contextlib.suppress(OSError):
        connection.sendall(data)
        return True
    return False


def pump(connection):
    data = bytes(65536)
    while write(connection, data):
        pass


def send_all(address, cameras, others, control, other_control, frame, seconds):
    """In the cameras' namespace."""
    for number in range(others):
        threading.Thread(target=pump, args=(connect(address, "g", number, other_control),), daemon=True).start()
    connections = [connect(address, "c", number, control) for number in range(cameras)]
    until = time.monotonic() + WARM_UP + seconds + 1
    data = bytes(frame)
    while time.monotonic() < until:
        writers = [threading.Thread(target=write, args=(connection, data), daemon=True) for connection in connections]
        for writer in writers:
            writer.start()
        for writer in writers:
            writer.join(max(until - time.monotonic(), 0))
        if not connections:
            time.sleep(0.2)


def percentile(values, share):
    ordered = sorted(values)
    return ordered[int(share * (len(ordered) - 1))] if ordered else float("nan")


def judge(name, loss, asynchrony, camera, greedy, options):
    flows = options.cameras + options.others
    share = camera * flows / max(1, (camera + greedy) * options.cameras)
    return {"transport": name, "loss": loss, "asynchrony_ms": 1000 * percentile(asynchrony, 0.5),
            "asynchrony_p95_ms": 1000 * percentile(asynchrony, 0.95), "rate": len(asynchrony) / options.seconds,
            "flowshare": share, "use": (camera + greedy) * 8 / 1000 / KBPS / options.seconds}


def myself(*words):
    return [sys.executable, "-B", HERE, *words]


def by_tcp(network, control, loss, options):
    count = options.cameras + options.others
    sink = network.run("d", myself("receive", count, options.seconds, options.frame), stdout=subprocess.PIPE, text=True)
    time.sleep(0.5)
    network.run("c", myself("send", network.address("d"), options.cameras, options.others, control, options.beside,
                            options.frame, options.seconds))
    assert sink.stdout.readline().strip() == "ready"
    told = json.loads(sink.stdout.readline())
    return judge(control, loss, told["asynchrony"], told["camera"], told["greedy"], options)


def by_plenum(network, world, loss, options):
    address = network.address("c") + ":7700"

    def at(node):
        return lambda *words, **named: network.run(node, *words, **named)

    world.relay(address, run=at("c"), data=f"relay-{loss}")
    link = world.create(address, run=at("c"))
    program = programs() / "plenum-cli"
    for number in range(options.cameras):
        network.run("c", [program, "camera", "--link", link, "--name", f"camera {number}", "--source",
                          f"bytes:{options.frame}"], stdout=subprocess.DEVNULL)
    sink = network.run("d", myself("receive", options.others, options.seconds, options.frame), stdout=subprocess.PIPE,
                       text=True)
    time.sleep(0.5)
    network.run("c", myself("send", network.address("d"), 0, options.others, "cubic", options.beside, options.frame,
                            options.seconds))
    receiver = network.run("d", [program, "ensembles", "--link", link, "--rate", "240", "--skip", WARM_UP,
                                 "--list-asynchrony", "--duration", WARM_UP + options.seconds],
                           stdout=subprocess.PIPE, text=True)
    greedy = 0
    if options.others:
        assert sink.stdout.readline().strip() == "ready"
        greedy = json.loads(sink.stdout.readline())["greedy"]
    out, _ = receiver.communicate(timeout=60)
    summary = json.loads(out.strip().splitlines()[-1])
    asynchrony = [value / 1000 for value in summary["asynchrony_all_ms"]]
    return judge("plenum", loss, asynchrony, summary["bytes"], greedy, options)


def plot(rows, file):
    """Asynchrony by loss, one line a transport, logarithmic."""
    width, height, left, bottom = 640, 360, 70, 50
    losses = sorted({row["loss"] for row in rows})
    values = [max(row["asynchrony_ms"], 0.1) for row in rows]
    low, high = 0, max(1, len(str(int(max(values)))))
    colours = {"plenum": "#1a73e8", "reno": "#d93025", "cubic": "#f29900", "bbr": "#188038"}

    def x(loss):
        return left + (width - left - 20) * (losses.index(loss) + 0.5) / len(losses)

    def y(value):
        return height - bottom - (height - bottom - 20) * (math.log10(max(value, 1)) - low) / (high - low)

    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif" '
             f'font-size="12"><rect width="{width}" height="{height}" fill="white"/>']
    for power in range(low, high + 1):
        parts.append(f'<line x1="{left}" x2="{width - 20}" y1="{y(10**power)}" y2="{y(10**power)}" stroke="#ddd"/>'
                     f'<text x="{left - 8}" y="{y(10**power) + 4}" text-anchor="end">{10**power} ms</text>')
    for loss in losses:
        parts.append(f'<text x="{x(loss)}" y="{height - bottom + 18}" text-anchor="middle">{loss} % loss</text>')
    for place, name in enumerate(dict.fromkeys(row["transport"] for row in rows)):
        points = [(x(row["loss"]), y(row["asynchrony_ms"])) for row in rows if row["transport"] == name]
        line = " ".join(f"{a:.1f},{b:.1f}" for a, b in points)
        colour = colours.get(name, "black")
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{a:.1f}" cy="{b:.1f}" r="3" fill="{colour}"/>' for a, b in points]
        parts.append(f'<text x="{left + 90 * place}" y="{height - 10}" fill="{colour}">{name}</text>')
    pathlib.Path(file).write_text("\n".join([*parts, "</svg>\n"]), encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs")
    parser.add_argument("--losses", default="0.5,1,2,5")
    parser.add_argument("--transports", default="plenum,reno,cubic,bbr")
    parser.add_argument("--cameras", type=int, default=4)
    parser.add_argument("--others", type=int, default=4)
    parser.add_argument("--beside", default="cubic", help="congestion control of the others")
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--frame", type=int, default=25_000)
    parser.add_argument("--svg")
    options = parser.parse_args()
    if why := unavailable():
        sys.exit(why)
    rows = []
    for loss in options.losses.split(","):
        for name in options.transports.split(","):
            with World() as world, Network(["c", "d"], settings=bottleneck(loss),
                                           program=str(programs() / "netem")) as network:
                row = (by_plenum(network, world, float(loss), options) if name == "plenum"
                       else by_tcp(network, name, float(loss), options))
            rows.append(row)
            print(json.dumps({key: round(value, 2) if isinstance(value, float) else value
                              for key, value in row.items()}), flush=True)
    if options.svg:
        plot(rows, options.svg)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    if sys.argv[1] == "receive":
        receive_all(*map(int, sys.argv[2:5]))
    elif sys.argv[1] == "send":
        send_all(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), sys.argv[5], sys.argv[6], int(sys.argv[7]),
                 int(sys.argv[8]))
    else:
        main()
