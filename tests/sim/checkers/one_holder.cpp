// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/checkers/one_holder.h"

#include <fmt/format.h>

namespace plenum::sim {

using Kind = base::TraceEvent::Kind;

void OneHolder::on_begin(Session session, VirtualTime) { views_[session] = {}; }

void OneHolder::on_end(Session session, VirtualTime) { views_.erase(session); }

void OneHolder::on_trace(Session session, const base::TraceEvent& event, VirtualTime) {
    const bool moves = event.kind == Kind::grant || event.kind == Kind::revoke || event.kind == Kind::release;
    const bool hears = event.kind == Kind::deliver || event.kind == Kind::force || event.kind == Kind::late;
    if (!moves && !hears) return;
    auto& view = views_[session][event.flow];
    if (hears) return hear(session, event, view);
    if (!event.holder || !event.epoch) return fail(to_text(session) + ": a token moved without holder or epoch");
    if (event.kind == Kind::grant) return grant(session, event, view);
    if (view.holder != *event.holder)
        fail(fmt::format("{}: member {} lost a token that it did not hold", to_text(session), event.holder->value()));
    view.holder.reset();
    if (event.kind == Kind::revoke) view.revoked.insert(*event.epoch);
}

void OneHolder::grant(Session session, const base::TraceEvent& event, View& view) {
    const auto [known, first] = grantees_.try_emplace({event.flow, *event.epoch}, *event.holder);
    if (!first && known->second != *event.holder) {
        fail(fmt::format("{}: epoch {} was granted to member {} and to {}", to_text(session), event.epoch->value(),
                         known->second.value(), event.holder->value()));
    }
    if (view.holder) {
        fail(fmt::format("{}: member {} got the token while {} had it", to_text(session), event.holder->value(),
                         view.holder->value()));
    }
    if (*event.epoch <= view.granted) {
        fail(fmt::format("{}: epoch {} after {}", to_text(session), event.epoch->value(), view.granted.value()));
    }
    view.holder = *event.holder;
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
    if (grantee == grantees_.end() || grantee->second != event.sender) {
        return fail(fmt::format("{}: heard member {} by epoch {}, which it was not granted", to_text(session),
                                event.sender.value(), event.epoch->value()));
    }
    if (!live) return;
    if (*event.epoch < view.heard || *event.epoch < view.granted || view.revoked.contains(*event.epoch)) {
        fail(fmt::format("{}: heard member {} by epoch {}, which was over", to_text(session), event.sender.value(),
                         event.epoch->value()));
    }
    view.heard = *event.epoch;
}

} // namespace plenum::sim
