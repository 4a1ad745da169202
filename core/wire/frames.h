// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/limits.h"
#include "core/base/membership.h"
#include "core/base/picture_size.h"
#include "core/wire/choice.h"

#include <algorithm>

/// Frames inside a sealed datagram, one after another to its end (docs/protocol.md §2). To add one: declare it here,
/// name it in `Frame`, handle it in core/link.
namespace plenum::wire {

/// A run of received packets below the one before it.
struct AckRange {
    static constexpr std::string_view name = "ack_range";
    std::uint64_t gap{0};
    std::uint64_t length{0};

    static constexpr auto fields() {
        using T = AckRange;
        return Fields{
            Field<&T::gap, Varint>{"gap", "packets missing below the previous run, minus 1"},
            Field<&T::length, Varint>{"length", "packets in this run, minus 1"},
        };
    }
    friend bool operator==(const AckRange&, const AckRange&) = default;
};

/// RFC 9000 §19.3, with the delay in µs, and when the highest packet arrived, from which the sender learns of queues on
/// the way.
struct AckFrame {
    static constexpr std::string_view name = "ack";
    static constexpr std::uint8_t type = 1;
    base::PacketNumber largest{};
    base::Duration delay{};
    std::uint64_t first_length{0};
    std::vector<AckRange> ranges;
    std::uint32_t arrived_us{0};

    static constexpr auto fields() {
        using T = AckFrame;
        return Fields{
            Field<&T::largest, Varint>{"largest", "highest packet number received"},
            Field<&T::delay, Varint>{"delay", "µs between its arrival and this frame"},
            Field<&T::first_length, Varint>{"first_length", "packets in the run that ends at largest, minus 1"},
            Field<&T::ranges, List<Nested<AckRange>, 32>>{"ranges", "further runs, downwards"},
            Field<&T::arrived_us, U32>{"arrived_us", "when largest arrived, µs of the receiver's clock, modulo 2^32"},
        };
    }
    friend bool operator==(const AckFrame&, const AckFrame&) = default;
};

/// Asks for an acknowledgement.
struct PingFrame {
    static constexpr std::string_view name = "ping";
    static constexpr std::uint8_t type = 2;
    static constexpr Fields<> fields() { return {}; }
    friend bool operator==(const PingFrame&, const PingFrame&) = default;
};

/// A piece of a reliable ordered stream; a stream is named by its priority class.
struct StreamFrame {
    static constexpr std::string_view name = "stream";
    static constexpr std::uint8_t type = 3;
    base::PriorityClass stream{base::PriorityClass::control};
    std::uint64_t offset{0};
    base::Bytes data;

    static constexpr auto fields() {
        using T = StreamFrame;
        return Fields{
            Field<&T::stream, U8>{"stream", "priority class that names the stream"},
            Field<&T::offset, Varint>{"offset", "of the first byte in the stream"},
            Field<&T::data, Blob<base::limits::packet_bytes_top>>{"data", "the bytes"},
        };
    }
    friend bool operator==(const StreamFrame&, const StreamFrame&) = default;
};

/// Four-timestamp clock exchange (RFC 5905 §8): asks.
struct ClockRequestFrame {
    static constexpr std::string_view name = "clock_request";
    static constexpr std::uint8_t type = 4;
    base::LocalTime sent_at{};

    static constexpr auto fields() {
        using T = ClockRequestFrame;
        return Fields{Field<&T::sent_at, U64>{"sent_at", "t1, µs of the asker's clock"}};
    }
    friend bool operator==(const ClockRequestFrame&, const ClockRequestFrame&) = default;
};

struct ClockResponseFrame {
    static constexpr std::string_view name = "clock_response";
    static constexpr std::uint8_t type = 5;
    base::LocalTime request_sent_at{};
    base::ConferenceTime received_at{};
    base::ConferenceTime sent_at{};
    /// Of an edge, whose clock is another relay's.
    base::Duration error{};

    static constexpr auto fields() {
        using T = ClockResponseFrame;
        return Fields{
            Field<&T::request_sent_at, U64>{"request_sent_at", "t1 as it came"},
            Field<&T::received_at, U64>{"received_at", "t2, µs of the answerer's conference clock"},
            Field<&T::sent_at, U64>{"sent_at", "t3, µs of the answerer's conference clock"},
            Field<&T::error, Varint>{"error", "µs by which that clock is wrong at most"},
        };
    }
    friend bool operator==(const ClockResponseFrame&, const ClockResponseFrame&) = default;
};

/// What a relay may act on without reading a message. Bits of `MessageFlags::bits`.
struct MessageFlags {
    static constexpr std::uint8_t key_frame = 1;
    static constexpr std::uint8_t discardable = 2; ///< nothing later needs it; silence, or a top temporal layer
    static constexpr std::uint8_t layer_shift = 2; ///< two bits of temporal layer, 0 the base
    /// Several messages in one (message.h). Nodes set it, not applications.
    static constexpr std::uint8_t bundle = 0x10;
    /// Of a camera that is sent in two sizes: of the small one. Layers and key frames are those of this size.
    static constexpr std::uint8_t small = 0x20;
    /// Two bits of `base::Authority`, that the message claims; 0 for none, which is the least.
    static constexpr std::uint8_t authority_shift = 6;
    std::uint8_t bits{0};

