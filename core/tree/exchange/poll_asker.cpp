// SPDX-License-Identifier: Apache-2.0
#include "core/tree/exchange/poll_asker.h"

#include <algorithm>
#include <utility>

namespace plenum::tree {
namespace {

constexpr std::string_view flow_name = "polls ";
/// Questions and counts, reliable.
constexpr log::FlowTerms flow_terms{std::chrono::milliseconds{100}, std::nullopt, 10,
                                    static_cast<std::uint32_t>(limits::poll_message_bytes_max), 0};

node::Publish publish(base::FlowId flow, const PollMessage& message) {
    node::Publish result;
    result.flow = flow;
    result.body = encode(message);
    return result;
}

PollOptions poll_options(base::MemberIndex asker, std::uint32_t number) {
    PollOptions options;
    options.session = {NodeId{asker.value()}, GroupId{}, SessionId{number}};
    options.hold = std::chrono::milliseconds{100};
    options.report_age = std::chrono::seconds{9};
    return options;
}

} // namespace

bool PollFlows::is_one(const node::FlowDeclared& flow) {
    return flow.spec.kind == base::FlowKind::live && flow.spec.reliable() && flow.owner.value() != 0 &&
           flow.peer.value() == 0 && flow.name.starts_with(flow_name);
}

bool PollFlows::handle(const node::Event& event) {
    if (const auto* declared = std::get_if<node::FlowDeclared>(&event)) {
        if (!is_one(*declared)) return false;
        askers_.insert_or_assign(declared->flow, declared->owner);
        return true;
    }
    const auto* removed = std::get_if<node::FlowRemoved>(&event);
    return removed != nullptr && askers_.erase(removed->flow) > 0;
}

base::FlowId PollFlows::of(base::MemberIndex asker) const {
    const auto found = std::ranges::find_if(askers_, [&](const auto& item) { return item.second == asker; });
    return found == askers_.end() ? base::FlowId{} : found->first;
}

base::MemberIndex PollFlows::asker_of(base::FlowId flow) const {
    const auto found = askers_.find(flow);
    return found == askers_.end() ? base::MemberIndex{} : found->second;
}

std::optional<base::FlowId> PollFlows::abandoned(const std::set<base::MemberIndex>& members) const {
    const auto found = std::ranges::find_if(askers_, [&](const auto& item) { return !members.contains(item.second); });
    return found == askers_.end() ? std::nullopt : std::optional{found->first};
}

node::CreateFlow PollFlows::creation(base::MemberIndex asker) {
    node::CreateFlow create;
    create.name = std::string{flow_name} + std::to_string(asker.value());
    create.terms = flow_terms;
    return create;
}

void PollAsker::set_self(base::MemberIndex self) {
    if (self == self_) return;
    self_ = self;
    last_number_ = 0;
    create_due_ = {};
    current_.reset();
    to_say_.reset();
}

PollAsked PollAsker::ask(PollQuestion question, base::ConferenceTime at, base::LocalTime now) {
    const auto number = ++last_number_;
    PollAsked asked{number, 0, at, std::move(question.question), std::move(question.choices)};
    current_.emplace(Current{asked, Poll{poll_options(self_, number)}});
    const auto columns = std::max<std::size_t>(asked.choices.size(), 1);
    // Its bounds are those of a sound question.
    std::ignore = current_->tally.ask({columns}, now);
    return asked;
}

std::optional<PollCounted> PollAsker::finish(PollEnd why) {
    if (!current_) return std::nullopt;
    ++current_->version;
    auto last = count();
    last.end = static_cast<std::uint8_t>(current_->end.value_or(why));
    current_.reset();
    to_say_ = last;
    return last;
}

void PollAsker::answer(std::optional<std::size_t> choice) {
    if (current_) current_->own_answer = choice;
}

void PollAsker::end(PollEnd why, base::LocalTime now) {
    if (!current_ || current_->end) return;
    current_->end = why;
    current_->end_due = now + (why == PollEnd::ended ? end_grace : base::Duration{});
}

void PollAsker::handle_packet(base::ByteView packet, base::LocalTime now) {
    if (current_) current_->tally.handle(packet, now);
}

/// With ourselves, who are no receiver of our own packets.
PollCounted PollAsker::count() const {
    auto result = current_->tally.result();
    PollCounted counted{current_->asked.number,  result.members + 1, result.answered,
                        std::move(result.votes), current_->version,  0};
    const auto& own = current_->own_answer;
    if (own && *own < counted.votes.size()) {
        ++counted.answered;
        ++counted.votes[*own];
    }
    return counted;
}

bool PollAsker::is_count_new() const { return current_->counted != count(); }

bool PollAsker::is_count_due(base::LocalTime now) const {
    return current_->said && current_->count_due <= now && is_count_new();
}

std::optional<PollAsker::Output> PollAsker::poll(base::FlowId flow, base::LocalTime now) {
    if (!current_ && !to_say_) return std::nullopt;
    if (flow.value() == 0) {
        if (now < create_due_) return std::nullopt;
        create_due_ = now + creation_patience;
        return PollCommand{PollFlows::creation(self_)};
    }
    if (to_say_) {
        auto said = *std::exchange(to_say_, std::nullopt);
        return PollCommand{publish(flow, std::move(said))};
    }
    return poll_current(flow, now);
}

std::optional<PollAsker::Output> PollAsker::poll_current(base::FlowId flow, base::LocalTime now) {
    auto& current = *current_;
    if (!current.said && current.say_due <= now) {
        current.said = true;
        current.say_due = now + question_interval;
        // Newcomers are told the count too.
        current.counted.reset();
        ++current.asked.times;
        return PollCommand{publish(flow, current.asked)};
    }
    if (current.end && (current.end_due <= now || current.tally.result().is_complete())) {
        return *finish(*current.end);
    }
    if (is_count_due(now)) {
        current.count_due = now + count_interval;
        ++current.version;
        current.counted = count();
        to_say_ = current.counted;
        return *current.counted;
    }
    auto packet = current.tally.poll(now);
    if (!packet) return std::nullopt;
    return PollCommand{node::SendTreePacket{*std::move(packet)}};
}

base::LocalTime PollAsker::next_wakeup(base::FlowId flow) const {
    if (!current_ && !to_say_) return base::local_time_max;
    if (flow.value() == 0) return create_due_;
    if (to_say_) return {};
    auto at = std::min(current_->tally.next_wakeup(), current_->end_due);
    if (!current_->said) return std::min(at, current_->say_due);
    if (is_count_new()) at = std::min(at, current_->count_due);
    return at;
}

} // namespace plenum::tree
