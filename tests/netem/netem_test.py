#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whether the emulated network does what it is told, seen by UDP packets of this process: netem_test.py EMULATOR."""

import os
import pathlib
import select
import socket
import statistics
import struct
import subprocess
import sys
import time
import unittest

import netem

PROGRAM = sys.argv.pop(1) if len(sys.argv) > 1 else None
SO_RCVBUFFORCE = 33  # asm-generic/socket.h; Python has no name for it
RECEIVE_BYTES = 1 << 24  # so that nothing is lost where this process is slow
STAMP = struct.Struct("!QQ")  # number, time sent in nanoseconds


class Traffic:
    """Numbered packets from one node to another, both ends here, so that one clock times both."""

    def __init__(self, network, sender="a", receiver="b"):
        self.sender = network.socket(sender)
        self.receiver = network.socket(receiver)
        self.receiver.bind((network.address(receiver), 0))
        self.receiver.setsockopt(socket.SOL_SOCKET, SO_RCVBUFFORCE, RECEIVE_BYTES)
        self.to = self.receiver.getsockname()
        self.payloads = []

    def send(self, number, size=64):
        stamp = STAMP.pack(number, time.monotonic_ns())
        self.sender.sendto(stamp.ljust(size, b"\0"), self.to)

    def receive(self, quiet_s):
        """(number, seconds under way, time of arrival) of each packet, until none has come for `quiet_s`."""
        arrivals = []
        while select.select([self.receiver], [], [], quiet_s)[0]:
            payload = self.receiver.recv(2048)
            now = time.monotonic_ns()
            number, sent = STAMP.unpack_from(payload)
            self.payloads.append(payload)
            arrivals.append((number, (now - sent) / 1e9, now / 1e9))
        return arrivals

    def exchange(self, count, size=64, gap_s=0.0, quiet_s=0.2):
        """Sends `count` packets, and receives while it sends, so that the times are those of the network."""
        arrivals = []
        for number in range(count):
            self.send(number, size)
            arrivals += self.receive(gap_s)
        return arrivals + self.receive(quiet_s)


def network(*settings, nodes=("a", "b"), seed=1):
    return netem.Network(nodes, settings=settings, seed=seed, program=PROGRAM)


def numbers(arrivals):
    return [number for number, _, _ in arrivals]


