// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/checkers/one_holder.h"

#include "core/token/tenures.h"

#include <fmt/format.h>

namespace plenum::sim {

using Kind = base::TraceEvent::Kind;

namespace {

/// Clocks jump in some worlds. Relays take a message that claims to be older no longer than this after the end.
constexpr base::Duration told_late_max = token::last_words_max;

} // namespace

void OneHolder::on_begin(Session session, VirtualTime) { views_[session] = {}; }

void OneHolder::on_end(Session session, VirtualTime) {
    views_.erase(session);
    left_behind_.erase(session);
}

void OneHolder::on_floor(const FloorStep& step, VirtualTime) {
    if (step.after.settings.holders_max == 1) return;
    for (const auto flow : step.after.flows)
        shared_.insert(flow);
}

void OneHolder::on_trace(Session session, const base::TraceEvent& event, VirtualTime at) {
    const auto behind = left_behind_.find(session);
    if (event.kind == Kind::log && behind != left_behind_.end() && event.position > behind->second)
        left_behind_.erase(behind);
    // A relay that had the conference before, and was deposed, reads its log anew.
    if (event.kind == Kind::log && event.position == base::LogPosition{0}) views_[session].clear();
    if (event.kind == Kind::takeover) {
        for (const auto& [each, view] : views_)
            left_behind_.insert_or_assign(each, event.position.value_or(base::LogPosition{}));
    }
    if (event.kind == Kind::send && event.epoch) sent_.try_emplace({event.flow, event.sender, event.sequence}, at);
    const bool moves = event.kind == Kind::grant || event.kind == Kind::revoke || event.kind == Kind::release;
    const bool hears = event.kind == Kind::deliver || event.kind == Kind::force || event.kind == Kind::late;
    // Flow 0: of a token that no flow demands, or none any more.
    if ((!moves && !hears) || event.flow == base::FlowId{}) return;
    auto& view = views_[session][event.flow];
    if (hears) return hear(session, event, view, at);
    if (event.kind == Kind::grant) first_granted_.try_emplace(event.flow, at);
    if (!event.holder || !event.epoch) return fail(to_text(session) + ": a token moved without holder or epoch");
    if (event.kind == Kind::grant) return grant(session, event, view);
    const auto held = view.holders.find(*event.holder);
    if (held == view.holders.end() || held->second != *event.epoch)
        fail(fmt::format("{}: member {} lost a token that it did not hold", to_text(session), event.holder->value()));
    view.holders.erase(*event.holder);
    // Where its holder does not end it, the send time that a clock in doubt gave decides.
    const auto tolerance = event.kind == Kind::release ? base::Duration{} : told_late_max;
    ended_.try_emplace({event.flow, *event.epoch}, at + tolerance);
    const bool at_once = event.why == "lost" || event.why == "leave";
    if (event.kind == Kind::revoke && at_once) view.revoked.insert(*event.epoch);
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

bool OneHolder::was_sent_in_time(const base::TraceEvent& event) const {
    const auto ended = ended_.find({event.flow, *event.epoch});
    if (ended == ended_.end()) return true;
    const auto sent = sent_.find({event.flow, event.sender, event.sequence});
    return sent != sent_.end() && sent->second <= ended->second;
}

void OneHolder::hear(Session session, const base::TraceEvent& event, View& view, VirtualTime at) {
    const bool live = !flows_.reliable(event.flow);
    if (!event.epoch) {
        // Messages that were sent before the token was declared count.
        const auto granted = first_granted_.find(event.flow);
        if (live && !left_behind_.contains(session) && granted != first_granted_.end() &&
            at > granted->second + told_late_max)
            fail(fmt::format("{}: heard member {} without a token", to_text(session), event.sender.value()));
        return;
    }
    const auto grantee = grantees_.find({event.flow, *event.epoch});
    const bool everyone = grantee != grantees_.end() && grantee->second == base::MemberIndex{};
    if (grantee == grantees_.end() || (grantee->second != event.sender && !everyone)) {
        return fail(fmt::format("{}: heard member {} by epoch {}, which it was not granted", to_text(session),
                                event.sender.value(), event.epoch->value()));
    }
    // Words that were in order before a revocation may be handed over after it.
    const bool revoked = live && view.revoked.contains(*event.epoch);
    // Where they are served by the relay before, the grant ended elsewhere.
    const bool in_time = (live && left_behind_.contains(session)) || was_sent_in_time(event);
    if (revoked || !in_time) {
        fail(fmt::format("{}: heard member {} by epoch {}, which was over", to_text(session), event.sender.value(),
                         event.epoch->value()));
    }
}

} // namespace plenum::sim
