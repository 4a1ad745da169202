// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"
#include "core/wire/fields.h"

#include <compare>
#include <cstdint>
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

} // namespace plenum::cluster
