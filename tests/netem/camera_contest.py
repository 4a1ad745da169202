#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Cameras that send ensembles through one bottleneck, beside greedy TCP flows: by Plenum, and by the kernel's TCP, SRT
or QUIC, one connection a camera (CP, figures 6 to 13).

    camera_contest.py PROGRAMS [--losses 0.5,1,2,5] [--cameras N] [--others N] [--seconds S] [--frame BYTES]
                      [--vary PERCENT] [--web N] [--svg FILE]

All cameras capture when each can write its next frame (synchronous blocking). Printed for each: the median and 95th
percentile of the asynchrony of ensembles (from the first to the last complete frame), ensembles a second, the
normalised flowshare (1 is fair), and the share of the bottleneck in use. The link is emulated in user space.

With `--vary`, each frame has another size. With `--web`, so many people beside the greedy flows load pages without end:
a page has a Pareto-distributed size (shape 1.2, from 5 kB), and takes a connection of its own (CP, 4.1). They count as
used, but not in the flowshare.
"""

import argparse
import contextlib
import json
import math
import os
import pathlib
import random
import signal
import subprocess
import sys
import threading
import time

HERE = pathlib.Path(__file__).resolve()
sys.path[:0] = [str(HERE.parents[1] / "integration"), str(HERE.parent)]
from netem import Network, unavailable  # noqa: E402
from support import World, programs  # noqa: E402
from transports import Tcp, by_name  # noqa: E402

KBPS = 20_000
DELAY_MS = 25
QUEUE_MS = 50
WARM_UP = 8
PORT = 9000
PAGE_LEAST = 5_000
PAGE_MOST = 2_000_000
PAGE_SHAPE = 1.2
PAUSE = 0.5


def bottleneck(loss):
    return [f"c.up rate {KBPS} queue {KBPS * QUEUE_MS // 8} delay {DELAY_MS} loss {loss}", f"c.down delay {DELAY_MS}"]


def size_of(number, index, frame, vary):
    """Of a camera's frame."""
    return round(frame * random.Random(number * 1_000_003 + index).uniform(1 - vary / 100, 1 + vary / 100))


def serve_pages(accept, state, begin, until):
    def serve(connection):
        while (data := connection.recv(65536)) and time.monotonic() < until:
            if time.monotonic() >= begin:
                state["web"] += len(data)

    while time.monotonic() < until:
        threading.Thread(target=serve, args=(accept(),), daemon=True).start()


def load_pages(address, control, seed, until):
    """One person."""
    draw = random.Random(seed)
    while time.monotonic() < until:
        # The receiver ends first.
        with contextlib.suppress(OSError), Tcp(control).connect(address, PORT + 2, bounded=False) as page:
            page.sendall(bytes(min(round(PAGE_LEAST * draw.paretovariate(PAGE_SHAPE)), PAGE_MOST)))
        time.sleep(draw.expovariate(1 / PAUSE))


def receive_all(transport, cameras, others, seconds, frame, vary):
    """In the receiver's namespace: bytes of greedy flows; for each camera, when each frame was complete."""
    patience = seconds + 15
    accepts = {"greedy": Tcp().listen(PORT, patience), "camera": by_name(transport).listen(PORT + 1, patience)}
    pages = Tcp().listen(PORT + 2, patience)
    print("listening", flush=True)
    state = {"greedy": 0, "camera": 0, "web": 0, "frames": {}}
    lock = threading.Lock()
    begin = time.monotonic() + WARM_UP
    until = begin + seconds

    threading.Thread(target=serve_pages, args=(pages, state, begin, until), daemon=True).start()

    def serve(kind, connection):
        number = None
        got = 0
        index = 0
        end = 0
        while (data := connection.recv(65536)) and time.monotonic() < until:
            now = time.monotonic()
            if number is None:
                number, data = data[0], data[1:]
            with lock:
                if now >= begin:
                    state[kind] += len(data)
                got += len(data)
                while kind == "camera" and (whole := end + size_of(number, index, frame, vary)) <= got:
                    state["frames"].setdefault(index, {})[number] = now - begin
                    index, end = index + 1, whole
        connection.close()

    for kind, count in (("greedy", others), ("camera", cameras)):
        for _ in range(count):
            threading.Thread(target=serve, args=(kind, accepts[kind]()), daemon=True).start()
    print("ready", flush=True)
    time.sleep(until - time.monotonic())
    with lock:
        done = [times for times in state["frames"].values() if len(times) == cameras and min(times.values()) >= 0]
        print(json.dumps({"greedy": state["greedy"], "camera": state["camera"], "web": state["web"],
                          "asynchrony": [max(times.values()) - min(times.values()) for times in done]}), flush=True)
    os._exit(0)


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


