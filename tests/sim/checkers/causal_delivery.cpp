// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/checkers/causal_delivery.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace plenum::sim {

using Kind = base::TraceEvent::Kind;

namespace {

/// Clocks are in doubt by so much more than the error that they report, at most.
constexpr base::Duration clock_doubt = std::chrono::milliseconds{40};

bool is_handed_over(Kind kind) { return kind == Kind::deliver || kind == Kind::force || kind == Kind::late; }

std::string to_words(const std::tuple<base::ConversationId, base::MemberIndex, std::uint64_t>& id) {
    return fmt::format("message {} of member {} in conversation {}", std::get<2>(id), std::get<1>(id).value(),
                       std::get<0>(id).value());
}

} // namespace

void CausalDelivery::on_begin(Session session, VirtualTime at) {
    View view;
    view.since = at;
    views_.insert_or_assign(session, std::move(view));
}

void CausalDelivery::on_event(Session session, const node::Event& event, VirtualTime at) {
    const auto* health = std::get_if<node::LinkHealth>(&event);
    const auto view = views_.find(session);
    if (view == views_.end()) return;
    if (std::holds_alternative<node::PhaseChanged>(event)) view->second.changed_at = at;
    const auto* figures = std::get_if<node::ConversationFigures>(&event);
    if (figures != nullptr) check_room(session, view->second, *figures, at);
    if (health == nullptr) return;
    // Between two reports both may be in force.
    auto& error = view->second.clock_error;
    error = std::max(error.value_or(base::Duration{}), health->clock.error_max);
}

/// By a clock that jumped, or that is not compared yet, what was sent long ago is all of this moment.
void CausalDelivery::check_room(Session session, View& view, const node::ConversationFigures& figures, VirtualTime at) {
    const auto before = std::exchange(view.overrun[figures.conversation], figures.overrun);
    // Between two reports the clock may have settled.
    const bool settled = std::exchange(view.settled_at_report, tolerance(session, view, at).has_value());
    if (!settled || clocks_->any_broke() || figures.overrun == before) return;
    fail(fmt::format("{}: {} messages went before their time: there was room for {}", to_text(session),
                     figures.overrun - before, figures.held_bound));
}

void CausalDelivery::on_trace(Session session, const base::TraceEvent& event, VirtualTime at) {
    const auto found = views_.find(session);
    if (found == views_.end()) return;
    auto& view = found->second;
    if (event.kind == Kind::log) {
        view.log_at = at;
        view.log_conference_at = clocks_->conference(at);
        if (event.entry == "close_conversation") view.closed_at = at;
    }
    if (event.kind == Kind::tell) {
        view.told = event.position;
        view.told_at = at;
        view.told_conference_at = clocks_->conference(at);
    }
    if (!event.conversation) return;
    if (event.kind == Kind::send) return send(session, view, event, at);
    if (event.kind == Kind::tell) return tell(session, view, event, at);
    if (event.kind == Kind::receive) return receive(view, event, at);
    if (is_handed_over(event.kind)) hand_over(session, view, event, at);
    if (event.kind == Kind::discard || event.kind == Kind::reject) view.settled.insert(id_of(event));
    if (event.kind == Kind::gap && event.to) {
        for (auto id = id_of(event); std::get<2>(id) <= event.to->value(); ++std::get<2>(id))
            view.settled.insert(id);
    }
}

CausalDelivery::Id CausalDelivery::id_of(const base::TraceEvent& event) {
    return {*event.conversation, event.sender, event.sequence.value()};
}

void CausalDelivery::send(Session session, View& view, const base::TraceEvent& event, VirtualTime at) {
    view.self = event.sender;
    Sent sent{session.node, at, event.deadline.value_or(base::ConferenceTime{}), {}, event.position};
    for (const auto& [sender, ordinal] : event.dependencies)
        sent.causes.emplace_back(*event.conversation, sender, ordinal.value());
    sent_.insert_or_assign(id_of(event), std::move(sent));
    forget(at);
}

void CausalDelivery::forget(VirtualTime at) {
    if (at < forgot_at_ + remembered) return;
    forgot_at_ = at;
    std::erase_if(sent_, [&](const auto& item) { return item.second.at + remembered < at; });
    for (auto& [session, view] : views_) {
        for (auto* ids : {&view.settled, &view.handed_over})
            std::erase_if(*ids, [&](const Id& id) { return !sent_.contains(id); });
        std::erase_if(view.received, [&](const auto& item) { return item.second.at + remembered < at; });
    }
}

std::vector<CausalDelivery::Id> CausalDelivery::predecessors(const Id& id) const {
    const auto found = sent_.find(id);
    if (found == sent_.end()) return {};
    auto all = found->second.causes;
    auto before = id;
    if (--std::get<2>(before) > 0) all.push_back(before);
    return all;
}

bool CausalDelivery::settled(const View& view, const Id& id) const {
    const auto sent = sent_.find(id);
    return std::get<1>(id) == view.self || sent == sent_.end() || sent->second.at < view.since ||
           view.settled.contains(id);
}

