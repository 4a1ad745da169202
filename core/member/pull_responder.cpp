// SPDX-License-Identifier: Apache-2.0
#include "core/member/pull_responder.h"

#include "core/peer/pull_messages.h"

namespace plenum::node {
namespace {

/// The relay lets each member have one pull under way, so that this many may ask at once.
constexpr std::size_t waiting_pulls_max = 64;

} // namespace

void PullResponder::keep(const wire::MessageHeader& header, base::ByteView sealed, base::LocalTime now) {
    // As receivers read it, who name times to pull by.
    const base::ConferenceTime sent_at{base::from_us(base::to_us(header.sent_at.time_since_epoch()))};
    samples_.push({header.flow, header.sender},
                  {header.sequence, sent_at, header.flags.alone(), header.count, {sealed.begin(), sealed.end()}}, now);
}

void PullResponder::handle(const wire::PullRequest& request, link::Link* link) {
    if (link == nullptr) return;
    if (waiting_.size() < waiting_pulls_max)
        waiting_.push_back(request);
    else
        send_refusal(*link, request.request, tag::PullError::busy);
}

void PullResponder::pump(link::Link& link, base::LocalTime now) {
    while (!waiting_.empty() && has_room_for_answer(link)) {
        const auto request = waiting_.front();
        waiting_.pop_front();
        const auto what = request.sender == roster_.self() ? pull_of(request) : std::nullopt;
        if (what)
            send_answer(link, request.request, pull(request.flow, *what, now));
        else
            send_refusal(link, request.request, tag::PullError::wrong);
    }
}

void PullResponder::handle_entry() {
    const auto& state = roster_.state();
    std::map<base::MemberIndex, base::ConversationId> groups;
    if (state.conversations.size() > 1)
        for (const auto& [index, member] : state.members)
            if (member.group > log::plenary) groups.emplace(index, member.group);
    const bool moved = groups != groups_;
    groups_ = std::move(groups);
    samples_.forget_if([&](const auto& source) {
        const auto* flow = state.find_open(source.first);
        return flow == nullptr || (moved && flow->conversation > log::plenary);
    });
}

} // namespace plenum::node
