// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/checkers/wished_holder.h"

#include <fmt/format.h>

#include <algorithm>

namespace plenum::sim {

void WishedHolder::on_begin(Session, VirtualTime) {}

void WishedHolder::on_end(Session session, VirtualTime at) {
    for (auto& [member, person] : people_) {
        if (person.session == session && !person.gone_at) person.gone_at = at;
    }
}

void WishedHolder::on_command(Session session, const node::Command& command, VirtualTime at) {
    const auto* want = std::get_if<node::WantToken>(&command);
    if (want == nullptr) return;
    if (want->wanted)
        unwanted_.erase({session.node, want->token});
    else
        unwanted_[{session.node, want->token}] = at;
}

void WishedHolder::on_event(Session session, const node::Event& event, VirtualTime at) {
    const auto* joined = std::get_if<node::MemberJoined>(&event);
    if (joined != nullptr && joined->self) people_[joined->member] = {session, std::nullopt};
    // A wish that was not taken was not said.
    const auto* refused = std::get_if<node::CommandRefused>(&event);
    if (refused != nullptr && refused->command == node::CommandKind::of<node::WantToken>())
        unwanted_.erase({session.node, refused->token});
    judge(at);
}

namespace {

/// By whoever holds it, which an arbiter may, too.
bool is_handed_on(const FloorStep& step) {
    const auto& settings = step.before.settings;
    const auto* transfer = std::get_if<token::TransferToken>(&step.operation);
    const auto* copy = std::get_if<token::CopyToken>(&step.operation);
    return (transfer != nullptr && transfer->from == step.author && settings.may_transfer) ||
           (copy != nullptr && copy->from == step.author && settings.may_copy);
}

} // namespace

/// Otherwise than by asking.
bool WishedHolder::is_given(const FloorStep& step, base::MemberIndex to) {
    if (!step.by_arbiter()) return true;
    if (step.before.find_request(to) != nullptr) return false;
    if (is_handed_on(step)) return true;
    const auto& panel = step.before.settings.panel;
    // A member's program may have decided before the request ended; the log lets it give to the panel.
    const bool may_be_late = step.before.settings.arbiter != base::MemberIndex{};
    const bool on_panel =
        (step.before.settings.style == "panel" || may_be_late) && std::ranges::find(panel, to) != panel.end();
    if (!on_panel)
        fail(fmt::format("token {}: given to member {}, who had not asked for it", step.after.id.value(), to.value()));
    return true;
}

void WishedHolder::on_floor(const FloorStep& step, VirtualTime at) {
    for (const auto& each : step.ended)
        held_.erase(each.epoch);
    for (const auto& each : step.began) {
        if (each.member.value() == 0) continue;
        const auto* grant = std::get_if<token::GrantToken>(&step.operation);
        const auto* transfer = std::get_if<token::TransferToken>(&step.operation);
        const auto* copy = std::get_if<token::CopyToken>(&step.operation);
        const bool named = (grant != nullptr && grant->member == each.member) ||
                           (transfer != nullptr && transfer->to == each.member) ||
                           (copy != nullptr && copy->to == each.member);
        if (!named) {
            fail(fmt::format("token {}: member {} holds it by an entry that does not give it to them",
                             step.after.id.value(), each.member.value()));
            continue;
        }
        held_[each.epoch] = {step.after.id, each.member, at, is_given(step, each.member)};
    }
}

void WishedHolder::judge(VirtualTime at) {
    const auto decides_since = log_->decides_since();
    if (!decides_since) return;
    for (const auto& [epoch, held] : held_) {
        const auto person = people_.find(held.member);
        if (person == people_.end()) continue;
        auto since = person->second.gone_at.value_or(VirtualTime::max());
        const auto unwanted = unwanted_.find({person->second.session.node, held.token});
        // What came after that by others' wish is theirs.
        if (unwanted != unwanted_.end() && !(held.given && held.since >= unwanted->second))
            since = std::min(since, unwanted->second);
        if (since == VirtualTime::max()) continue;
        if (at - std::max({since, held.since, *decides_since}) <= patience) continue;
        fail(fmt::format("token {}: member {} holds it by grant {}, and has not wanted it for {} ms",
                         held.token.value(), held.member.value(), epoch.value(),
                         (at - since) / std::chrono::milliseconds{1}));
    }
}

} // namespace plenum::sim
