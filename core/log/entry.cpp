// SPDX-License-Identifier: Apache-2.0
#include "core/log/entry.h"

#include "core/crypto/hash.h"

namespace plenum::log {
namespace {

/// Everything but the signature, which stands as zero.
base::Bytes signed_part(SignedOperation operation) {
    operation.signature = {};
    return wire::encode(operation);
}

constexpr std::string_view operation_context = "plenum-log-operation-v1";
constexpr std::string_view entry_context = "plenum-log-entry-v1";

} // namespace

SignedOperation sign_operation(SignedOperation draft, const Operation& operation,
                               const crypto::IdentityKeyPair& author) {
    draft.author = author.public_key;
    draft.operation = wire::encode_choice(operation);
    draft.signature = crypto::sign(author, operation_context, signed_part(draft));
    return draft;
}

bool verify_author(const SignedOperation& operation) {
    return crypto::verify(operation.author, operation_context, signed_part(operation), operation.signature);
}

base::Hash hash_of(const Entry& entry) {
    auto unsigned_entry = entry;
    unsigned_entry.sequencer = {};
    return crypto::hash(wire::encode(unsigned_entry));
}

void sequence(Entry& entry, const crypto::IdentityKeyPair& relay) {
    entry.sequencer = crypto::sign(relay, entry_context, hash_of(entry).view());
}

bool verify_sequencer(const Entry& entry, const base::IdentityKey& relay) {
    return crypto::verify(relay, entry_context, hash_of(entry).view(), entry.sequencer);
}

} // namespace plenum::log
