// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/checkers/floor_log.h"

#include "core/log/apply_known.h"
#include "core/wire/fields.h"

#include <algorithm>
#include <utility>

namespace plenum::sim {

namespace {

std::vector<token::Holder> holders_of(const token::Token& token) {
    auto holders = token.holders;
    if (token.everyone) holders.push_back({{}, *token.everyone, {}, {}});
    return holders;
}

std::vector<token::Holder> without(const std::vector<token::Holder>& those, const std::vector<token::Holder>& others) {
    std::vector<token::Holder> rest;
    std::ranges::copy_if(those, std::back_inserter(rest), [&](const token::Holder& one) {
        return std::ranges::none_of(
            others, [&](const token::Holder& other) { return other.member == one.member && other.epoch == one.epoch; });
    });
    return rest;
}

} // namespace

void FloorStep::compare() {
    const auto was = holders_of(before);
    const auto is = holders_of(after);
    began = without(is, was);
    ended = without(was, is);
}

bool may_hold(const token::Token& token, const log::State& state, base::MemberIndex member) {
    const auto* found = state.find(member);
    return found != nullptr && found->present && std::ranges::all_of(token.flows, [&](base::FlowId id) {
               const auto* flow = state.find(id);
               return flow == nullptr || state.reaches(*flow, *found);
           });
}

void FloorLog::begin(log::State state, NodeIndex relay, VirtualTime at) {
    state_ = std::move(state);
    ++histories_;
    relay_ = relay;
    disturbed_at_ = at;
}

void FloorLog::on_begin(Session, VirtualTime) {}

void FloorLog::on_end(Session session, VirtualTime) {
    if (relay_ == session.node) relay_.reset();
}

void FloorLog::on_pause(NodeIndex node, VirtualTime) { paused_ = paused_ || relay_ == node; }

void FloorLog::on_resume(NodeIndex node, VirtualTime at) {
    if (relay_ != node) return;
    paused_ = false;
    disturbed_at_ = at;
}

std::optional<VirtualTime> FloorLog::decides_since() const {
    if (forked_ || cut_ || paused_ || !relay_) return std::nullopt;
    return disturbed_at_ + settling;
}

/// The first conference that anybody joins, as the world's.
bool FloorLog::is_meeting(const node::StoreEntry& stored) {
    if (meeting_) return stored.conference == *meeting_;
    if (stored.position.value() == 0) {
        beginnings_[stored.conference] = stored.entry;
        return false;
    }
    meeting_ = stored.conference;
    return true;
}

void FloorLog::serve(NodeIndex relay, VirtualTime at) {
    relay_ = relay;
    paused_ = false;
    disturbed_at_ = at;
}

std::vector<FloorStep> FloorLog::handle(Session relay, const node::StoreEntry& stored, VirtualTime at) {
    if (forked_ || !is_meeting(stored)) return {};
    if (relay_ != relay.node) serve(relay.node, at);
    if (entries_.empty()) entries_.push_back(beginnings_[*meeting_]);
    const auto position = stored.position.value();
    if (position < entries_.size()) {
        forked_ = entries_[position] != stored.entry;
        return {};
    }
    forked_ = position > entries_.size();
    if (forked_) return {};
    entries_.push_back(stored.entry);
    return apply_next(at);
}

void FloorLog::cut(base::LogPosition size) {
    if (forked_ || size.value() >= entries_.size()) return;
    cut_ = true;
    ++histories_;
    entries_.resize(size.value());
    state_ = {};
    const auto former = std::exchange(tenures_, {});
    tokens_of_flows_.clear();
    std::ignore = apply_next({});
    // Those that are still there were given and taken when they were.
    for (auto& [grant, tenure] : tenures_) {
        const auto found = former.find(grant);
        if (found == former.end()) continue;
        const bool over = tenure.ended_at.has_value();
        tenure.begun_at = found->second.begun_at;
        if (over) tenure.ended_at = found->second.ended_at;
    }
}

std::vector<FloorStep> FloorLog::apply_next(VirtualTime at) {
    std::vector<FloorStep> steps;
    for (auto next = state_.size.value(); next < entries_.size(); ++next) {
        const auto entry = wire::decode<log::Entry>(entries_[next]);
        const auto before = state_.tokens;
        const auto applied = entry ? log::apply_known(state_, *entry, {.author = true, .sequencer = true})
                                   : std::unexpected{log::Refusal::malformed};
        forked_ = !applied;
        if (forked_) return {};
        const auto* author = state_.find(applied->signed_operation.author_exchange);
        const bool moderates = author != nullptr && state_.moderates(*author, state_.at);
        for (auto& each : steps_of(*applied, entry->position, before, moderates, at))
            steps.push_back(std::move(each));
    }
    return steps;
}

std::vector<FloorStep> FloorLog::steps_of(const log::Applied& applied, base::LogPosition position,
                                          const token::Table& before, bool moderates, VirtualTime at) {
    std::vector<FloorStep> steps;
    const auto* author = state_.find(applied.signed_operation.author_exchange);
    for (const auto id : applied.tokens) {
        FloorStep step{position,  author == nullptr ? base::MemberIndex{} : author->index,
                       moderates, applied.operation,
                       {},        state_.tokens.at(id),
                       {},        {}};
        if (const auto* token = before.find(id)) step.before = *token;
        step.compare();
        note(step, at);
        steps.push_back(std::move(step));
    }
    return steps;
}

void FloorLog::note(const FloorStep& step, VirtualTime at) {
    for (const auto flow : step.after.flows)
        tokens_of_flows_[flow] = step.after.id;
    for (const auto& each : step.began)
        tenures_[{step.after.id, each.epoch, each.member}] = {each.member, at, {}, false};
    const bool handed_on = std::holds_alternative<token::ReleaseToken>(step.operation) ||
                           std::holds_alternative<token::TransferToken>(step.operation);
    for (const auto& each : step.ended) {
        auto& tenure = tenures_[{step.after.id, each.epoch, each.member}];
        tenure.ended_at = at;
        tenure.ended_by_holder = handed_on && step.author == each.member;
    }
    state_.tokens.tokens[step.after.id] = step.after;
}

const FloorLog::Tenure* FloorLog::find(base::FlowId flow, base::TokenEpoch epoch, base::MemberIndex member) const {
    if (forked_) return nullptr;
    const auto token = tokens_of_flows_.find(flow);
    if (token == tokens_of_flows_.end()) return nullptr;
    for (const auto who : {member, base::MemberIndex{}}) {
        const auto found = tenures_.find({token->second, epoch, who});
        if (found != tenures_.end()) return &found->second;
    }
    return nullptr;
}

} // namespace plenum::sim
