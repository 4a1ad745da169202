// SPDX-License-Identifier: Apache-2.0
#include "core/relay/conference/fan_out.h"

#include "core/relay/conference/coordination.h"
#include "core/relay/multicast/conference_tree.h"

#include "core/base/limits.h"
#include "core/log/state.h"

#include <algorithm>

namespace plenum::node {
namespace {

/// Receivers that lose the same key frame ask together.
constexpr base::Duration key_frame_interval = std::chrono::milliseconds{200};

} // namespace

FanOut::FanOut(const log::State& state, std::uint64_t run)
    : state_{state},
      coordination_{std::make_unique<Coordination>(state, *this)},
      tree_{std::make_unique<ConferenceTree>(state, *this, run)} {}

FanOut::~FanOut() = default;

void FanOut::enter(RelaySession& session) {
    sessions_.insert(session.index);
    entered_.push_back(&session);
    handle_change();
}

void FanOut::leave(RelaySession& session) {
    sessions_.erase(session.index);
    std::erase(entered_, &session);
    handle_change();
}

RelaySession* FanOut::session_of(base::MemberIndex member) const {
    const auto found = std::ranges::find_if(
        entered_, [&](const RelaySession* session) { return session->attached && session->member == member; });
    return found == entered_.end() ? nullptr : *found;
}

std::span<RelaySession* const> FanOut::receivers() {
    if (!std::exchange(receivers_known_, true)) {
        receivers_.clear();
        std::ranges::copy_if(entered_, std::back_inserter(receivers_),
                             [this](const RelaySession* session) { return admits(*session); });
    }
    return receivers_;
}

bool FanOut::admits(const RelaySession& session) const {
    const auto* member = session.attached ? state_.find(session.member) : nullptr;
    return member != nullptr && member->keyed;
}

bool FanOut::is_for_all(const log::FlowDeclaration& flow) const {
    return flow.conversation <= log::plenary && state_.find_created(flow.flow) == nullptr;
}

bool FanOut::is_for(const RelaySession& session, const log::FlowDeclaration& flow) const {
    if (is_for_all(flow)) return true;
    const auto* member = state_.find(session.member);
    return member != nullptr && state_.reaches(flow, *member);
}

bool FanOut::is_in(const RelaySession& session, base::ConversationId conversation) const {
    const auto* member = state_.find(session.member);
    return member != nullptr && (conversation <= log::plenary || member->group == conversation);
}

const log::FlowDeclaration* FanOut::permit(const RelaySession& from, const wire::FragmentFrame& fragment) const {
    if (!admits(from) || fragment.sender != from.member) return nullptr;
    const auto* flow = state_.find(fragment.flow);
    return flow != nullptr && flow->loss_delay && is_for(from, *flow) ? flow : nullptr;
}

tag::ActiveSpeakers& FanOut::speakers(base::FlowId flow) {
    if (speakers_.size() >= base::limits::flows_known_max)
        std::erase_if(speakers_, [&](const auto& each) { return state_.find_open(each.first) == nullptr; });
    return speakers_[flow];
}

bool FanOut::claim_key_frame_request(flow::StreamId stream, base::PictureSize size, base::LocalTime now) {
    if (state_.find(stream.first) == nullptr || state_.find(stream.second) == nullptr) return false;
    const auto [asked, first] = key_frame_asked_.try_emplace({stream, size}, now);
    if (!first && now - asked->second < key_frame_interval) return false;
    asked->second = now;
    constexpr auto streams_max = 2 * base::limits::members_max * base::limits::flows_per_conference_max;
    if (key_frame_asked_.size() > streams_max) key_frame_asked_.clear();
    return true;
}

} // namespace plenum::node
