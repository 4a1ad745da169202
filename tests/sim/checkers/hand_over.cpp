// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/checkers/hand_over.h"

#include <fmt/format.h>

namespace plenum::sim {

using Kind = base::TraceEvent::Kind;

namespace {

/// Where clocks jump, a receiver gives a message up by so much too early.
constexpr base::Duration clock_error_max = std::chrono::milliseconds{250};

} // namespace

void HandOver::on_command(Session session, const node::Command& command, VirtualTime) {
    if (const auto* want = std::get_if<node::WantToken>(&command)) {
        if (want->wanted)
            given_back_.erase({session.node, want->token});
        else
            given_back_.insert({session.node, want->token});
    }
    const auto* act = std::get_if<node::ActOnToken>(&command);
    const auto* transfer = act == nullptr ? nullptr : std::get_if<token::TransferToken>(&act->operation);
    if (transfer != nullptr) given_back_.insert({session.node, transfer->token});
}

void HandOver::on_event(Session, const node::Event& event, VirtualTime) { flows_.note(event); }

void HandOver::on_trace(Session session, const base::TraceEvent& event, VirtualTime at) {
    if (event.kind == Kind::reject) return judge(session, event, at);
    if (event.kind != Kind::send || !event.epoch) return;
    const auto* token = log_->state().tokens.find(event.flow);
    const bool afterwards = token != nullptr && given_back_.contains({session.node, token->id});
    said_.try_emplace({event.flow, event.sender, event.sequence}, Said{at, *event.epoch, afterwards});
}

void HandOver::judge(Session session, const base::TraceEvent& rejection, VirtualTime at) {
    const bool by_fence =
        rejection.why == "no_token" || rejection.why == "stale_epoch" || rejection.why == "unknown_epoch";
    const auto said = said_.find({rejection.flow, rejection.sender, rejection.sequence});
    const auto* spec = flows_.find(rejection.flow);
    if (!by_fence || said == said_.end() || said->second.afterwards || spec == nullptr) return;
    const auto* tenure = log_->find(rejection.flow, said->second.epoch, rejection.sender);
    if (tenure == nullptr || (tenure->ended_at && !tenure->ended_by_holder)) return;
    const bool live = !spec->reliable();
    if (live && at - said->second.at >= *spec->loss_delay - clock_error_max) return;
    if (!live && tenure->ended_at && at - *tenure->ended_at > last_words_max) return;
    fail(fmt::format("{}: refused message {} of member {} on flow {} ({}), said {} ms ago by grant {}, which {}",
                     to_text(session), rejection.sequence.value(), rejection.sender.value(), rejection.flow.value(),
                     rejection.why, (at - said->second.at) / std::chrono::milliseconds{1}, said->second.epoch.value(),
                     tenure->ended_at ? "was given back after that" : "is not over"));
}

} // namespace plenum::sim
