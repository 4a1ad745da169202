// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/checkers/floor_log.h"

namespace plenum::sim {

/// T3: whoever holds a token for its whole speaking time loses it within a second, whatever the style and whoever the
/// arbiter, while the relay decides undisturbed; and nobody loses it for the time before.
class SpeakingLimit final : public Checker {
  public:
    explicit SpeakingLimit(const FloorLog& log) : log_{&log} {}

    [[nodiscard]] std::string_view name() const override { return "T3 speaking time is limited as it was set"; }
    [[nodiscard]] bool stands_on_log() const override { return true; }
    void on_floor(const FloorStep& step, VirtualTime at) override;
    void on_event(Session, const node::Event&, VirtualTime at) override { judge(at); }

    static constexpr base::Duration patience = base::Duration{std::chrono::seconds{1}};

  private:
    void judge(VirtualTime at);

    const FloorLog* log_;
    struct Held {
        VirtualTime since{};
        base::TokenId token{};
        base::MemberIndex member{};
    };
    std::map<base::TokenEpoch, Held> held_;
    /// When each token's limit was set.
    std::map<base::TokenId, std::pair<base::Duration, VirtualTime>> limits_;
};

} // namespace plenum::sim
