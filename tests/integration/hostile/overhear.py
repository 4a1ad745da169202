# SPDX-License-Identifier: Apache-2.0
"""Hostile datagrams, made of what somebody wrote down on the path."""

import socket

REQUEST, RESPONSE, FINAL, SEALED, COOKIE = 1, 2, 3, 4, 5


class Attacker:
    """Hostile datagrams made of what was overheard; `answered` counts what comes back."""

    def __init__(self, relay, random, sockets=8):
        self.relay = relay
        self.random = random
        self.sockets = []
        for number in range(sockets):
            # Loopback has many addresses; each is somebody else's.
            each = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
            each.bind((f"127.0.{1 + number}.1", 0))
            each.setblocking(False)
            self.sockets.append(each)
        self.sent = 0

    def close(self):
        for each in self.sockets:
            each.close()

    def drain(self):
        """What came back since this was last asked."""
        heard = []
        for each in self.sockets:
            while True:
                try:
                    heard.append(each.recv(2048))
                except BlockingIOError:
                    break
        return heard

    def send(self, data, by=None):
        try:
            if by is None:
                self.random.choice(self.sockets).sendto(data, self.relay)
            else:
                by.send(data)
        except BlockingIOError:
            return
        self.sent += 1

    def alter(self, tape):
        """One datagram that nobody sent, or sent before."""
        random = self.random
        data = bytearray(random.choice(tape))
        kind = random.randrange(8)
        if kind == 1:
            for _ in range(random.randint(1, 8)):
                data[random.randrange(len(data))] ^= 1 << random.randrange(8)
        elif kind == 2:
            del data[random.randrange(len(data)):]
        elif kind == 3:
            data += random.randbytes(random.randint(1, 40))
        elif kind == 4:
            cut = random.randrange(len(data))
            data[cut:] = random.choice(tape)[cut:]
        elif kind == 5:
            data[8:16] = random.getrandbits(62).to_bytes(8, "big")
        elif kind == 6:
            data[16:] = random.randbytes(max(0, len(data) - 16))
        elif kind == 7:
            data = bytearray(random.randbytes(random.randrange(200)))
            if data:
                data[0] = random.randint(0, 6)
        return bytes(data)


def queue_of(port):
    """Bytes that wait in the sockets at a UDP port, and datagrams that the system dropped there (proc(5))."""
    waiting = dropped = 0
    with open("/proc/net/udp", encoding="ascii") as table:
        for words in (line.split() for line in list(table)[1:]):
            if int(words[1].split(":")[1], 16) == port:
                waiting += int(words[4].split(":")[1], 16)
                dropped += int(words[-1])
    return waiting, dropped
