// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/flow_habit.h"

#include "tests/sim/odds.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace plenum::sim {
namespace {

using namespace std::chrono_literals;

/// As many as a person keeps open; all of a conference are fewer than it can have.
constexpr std::size_t own_flows_max = 3;
/// Few, so that two people choose the same.
constexpr std::uint64_t names = 40;
constexpr std::size_t body_bytes = 40;
constexpr std::size_t message_bytes_least = 64;

} // namespace

void FlowHabit::begin(VirtualTime now) {
    if (every_ != base::Duration{}) draw_due(now);
}

void FlowHabit::draw_due(VirtualTime now) {
    due_ = now + base::Duration{random_.between(every_.count() / 2, every_.count() * 3 / 2)};
}

void FlowHabit::forget() {
    members_.clear();
    open_.clear();
    specs_.clear();
}

const base::FlowSpec* FlowHabit::find(base::FlowId flow) const {
    const auto found = specs_.find(flow);
    return found == specs_.end() ? nullptr : &found->second;
}

void FlowHabit::handle(const node::Event& event) {
    if (const auto* declared = std::get_if<node::FlowDeclared>(&event)) {
        if (declared->owner.value() == 0) return;
        open_[declared->flow] = *declared;
        specs_[declared->flow] = declared->spec;
    } else if (const auto* changed = std::get_if<node::FlowChanged>(&event)) {
        if (const auto found = open_.find(changed->flow); found != open_.end()) found->second.spec = changed->spec;
    } else if (const auto* removed = std::get_if<node::FlowRemoved>(&event)) {
        open_.erase(removed->flow);
    } else if (const auto* joined = std::get_if<node::MemberJoined>(&event)) {
        members_.insert(joined->member);
        if (joined->self) self_ = joined->member;
    } else if (const auto* left = std::get_if<node::MemberLeft>(&event)) {
        members_.erase(left->member);
    }
}

log::FlowTerms FlowHabit::draw_terms(bool reliable) {
    log::FlowTerms terms;
    // In microseconds, so that no two specs are the same.
    terms.desired_delay = base::from_us(random_.between(20'000, 120'000));
    if (!reliable) terms.loss_delay = base::from_us(random_.between(150'000, 1'500'000));
    terms.rate_hz = static_cast<std::uint32_t>(random_.between(20, 200));
    terms.message_bytes_max = static_cast<std::uint32_t>(message_bytes_least + random_.below(400));
    terms.error_tolerance_permille = static_cast<std::uint16_t>(random_.below(100));
    return terms;
}

node::Command FlowHabit::create() {
    node::CreateFlow create;
    create.name = fmt::format("flow {}", random_.below(names));
    const bool reliable = random_.chance(half_ppm);
    create.kind = reliable ? base::FlowKind::bulk : base::FlowKind::live;
    create.terms = draw_terms(reliable);
    if (random_.chance(quarter_ppm)) {
        create.conversation = log::plenary;
        create.ordered = true;
    } else if (random_.chance(half_ppm)) {
        auto others = members_;
        others.erase(self_);
        if (!others.empty())
            create.with = *std::next(others.begin(), static_cast<std::ptrdiff_t>(random_.below(others.size())));
    }
    return create;
}

node::Command FlowHabit::publish(const node::FlowDeclared& flow) {
    base::Random filler{std::uint64_t{self_.value()} << 40 ^ ++published_};
    base::Bytes body(body_bytes);
    for (auto& byte : body)
        byte = static_cast<std::uint8_t>(filler.next());
    return node::Publish{flow.flow, {}, std::move(body)};
}

std::optional<node::Command> FlowHabit::act(VirtualTime now) {
    if (now < due_) return std::nullopt;
    draw_due(now);
    const auto own = static_cast<std::size_t>(
        std::ranges::count_if(open_, [this](const auto& item) { return item.second.owner == self_; }));
    const auto draw = random_.below(12);
    if (open_.empty() || (draw == 0 && own < own_flows_max)) return create();
    const auto& flow = std::next(open_.begin(), static_cast<std::ptrdiff_t>(random_.below(open_.size())))->second;
    // Somebody else's too, which is refused but to moderators.
    if (draw == 1) return node::ChangeFlow{flow.flow, draw_terms(flow.spec.reliable())};
    if (draw == 2 && random_.chance(half_ppm)) return node::CloseFlow{flow.flow};
    const bool for_others = flow.peer.value() != 0 && flow.owner != self_ && flow.peer != self_;
    if (for_others) return std::nullopt;
    return publish(flow);
}

} // namespace plenum::sim
