// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/base/units.h"
#include "core/wire/fields.h"

#include <algorithm>
#include <compare>
#include <cstdint>
#include <limits>
#include <string_view>

/// Names of the instants at which cameras capture.
namespace plenum::cluster {

/// The time of one trigger master. Later terms are greater, and two masters never share one.
struct Term {
    static constexpr std::string_view name = "Term";
    std::uint32_t round{0};
    base::MemberIndex master;
    friend auto operator<=>(const Term&, const Term&) = default;
    static constexpr auto fields() {
        return wire::Fields{wire::Field<&Term::round, wire::Varint>{"round", "rises with each master"},
                            wire::Field<&Term::master, wire::Varint>{"master", "member who triggers"}};
    }
};

/// The frames that are captured at one instant. Numbers go on from term to term, so that drop levels do as well; two
/// masters that do not hear each other use equal numbers, and the term keeps their instants apart.
struct EnsembleId {
    static constexpr std::string_view name = "EnsembleId";
    Term term;
    base::SequenceNumber number;
    friend auto operator<=>(const EnsembleId&, const EnsembleId&) = default;
    static constexpr auto fields() {
        return wire::Fields{wire::Field<&EnsembleId::term, wire::Nested<Term>>{"term", ""},
                            wire::Field<&EnsembleId::number, wire::Varint>{"number", "of the instant, from 1"}};
    }
};

/// Far beyond any use, and far below the largest varint.
inline constexpr std::uint64_t ensemble_number_max = std::uint64_t{1} << 48;
[[nodiscard]] constexpr bool is_sound(const EnsembleId& id) { return id.number.value() <= ensemble_number_max; }

/// Shorter than any time between two triggers of a master, and between the beginnings of two terms.
inline constexpr base::Duration number_duration_min = std::chrono::microseconds{500};
inline constexpr base::Duration round_duration_min = std::chrono::milliseconds{300};
/// The conference clock may lose some minutes when a relay restarts from its log. These make up for it.
inline constexpr std::uint64_t numbers_spare = std::uint64_t{1} << 20;
inline constexpr std::uint64_t rounds_spare = std::uint64_t{1} << 10;

/// The greatest number, and the greatest round, that an honest master can have used by a time of the conference. A host
/// that has just joined knows them as well. They rise faster than masters count, so the ids that follow a made-up one
/// are soon below them again. The alternative, a bound ahead of the last known id, needs a first id to trust.
[[nodiscard]] constexpr std::uint64_t numbers_reachable(base::ConferenceTime at) {
    const auto since = std::max(at.time_since_epoch(), base::Duration::zero());
    return static_cast<std::uint64_t>(since / number_duration_min) + numbers_spare;
}
[[nodiscard]] constexpr std::uint64_t rounds_reachable(base::ConferenceTime at) {
    const auto since = std::max(at.time_since_epoch(), base::Duration::zero());
    return static_cast<std::uint64_t>(since / round_duration_min) + rounds_spare;
}
[[nodiscard]] constexpr bool is_reachable(const EnsembleId& id, base::ConferenceTime at) {
    return id.number.value() <= numbers_reachable(at) && id.term.round <= rounds_reachable(at);
}
static_assert(rounds_reachable(base::ConferenceTime{base::from_us(std::int64_t{1} << 50)}) <
                  std::numeric_limits<std::uint32_t>::max(),
              "rounds suffice for 35 years");

} // namespace plenum::cluster
