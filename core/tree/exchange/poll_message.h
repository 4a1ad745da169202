// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/time.h"
#include "core/wire/choice.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

/// What the asker of polls says to all on a flow of its own. Relays see none of it.
namespace plenum::tree {

namespace limits {
inline constexpr std::size_t question_bytes_max = 1200;
inline constexpr std::size_t choice_bytes_max = 400;
inline constexpr std::size_t choices_max = 10;
inline constexpr std::size_t poll_message_bytes_max = 6 * 1024;
} // namespace limits

/// A show of hands has no choices.
struct PollQuestion {
    std::string question;
    std::vector<std::string> choices;
    [[nodiscard]] bool is_show_of_hands() const { return choices.empty(); }
    /// Columns of its tally.
    [[nodiscard]] std::size_t columns() const { return choices.empty() ? 1 : choices.size(); }
    friend bool operator==(const PollQuestion&, const PollQuestion&) = default;
};

/// Lines that are not blank, within bounds; none or at least two choices.
[[nodiscard]] bool is_sound(const PollQuestion& question);

/// Why a poll is over.
enum class PollEnd : std::uint8_t {
    ended = 1, ///< by its asker
    asker_left = 2,
    replaced = 3, ///< by a newer one
};

/// A question. It is said again for newcomers, with the same number.
struct PollAsked {
    static constexpr std::uint8_t type = 1;
    /// Of this asker, from 1; also the session in the tree.
    std::uint32_t number{0};
    /// How often it was said.
    std::uint32_t times{1};
    base::ConferenceTime asked_at{};
    std::string question;
    std::vector<std::string> choices;
    friend bool operator==(const PollAsked&, const PollAsked&) = default;
    static constexpr auto fields() {
        using T = PollAsked;
        using Choices = wire::List<wire::Text<limits::choice_bytes_max>, limits::choices_max>;
        return wire::Fields{wire::Field<&T::number, wire::Varint>{"number", ""},
                            wire::Field<&T::times, wire::Varint>{"times", "how often it was said"},
                            wire::Field<&T::asked_at, wire::U64>{"asked_at", "µs of conference time"},
                            wire::Field<&T::question, wire::Text<limits::question_bytes_max>>{"question", ""},
                            wire::Field<&T::choices, Choices>{"choices", "none: a show of hands"}};
    }
};

/// How a poll stands.
struct PollCounted {
    static constexpr std::uint8_t type = 2;
    std::uint32_t number{0};
    std::uint64_t members{0};
    std::uint64_t answered{0};
    std::vector<std::uint64_t> votes;
    /// Rises with each count.
    std::uint32_t version{0};
    /// A `PollEnd`; 0 while it is open.
    std::uint8_t end{0};
    friend bool operator==(const PollCounted&, const PollCounted&) = default;
    static constexpr auto fields() {
        using T = PollCounted;
        return wire::Fields{
            wire::Field<&T::number, wire::Varint>{"number", "of the question"},
            wire::Field<&T::members, wire::Varint>{"members", "who take part"},
            wire::Field<&T::answered, wire::Varint>{"answered", "of these"},
            wire::Field<&T::votes, wire::List<wire::Varint, limits::choices_max>>{"votes", "one for each choice"},
            wire::Field<&T::version, wire::Varint>{"version", "rises with each count"},
            wire::Field<&T::end, wire::U8>{"end", "0 open, 1 ended, 3 replaced"}};
    }
};

using PollMessage = std::variant<PollAsked, PollCounted>;

[[nodiscard]] base::Bytes encode(const PollMessage& message);
/// Nullopt if the bytes are no such message, or beyond its bounds.
[[nodiscard]] std::optional<PollMessage> decode_poll_message(base::ByteView bytes);

} // namespace plenum::tree
