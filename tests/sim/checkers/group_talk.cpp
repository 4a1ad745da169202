// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/checkers/group_talk.h"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>
#include <utility>

namespace plenum::sim {

void GroupTalk::on_publication(Session session, const Publication& publication, VirtualTime at) {
    if (!flows_.is_of_group(publication.flow)) return;
    auto& stream = streams_[{publication.flow, publication.sender}];
    stream.owner = session;
    if (publication.sequence.value() != stream.messages.size() + 1)
        fail(fmt::format("{}: flow {} message {} follows message {}", to_text(session), publication.flow.value(),
                         publication.sequence.value(), stream.messages.size()));
    stream.messages.push_back({at, {}});
}

void GroupTalk::on_event(Session session, const node::Event& event, VirtualTime at) {
    flows_.note(event);
    auto& person = people_[session];
    if (const auto* joined = std::get_if<node::MemberJoined>(&event); joined != nullptr && joined->self) {
        person = {};
        person.self = joined->member;
    } else if (const auto* phase = std::get_if<node::PhaseChanged>(&event)) {
        if (phase->phase == node::Phase::connecting) person = {};
    } else if (const auto* placed = std::get_if<node::MembersPlaced>(&event)) {
        on_placed(person, *placed);
    } else if (const auto* changed = std::get_if<node::ConversationChanged>(&event)) {
        if (!changed->open && changed->conversation == person.group) person.group = {};
    } else if (const auto* accepted = std::get_if<node::MessageAccepted>(&event)) {
        const auto stream = streams_.find({accepted->flow, person.self});
        if (stream == streams_.end()) return;
        auto& messages = stream->second.messages;
        for (auto& each : messages | std::views::take(accepted->sequence.value()))
            if (!each.accepted_at) each.accepted_at = at;
    } else if (const auto* message = std::get_if<node::MessageReceived>(&event)) {
        if (flows_.is_of_group(message->flow)) on_message(session, person, *message, at);
    } else if (const auto* missed = std::get_if<node::MessagesMissed>(&event)) {
        if (const auto last = person.received.find({missed->flow, missed->sender}); last != person.received.end())
            last->second = std::max(last->second, missed->last.value());
    }
}

void GroupTalk::on_entry(VirtualTime at) {
    if (std::exchange(histories_, log_->histories()) != log_->histories()) {
        stays_.clear();
        judged_from_ = at;
    }
    if (!log_->follows()) judged_from_ = VirtualTime::max();
    follow(log_->state(), at);
}

void GroupTalk::follow(const log::State& state, VirtualTime at) {
    const auto& members = state.members;
    for (auto& [index, stays] : stays_) {
        const auto member = members.find(index);
        const auto group = member == members.end() ? base::ConversationId{} : member->second.group;
        if (!stays.back().to && stays.back().group != group) stays.back().to = at;
    }
    for (const auto& [index, member] : members) {
        auto& stays = stays_[index];
        const bool known = !stays.empty() && !stays.back().to;
        if (!known) stays.push_back({member.group, at, {}});
    }
}

void GroupTalk::on_placed(Person& person, const node::MembersPlaced& placed) {
    if (std::ranges::find(placed.members, person.self) == placed.members.end()) return;
    if (person.group != placed.conversation) person.received.clear();
    person.group = placed.conversation;
}

bool GroupTalk::was_in(base::MemberIndex member, base::ConversationId group, VirtualTime from, VirtualTime to) const {
    const auto found = stays_.find(member);
    return found != stays_.end() && std::ranges::any_of(found->second, [&](const Stay& stay) {
               return stay.group == group && stay.from <= to && (!stay.to || from <= *stay.to + unaware_max);
           });
}

void GroupTalk::on_trace(Session session, const base::TraceEvent& event, VirtualTime) {
    if (flows_.is_of_group(event.flow)) rejections_.note(session, people_[session].self.value() == 0, event);
}

bool GroupTalk::had_left(base::MemberIndex member, base::ConversationId group, VirtualTime by) const {
    const auto found = stays_.find(member);
    return found != stays_.end() && std::ranges::any_of(found->second, [&](const Stay& stay) {
               return stay.group == group && stay.to && *stay.to <= by;
           });
}

bool GroupTalk::is_surely_for(base::MemberIndex member, base::ConversationId group, const Message& message,
                              VirtualTime stays_until) const {
    const auto found = stays_.find(member);
    return found != stays_.end() && std::ranges::any_of(found->second, [&](const Stay& stay) {
               const bool to_the_end =
                   !stay.to || (message.accepted_at && *message.accepted_at <= *stay.to && stays_until <= *stay.to);
               return stay.group == group && stay.from <= message.at && to_the_end;
           });
}

std::uint64_t GroupTalk::next_due(Session session, const Person& person, const StreamKey& key, std::uint64_t last,
                                  VirtualTime stays_until) const {
    const auto& messages = streams_.at(key).messages;
    const auto group = flows_.group_of(key.flow);
    const auto is_due = [&](std::uint64_t number) {
        return !rejections_.excuse(session, key, number) &&
               is_surely_for(person.self, group, messages[number - 1], stays_until);
    };
    do
        ++last;
    while (last <= messages.size() && !is_due(last));
    return last;
}

void GroupTalk::on_message(Session session, Person& person, const node::MessageReceived& message, VirtualTime at) {
    const StreamKey key{message.flow, message.sender};
    const auto what = [&] {
        return fmt::format("{}: flow {} of member {}: message {}", to_text(session), key.flow.value(),
                           key.sender.value(), message.sequence.value());
    };
    const auto group = flows_.group_of(message.flow);
    const auto& stream = streams_[key];
    const auto number = message.sequence.value();
    if (number == 0 || number > stream.messages.size()) return; // A1's
    const auto& said = stream.messages[number - 1];
    // What the relay has not accepted is sealed again when the group's key turns.
    // Who was here before and comes back may still open what is on its way by the key of then.
    const auto live_until = had_left(person.self, group, said.at) ? std::min(at, said.at + unaware_max) : said.at;
    const auto until = flows_.reliable(message.flow) ? said.accepted_at.value_or(at) : live_until;
    if (said.at > judged_from_ && !was_in(person.self, group, said.at, until))
        return fail(fmt::format("{} of group {} was not for this member", what(), group.value()));
    // What is sent by a log that is newer than the receiver's may come before its own says that it is in the group.
    if (!flows_.reliable(message.flow) || person.group != group) return;
    const auto [last, first] = person.received.try_emplace(key, number);
    if (first) return;
    const auto due = next_due(session, person, key, last->second, said.at);
    if (number > due) fail(fmt::format("{} where {} is due", what(), due));
    last->second = number;
}

std::optional<std::string> GroupTalk::unmet() const {
    for (const auto& [session, person] : people_) {
        for (const auto& [key, last] : person.received) {
            const auto& stream = streams_.at(key);
            const auto sender = people_.find(stream.owner);
            const auto group = flows_.group_of(key.flow);
            const bool there = sender != people_.end() && sender->second.self == key.sender &&
                               sender->second.group == group && person.group == group;
            if (!there) continue;
            if (const auto due = next_due(session, person, key, last, VirtualTime::max());
                due <= stream.messages.size())
                return fmt::format("{}: flow {} of member {}: message {} is missing", to_text(session),
                                   key.flow.value(), key.sender.value(), due);
        }
    }
    return std::nullopt;
}

} // namespace plenum::sim
