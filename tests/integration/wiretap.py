# SPDX-License-Identifier: Apache-2.0
"""A path between clients and a relay on which somebody writes everything down."""

import selectors
import socket
import threading


class Wiretap:
    """Passes datagrams on, both ways, each client from a port of its own; keeps them all."""

    def __init__(self, relay):
        self.relay = relay
        self.to_relay = []
        self.senders = []
        self.to_clients = []
        self._front = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._front.bind(("127.0.0.1", 0))
        self.address = "127.0.0.1:%d" % self._front.getsockname()[1]
        self._backs = {}
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._front, selectors.EVENT_READ)
        self._ends = False
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def backs(self):
        """The sockets that are the clients, as the relay sees them."""
        return list(self._backs.values())

    def clients(self):
        """Addresses of those who sent something, in the order in which they came."""
        return list(self._backs)

    def sent_by(self, client, since=0):
        """Datagrams of one client, from the `since`-th of all on."""
        return [data for sender, data in zip(self.senders[since:], self.to_relay[since:]) if sender == client]

    def close(self):
        self._ends = True
        self._thread.join()
        for each in [self._front, *self._backs.values()]:
            each.close()

    def _back(self, client):
        if client not in self._backs:
            back = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
            back.connect(self.relay)
            self._selector.register(back, selectors.EVENT_READ, client)
            self._backs[client] = back
        return self._backs[client]

    def _run(self):
        while not self._ends:
            for key, _ in self._selector.select(0.1):
                if key.data is None:
                    data, client = self._front.recvfrom(2048)
                    self._back(client).send(data)
                    self.senders.append(client)
                    self.to_relay.append(data)
                else:
                    try:
                        data = key.fileobj.recv(2048)
                    except ConnectionRefusedError:
                        continue  # the relay is not there any more
                    self.to_clients.append(data)
                    self._front.sendto(data, key.data)
