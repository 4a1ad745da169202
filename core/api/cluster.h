// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/options.h"
#include "core/base/address.h"
#include "core/base/ids.h"

#include <cstdint>
#include <optional>
#include <vector>

/// What a relay and the register of its cluster say to each other (docs/relays.md). The register is outside the node:
/// whoever drives the node writes there, and answers.
namespace plenum::node {

/// Which relay serves a conference, and which one may take it over.
struct Assignment {
    base::Address home{};
    std::optional<base::Address> standby{};
    /// Given by the register, later for each change; 0: it has none for this conference.
    std::uint64_t revision{0};
    friend bool operator==(const Assignment&, const Assignment&) = default;
};

/// Event of a relay: to be read, or to be written if the register still has `expected` for the conference. Answered by
/// `AnswerAssignment`, however long that takes. Of one conference there is one at a time.
struct AssignmentWanted {
    base::ConferenceHandle conference;
    /// The answer has the same.
    std::uint64_t number{0};
    /// Revision; 0: none.
    std::uint64_t expected{0};
    /// Unspecified: nothing is written.
    base::Address home{};
    std::optional<base::Address> standby{};

    [[nodiscard]] bool writes() const { return home != base::Address{}; }
    friend bool operator==(const AssignmentWanted&, const AssignmentWanted&) = default;
};

/// Event of a relay: it serves the conference no longer, and nobody else does. To be deleted if it still is its home.
struct AssignmentOver {
    base::ConferenceHandle conference;
    base::Address home{};
};

/// Command to a relay: what the register has now. It was written if it is as wanted.
struct AnswerAssignment {
    base::ConferenceHandle conference;
    std::uint64_t number{0};
    Assignment current;
};

/// Command to a relay: the others that are registered now.
struct SetPeers {
    std::vector<RelayPlace> peers;
};

} // namespace plenum::node
