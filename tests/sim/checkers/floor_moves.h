// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/checkers/checker.h"

#include <map>

namespace plenum::sim {

/// I5 and I6: in the end, when nobody wants a token any more, it is free and nobody waits for it, since every holder
/// released it or was gone and every request was granted or taken back; and everyone has been told the same.
class FloorMoves final : public Checker {
  public:
    [[nodiscard]] std::string_view name() const override {
        return "I5 and I6 tokens are not lost, requests not forgotten";
    }
    [[nodiscard]] bool stands_on_log() const override { return true; }
    void on_end(Session session, VirtualTime at) override;
    void on_event(Session session, const node::Event& event, VirtualTime at) override;
    [[nodiscard]] std::optional<std::string> unmet() const override;

  private:
    struct Told {
        base::LogPosition position{};
        std::shared_ptr<const token::Token> token;
    };
    std::map<Session, std::map<base::TokenId, Told>> told_;
};

} // namespace plenum::sim
