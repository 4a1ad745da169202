// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/units.h"
#include "core/file/limits.h"
#include "core/wire/choice.h"

#include <optional>
#include <string_view>
#include <variant>
#include <vector>

/// What members say to each other to get the contents of files. Requests travel on a flow that all share. Pieces travel
/// on flows of those who give them.
namespace plenum::file {

inline constexpr std::string_view request_flow_prefix = "files/ask/";
inline constexpr std::string_view content_flow_prefix = "files/give/";
/// Of any of these flows.
[[nodiscard]] inline bool is_file_flow(std::string_view name) {
    return name.starts_with(request_flow_prefix) || name.starts_with(content_flow_prefix);
}

/// Pieces that follow each other.
struct Range {
    static constexpr std::string_view name = "Range";
    std::uint32_t first{0};
    /// At least 1.
    std::uint32_t count{0};
    friend bool operator==(const Range&, const Range&) = default;
    static constexpr auto fields() {
        return wire::Fields{wire::Field<&Range::first, wire::Varint>{"first", "number of the first piece"},
                            wire::Field<&Range::count, wire::Varint>{"count", "how many"}};
    }
};

/// Asks one member for pieces, in place of what was asked of it before. No ranges: nothing more is wanted.
struct Want {
    static constexpr std::uint8_t type = 1;
    base::Hash hash;
    base::MemberIndex from;
    std::vector<Range> missing;
    friend bool operator==(const Want&, const Want&) = default;
    static constexpr auto fields() {
        return wire::Fields{
            wire::Field<&Want::hash, wire::Fixed<base::Hash::size>>{"hash", "of the content"},
            wire::Field<&Want::from, wire::Varint>{"from", "the member who is to give them"},
            wire::Field<&Want::missing, wire::List<wire::Nested<Range>, limits::ranges_max>>{"missing", "pieces"}};
    }
};

/// That member does not get it from this one.
struct Unavailable {
    static constexpr std::uint8_t type = 2;
    base::Hash hash;
    base::MemberIndex to;
    friend bool operator==(const Unavailable&, const Unavailable&) = default;
    static constexpr auto fields() {
        return wire::Fields{wire::Field<&Unavailable::hash, wire::Fixed<base::Hash::size>>{"hash", "of the content"},
                            wire::Field<&Unavailable::to, wire::Varint>{"to", "the member who asked"}};
    }
};

/// Looks for anybody who has all of a content.
struct Seek {
    static constexpr std::uint8_t type = 3;
    base::Hash hash;
    friend bool operator==(const Seek&, const Seek&) = default;
    static constexpr auto fields() {
        return wire::Fields{wire::Field<&Seek::hash, wire::Fixed<base::Hash::size>>{"hash", "of the content"}};
    }
};

/// Answers that this member has it.
struct Have {
    static constexpr std::uint8_t type = 4;
    base::Hash hash;
    base::MemberIndex to;
    friend bool operator==(const Have&, const Have&) = default;
    static constexpr auto fields() {
        return wire::Fields{wire::Field<&Have::hash, wire::Fixed<base::Hash::size>>{"hash", "of the content"},
                            wire::Field<&Have::to, wire::Varint>{"to", "the member who looked for it"}};
    }
};

struct Piece {
    static constexpr std::uint8_t type = 5;
    base::Hash hash;
    std::uint32_t number{0};
    base::Bytes bytes;
    friend bool operator==(const Piece&, const Piece&) = default;
    static constexpr auto fields() {
        return wire::Fields{wire::Field<&Piece::hash, wire::Fixed<base::Hash::size>>{"hash", "of the content"},
                            wire::Field<&Piece::number, wire::Varint>{"number", "of the piece"},
                            wire::Field<&Piece::bytes, wire::Rest<limits::piece_bytes>>{"bytes", ""}};
    }
};

/// From a receiver, on the flow of the pieces: has all messages up to this one.
struct Progress {
    static constexpr std::uint8_t type = 6;
    base::SequenceNumber sequence;
    friend bool operator==(const Progress&, const Progress&) = default;
    static constexpr auto fields() {
        return wire::Fields{wire::Field<&Progress::sequence, wire::Varint>{"sequence", "the giver's, on this flow"}};
    }
};

using Message = std::variant<Want, Unavailable, Seek, Have, Piece, Progress>;

[[nodiscard]] base::Bytes encode(const Message& message);
[[nodiscard]] std::optional<Message> decode(base::ByteView bytes);

} // namespace plenum::file