def send_all(transport, address, cameras, others, other_control, frame, seconds, vary, web):
    """In the cameras' namespace."""
    for number in range(others):
        greedy = Tcp(other_control).connect(address, PORT, bounded=False)
        greedy.sendall(bytes([number]))
        threading.Thread(target=pump, args=(greedy,), daemon=True).start()
    maker = by_name(transport)
    connections = []
    for number in range(cameras):
        connections.append(maker.connect(address, PORT + 1))
        connections[-1].sendall(bytes([number]))
    until = time.monotonic() + WARM_UP + seconds + 1
    for person in range(web):
        threading.Thread(target=load_pages, args=(address, other_control, person, until), daemon=True).start()
    index = 0
    while time.monotonic() < until:
        writers = [threading.Thread(target=write, args=(connection, bytes(size_of(number, index, frame, vary))),
                                    daemon=True) for number, connection in enumerate(connections)]
        index += 1
        for writer in writers:
            writer.start()
        for writer in writers:
            writer.join(max(until - time.monotonic(), 0))
        if not connections:
            time.sleep(0.2)
    os._exit(0)


def percentile(values, share):
    ordered = sorted(values)
    return ordered[int(share * (len(ordered) - 1))] if ordered else math.nan


def judge(name, loss, asynchrony, camera, told_of_others, options):
    greedy = told_of_others["greedy"]
    flows = options.cameras + options.others
    share = camera * flows / max(1, (camera + greedy) * options.cameras)
    return {"transport": name, "loss": loss, "asynchrony_ms": 1000 * percentile(asynchrony, 0.5),
            "asynchrony_p95_ms": 1000 * percentile(asynchrony, 0.95), "rate": len(asynchrony) / options.seconds,
            "flowshare": share,
            "use": (camera + greedy + told_of_others["web"]) * 8 / 1000 / KBPS / options.seconds}


def myself(*words):
    return [sys.executable, "-B", HERE, *words]


def beside(network, transport, cameras, options):
    """The receiving end, once it and its senders run."""
    sink = network.run("d", myself("receive", transport, cameras, options.others, options.seconds, options.frame,
                                   options.vary),
                       stdout=subprocess.PIPE, text=True)
    assert sink.stdout.readline().strip() == "listening"
    network.run("c", myself("send", transport, network.address("d"), cameras, options.others, options.beside,
                            options.frame, options.seconds, options.vary, options.web))
    assert sink.stdout.readline().strip() == "ready"
    return sink


def by_other(network, transport, loss, options):
    told = json.loads(beside(network, transport, options.cameras, options).stdout.readline())
    return judge(transport, loss, told["asynchrony"], told["camera"], told, options)


def by_plenum(network, world, loss, options):
    address = network.address("c") + ":7700"

    def at(node):
        return lambda *words, **named: network.run(node, *words, **named)

    world.relay(address, run=at("c"), data=f"relay-{loss}")
    link = world.create(address, run=at("c"))
    program = programs() / "plenum-cli"
    for number in range(options.cameras):
        network.run("c", [program, "camera", "--link", link, "--name", f"camera {number}", "--source",
                          f"bytes:{options.frame}~{options.vary}"], stdout=subprocess.DEVNULL)
    sink = beside(network, "cubic", 0, options)
    receiver = network.run("d", [program, "ensembles", "--link", link, "--rate", "240", "--skip", WARM_UP,
                                 "--list-asynchrony", "--duration", WARM_UP + options.seconds],
                           stdout=subprocess.PIPE, text=True)
    others = json.loads(sink.stdout.readline())
    out, _ = receiver.communicate(timeout=60)
    summary = json.loads(out.strip().splitlines()[-1])
    asynchrony = [value / 1000 for value in summary["asynchrony_all_ms"]]
    return judge("plenum", loss, asynchrony, summary["bytes"], others, options)


def told(value):
    """As JSON has it: what is no number is null."""
    if not isinstance(value, float):
        return value
    return None if math.isnan(value) else round(value, 2)


def plot(rows, file):
    """Asynchrony by loss, one line a transport, logarithmic. Who completed no ensemble is left out."""
    rows = [row for row in rows if not math.isnan(row["asynchrony_ms"])]
    width, height, left, bottom = 640, 360, 70, 50
    losses = sorted({row["loss"] for row in rows})
    values = [max(row["asynchrony_ms"], 0.1) for row in rows]
    low, high = 0, max(1, len(str(int(max(values)))))
    colours = {"plenum": "#1a73e8", "reno": "#d93025", "cubic": "#f29900", "bbr": "#188038", "srt": "#9334e6",
               "quic": "#12858d"}

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
    parser.add_argument("--transports", default="plenum,reno,cubic,bbr,srt",
                        help="quic too, where aioquic is installed")
    parser.add_argument("--cameras", type=int, default=4)
    parser.add_argument("--others", type=int, default=4)
    parser.add_argument("--beside", default="cubic", help="congestion control of the others")
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--frame", type=int, default=25_000)
    parser.add_argument("--vary", type=int, default=0, help="percent by which the sizes of frames vary")
    parser.add_argument("--web", type=int, default=0, help="people who load pages")
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
                       else by_other(network, name, float(loss), options))
            rows.append(row)
            print(json.dumps({key: told(value) for key, value in row.items()}), flush=True)
    if options.svg:
        plot(rows, options.svg)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    if sys.argv[1] == "receive":
        receive_all(sys.argv[2], *map(int, sys.argv[3:8]))
    elif sys.argv[1] == "send":
        send_all(sys.argv[2], sys.argv[3], int(sys.argv[4]), int(sys.argv[5]), sys.argv[6],
                 *map(int, sys.argv[7:11]))
    else:
        main()
