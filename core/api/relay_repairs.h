// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace plenum::node {

/// Reliable multicast between the relays of one conference, as one of them sees it (docs/relays.md). No names,
/// addresses or content.
struct RelayRepairs {
    /// The number of the home's session of the tree, the same at all relays of a conference.
    std::uint64_t tree{0};
    /// This relay in the tree, and the next one on the way to the home. At the home both are the same.
    std::uint64_t node{0};
    std::uint64_t next_hop{0};
    bool home{false};
    /// Sessions of members that are connected to this relay.
    std::size_t members{0};
    /// Data packets that the home sent, or that this edge received on their first way, and their bytes.
    std::uint64_t packets{0};
    std::uint64_t bytes{0};
    /// Data packets that did not come to this edge on their first way.
    std::uint64_t missed{0};

    /// To one relay below.
    struct Branch {
        std::uint64_t node{0};
        std::uint64_t requests{0};
        std::uint64_t repairs{0};
        std::uint64_t repair_bytes{0};
        friend bool operator==(const Branch&, const Branch&) = default;
    };
    std::vector<Branch> branches;
    friend bool operator==(const RelayRepairs&, const RelayRepairs&) = default;
};

} // namespace plenum::node
