// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/limits.h"
#include "core/wire/frames.h"

/// A flow message as members seal it for each other (docs/protocol.md §4). On the wire: the header, then an RFC 9605
/// frame that has the conference handle and the encoded header as associated data.
namespace plenum::wire {

/// How many messages a bundle holds: one byte, where the flags before it say that there is one.
struct BundleCount {
    static constexpr std::uint8_t least = 2;
    template <class T>
    [[nodiscard]] static bool stands(const T& record) {
        return record.flags.is_bundle();
    }
    static void put(Writer& to, const std::uint8_t& value) { to.u8(value); }
    static void get(Reader& from, std::uint8_t& value) {
        value = from.u8();
        if (value < least) from.fail();
    }
    static std::string text() { return "u8 (≥ 2)"; }
};

struct MessageHeader {
    static constexpr std::string_view name = "message_header";
    base::FlowId flow{};
    base::MemberIndex sender{};
    base::SequenceNumber sequence{};
    base::ConferenceTime sent_at{};
    base::Duration lifetime{};
    base::TokenEpoch token_epoch{};
    base::PriorityClass priority{base::PriorityClass::bulk};
    MessageFlags flags{};
    /// 1 where there is no bundle.
    std::uint8_t count{1};
    base::Bytes context;

    static constexpr auto fields() {
        using T = MessageHeader;
        return Fields{
            Field<&T::flow, U16>{"flow", "flow of the conference"},
            Field<&T::sender, Varint>{"sender", "member index"},
            Field<&T::sequence, Varint>{"sequence", "in the sender's stream on the flow, from 1"},
            Field<&T::sent_at, U64>{"sent_at", "µs of conference time"},
            Field<&T::lifetime, Varint>{"lifetime", "λ in µs; 0 is without end"},
            Field<&T::token_epoch, Varint>{"token_epoch", "log position of the grant; 0 where the flow needs none"},
            Field<&T::priority, U8>{"class", "priority class"},
            Field<&T::flags, FlagBits>{"flags", "as in the fragment"},
            Field<&T::count, BundleCount>{"count", "of a bundle alone: its messages, numbered from `sequence` on"},
            Field<&T::context, Blob<512>>{"context", "causal context; empty where the flow is in no conversation"},
        };
    }
    friend bool operator==(const MessageHeader&, const MessageHeader&) = default;
};

/// One message in a bundle's plaintext, a view into it.
struct BundledBody {
    static constexpr std::string_view name = "bundled_body";
    base::ByteView body;

    static constexpr auto fields() {
        using T = BundledBody;
        return Fields{
            Field<&T::body, BlobView<base::limits::fragment_bytes_max>>{"body", "as its sender's application gave it"},
        };
    }
};

/// A whole message of a reliable flow, on the stream of the flow's class; a varint length goes before each.
struct ReliableMessage {
    static constexpr std::string_view name = "reliable_message";
    base::FlowId flow{};
    base::MemberIndex sender{};
    base::SequenceNumber sequence{};
    base::Bytes sealed;
    base::LogPosition log_size{};

    static constexpr auto fields() {
        using T = ReliableMessage;
        return Fields{
            Field<&T::flow, U16>{"flow", "flow of the conference"},
            Field<&T::sender, Varint>{"sender", "member index"},
            Field<&T::sequence, Varint>{"sequence", "in the sender's stream on the flow"},
            Field<&T::log_size, Varint>{"log_size", "entries that the relay's log had when it came; towards the relay, "
                                                    "those that its sender's had when it was handed to the link"},
            Field<&T::sealed, Rest<base::limits::reliable_sealed_bytes_max>>{
                "sealed", "header and sealed body; where its sender did not hold the token when it came, the "
                          "header alone, or nothing"},
        };
    }
    friend bool operator==(const ReliableMessage&, const ReliableMessage&) = default;
};

/// A piece of a sample that was pulled, on the stream of the class bulk, so that it delays nothing else. The pieces of
/// one answer follow each other. `no_flow` stands where a reliable message names its flow.
struct PulledPart {
    static constexpr std::string_view name = "pulled_part";
    static constexpr std::size_t bytes_max = 32 * 1024;
    base::FlowId no_flow{};
    base::PullId request{};
    base::SequenceNumber only{};
    std::uint32_t samples_left{0};
    std::uint32_t bytes_left{0};
    base::Bytes data;

    static constexpr auto fields() {
        using T = PulledPart;
        return Fields{
            Field<&T::no_flow, U16>{"no_flow", "0"},
            Field<&T::request, Varint>{"request", "as in pull_request"},
            Field<&T::only, Varint>{"only", "which message of a bundle was asked for; 0 is all"},
            Field<&T::samples_left, Varint>{"samples_left", "behind this one in the answer"},
            Field<&T::bytes_left, Varint>{"bytes_left", "of this sample, behind this piece"},
            Field<&T::data, Rest<bytes_max>>{"data", "piece of the sealed message, as it was published"},
        };
    }
    /// Whether this is what a message of a stream is meant to be.
    [[nodiscard]] static bool begins(base::ByteView message) {
        return message.size() >= 2 && message[0] == 0 && message[1] == 0;
    }
    friend bool operator==(const PulledPart&, const PulledPart&) = default;
};

} // namespace plenum::wire
