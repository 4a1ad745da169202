# SPDX-License-Identifier: Apache-2.0
"""Connections of several transports behind one interface: `connect` and `listen`, then `sendall`, `recv`, `close`.

tcp: the kernel's, with a congestion control by name. srt: libsrt's file mode (1.5), which has congestion control.
quic: aioquic, which is no package of Debian 12; one stream a connection.
"""

import asyncio
import contextlib
import ctypes
import os
import queue
import socket
import struct
import subprocess
import tempfile
import threading

SEND_BUFFER = 256 * 1024


class Tcp:
    """The kernel's TCP."""

    def __init__(self, control="cubic"):
        self.control = control

    def listen(self, port, seconds):
        listener = socket.create_server(("0.0.0.0", port), backlog=64)
        listener.settimeout(seconds)
        return lambda: listener.accept()[0]

    def connect(self, address, port, bounded=True):
        connection = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_CONGESTION, self.control.encode())
        if bounded:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER // 2)
        connection.connect((address, port))
        return connection


class SrtConnection:
    def __init__(self, library, handle):
        self.library, self.handle = library, handle

    def sendall(self, data):
        sent = 0
        while sent < len(data):
            part = data[sent:]
            count = self.library.srt_send(self.handle, part, len(part))
            if count < 0:
                raise OSError("SRT takes no more")
            sent += count

    def recv(self, count):
        data = ctypes.create_string_buffer(count)
        return data.raw[:max(self.library.srt_recv(self.handle, data, count), 0)]

    def close(self):
        self.library.srt_close(self.handle)


class Srt:
    """libsrt in file mode, a stream of bytes."""

    SNDBUF, MESSAGEAPI, TRANSTYPE = 5, 48, 50
    FILE = 1

    def __init__(self):
        self.library = ctypes.CDLL("libsrt-gnutls.so.1.5")
        self.library.srt_startup()

    def socket(self):
        handle = self.library.srt_create_socket()
        self.set(handle, self.TRANSTYPE, self.FILE)
        self.set(handle, self.SNDBUF, SEND_BUFFER)
        return handle

    def set(self, handle, option, value):
        number = ctypes.c_int(value)
        if self.library.srt_setsockflag(handle, option, ctypes.byref(number), ctypes.sizeof(number)) != 0:
            raise OSError(f"SRT refuses option {option}")

    @staticmethod
    def address(host, port):
        return struct.pack("=H", socket.AF_INET) + struct.pack("!H", port) + socket.inet_aton(host) + bytes(8)

    def listen(self, port, seconds):  # pylint: disable=unused-argument
        handle = self.socket()
        address = self.address("0.0.0.0", port)
        if self.library.srt_bind(handle, address, len(address)) != 0 or self.library.srt_listen(handle, 64) != 0:
            raise OSError("SRT cannot listen")
        return lambda: SrtConnection(self.library, self.library.srt_accept(handle, None, None))

    def connect(self, host, port, bounded=True):  # pylint: disable=unused-argument
        handle = self.socket()
        address = self.address(host, port)
        if self.library.srt_connect(handle, address, len(address)) != 0:
            raise OSError("SRT cannot connect")
        return SrtConnection(self.library, handle)


class QuicConnection:
    """One stream, from threads. What is not acknowledged is bounded as a socket's send buffer is."""

    def __init__(self, loop, protocol):
        self.loop, self.protocol = loop, protocol
        self.stream = None

    def sendall(self, data):
        asyncio.run_coroutine_threadsafe(self.send(data), self.loop).result()

    async def send(self, data):
        # pylint: disable=protected-access
        quic = self.protocol._quic
        if self.stream is None:
            self.stream = quic.get_next_available_stream_id()
        else:
            sender = quic._streams[self.stream].sender
            while sender._buffer_stop - sender._buffer_start + len(data) > SEND_BUFFER:
                self.protocol.acknowledged.clear()
                await self.protocol.acknowledged.wait()
        quic.send_stream_data(self.stream, data)
        self.protocol.transmit()

    def recv(self, count):  # pylint: disable=unused-argument
        return self.protocol.received.get()

    def close(self):
        self.loop.call_soon_threadsafe(self.protocol.close)


class Quic:
    """aioquic on an event loop of its own thread."""

    def __init__(self):
        # pylint: disable=import-outside-toplevel
        from aioquic import asyncio as quic_asyncio
        from aioquic.quic import configuration, events
        self.asyncio, self.configuration = quic_asyncio, configuration
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()

        class Protocol(quic_asyncio.QuicConnectionProtocol):
            def __init__(self, *words, **named):
                super().__init__(*words, **named)
                self.received = queue.Queue()
                self.acknowledged = asyncio.Event()

            def datagram_received(self, data, addr):
                super().datagram_received(data, addr)
                self.acknowledged.set()

            def quic_event_received(self, event):
                if isinstance(event, events.StreamDataReceived):
                    self.received.put(event.data)
                elif isinstance(event, events.ConnectionTerminated):
                    self.received.put(b"")

        self.protocol = Protocol

    def settings(self, client):
        configuration = self.configuration.QuicConfiguration(is_client=client, alpn_protocols=["cameras"])
        configuration.max_data = configuration.max_stream_data = 16 * 1024 * 1024
        return configuration

    def listen(self, port, seconds):  # pylint: disable=unused-argument
        configuration = self.settings(False)
        with tempfile.TemporaryDirectory() as folder:
            key, certificate = os.path.join(folder, "key"), os.path.join(folder, "certificate")
            subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=cameras",
                            "-keyout", key, "-out", certificate], check=True, capture_output=True)
            configuration.load_cert_chain(certificate, key)
        connected = queue.Queue()

        def create(*words, **named):
            protocol = self.protocol(*words, **named)
            connected.put(QuicConnection(self.loop, protocol))
            return protocol

        serving = self.asyncio.serve("0.0.0.0", port, configuration=configuration, create_protocol=create)
        asyncio.run_coroutine_threadsafe(serving, self.loop).result()
        return connected.get

    def connect(self, host, port, bounded=True):  # pylint: disable=unused-argument
        configuration = self.settings(True)
        configuration.verify_mode = 0
        stack = contextlib.AsyncExitStack()
        connection = self.asyncio.connect(host, port, configuration=configuration, create_protocol=self.protocol)
        protocol = asyncio.run_coroutine_threadsafe(stack.enter_async_context(connection), self.loop).result()
        quic = QuicConnection(self.loop, protocol)
        quic.stack = stack
        return quic


def by_name(name):
    return Srt() if name == "srt" else Quic() if name == "quic" else Tcp(name)
