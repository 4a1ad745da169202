// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/checkers/group_talk.h"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>
#include <utility>

namespace plenum::sim {

void GroupTalk::on_publication(Session session, const Publication& publication, VirtualTime at) {
    const auto group = group_of_.find(publication.flow);
    if (group == group_of_.end()) return;
    auto& stream = streams_[{publication.flow, publication.sender}];
    stream.group = group->second;
    stream.owner = session;
    // What waited for a key has its number later than what was said before; the checker counts what has numbers.
    stream.messages.resize(std::max<std::size_t>(stream.messages.size(), publication.sequence.value()));
    if (publication.sequence.value() > 0) stream.messages[publication.sequence.value() - 1].at = at;
}

void GroupTalk::on_event(Session session, const node::Event& event, VirtualTime at) {
    flows_.note(event);
    auto& person = people_[session];
    if (const auto* joined = std::get_if<node::MemberJoined>(&event); joined != nullptr && joined->self) {
        person = {};
        person.self = joined->member;
    } else if (const auto* phase = std::get_if<node::PhaseChanged>(&event)) {
        if (phase->phase == node::Phase::connecting) person = {};
    } else if (const auto* declared = std::get_if<node::FlowDeclared>(&event)) {
        if (declared->conversation > log::plenary) group_of_[declared->flow] = declared->conversation;
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
        if (group_of_.contains(message->flow)) on_message(session, person, *message, at);
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
    using Kind = base::TraceEvent::Kind;
    if ((event.kind != Kind::send && event.kind != Kind::reject) || !group_of_.contains(event.flow)) return;
    const StreamKey key{event.flow, event.sender};
    auto& stream = streams_[key];
    auto number = event.sequence.value();
    if (event.kind == Kind::send) {
        stream.numbers.emplace(number, stream.numbers.size() + 1);
        return;
    }
    if (event.conversation) {
        const auto found = stream.numbers.find(number);
        if (found == stream.numbers.end()) return;
        number = found->second;
    }
    const auto person = people_.find(session);
    const bool by_relay = person == people_.end() || person->second.self.value() == 0;
    (by_relay ? stream.rejected : person->second.rejected[key]).insert(number);
}

std::uint64_t GroupTalk::next_due(const StreamKey& key, const Person& person, std::uint64_t last) const {
    const auto& stream = streams_.at(key);
    const auto own = person.rejected.find(key);
    do
        ++last;
    while (stream.rejected.contains(last) || (own != person.rejected.end() && own->second.contains(last)));
    return last;
}

void GroupTalk::on_message(Session session, Person& person, const node::MessageReceived& message, VirtualTime at) {
    const StreamKey key{message.flow, message.sender};
    const auto what = [&] {
        return fmt::format("{}: flow {} of member {}: message {}", to_text(session), key.flow.value(),
                           key.sender.value(), message.sequence.value());
    };
    const auto group = group_of_.at(message.flow);
    const auto& stream = streams_[key];
    const auto number = message.sequence.value();
    if (number == 0 || number > stream.messages.size()) return; // A1's
    const auto& said = stream.messages[number - 1];
    // What the relay has not accepted is sealed again when the group's key turns.
    const auto until = flows_.reliable(message.flow) ? said.accepted_at.value_or(at) : said.at;
    if (said.at > judged_from_ && !was_in(person.self, group, said.at, until))
        return fail(fmt::format("{} of group {} was not for this member", what(), group.value()));
    // What is sent by a log that is newer than the receiver's may come before its own says that it is in the group.
    if (!flows_.reliable(message.flow) || person.group != group) return;
    const auto [last, first] = person.received.try_emplace(key, number);
    if (first) return;
    const auto due = next_due(key, person, last->second);
    if (number > due) fail(fmt::format("{} where {} is due", what(), due));
    last->second = number;
}

std::optional<std::string> GroupTalk::unmet() const {
    for (const auto& [session, person] : people_) {
        for (const auto& [key, last] : person.received) {
            const auto& stream = streams_.at(key);
            const auto sender = people_.find(stream.owner);
            const bool there = sender != people_.end() && sender->second.self == key.sender &&
                               sender->second.group == stream.group && person.group == stream.group;
            if (!there) continue;
            if (const auto due = next_due(key, person, last); due <= stream.messages.size())
                return fmt::format("{}: flow {} of member {}: message {} is missing", to_text(session),
                                   key.flow.value(), key.sender.value(), due);
        }
    }
    return std::nullopt;
}

} // namespace plenum::sim
