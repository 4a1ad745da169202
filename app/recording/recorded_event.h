// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/flow_spec.h"
#include "core/base/limits.h"
#include "core/base/membership.h"
#include "core/board/limits.h"
#include "core/wire/choice.h"

#include <expected>
#include <string>
#include <variant>
#include <vector>

/// What happened in a recorded call besides sound and pictures, as it stands in the data tracks of the file. The order
/// is that in which the recording program was told, which is the order of cause.
namespace plenum::app {

/// The first of all.
struct RecordingBegan {
    static constexpr std::string_view name = "recording_began";
    static constexpr std::uint8_t type = 1;
    base::MemberIndex by{};
    std::string title;
    /// µs since 1970.
    std::uint64_t clock_us{0};

    static constexpr auto fields() {
        using T = RecordingBegan;
        return wire::Fields{
            wire::Field<&T::by, wire::Varint>{"by", "the member who recorded"},
            wire::Field<&T::title, wire::Text<base::limits::name_bytes_max>>{"title", "of the conference"},
            wire::Field<&T::clock_us, wire::U64>{"clock_us", "µs since 1970"},
        };
    }
    friend bool operator==(const RecordingBegan&, const RecordingBegan&) = default;
};

/// Somebody is there, or is known from before.
struct PersonKnown {
    static constexpr std::string_view name = "person_known";
    static constexpr std::uint8_t type = 2;
    base::MemberIndex member{};
    std::string display_name;
    base::IdentityKey identity{};
    bool member_now{false};

    static constexpr auto fields() {
        using T = PersonKnown;
        return wire::Fields{
            wire::Field<&T::member, wire::Varint>{"member", "index"},
            wire::Field<&T::display_name, wire::Text<base::limits::name_bytes_max>>{"name", "as others see it"},
            wire::Field<&T::identity, wire::Fixed<32>>{"identity", "Ed25519 key of the device"},
            wire::Field<&T::member_now, wire::U8>{"member_now", "0: left before, known by messages"},
        };
    }
    friend bool operator==(const PersonKnown&, const PersonKnown&) = default;
};

struct PersonLeft {
    static constexpr std::string_view name = "person_left";
    static constexpr std::uint8_t type = 3;
    base::MemberIndex member{};
    base::LeaveReason reason{base::LeaveReason::left};

    static constexpr auto fields() {
        using T = PersonLeft;
        return wire::Fields{
            wire::Field<&T::member, wire::Varint>{"member", "index"},
            wire::Field<&T::reason, wire::U8>{"reason", "as in the control log"},
        };
    }
    friend bool operator==(const PersonLeft&, const PersonLeft&) = default;
};

/// Of a member's link.
struct PersonPresence {
    static constexpr std::string_view name = "person_presence";
    static constexpr std::uint8_t type = 4;
    base::MemberIndex member{};
    bool present{false};

    static constexpr auto fields() {
        using T = PersonPresence;
        return wire::Fields{
            wire::Field<&T::member, wire::Varint>{"member", "index"},
            wire::Field<&T::present, wire::U8>{"present", "0 lost, 1 back"},
        };
    }
    friend bool operator==(const PersonPresence&, const PersonPresence&) = default;
};

/// Who has a floor now.
struct FloorHeld {
    static constexpr std::string_view name = "floor_held";
    static constexpr std::uint8_t type = 5;
    base::TokenId token{};
    std::string label;
    base::LogPosition position{};
    std::vector<base::MemberIndex> holders;
    bool everyone{false};

    static constexpr auto fields() {
        using T = FloorHeld;
        return wire::Fields{
            wire::Field<&T::token, wire::U16>{"token", "identifier"},
            wire::Field<&T::label, wire::Text<base::limits::name_bytes_max>>{"label", "as declared"},
            wire::Field<&T::position, wire::Varint>{"position", "of the entry in the control log"},
            wire::Field<&T::holders, wire::List<wire::Varint, base::limits::members_max>>{"holders", "in order"},
            wire::Field<&T::everyone, wire::U8>{"everyone", "1: everybody holds it"},
        };
    }
    friend bool operator==(const FloorHeld&, const FloorHeld&) = default;
};

/// A message of the chat or of the whiteboard, as it came.
struct MessageHeard {
    static constexpr std::string_view name = "message_heard";
    static constexpr std::uint8_t type = 6;
    base::FlowKind kind{base::FlowKind::chat};
    base::FlowId flow{};
    base::MemberIndex sender{};
    base::SequenceNumber sequence{};
    base::ConferenceTime sent_at{};
    /// On the whiteboard.
    base::Authority authority{base::Authority::draw};
    base::Bytes body;

