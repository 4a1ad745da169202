// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/checkers/polls_counted.h"

#include "core/tree/method_invocation.h"
#include "core/tree/packet.h"
#include "core/tree/poll.h"

#include <algorithm>
#include <fmt/format.h>

namespace plenum::sim {

void PollsCounted::on_event(Session session, const node::Event& event, VirtualTime) {
    if (const auto* joined = std::get_if<node::MemberJoined>(&event)) {
        if (joined->self) members_[session] = joined->member;
    } else if (const auto* declared = std::get_if<node::FlowDeclared>(&event)) {
        if (declared->name.starts_with("polls ")) askers_[declared->flow] = declared->owner;
    }
}

void PollsCounted::on_command(Session session, const node::Command& command, VirtualTime at) {
    const auto member = members_.find(session);
    if (member == members_.end()) return;
    if (const auto* packet = std::get_if<node::SendTreePacket>(&command)) return note(member->second, packet->packet);
    const auto* publish = std::get_if<node::Publish>(&command);
    const auto asker = publish == nullptr ? askers_.end() : askers_.find(publish->flow);
    if (asker == askers_.end() || asker->second != member->second) return;
    const auto message = tree::decode_poll_message(publish->body);
    const auto* counted = message ? std::get_if<tree::PollCounted>(&*message) : nullptr;
    if (counted != nullptr) check(session, {member->second, counted->number}, *counted, at);
}

/// What a member says for itself; not what it says for others.
void PollsCounted::note(base::MemberIndex member, base::ByteView bytes) {
    const auto packet = tree::decode_packet(bytes);
    const auto* carrier = packet ? std::get_if<tree::InvocationPacket>(&*packet) : nullptr;
    const auto body = carrier == nullptr ? std::nullopt : tree::decode_method_invocation(carrier->body);
    if (!body || body->direction != tree::Direction::upstream || body->sender.value() != member.value()) return;
    const auto& session = carrier->header.session;
    auto& poll = polls_[{base::MemberIndex{static_cast<std::uint32_t>(session.source.value())},
                         static_cast<std::uint32_t>(session.session.value())}];
    for (const auto& entry : body->entries) {
        const auto report = tree::decode_tally_report(entry.parameters);
        if (entry.object != tree::poll_tally || !report) continue;
        poll.members.insert(member);
        if (report->answered > 0) poll.answered.insert(member);
        for (std::size_t choice = 0; choice < report->columns.size(); ++choice)
            if (report->columns[choice] > 0) poll.chosen[choice].insert(member);
        auto& newest = poll.newest[member];
        if (report->version >= newest.first) newest = {report->version, report->answered > 0};
    }
}

void PollsCounted::check(Session session, const tree::PollKey& key, const tree::PollCounted& counted, VirtualTime at) {
    auto& poll = polls_[key];
    std::string excess;
    const auto compare = [&](std::string_view what, std::uint64_t said, std::size_t most) {
        if (said > most) excess = fmt::format("{} {}, and at most {} can be", said, what, most);
    };
    compare("members", counted.members, poll.members.size() + 1);
    compare("answers", counted.answered, poll.answered.size());
    for (std::size_t choice = 0; choice < counted.votes.size(); ++choice)
        compare("votes for one choice", counted.votes[choice], poll.chosen[choice].size());
    if (excess.empty())
        poll.too_high_since.reset();
    else if (!poll.too_high_since)
        poll.too_high_since = at;
    else if (at - *poll.too_high_since > settling)
        fail(fmt::format("{}: poll {} counts {}", to_text(session), key.number, excess));
    if (counted.end != static_cast<std::uint8_t>(tree::PollEnd::ended) || poll.answered.empty()) return;
    ++ended_;
    const auto answers = std::ranges::count_if(poll.newest, [](const auto& each) { return each.second.second; });
    if (counted.answered == static_cast<std::uint64_t>(answers)) ++whole_;
}

std::optional<std::string> PollsCounted::unmet() const {
    constexpr std::uint64_t many = 8;
    if (ended_ < many || whole_ > 0) return std::nullopt;
    return fmt::format("{} polls ended, and none had counted all answers", ended_);
}

} // namespace plenum::sim
