// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/checkers/floor_log.h"

namespace plenum::sim {

/// T11: the relay's style does not take a token from whom a moderator granted it to, unless somebody else got it since.
class GrantedStands final : public Checker {
  public:
    explicit GrantedStands(const FloorLog& log) : log_{&log} {}

    [[nodiscard]] std::string_view name() const override { return "T11 a moderator's grant stands above the style"; }
    [[nodiscard]] bool stands_on_log() const override { return true; }
    void on_floor(const FloorStep& step, VirtualTime at) override;

  private:
    const FloorLog* log_;
    /// Grants by moderators.
    std::set<base::TokenEpoch> granted_;
    /// `FloorLog::histories` when they were.
    std::size_t history_{0};
};

} // namespace plenum::sim
