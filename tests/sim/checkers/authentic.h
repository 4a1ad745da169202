// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/checkers/checker.h"
#include "tests/sim/checkers/flow_book.h"

#include <map>
#include <vector>

namespace plenum::sim {

/// A1: what is delivered as a member's message is what that member published under that number, byte for byte.
class Authentic final : public Checker {
  public:
    [[nodiscard]] std::string_view name() const override { return "A1 what is delivered was published so"; }
    /// Members are numbered by the log.
    [[nodiscard]] bool stands_on_log() const override { return true; }
    void on_publication(Session session, const Publication& publication, VirtualTime at) override;
    void on_event(Session session, const node::Event& event, VirtualTime at) override;

  private:
    /// Checksums by sequence number, from 1.
    std::map<StreamKey, std::vector<std::uint64_t>> streams_;
};

} // namespace plenum::sim