void CausalDelivery::receive(View& view, const base::TraceEvent& event, VirtualTime at) {
    const auto id = id_of(event);
    const auto before = predecessors(id);
    const auto sent = sent_.find(id);
    // Whatever its sender had applied, a message goes after the grant by which it is sent.
    const auto grant = event.epoch ? std::optional{base::LogPosition{event.epoch->value()}} : std::nullopt;
    const auto is_told = [&](const std::optional<base::LogPosition>& entry) {
        return !entry || (view.told && *entry <= *view.told);
    };
    const bool log_known = is_told(grant) && (sent == sent_.end() || is_told(sent->second.log));
    const bool free = log_known && sent != sent_.end() && std::ranges::all_of(before, [&](const Id& each) {
                          return std::get<1>(each) == view.self || view.handed_over.contains(each);
                      });
    view.received.insert_or_assign(id, Received{at, clocks_->conference(at), free});
}

bool CausalDelivery::clock_holds(NodeIndex node, VirtualTime at) const {
    return at >= clocks_->broken_at(node) + ClocksInRun::settling_max;
}

std::optional<base::Duration> CausalDelivery::tolerance(Session session, const View& view, VirtualTime at) const {
    const bool compared = view.clock_error && at > view.changed_at + clock_settling;
    if (!compared || !clock_holds(session.node, at)) return std::nullopt;
    // Between two reports it may be wrong by more.
    return *view.clock_error * 2 + slack;
}

void CausalDelivery::check_causes(Session session, const View& view, const Effect& effect,
                                  const std::vector<Id>& causes, VirtualTime at) {
    const auto now = clocks_->conference(at);
    const auto allowed = tolerance(session, view, at);
    if (!allowed) return;
    for (const auto& before : causes) {
        if (settled(view, before) || sent_.at(before).deadline <= now + *allowed) continue;
        if (!clock_holds(sent_.at(before).by, at)) continue;
        const auto* message = std::get_if<Id>(&effect);
        const auto what = message != nullptr ? to_words(*message) + " was handed over"
                                             : fmt::format("entry {} was told", std::get<1>(effect).value());
        fail(fmt::format("{}: {} before {}, {} us before that one's deadline", to_text(session), what, to_words(before),
                         base::to_us(sent_.at(before).deadline - now)));
    }
}

void CausalDelivery::tell(Session session, const View& view, const base::TraceEvent& event, VirtualTime at) {
    // Nothing waits for messages of a group that has ended.
    if (view.closed_at == at) return;
    std::vector<Id> causes;
    for (const auto& [sender, ordinal] : event.dependencies) {
        const Id id{*event.conversation, sender, ordinal.value()};
        // The author's clock gave the entry its deadline.
        const auto own = sender == event.sender ? sent_.find(id) : sent_.end();
        if (own != sent_.end() && !clock_holds(own->second.by, at)) return;
        causes.push_back(id);
    }
    check_causes(session, view, *event.position, causes, at);
}

void CausalDelivery::hand_over(Session session, View& view, const base::TraceEvent& event, VirtualTime at) {
    const auto id = id_of(event);
    const auto now = clocks_->conference(at);
    const auto allowed = tolerance(session, view, at);
    // What was said before this session had begun is told in the order of its relay.
    const auto sent = sent_.find(id);
    const bool known = sent != sent_.end() && sent->second.at >= view.since && clock_holds(sent->second.by, at);
    if (known) check_causes(session, view, id, predecessors(id), at);
    const auto received = view.received.find(id);
    if (received != view.received.end()) {
        const bool held = at > received->second.at;
        // It may have waited for a key, which an entry brings, or for its grant to be told.
        const auto told = event.epoch ? view.told_conference_at : base::ConferenceTime::min();
        const auto arrived = std::max({received->second.conference_at, view.log_conference_at, told});
        // Nobody hears a grant's messages before being told of the grant.
        const bool granted_now = event.epoch && view.told_at == at;
        const bool paused = clocks_->went_on_at(session.node) >= received->second.at;
        // Without a cause it goes once its deadline is over beyond the doubt of the clock.
        const auto doubt = event.kind == Kind::force ? clock_doubt : base::Duration{};
        const auto due = std::max(arrived, sent == sent_.end() ? arrived : sent->second.deadline) + doubt;
        if (known && allowed && !paused && !granted_now && now > due + *allowed && held) {
            fail(fmt::format("{}: {} was held until {} us after its deadline, its clock being right within {} us",
                             to_text(session), to_words(id), base::to_us(now - sent->second.deadline),
                             base::to_us(*allowed)));
        }
        if (held && received->second.free && !paused && std::max(view.log_at, view.told_at) < received->second.at) {
            fail(fmt::format("{}: {} waited for nothing and was held for {} us", to_text(session), to_words(id),
                             base::to_us(at - received->second.at)));
        }
        view.received.erase(received);
    }
    view.settled.insert(id);
    // What came late stands for nothing that its sender sent before it.
    if (event.kind != Kind::late) view.handed_over.insert(id);
}

} // namespace plenum::sim
