// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/relay/relay_session.h"
#include "core/tag/active_speakers.h"

#include <memory>
#include <set>
#include <span>

namespace plenum::node {

class ConferenceTree;
class Coordination;

/// Which sessions a conference has, and which of them get and may send what.
class FanOut {
  public:
    /// `state` outlives this. `run`: drawn by this run of the relay.
    FanOut(const log::State& state, std::uint64_t run);
    ~FanOut();
    FanOut(const FanOut&) = delete;
    FanOut& operator=(const FanOut&) = delete;

    /// A session came for this conference; it stays where it is in memory until it leaves.
    void enter(RelaySession& session);
    void leave(RelaySession& session);
    [[nodiscard]] const std::set<base::SessionIndex>& sessions() const { return sessions_; }
    [[nodiscard]] std::span<RelaySession* const> entered() const { return entered_; }
    /// Null where the member has none.
    [[nodiscard]] RelaySession* session_of(base::MemberIndex member) const;

    /// Whether a session gets content: its member has been given the key.
    [[nodiscard]] bool admits(const RelaySession& session) const;
    /// Sessions that get content.
    [[nodiscard]] std::span<RelaySession* const> receivers();
    /// The log or a session changed in a way by which others may be admitted.
    void handle_change() { receivers_known_ = false; }
    /// Whether messages of the flow go to everyone.
    [[nodiscard]] bool is_for_all(const log::FlowDeclaration& flow) const;
    /// Whether messages of the flow go to this session's member, and may come from there.
    [[nodiscard]] bool is_for(const RelaySession& session, const log::FlowDeclaration& flow) const;
    [[nodiscard]] bool is_in(const RelaySession& session, base::ConversationId conversation) const;
    /// The flow's declaration, if this session may send this fragment.
    [[nodiscard]] const log::FlowDeclaration* permit(const RelaySession& from,
                                                     const wire::FragmentFrame& fragment) const;
    /// Of camera clusters.
    [[nodiscard]] Coordination& coordination() { return *coordination_; }
    /// Of the multicast service.
    [[nodiscard]] ConferenceTree& tree() { return *tree_; }
    [[nodiscard]] const ConferenceTree& tree() const { return *tree_; }
    /// Of an audio flow.
    [[nodiscard]] tag::ActiveSpeakers& speakers(base::FlowId flow);
    /// True if a key frame should be asked for now: not again for every receiver.
    [[nodiscard]] bool claim_key_frame_request(flow::StreamId stream, base::PictureSize size, base::LocalTime now);

  private:
    const log::State& state_;
    std::set<base::SessionIndex> sessions_;
    std::vector<RelaySession*> entered_;
    /// Of `entered_`, those that are admitted, as long as neither they nor the log change.
    std::vector<RelaySession*> receivers_;
    bool receivers_known_{false};
    std::map<std::pair<flow::StreamId, base::PictureSize>, base::LocalTime> key_frame_asked_;
    std::map<base::FlowId, tag::ActiveSpeakers> speakers_;
    std::unique_ptr<Coordination> coordination_;
    std::unique_ptr<ConferenceTree> tree_;
};

} // namespace plenum::node