    [[nodiscard]] bool is_key_frame() const { return (bits & key_frame) != 0; }
    [[nodiscard]] bool is_discardable() const { return (bits & discardable) != 0; }
    [[nodiscard]] bool is_bundle() const { return (bits & bundle) != 0; }
    /// The same for the bundle, and for each message in it.
    [[nodiscard]] MessageFlags bundled() const { return {static_cast<std::uint8_t>(bits | bundle)}; }
    [[nodiscard]] MessageFlags alone() const { return {static_cast<std::uint8_t>(bits & ~bundle)}; }
    [[nodiscard]] base::PictureSize size() const {
        return (bits & small) != 0 ? base::PictureSize::small : base::PictureSize::large;
    }
    /// The same, of that size.
    [[nodiscard]] MessageFlags of_size(base::PictureSize size) const {
        const auto others = static_cast<unsigned>(bits) & ~unsigned{small};
        return {static_cast<std::uint8_t>(others | (size == base::PictureSize::small ? small : 0U))};
    }
    [[nodiscard]] std::uint8_t layer() const { return static_cast<std::uint8_t>(bits >> layer_shift & 3); }
    [[nodiscard]] static MessageFlags of(bool key, bool may_discard, std::uint8_t temporal_layer) {
        return {static_cast<std::uint8_t>((key ? key_frame : 0) | (may_discard ? discardable : 0) |
                                          (temporal_layer & 3) << layer_shift)};
    }
    [[nodiscard]] base::Authority authority() const {
        const auto claimed = static_cast<base::Authority>(bits >> authority_shift);
        return std::max(claimed, base::Authority::draw);
    }
    [[nodiscard]] static MessageFlags of(base::Authority authority) {
        return {static_cast<std::uint8_t>(static_cast<unsigned>(authority) << authority_shift)};
    }
    friend bool operator==(const MessageFlags&, const MessageFlags&) = default;
};

struct FlagBits {
    static void put(Writer& to, const MessageFlags& value) { to.u8(value.bits); }
    static void get(Reader& from, MessageFlags& value) { value.bits = from.u8(); }
    static std::string text() { return "u8 bits"; }
};

/// One piece of a message on a flow with a finite loss delay. All pieces but the last have the same length.
struct FragmentFrame {
    static constexpr std::string_view name = "fragment";
    static constexpr std::uint8_t type = 6;
    base::FlowId flow{};
    base::MemberIndex sender{};
    base::SequenceNumber sequence{};
    base::ConferenceTime sent_at{};
    MessageFlags flags{};
    std::uint16_t index{0};
    std::uint16_t count{1};
    base::Bytes data;

    static constexpr auto fields() {
        using T = FragmentFrame;
        return Fields{
            Field<&T::flow, U16>{"flow", "flow of the conference"},
            Field<&T::sender, Varint>{"sender", "member index; a relay drops what is not the session's"},
            Field<&T::sequence, Varint>{"sequence", "of the message in the sender's stream on the flow, from 1"},
            Field<&T::sent_at, U64>{"sent_at", "µs of conference time; with λ it gives the deadline"},
            Field<&T::flags, FlagBits>{
                "flags", "bit 0 key frame, 1 discardable, 2-3 temporal layer, 4 bundle, 5 small size (§4), "
                         "6-7 authority on a board"},
            Field<&T::index, Varint>{"index", "of this fragment, from 0"},
            Field<&T::count, Varint>{"count", "fragments of the message"},
            Field<&T::data, Blob<base::limits::fragment_bytes_max>>{"data", "piece of the sealed message (§4)"},
        };
    }
    friend bool operator==(const FragmentFrame&, const FragmentFrame&) = default;
};

/// Home to edge: a fragment for several of its sessions, once (docs/relays.md).
struct RelayedFragmentFrame {
    static constexpr std::string_view name = "relayed_fragment";
    static constexpr std::uint8_t type = 11;
    /// Slots that one frame can name.
    static constexpr std::size_t block_slots = 192;
    std::uint8_t block{0};
    base::Bytes receivers;
    base::PriorityClass priority{base::PriorityClass::bulk};
    bool awaited{false};
    base::Duration remaining{};
    FragmentFrame fragment;

