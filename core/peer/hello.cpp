// SPDX-License-Identifier: Apache-2.0
#include "core/peer/hello.h"

#include "core/crypto/hash.h"

namespace plenum::node {
namespace {

base::Bytes signed_part(const crypto::Sha512& handshake_hash, bool initiator) {
    base::Bytes bytes{handshake_hash.begin(), handshake_hash.end()};
    bytes.push_back(initiator ? 1 : 2);
    return bytes;
}

constexpr std::string_view hello_context = "plenum-hello-v1";

} // namespace

wire::Hello make_hello(const crypto::IdentityKeyPair& identity, const crypto::Sha512& handshake_hash, bool initiator) {
    return {wire::protocol_version, identity.public_key,
            crypto::sign(identity, hello_context, signed_part(handshake_hash, initiator))};
}

bool hello_is_genuine(const wire::Hello& hello, const crypto::Sha512& handshake_hash, bool initiator) {
    return crypto::verify(hello.identity, hello_context, signed_part(handshake_hash, initiator), hello.proof);
}

crypto::SecretKey creation_key(std::string_view create_secret) {
    return crypto::derive(crypto::SecretKey{}, "plenum-create-v1", base::as_bytes(create_secret));
}

base::ConferenceHandle restoring_door() {
    const auto hash = crypto::hash(base::as_bytes("plenum-restore-door-v1"));
    return *base::ConferenceHandle::from(base::ByteView{hash.bytes}.first(base::ConferenceHandle::size));
}

crypto::SecretKey restoring_key(const base::ExchangeKey& relay) {
    return crypto::derive(crypto::SecretKey{}, "plenum-restore-v1", relay.view());
}

base::ConferenceHandle replication_door() {
    const auto hash = crypto::hash(base::as_bytes("plenum-replicate-door-v1"));
    return *base::ConferenceHandle::from(base::ByteView{hash.bytes}.first(base::ConferenceHandle::size));
}

crypto::SecretKey replication_key(const base::Seed& identity) {
    return crypto::derive(crypto::SecretKey{}, "plenum-replicate-v1", identity.view());
}

bool send_control(link::Link& link, const wire::ControlMessage& message) {
    return link.send_stream(base::PriorityClass::control, wire::encode_choice(message)).has_value();
}

} // namespace plenum::node
