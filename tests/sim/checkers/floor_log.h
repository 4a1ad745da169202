// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/storage.h"
#include "core/log/state.h"
#include "tests/sim/checkers/checker.h"

#include <map>
#include <optional>
#include <set>
#include <vector>

namespace plenum::sim {

/// What one entry did to one token.
struct FloorStep {
    base::LogPosition position{};
    /// 0 is the relay.
    base::MemberIndex author{};
    bool author_moderates{false};
    log::Operation operation;
    token::Token before;
    token::Token after;
    /// Who holds it now and did not; who did and does not; by member and epoch.
    std::vector<token::Holder> began;
    std::vector<token::Holder> ended;

    /// `began` and `ended`, from how it was and is.
    void compare();
    /// Whoever decides for others by right of the token's settings.
    [[nodiscard]] bool by_arbiter() const { return !author_moderates && author == before.settings.arbiter; }
};

/// Present, and in the group whose token it is: the arbiter passes over others.
[[nodiscard]] bool may_hold(const token::Token& token, const log::State& state, base::MemberIndex member);

/// The control log from when its relay writes each entry down, which is before anybody hears of it: what checkers of
/// the floor judge by. Where another history takes the place of this one, nothing is judged any more.
class FloorLog {
  public:
    /// From a grant to its end.
    struct Tenure {
        base::MemberIndex member{};
        VirtualTime begun_at{};
        std::optional<VirtualTime> ended_at;
        /// Its holder released it or handed it on.
        bool ended_by_holder{false};
    };

    void on_begin(Session session, VirtualTime at);
    void on_end(Session session, VirtualTime at);
    void on_pause(NodeIndex node, VirtualTime at);
    void on_resume(NodeIndex node, VirtualTime at);
    /// What the entry did to tokens.
    std::vector<FloorStep> handle(Session relay, const node::StoreEntry& stored, VirtualTime at);
    /// This relay begins to decide here, though it may write nothing for a while.
    void serve(NodeIndex relay, VirtualTime at);
    /// So much of it is left, and the rest nobody was told of: another relay goes on, or the same one after a crash.
    /// Checkers that saw the rest judge no more, or begin anew.
    void cut(base::LogPosition size);
    /// How often another history took the place of the one before.
    [[nodiscard]] std::size_t histories() const { return histories_; }
    /// What a test makes up: from here on; and an entry.
    void begin(log::State state, NodeIndex relay, VirtualTime at);
    void note(const FloorStep& step, VirtualTime at);

    /// False once a relay wrote another history.
    [[nodiscard]] bool follows() const { return !forked_; }
    [[nodiscard]] const log::State& state() const { return state_; }
    [[nodiscard]] const std::map<base::TokenId, token::Token>& tokens() const { return state_.tokens.tokens; }
    /// Null for no such grant, as far as the log goes.
    [[nodiscard]] const Tenure* find(base::FlowId flow, base::TokenEpoch epoch, base::MemberIndex member) const;
    /// Since when a relay has decided undisturbed; nullopt while none does.
    [[nodiscard]] std::optional<VirtualTime> decides_since() const;

    /// What a relay that comes back waits for others, and a little.
    static constexpr base::Duration settling = base::Duration{std::chrono::seconds{18}};

  private:
    struct Grant {
        base::TokenId token;
        base::TokenEpoch epoch;
        base::MemberIndex member;
        friend auto operator<=>(const Grant&, const Grant&) = default;
    };
    std::vector<FloorStep> apply_next(VirtualTime at);
    [[nodiscard]] bool is_meeting(const node::StoreEntry& stored);
    std::vector<FloorStep> steps_of(const log::Applied& applied, base::LogPosition position, const token::Table& before,
                                    bool moderates, VirtualTime at);

    std::map<base::ConferenceHandle, base::Bytes> beginnings_;
    std::optional<base::ConferenceHandle> meeting_;
    std::vector<base::Bytes> entries_;
    bool forked_{false};
    bool cut_{false};
    std::size_t histories_{0};
    log::State state_;
    std::map<Grant, Tenure> tenures_;
    std::map<base::FlowId, base::TokenId> tokens_of_flows_;
    std::optional<NodeIndex> relay_;
    bool paused_{false};
    VirtualTime disturbed_at_{};
};

} // namespace plenum::sim
