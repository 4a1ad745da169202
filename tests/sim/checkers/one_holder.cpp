// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/checkers/one_holder.h"

#include "tests/sim/checkers/hand_over.h"

#include <fmt/format.h>

namespace plenum::sim {

using Kind = base::TraceEvent::Kind;

void OneHolder::on_begin(Session session, VirtualTime) { views_[session] = {}; }

void OneHolder::on_end(Session session, VirtualTime) { views_.erase(session); }

void OneHolder::on_floor(const FloorStep& step, VirtualTime) {
    if (step.after.settings.holders_max == 1) return;
    for (const auto flow : step.after.flows)
        shared_.insert(flow);
}

void OneHolder::on_trace(Session session, const base::TraceEvent& event, VirtualTime) {
    const bool moves = event.kind == Kind::grant || event.kind == Kind::revoke || event.kind == Kind::release;
    const bool hears = event.kind == Kind::deliver || event.kind == Kind::force || event.kind == Kind::late;
    // Flow 0: of a token that no flow demands, or none any more.
    if ((!moves && !hears) || event.flow == base::FlowId{}) return;
    auto& view = views_[session][event.flow];
    if (hears) return hear(session, event, view);
    if (!event.holder || !event.epoch) return fail(to_text(session) + ": a token moved without holder or epoch");
    if (event.kind == Kind::grant) return grant(session, event, view);
    const auto held = view.holders.find(*event.holder);
    if (held == view.holders.end() || held->second != *event.epoch)
        fail(fmt::format("{}: member {} lost a token that it did not hold", to_text(session), event.holder->value()));
    view.holders.erase(*event.holder);
    if (event.kind == Kind::revoke) view.revoked.insert(*event.epoch);
}

void OneHolder::grant(Session session, const base::TraceEvent& event, View& view) {
    const auto [known, first] = grantees_.try_emplace({event.flow, *event.epoch}, *event.holder);
    if (!first && known->second != *event.holder) {
        fail(fmt::format("{}: epoch {} was granted to member {} and to {}", to_text(session), event.epoch->value(),
                         known->second.value(), event.holder->value()));
    }
    if (!view.holders.empty() && !shared_.contains(event.flow)) {
        fail(fmt::format("{}: member {} got the token while {} had it", to_text(session), event.holder->value(),
                         view.holders.begin()->first.value()));
    }
    if (*event.epoch <= view.granted) {
        fail(fmt::format("{}: epoch {} after {}", to_text(session), event.epoch->value(), view.granted.value()));
    }
    view.holders[*event.holder] = *event.epoch;
    view.granted = *event.epoch;
}

void OneHolder::hear(Session session, const base::TraceEvent& event, View& view) {
    // A word on a reliable flow is judged by the log as it was when the relay had it, and may be told late.
    const bool live = !flows_.reliable(event.flow);
    const bool unknown = view.granted == base::TokenEpoch{};
    if (!event.epoch) {
        if (live && !unknown)
            fail(fmt::format("{}: heard member {} without a token", to_text(session), event.sender.value()));
        return;
    }
    const auto grantee = grantees_.find({event.flow, *event.epoch});
    const bool everyone = grantee != grantees_.end() && grantee->second == base::MemberIndex{};
    if (grantee == grantees_.end() || (grantee->second != event.sender && !everyone)) {
        return fail(fmt::format("{}: heard member {} by epoch {}, which it was not granted", to_text(session),
                                event.sender.value(), event.epoch->value()));
    }
    if (!live || was_given_back(event)) return;
    const bool older = *event.epoch < view.heard || *event.epoch < view.granted;
    if ((older && !shared_.contains(event.flow)) || view.revoked.contains(*event.epoch)) {
        fail(fmt::format("{}: heard member {} by epoch {}, which was over", to_text(session), event.sender.value(),
                         event.epoch->value()));
    }
    view.heard = *event.epoch;
}

bool OneHolder::was_given_back(const base::TraceEvent& event) const {
    if (!hand_over_is_judged) return false;
    const auto* tenure = log_->find(event.flow, *event.epoch, event.sender);
    return tenure != nullptr && tenure->ended_by_holder;
}

} // namespace plenum::sim