    static constexpr auto fields() {
        using T = MessageHeard;
        return wire::Fields{
            wire::Field<&T::kind, wire::U8>{"kind", "of the flow: 3 chat, 4 whiteboard"},
            wire::Field<&T::flow, wire::U16>{"flow", "identifier"},
            wire::Field<&T::sender, wire::Varint>{"sender", "index"},
            wire::Field<&T::sequence, wire::Varint>{"sequence", "of the sender's messages on the flow"},
            wire::Field<&T::sent_at, wire::U64>{"sent_at", "µs of conference time"},
            wire::Field<&T::authority, wire::U8>{"authority", "that it claims on the whiteboard: 1 to 3"},
            wire::Field<&T::body, wire::Rest<base::limits::chat_bytes_max>>{"body", "as the flow has it"},
        };
    }
    friend bool operator==(const MessageHeard&, const MessageHeard&) = default;
};

inline constexpr std::size_t board_snapshot_bytes_max = std::size_t{64} << 20U;

/// The whiteboard as it stood when the recording began.
struct BoardStood {
    static constexpr std::string_view name = "board_stood";
    static constexpr std::uint8_t type = 7;
    base::Bytes snapshot;

    static constexpr auto fields() {
        return wire::Fields{wire::Field<&BoardStood::snapshot, wire::Rest<board_snapshot_bytes_max>>{
            "snapshot", "core/board/snapshot.h"}};
    }
    friend bool operator==(const BoardStood&, const BoardStood&) = default;
};

/// Somebody records, or no longer.
struct PersonRecords {
    static constexpr std::string_view name = "person_records";
    static constexpr std::uint8_t type = 8;
    base::MemberIndex member{};
    bool on{false};

    static constexpr auto fields() {
        using T = PersonRecords;
        return wire::Fields{
            wire::Field<&T::member, wire::Varint>{"member", "index"},
            wire::Field<&T::on, wire::U8>{"on", "1 begins, 0 ends"},
        };
    }
    friend bool operator==(const PersonRecords&, const PersonRecords&) = default;
};

/// A pointer or laser of somebody. Each stands alone, and the newest counts.
struct PointerSeen {
    static constexpr std::string_view name = "pointer_seen";
    static constexpr std::uint8_t type = 9;
    base::MemberIndex member{};
    base::Bytes presence;

    static constexpr auto fields() {
        using T = PointerSeen;
        return wire::Fields{
            wire::Field<&T::member, wire::Varint>{"member", "index"},
            wire::Field<&T::presence, wire::Rest<board::limits::presence_bytes_max>>{"presence",
                                                                                     "core/board/presence.h"},
        };
    }
    friend bool operator==(const PointerSeen&, const PointerSeen&) = default;
};

using RecordedContent = std::variant<RecordingBegan, PersonKnown, PersonLeft, PersonPresence, FloorHeld, MessageHeard,
                                     BoardStood, PersonRecords, PointerSeen>;

struct RecordedEvent {
    /// The first is 1; the same count in all data tracks of a file.
    std::uint64_t order{0};
    RecordedContent content;
    friend bool operator==(const RecordedEvent&, const RecordedEvent&) = default;
};

/// The order (varint), a type byte, and the fields.
[[nodiscard]] base::Bytes encode(const RecordedEvent& event);
/// Files may be anybody's: all is bounded.
[[nodiscard]] std::expected<RecordedEvent, wire::DecodeError> decode_recorded(base::ByteView bytes);

/// Codecs of the data tracks: the whiteboard's, that of pointers, and that of all else.
inline constexpr std::string_view board_codec = "D_PLENUM/BOARD";
inline constexpr std::string_view pointer_codec = "D_PLENUM/POINTERS";
inline constexpr std::string_view event_codec = "D_PLENUM/EVENTS";

} // namespace plenum::app
