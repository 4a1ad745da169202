# SPDX-License-Identifier: Apache-2.0
"""Handshakes of Plenum's Noise with PyPI's noiseprotocol, in both roles.

shake_hands.py PACKAGE_FOLDER NOISE_PEER
"""

import hashlib
import subprocess
import sys
from pathlib import Path

SKIPPED = 77
sys.path.insert(0, sys.argv[1])
try:
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
    from noise.connection import Keypair, NoiseConnection
    from noise.exceptions import NoiseInvalidMessage
except ImportError as missing:
    WHY = Path(sys.argv[1]) / "why-not.txt"
    print(f"skipped: no noiseprotocol ({missing}); {WHY.read_text(encoding='utf-8') if WHY.exists() else ''}")
    sys.exit(SKIPPED)

PATTERNS = {"XKpsk3": "responder", "XXpsk3": "", "KKpsk2": "both"}


def key(*words: str) -> bytes:
    return hashlib.sha256(" ".join(words).encode()).digest()


def public(secret: bytes) -> bytes:
    return X25519PrivateKey.from_private_bytes(secret).public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)


def knows_other(pattern: str, role: str) -> bool:
    known = PATTERNS[pattern]
    return known == "both" or (known == "responder" and role == "initiator")


class Peer:
    """Our side, in a process of its own."""

    def __init__(self, pattern: str, role: str, psk: bytes, prologue: bytes):
        words = [f"prologue={prologue.hex()}", f"static={key(pattern, 'ours').hex()}",
                 f"ephemeral={key(pattern, role, 'ephemeral').hex()}", f"psk={psk.hex()}"]
        if knows_other(pattern, role):
            words.append(f"remote={public(key(pattern, 'theirs')).hex()}")
        self.process = subprocess.Popen([sys.argv[2], role, pattern, *words], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)

    def say(self, word: str, data: bytes) -> None:
        self.process.stdin.write(f"{word} {data.hex()}\n")
        self.process.stdin.flush()

    def hear(self, word: str) -> bytes:
        line = self.process.stdout.readline().rstrip("\n")
        expect(line.startswith(word + " "), f"heard {line!r} instead of {word}")
        return bytes.fromhex(line.split(" ")[1])

    def end(self) -> None:
        self.process.stdin.close()
        expect(self.process.wait(10) == 0, "our side failed")


def expect(condition: bool, what: str) -> None:
    if not condition:
        raise AssertionError(what)


def other_side(pattern: str, role: str, psk: bytes, prologue: bytes) -> NoiseConnection:
    other = NoiseConnection.from_name(f"Noise_{pattern}_25519_ChaChaPoly_SHA512".encode())
    if role == "initiator":
        other.set_as_initiator()
    else:
        other.set_as_responder()
    other.set_prologue(prologue)
    other.set_psks(psk=psk)
    other.set_keypair_from_private_bytes(Keypair.STATIC, key(pattern, "theirs"))
    if knows_other(pattern, role):
        other.set_keypair_from_public_bytes(Keypair.REMOTE_STATIC, public(key(pattern, "ours")))
    other.start_handshake()
    return other


def shake_hands(peer: Peer, other: NoiseConnection, others_turn: bool) -> None:
    while not other.handshake_finished:
        if others_turn:
            message = bytes(other.write_message(b"from the other"))
            forged = bytearray(message)
            forged[-1] ^= 1
            peer.say("message", bytes(forged))
            peer.hear("refused")
            peer.say("message", message)
            expect(peer.hear("payload") == b"from the other", "payload differs")
        else:
            expect(bytes(other.read_message(peer.hear("message"))) == b"from plenum", "payload differs")
        others_turn = not others_turn


def talk(peer: Peer, other: NoiseConnection) -> None:
    for i in range(20):
        text = key(str(i)) * i
        peer.say("seal", text)
        expect(bytes(other.decrypt(peer.hear("sealed"))) == text, "the other read something else")
        sealed = bytes(other.encrypt(text))
        peer.say("open", sealed[:-1] + bytes([sealed[-1] ^ 0x80]))
        peer.hear("refused")
        peer.say("open", sealed)
        expect(peer.hear("opened") == text, "we read something else")


def meet(pattern: str, role: str) -> None:
    psk, prologue = key(pattern, "psk"), b"plenum 1"
    peer = Peer(pattern, role, psk, prologue)
    other_role = "responder" if role == "initiator" else "initiator"
    other = other_side(pattern, other_role, psk, prologue)
    shake_hands(peer, other, others_turn=other_role == "initiator")
    expect(peer.hear("hash") == bytes(other.get_handshake_hash()), "handshake hashes differ")
    expect(peer.hear("remote") == public(key(pattern, "theirs")), "not the other's static key")
    talk(peer, other)
    peer.end()
    print(f"{pattern}: met as {role}")


def strangers(pattern: str) -> None:
    """With another psk the handshake must not come to its end."""
    peer = Peer(pattern, "initiator", key("one psk"), b"")
    other = other_side(pattern, "responder", key("another psk"), b"")
    try:
        shake_hands(peer, other, others_turn=False)
    except (NoiseInvalidMessage, InvalidTag):
        print(f"{pattern}: the other refused a stranger")
    except AssertionError as error:
        expect(str(error) == "heard 'refused ' instead of payload", str(error))
        print(f"{pattern}: we refused a stranger")
    else:
        raise AssertionError(f"{pattern}: strangers met")
    finally:
        peer.process.kill()
        peer.process.wait()


for name in PATTERNS:
    for side in ("initiator", "responder"):
        meet(name, side)
    strangers(name)
