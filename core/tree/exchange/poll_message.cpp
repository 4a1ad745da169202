// SPDX-License-Identifier: Apache-2.0
#include "core/tree/exchange/poll_message.h"

#include "core/base/enums.h"
#include "core/base/overloaded.h"

#include <algorithm>
#include <numeric>

namespace plenum::tree {
namespace {

/// More than any conference has; sums stay far from overflow.
constexpr std::uint64_t people_max = std::uint64_t{1} << 32;

bool is_sound(const PollCounted& counted) {
    const bool known_end = counted.end == 0 || base::to_enum<PollEnd>(counted.end).has_value();
    if (!known_end || counted.members > people_max || counted.answered > counted.members) return false;
    if (std::ranges::any_of(counted.votes, [](std::uint64_t votes) { return votes > people_max; })) return false;
    return std::accumulate(counted.votes.begin(), counted.votes.end(), std::uint64_t{0}) <= counted.answered;
}

} // namespace

bool is_sound(const PollQuestion& question) {
    const auto is_line = [](const std::string& text, std::size_t bytes_max) {
        return text.size() <= bytes_max && base::is_clean_line(text);
    };
    return is_line(question.question, limits::question_bytes_max) && question.choices.size() != 1 &&
           question.choices.size() <= limits::choices_max &&
           std::ranges::all_of(question.choices,
                               [&](const std::string& choice) { return is_line(choice, limits::choice_bytes_max); });
}

base::Bytes encode(const PollMessage& message) { return wire::encode_choice(message); }

std::optional<PollMessage> decode_poll_message(base::ByteView bytes) {
    auto message = wire::decode_choice<PollMessage>(bytes);
    if (!message) return std::nullopt;
    const bool sound = std::visit(base::Overloaded{[](const PollAsked& asked) {
                                                       return asked.number != 0 &&
                                                              is_sound(PollQuestion{asked.question, asked.choices});
                                                   },
                                                   [](const PollCounted& counted) { return is_sound(counted); }},
                                  *message);
    return sound ? std::optional{*std::move(message)} : std::nullopt;
}

} // namespace plenum::tree
