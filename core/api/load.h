// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace plenum::node {

/// Bytes and items in all queues and buffers: what a memory bound is checked against.
struct NodeLoad {
    std::size_t sessions{0};
    std::size_t queued_packets{0};
    std::size_t stream_bytes{0};
    std::size_t history_bytes{0};
    std::size_t reassembly_bytes{0};
};

} // namespace plenum::node
