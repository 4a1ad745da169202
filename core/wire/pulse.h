// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/wire/choice.h"

/// What members' programs tell each other on flow 0, sealed like any message (docs/protocol.md §4): that they see the
/// same log, and what they really sent.
namespace plenum::wire {

/// By the key leader, every two seconds; by others while it is ahead of what they are shown.
struct Heartbeat {
    static constexpr std::string_view name = "heartbeat";
    static constexpr std::uint8_t type = 1;
    base::LogPosition log_size{};
    base::Hash head{};
    /// So that someone who was shown fewer entries, and others, can tell.
    std::vector<base::Hash> heads_before;
    base::KeyEpoch epoch{};
    base::Signature signature{};

    static constexpr auto fields() {
        using T = Heartbeat;
        return Fields{
            Field<&T::log_size, Varint>{"log_size", "entries that the sender applied"},
            Field<&T::head, Fixed<32>>{"head", "hash of the last of them"},
            Field<&T::heads_before, List<Fixed<32>, 10>>{"heads_before", "hashes 1, 2, 4, 8, … entries before that"},
            Field<&T::epoch, Varint>{"epoch", "of the content keys"},
            Field<&T::signature, Fixed<64>>{"signature", "over conference, message header and the fields before"},
        };
    }
    friend bool operator==(const Heartbeat&, const Heartbeat&) = default;
};

/// First bytes of the BLAKE2b-256 hash of a message, header and sealed body: too few to be found again within a
/// message's lifetime by whoever can seal in another's name.
inline constexpr std::size_t message_mark_bytes = 6;
inline constexpr std::size_t marks_per_digest_max = 512;

/// Messages of one flow, one after another. A bundle has one mark.
struct StreamDigest {
    static constexpr std::string_view name = "stream_digest";
    base::FlowId flow{};
    base::SequenceNumber first{};
    base::Bytes marks;
    base::Bytes counts;

    static constexpr auto fields() {
        using T = StreamDigest;
        return Fields{
            Field<&T::flow, U16>{"flow", "a live flow"},
            Field<&T::first, Varint>{"first", "number of the first message"},
            Field<&T::marks, Blob<message_mark_bytes * marks_per_digest_max>>{
                "marks", "6 bytes of each message's or bundle's hash, in order of their numbers"},
            Field<&T::counts, Blob<marks_per_digest_max>>{
                "counts", "how many messages each mark stands for; empty where each stands for one"},
        };
    }
    friend bool operator==(const StreamDigest&, const StreamDigest&) = default;
};

/// By whoever sends on live flows: what it sealed since the last one, a second ago.
struct Digest {
    static constexpr std::string_view name = "digest";
    static constexpr std::uint8_t type = 2;
    std::vector<StreamDigest> streams;
    base::Signature signature{};

    static constexpr auto fields() {
        using T = Digest;
        return Fields{
            Field<&T::streams, List<Nested<StreamDigest>, base::limits::flows_per_conference_max>>{"streams",
                                                                                                   "one a flow"},
            Field<&T::signature, Fixed<64>>{"signature", "over conference, message header and the fields before"},
        };
    }
    friend bool operator==(const Digest&, const Digest&) = default;
};

using PulseMessage = std::variant<Heartbeat, Digest>;

} // namespace plenum::wire
