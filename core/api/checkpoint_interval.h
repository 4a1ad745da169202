// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace plenum::node {

/// A checkpoint is due once the log has grown by so much since the last: enough that its state, which is hashed and,
/// for newcomers, sent, is small beside it, and little enough that a newcomer reads the rest within a second.
struct CheckpointInterval {
    std::uint64_t entries{10'000};
    std::size_t bytes{4 * 1024 * 1024};
};

} // namespace plenum::node
