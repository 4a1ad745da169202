// SPDX-License-Identifier: Apache-2.0
// One side of a Noise handshake over standard input and output, for shake_hands.py.
//
//     noise_peer ROLE PATTERN NAME=HEX…     names: prologue static ephemeral remote psk
//
// Each line is a word and hexadecimal bytes. Out: `message`, then once finished `hash` and `remote`. In: `message` when
// it is the other's turn. After that `seal` and `open` are answered by `sealed` and `opened`, until the input ends.
// `refused` answers what does not authenticate; the handshake then waits for the message again.
#include "core/crypto/datagram_seal.h"
#include "core/crypto/noise.h"

#include <iostream>
#include <map>
#include <string>

namespace plenum {
namespace {

using crypto::Handshake;

void say(std::string_view word, base::ByteView bytes) { std::cout << word << ' ' << base::to_hex(bytes) << std::endl; }

/// Word and bytes of the next line; nullopt at the end of input or for what is no such line.
std::optional<std::pair<std::string, base::Bytes>> hear() {
    std::string line;
    if (!std::getline(std::cin, line)) return std::nullopt;
    const auto space = line.find(' ');
    if (space == std::string::npos) return std::nullopt;
    auto bytes = base::from_hex(std::string_view{line}.substr(space + 1));
    if (!bytes) return std::nullopt;
    return std::pair{line.substr(0, space), std::move(*bytes)};
}

bool shake_hands(Handshake& handshake) {
    while (!handshake.finished()) {
        if (handshake.our_turn()) {
            const auto message = handshake.write_message(base::as_bytes("from plenum"));
            if (!message) return false;
            say("message", *message);
            continue;
        }
        const auto heard = hear();
        if (!heard || heard->first != "message") return false;
        const auto payload = handshake.read_message(heard->second);
        say(payload ? "payload" : "refused", payload ? *payload : base::Bytes{});
    }
    return true;
}

void talk(crypto::TransportKeys keys) {
    crypto::DatagramSealer sealer{std::move(keys.send)};
    crypto::DatagramOpener opener{std::move(keys.receive)};
    std::uint64_t sent = 0;
    std::uint64_t received = 0;
    while (const auto heard = hear()) {
        base::Bytes out(heard->second.size() + crypto::tag_size);
        if (heard->first == "seal") {
            sealer.seal(out, {}, heard->second, base::PacketNumber{sent++});
            say("sealed", out);
            continue;
        }
        const auto answer = opener.open(out, {}, heard->second, base::PacketNumber{received});
        const auto opened = answer.result == crypto::OpenResult::opened;
        if (opened) ++received;
        say(opened ? "opened" : "refused", base::ByteView{out}.first(answer.size));
    }
}

std::optional<crypto::ExchangeKeyPair> pair_of(const base::Bytes& secret) {
    auto key = crypto::SecretKey::from(secret);
    if (!key) return std::nullopt;
    return crypto::ExchangeKeyPair::from_secret(std::move(*key));
}

int run(std::string_view role, std::string_view pattern_name, std::map<std::string, base::Bytes> values) {
    const auto* pattern = &crypto::pattern_xk_psk3;
    if (pattern_name == crypto::pattern_xx_psk3.name) pattern = &crypto::pattern_xx_psk3;
    if (pattern_name == crypto::pattern_kk_psk2.name) pattern = &crypto::pattern_kk_psk2;
    if (pattern->name != pattern_name) return 2;
    crypto::HandshakeOptions options;
    options.static_keys = pair_of(values["static"]);
    options.ephemeral_keys = pair_of(values["ephemeral"]);
    options.remote_static = base::ExchangeKey::from(values["remote"]);
    options.psk = crypto::SecretKey::from(values["psk"]);
    Handshake handshake{*pattern, role == "initiator" ? crypto::Role::initiator : crypto::Role::responder,
                        values["prologue"], std::move(options)};
    if (!shake_hands(handshake)) return 1;
    say("hash", handshake.handshake_hash());
    say("remote", handshake.remote_static().value_or(base::ExchangeKey{}).view());
    auto keys = handshake.split();
    if (!keys) return 1;
    talk(std::move(*keys));
    return 0;
}

} // namespace
} // namespace plenum

int main(int count, char** words) {
    if (count < 3) {
        std::cerr << "usage: noise_peer initiator|responder PATTERN NAME=HEX...\n";
        return 2;
    }
    std::map<std::string, plenum::base::Bytes> values;
    for (int i = 3; i < count; ++i) {
        const std::string word{words[i]};
        const auto equals = word.find('=');
        const auto bytes = plenum::base::from_hex(word.substr(equals == std::string::npos ? word.size() : equals + 1));
        if (equals == std::string::npos || !bytes) {
            std::cerr << "noise_peer: not NAME=HEX: " << word << '\n';
            return 2;
        }
        values[word.substr(0, equals)] = *bytes;
    }
    return plenum::run(words[1], words[2], std::move(values));
}
