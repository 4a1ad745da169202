#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A reliable multicast stream to receivers in network namespaces: by core/tree over relays, and by NORM (RFC 5740).

    contest.py PROGRAMS [--losses 1,5] [--transports norm,norm-fec,tree,tree-fec,tree-hub,tree-fec-hub] [--routers N]
               [--receivers N] [--messages N] [--rate BITS] [--block N] [--parity N] [--tree-block N] [--spare N]
               [--repair-delay MS]

A tree of namespaces: the source, a hub, routers, and receivers behind each, joined by veth devices and bridges. Each
link between hub and routers, and each link to a receiver, loses UDP packets in both directions (nftables, `numgen
random`). NORM multicasts through the bridges. Of core/tree, a node runs at each router, and the source sends a copy to
each; with `-hub` one more node runs at the hub. Each line of the output is one run; bytes are those of devices.
"""

import argparse
import contextlib
import json
import os
import pathlib
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve()
sys.path.insert(0, str(HERE.parents[2] / "netem"))
from netem import unavailable  # noqa: E402

SOURCE = "10.78.0.1"
HUB = "10.78.0.2"
PATIENCE = 120
TREE_TYPES = {"tree", "tree-fec", "tree-hub", "tree-fec-hub"}
NORM_TYPES = {"norm", "norm-fec"}


def router_address(router):
    return f"10.78.{router}.1"


def receiver_address(router, receiver):
    return f"10.78.{router}.{9 + receiver}"


class Namespaces:
    """The tree of namespaces, by `with`."""

    def __init__(self, routers, receivers, loss):
        self._prefix = f"plenum-{os.getpid()}-1x"
        self._names = ["hub", "src"]
        self._links = [("hub", "src", "src", "eth0", SOURCE, 0, 0)]
        self.members = []
        for router in range(1, routers + 1):
            self._names.append(f"r{router}")
            self._links.append(("hub", f"r{router}", f"r{router}", "uplink", None, loss, loss))
            for receiver in range(1, receivers + 1):
                member = f"m{router}x{receiver}"
                self._names.append(member)
                self._links.append((f"r{router}", member, member, "eth0", receiver_address(router, receiver), loss,
                                    loss))
                self.members.append((member, router, receiver))
        self._bridges = {"hub": HUB} | {f"r{router}": router_address(router) for router in range(1, routers + 1)}
        self._stack = contextlib.ExitStack()

    def name(self, node):
        return self._prefix + node

    def __enter__(self):
        with contextlib.ExitStack() as stack:
            for node in self._names:
                subprocess.run(["ip", "netns", "add", self.name(node)], check=True)
                stack.callback(subprocess.run, ["ip", "netns", "delete", self.name(node)], check=False)
                self._inside(node, ["sysctl", "-qw", "net.ipv6.conf.all.disable_ipv6=1",
                                    "net.ipv6.conf.default.disable_ipv6=1"])
            self._join()
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_):
        self._stack.close()

    def _inside(self, node, command, **options):
        return subprocess.run(["ip", "netns", "exec", self.name(node), *command], check=True, **options)

    def _batch(self, node, lines):
        self._inside(node, ["ip", "-batch", "-"], input="\n".join(lines) + "\n", text=True)

    def _join(self):
        lines = {node: ["link set lo up"] for node in self._names}
        rules = {node: [] for node in self._names}
        for node, address in self._bridges.items():
            # Without snooping a bridge floods multicast, which is right here: all are in the group.
            self._batch(node, ["link add br0 type bridge forward_delay 0 mcast_snooping 0",
                               f"address add {address}/16 dev br0", "link set br0 up"])
        for upper, port, lower, device, address, down, up in self._links:
            self._batch(upper, [f"link add {port} type veth peer name {device} netns {self.name(lower)}"])
            lines[upper] += [f"link set {port} master br0 up"]
            if address:
                lines[lower] += [f"address add {address}/16 dev {device}", f"link set {device} up",
                                 f"route add 224.0.0.0/4 dev {device}"]
            else:
                lines[lower] += [f"link set {device} master br0 up"]
            rules[lower] += [(device, down)]
            rules[upper] += [(port, up)]
        for node in self._names:
            self._batch(node, lines[node])
            script = "".join(
                f"add chain netdev loss {device} {{ type filter hook ingress device {device} priority 0; }}\n"
                f"add rule netdev loss {device} ip protocol udp numgen random mod 10000 < {round(percent * 100)} drop\n"
                for device, percent in rules[node] if percent)
            if script:
                self._inside(node, ["nft", "-f", "-"], input="add table netdev loss\n" + script, text=True)

    def run(self, node, command):
        """A process in the node's namespace; ends with its standard input."""
        process = subprocess.Popen(["nsenter", f"--net=/run/netns/{self.name(node)}", "--", *map(str, command)],
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._stack.callback(process.kill)
        return process

    def count_norm(self):
        """Rules that count messages of NORM at the source (RFC 5740 §4.1: type)."""
        message = "udp dport 7900 @th,64,8 & 0x0f =="
        self._inside("src", ["nft", "-f", "-"], text=True, input=f"""
            add table inet norm
            add counter inet norm naks
            add counter inet norm data
            add chain inet norm in {{ type filter hook input priority 0; }}
            add chain inet norm out {{ type filter hook output priority 0; }}
            add rule inet norm in {message} 4 counter name naks
            add rule inet norm out {message} 2 counter name data
        """)

    def norm_counts(self):
        listed = json.loads(self._inside("src", ["nft", "-j", "list", "counters"], stdout=subprocess.PIPE).stdout)
        return {each["counter"]["name"]: each["counter"]["packets"] for each in listed["nftables"] if "counter" in each}

    def bytes(self):
        """What went over each kind of link so far, before losses."""
        total = {"source_up": 0, "source_down": 0, "router_down": 0, "router_up": 0, "receiver_down": 0,
                 "receiver_up": 0}
        for node in self._bridges:
            shown = self._inside(node, ["ip", "-j", "-s", "link", "show", "type", "veth"], stdout=subprocess.PIPE)
            for device in json.loads(shown.stdout):
                if device["ifname"] == "uplink":
                    continue
                kind = {"s": "source", "r": "router", "m": "receiver"}[device["ifname"][0]]
                total[kind + "_down"] += device["stats64"]["tx"]["bytes"]
                total[kind + "_up"] += device["stats64"]["rx"]["bytes"]
        return total


def read(process):
    return json.loads(process.stdout.readline())


def finish(processes):
    """What they tell at their ends."""
    for process in processes:
        process.stdin.close()
    told = []
    for process in processes:
        with process.stdout as output:
            told.append(json.loads(output.readlines()[-1]))
        process.wait()
    return told


def start_norm(network, transport, options):
    program = options.programs / "multicast-norm"
    common = ["--messages", options.messages, "--members", len(network.members)]
    network.count_norm()
    receivers = [network.run(member, [program, "receiver", "--self", 10 + number, *common])
                 for number, (member, _, _) in enumerate(network.members)]
    for receiver in receivers:
        read(receiver)
    parity = options.parity if transport == "norm-fec" else 0
    source = network.run("src", [program, "source", "--self", 1, "--rate", options.rate, "--block", options.block,
                                 "--parity", parity, "--rate-max", options.norm_rate_max, "--round-trip",
                                 options.norm_round_trip, *common])
    return source, [], receivers


def start_tree(network, transport, options):
    program = options.programs / "multicast-tree"
    fec = ["--block", options.tree_block, "--spare", options.spare] if "-fec" in transport else []
    hub = transport.endswith("-hub")
    common = ["--source", SOURCE, "--messages", options.messages]
    routers = [router_address(router) for router in range(1, options.routers + 1)]
    nodes = [network.run(f"r{router}", [program, "node", "--self", router_address(router), "--up",
                                        HUB if hub else SOURCE, "--receivers",
                                        ",".join(receiver_address(router, receiver)
                                                 for receiver in range(1, options.receivers + 1)), *common])
             for router in range(1, options.routers + 1)]
    if hub:
        nodes.append(network.run("hub", [program, "node", "--self", HUB, "--up", SOURCE, "--nodes", ",".join(routers),
                                         *common]))
    receivers = [network.run(member, [program, "receiver", "--self", receiver_address(router, receiver), "--up",
                                      router_address(router), *fec, *common])
                 for member, router, receiver in network.members]
    for process in nodes + receivers:
        read(process)
    below = HUB if hub else ",".join(routers)
    source = network.run("src", [program, "source", "--self", SOURCE, "--nodes", below, "--rate", options.rate,
                                 "--members", len(network.members), "--repair-delay", options.repair_delay, *fec,
                                 *common])
    return source, nodes, receivers


def measure(transport, loss, options):
    with Namespaces(options.routers, options.receivers, loss) as network:
        start = start_norm if transport in NORM_TYPES else start_tree
        source, nodes, receivers = start(network, transport, options)
        started_at = read(source)["started_at"]
        ends = [read(receiver) for receiver in receivers]
        sent = network.bytes()
        row = {"transport": transport, "loss": loss, "whole": sum(end["whole"] for end in ends),
               "seconds": round(max(end["over_at"] for end in ends) - started_at, 2)} | sent
        if transport in NORM_TYPES:
            counts = network.norm_counts()
            row |= {"naks": counts["naks"], "repairs": counts["data"] - options.messages}
        told = finish([source])[0]
        kept = ("naks", "repairs", "numbers_asked", "abandoned", "round_trip")
        row |= {key: told[key] for key in kept if key in told}
        of_nodes = finish(nodes)
        of_receivers = finish(receivers)
        return row | {
            "cpu_source": round(told["cpu_s"], 3), "cpu_routers": round(sum(each["cpu_s"] for each in of_nodes), 3),
            "cpu_receivers": round(sum(each["cpu_s"] for each in of_receivers), 3), "peak_kib_source": told["peak_kib"],
            "peak_kib_router": max((each["peak_kib"] for each in of_nodes), default=0),
            "peak_kib_receiver": max(each["peak_kib"] for each in of_receivers)}


def settings():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", type=pathlib.Path)
    parser.add_argument("--losses", default="1,5", help="percent of each lossy link, in each direction")
    parser.add_argument("--transports", default="norm,norm-fec,tree,tree-fec,tree-hub,tree-fec-hub")
    parser.add_argument("--routers", type=int, default=5)
    parser.add_argument("--receivers", type=int, default=10, help="behind each router")
    parser.add_argument("--messages", type=int, default=2223, help="of 900 bytes")
    parser.add_argument("--rate", type=float, default=2e6, help="bits of messages a second")
    parser.add_argument("--block", type=int, default=64, help="segments of a block of NORM")
    parser.add_argument("--parity", type=int, default=16, help="repair symbols of a block of NORM")
    parser.add_argument("--norm-rate-max", type=float, default=10e6, help="bits a second of NORM, repairs included")
    parser.add_argument("--norm-round-trip", type=float, default=0.01, help="seconds that NORM assumes at first")
    parser.add_argument("--tree-block", type=int, default=32, help="packets of a block of core/tree")
    parser.add_argument("--spare", type=int, default=1, help="repair symbols asked for beyond those that are missing")
    parser.add_argument("--repair-delay", type=int, default=20,
                        help="ms for which the source of core/tree waits for others who lack the same")
    return parser


def main():
    options = settings().parse_args()
    transports = options.transports.split(",")
    if unknown := set(transports) - NORM_TYPES - TREE_TYPES:
        sys.exit(f"unknown transports: {', '.join(sorted(unknown))}")
    if why := unavailable():
        sys.exit(why)
    if not (options.programs / "multicast-norm").exists():
        print("NORM is left out: this build has no multicast-norm (libnorm-dev was missing)", file=sys.stderr)
        transports = [name for name in transports if name not in NORM_TYPES]
    for loss in options.losses.split(","):
        for transport in transports:
            print(json.dumps(measure(transport, float(loss), options)), flush=True)


if __name__ == "__main__":
    main()