    static constexpr auto fields() {
        using T = RelayedFragmentFrame;
        return Fields{
            Field<&T::block, U8>{"block", "192 times this is the slot of the first bit"},
            Field<&T::receivers, Blob<block_slots / 8>>{"receivers", "a bit for each slot, the lowest first"},
            Field<&T::priority, U8>{"priority", "class of the flow"},
            Field<&T::awaited, U8>{"awaited", "1: others wait for it in the order of a conversation"},
            Field<&T::remaining, Varint>{"remaining", "µs for which it is worth anything"},
            Field<&T::fragment, Nested<FragmentFrame>>{"fragment", "as in `fragment`"},
        };
    }
    friend bool operator==(const RelayedFragmentFrame&, const RelayedFragmentFrame&) = default;
};

/// A packet of the multicast service (docs/tree.md). Lost ones are not sent again: its objects repair.
struct TreeFrame {
    static constexpr std::string_view name = "tree";
    static constexpr std::uint8_t type = 12;
    enum class End : std::uint8_t {
        member = 1, ///< from or to the session's member; an edge passes it on, or answers for it
        relay = 2,  ///< from or to the edge itself
    };
    End end{End::member};
    base::Bytes packet;

    static constexpr auto fields() {
        using T = TreeFrame;
        return Fields{
            Field<&T::end, U8>{"end", "1 from or to the session's member, 2 from or to the edge itself"},
            Field<&T::packet, Blob<base::limits::fragment_bytes_max>>{"packet", "SSP, MIP, acknowledgement or data"},
        };
    }
    friend bool operator==(const TreeFrame&, const TreeFrame&) = default;
};

enum class CloseReason : std::uint8_t {
    leaving = 1,         ///< this side is done
    host_closed = 2,     ///< the relay shuts down, and the conference with it
    replaced = 3,        ///< the same key has a newer session
    protocol_error = 4,  ///< bytes that a correct peer does not send
    too_slow = 5,        ///< the reliable streams filled up, or nothing came of a session; may dial again
    refused = 6,         ///< not a member, or no longer
    unknown_version = 7, ///< the peer speaks another protocol version
    restarting = 8,      ///< the relay will be back with all it had; dial again
    no_room = 9,         ///< as many sessions as may be, in all or from an address; may dial again
};

/// Whether the peer answers with a last word of its own, for which the sender waits.
[[nodiscard]] constexpr bool is_answered(CloseReason value) {
    return value == CloseReason::host_closed || value == CloseReason::restarting;
}

/// Last word of a session; the sender keeps nothing of it.
struct CloseFrame {
    static constexpr std::string_view name = "close";
    static constexpr std::uint8_t type = 7;
    CloseReason reason{CloseReason::leaving};

    static constexpr auto fields() {
        using T = CloseFrame;
        return Fields{Field<&T::reason, U8>{
            "reason",
            "1 leaving, 2 host closed, 3 replaced, 4 protocol error, 5 too slow, 6 refused, 7 version, 8 restarting, "
            "9 no room"}};
    }
    friend bool operator==(const CloseFrame&, const CloseFrame&) = default;
};

/// Asks the peer, at an address where it is not known to be, to say that it is there (RFC 9000 §19.17).
struct PathChallengeFrame {
    static constexpr std::string_view name = "path_challenge";
    static constexpr std::uint8_t type = 8;
    std::uint64_t data{0};

    static constexpr auto fields() {
        using T = PathChallengeFrame;
        return Fields{Field<&T::data, U64>{"data", "random"}};
    }
    friend bool operator==(const PathChallengeFrame&, const PathChallengeFrame&) = default;
};

struct PathResponseFrame {
    static constexpr std::string_view name = "path_response";
    static constexpr std::uint8_t type = 9;
    std::uint64_t data{0};

    static constexpr auto fields() {
        using T = PathResponseFrame;
        return Fields{Field<&T::data, U64>{"data", "as it came"}};
    }
    friend bool operator==(const PathResponseFrame&, const PathResponseFrame&) = default;
};

/// Nothing, as long as wanted: probes how long a datagram may be (RFC 8899).
struct PaddingFrame {
    static constexpr std::string_view name = "padding";
    static constexpr std::uint8_t type = 10;
    base::Bytes data;

    static constexpr auto fields() {
        using T = PaddingFrame;
        return Fields{
            Field<&T::data, Blob<base::limits::packet_bytes_top>>{"data", "zero; means nothing"},
        };
    }
    friend bool operator==(const PaddingFrame&, const PaddingFrame&) = default;
};

using Frame =
    std::variant<AckFrame, PingFrame, StreamFrame, ClockRequestFrame, ClockResponseFrame, FragmentFrame, CloseFrame,
                 PathChallengeFrame, PathResponseFrame, PaddingFrame, RelayedFragmentFrame, TreeFrame>;

} // namespace plenum::wire
