// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/time.h"
#include "core/base/units.h"
#include "core/crypto/keys.h"
#include "core/log/operation.h"

/// Entries of the control log: an author's signed operation, put in its place and signed again by the home relay.
namespace plenum::log {

inline constexpr std::size_t operation_bytes_max = base::limits::control_message_bytes_max - 512;

/// What an author signs. Names the head that the author saw, so that a relay that shows two histories is found out.
struct SignedOperation {
    static constexpr std::string_view name = "signed_operation";
    base::ConferenceHandle conference{};
    base::IdentityKey author{};
    base::ExchangeKey author_exchange{};
    std::uint64_t author_sequence{0};
    base::LogPosition head_position{};
    base::Hash head{};
    base::Signature signature{};
    base::Bytes operation;

    static constexpr auto fields() {
        using T = SignedOperation;
        return wire::Fields{
            Field<&T::conference, Fixed<16>>{"conference", "handle"},
            Field<&T::author, Fixed<32>>{"author", "Ed25519 key of the device or relay"},
            Field<&T::author_exchange, Fixed<32>>{"author_exchange", "X25519 key of this run of its program"},
            Field<&T::author_sequence, Varint>{"author_sequence", "rises with each operation of this run, from 1"},
            Field<&T::head_position, Varint>{"head_position", "last entry that the author had applied"},
            Field<&T::head, Fixed<32>>{"head", "and its hash; zero in genesis"},
            Field<&T::signature, Fixed<64>>{"signature", "the author's, over all other fields"},
            Field<&T::operation, wire::Rest<operation_bytes_max>>{"operation", "type and fields"},
        };
    }
    friend bool operator==(const SignedOperation&, const SignedOperation&) = default;
};

struct Entry {
    static constexpr std::string_view name = "entry";
    base::LogPosition position{};
    base::Hash previous{};
    base::ConferenceTime at{};
    base::Signature sequencer{};
    /// Of grants that this entry ends (core/token/tenures.h); ascending by flow and member.
    std::vector<token::CutOff> cut_offs;
    base::Bytes signed_operation;

    static constexpr auto fields() {
        using T = Entry;
        return wire::Fields{
            Field<&T::position, Varint>{"position", "0 is genesis"},
            Field<&T::previous, Fixed<32>>{"previous", "hash of the entry before; zero in genesis"},
            Field<&T::at, U64>{"at", "µs of conference time; never falls"},
            Field<&T::sequencer, Fixed<64>>{"sequencer", "the home relay's signature over the entry's hash"},
            Field<&T::cut_offs, List<Nested<token::CutOff>, token::cut_offs_max>>{
                "cut_offs", "last messages that the relay had put in order, of grants that this entry ends"},
            Field<&T::signed_operation, wire::Rest<base::limits::control_message_bytes_max>>{"signed_operation",
                                                                                             "as its author sent it"},
        };
    }
    friend bool operator==(const Entry&, const Entry&) = default;
};

/// Signs `operation` for `draft`, which has all fields but `signature` and `operation`.
[[nodiscard]] SignedOperation sign_operation(SignedOperation draft, const Operation& operation,
                                             const crypto::IdentityKeyPair& author);
[[nodiscard]] bool verify_author(const SignedOperation& operation);

/// BLAKE2b-256 over position, previous hash, time and the signed operation.
[[nodiscard]] base::Hash hash_of(const Entry& entry);
/// Fills in the relay's signature.
void sequence(Entry& entry, const crypto::IdentityKeyPair& relay);
[[nodiscard]] bool verify_sequencer(const Entry& entry, const base::IdentityKey& relay);

} // namespace plenum::log