class Netem(unittest.TestCase):
    def test_adds_little_of_its_own(self):
        with network() as net:
            traffic = Traffic(net)
            delays = []
            for number in range(2000):
                traffic.send(number)
                select.select([traffic.receiver], [], [], 1)
                stamp = STAMP.unpack_from(traffic.receiver.recv(2048))
                delays.append((time.monotonic_ns() - stamp[1]) / 1e3)
            delays.sort()
            print(f"added latency: median {statistics.median(delays):.0f} µs, 95th percentile {delays[1900]:.0f} µs")
            self.assertEqual(net.stats()["ports"]["b"]["down"]["passed"], 2000)
            self.assertTrue(2 < statistics.median(delays) < 1000)

    def test_delay_and_jitter(self):
        with network("delay 50 20") as net:
            arrivals = Traffic(net).exchange(500, gap_s=0.002)
            delays = sorted(delay for _, delay, _ in arrivals)
            self.assertEqual(len(arrivals), 500)
            self.assertGreaterEqual(delays[0], 0.030)
            self.assertLess(delays[0], 0.036)
            self.assertTrue(0.047 < statistics.median(delays) < 0.055, statistics.median(delays))
            self.assertTrue(0.064 < delays[475] < 0.074, delays[475])
            self.assertNotEqual(numbers(arrivals), sorted(numbers(arrivals)))

    def test_order_can_be_kept(self):
        with network("delay 20 15 order 1") as net:
            arrivals = Traffic(net).exchange(300, gap_s=0.001)
            self.assertEqual(numbers(arrivals), list(range(300)))

    def test_loss(self):
        with network("loss 5") as net:
            arrivals = Traffic(net).exchange(5000)
            counted = net.stats()["ports"]["b"]["down"]
            self.assertEqual(counted["packets"], 5000)
            self.assertEqual(counted["lost"], 5000 - len(arrivals))
            self.assertTrue(190 < counted["lost"] < 310, counted)

    def test_one_seed_one_fate(self):
        fates = []
        for seed in (7, 7, 8):
            with network("loss 20", seed=seed) as net:
                fates.append(numbers(Traffic(net).exchange(500)))
        self.assertEqual(fates[0], fates[1])
        self.assertNotEqual(fates[0], fates[2])

    def test_burst_loss(self):
        # Good to bad 1 %, bad to good 25 %: 3.8 % are lost, four at a time.
        with network("burst 1 25") as net:
            got = set(numbers(Traffic(net).exchange(10000)))
            lost = [number for number in range(10000) if number not in got]
            runs = sum(1 for number in lost if number - 1 in got or number == 0)
            self.assertTrue(260 < len(lost) < 520, len(lost))
            self.assertTrue(2.8 < len(lost) / runs < 5.2, len(lost) / runs)

    def test_rate_and_queue(self):
        # 1028 bytes a packet with its headers at 4 Mbit/s: 2.056 ms each; the queue holds 48.
        with network("rate 4000 queue 50000") as net:
            traffic = Traffic(net)
            for number in range(200):
                traffic.send(number, 1000)
            arrivals = traffic.receive(0.3)
            counted = net.stats()["ports"]["b"]["down"]
            self.assertEqual(counted["queue_full"] + len(arrivals), 200)
            self.assertTrue(48 <= len(arrivals) < 80, len(arrivals))
            self.assertLessEqual(counted["queue_bytes_peak"], 50000)
            between = (arrivals[-1][2] - arrivals[0][2]) / (len(arrivals) - 1)
            self.assertTrue(0.00195 < between < 0.00225, between)

    def test_duplicates_reordering_corruption(self):
        with network("duplicate 10 reorder 10 5 corrupt 10") as net:
            traffic = Traffic(net)
            arrivals = traffic.exchange(3000)
            counted = net.stats()["ports"]["b"]["down"]
            self.assertEqual(len(arrivals), 3000 + counted["duplicated"])
            for key in ("duplicated", "reordered", "corrupted"):
                self.assertTrue(220 < counted[key] < 400, counted)
            damaged = sum(1 for payload in traffic.payloads if any(payload[STAMP.size:]))
            self.assertGreater(damaged, 120)

    def test_changes_at_run_time(self):
        with network() as net:
            traffic = Traffic(net)
            self.assertEqual(len(traffic.exchange(20)), 20)
            net.set("a down")
            self.assertEqual(len(traffic.exchange(20)), 0)
            net.set("a up")
            self.assertEqual(len(traffic.exchange(20)), 20)
            net.set("b.down loss 100")
            self.assertEqual(len(traffic.exchange(20)), 0)
            net.set("b reset")
            self.assertEqual(len(traffic.exchange(20)), 20)
            for wrong in ("loss", "loss 101", "loss -1", "teleport 3", "b", "delay x"):
                with self.assertRaises(netem.NetemError):
                    net.set(wrong)
            self.assertEqual(net.stats()["ports"]["a"]["up"]["disconnected"], 20)

    def test_star_of_three_and_each_its_own_link(self):
        with network("c delay 20", nodes=("a", "b", "c")) as net:
            for sender, receiver, least_s, most_s in (("a", "b", 0, 0.01), ("a", "c", 0.02, 0.03),
                                                      ("c", "b", 0.02, 0.03)):
                delays = [delay for _, delay, _ in Traffic(net, sender, receiver).exchange(20)]
                self.assertTrue(least_s <= statistics.median(delays) < most_s, (sender, receiver, delays))

    def test_processes_and_namespaces_end_with_the_network(self):
        with self.assertRaises(KeyError), network() as net:
            names = [net.namespace(node) for node in ("a", "b")]
            server = net.run("b", [sys.executable, "-c", SERVER, net.address("b")], stdout=subprocess.PIPE)
            self.assertEqual(server.stdout.readline(), b"ready\n")
            client = net.run("a", [sys.executable, "-c", CLIENT, net.address("b")], stdout=subprocess.PIPE)
            self.assertEqual(client.stdout.read(), b"300000\n")
            stubborn = net.run("a", ["sh", "-c", "trap '' TERM; echo set; while :; do read -r _ || sleep 60; done"],
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
            self.assertEqual(stubborn.stdout.readline(), b"set\n")
            raise KeyError("a test that fails")
        self.assertIsNotNone(stubborn.returncode)
        self.assertIsNotNone(server.returncode)
        self.assertFalse(any(pathlib.Path("/run/netns", name).exists() for name in names))

    def test_a_killed_test_leaves_nothing(self):
        script = ("import os, sys; sys.path.insert(0, sys.argv[1]); import netem\n"
                  "with netem.Network(['a', 'b'], program=sys.argv[2]) as net:\n"
                  "    child = net.run('a', ['sleep', '60'])\n"
                  "    print(net.namespace('a'), child.pid, net._emulator.pid, flush=True)\n"
                  "    os.kill(os.getpid(), 9)\n")
        folder = str(pathlib.Path(__file__).parent)
        killed = subprocess.run([sys.executable, "-c", script, folder, PROGRAM], capture_output=True, text=True,
                                check=False)
        name, *pids = killed.stdout.split()
        with network():
            self.assertFalse(pathlib.Path("/run/netns", name).exists())
        deadline = time.monotonic() + 5
        while any(_alive(pid) for pid in pids) and time.monotonic() < deadline:
            os.sched_yield()
        self.assertFalse([pid for pid in pids if _alive(pid)])


def _alive(pid):
    try:
        return pathlib.Path("/proc", pid, "stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


SERVER = """
import socket, sys
listener = socket.create_server((sys.argv[1], 9000))
print("ready", flush=True)
connection, _ = listener.accept()
connection.sendall(bytes(300000))
connection.close()
listener.accept()
"""
CLIENT = """
import socket, sys
connection = socket.create_connection((sys.argv[1], 9000), timeout=20)
total = 0
while chunk := connection.recv(65536):
    total += len(chunk)
print(total)
"""

if __name__ == "__main__":
    reason = netem.unavailable()
    if reason:
        print(f"skipped: {reason}")
        sys.exit(netem.SKIPPED)
    unittest.main(verbosity=2)
