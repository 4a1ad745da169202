// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum/acting_moderator.h"
#include "app/plenum/blocked_people.h"
#include "app/plenum/call.h"
#include "app/plenum/floor_book.h"
#include "app/plenum/mouth_to_ear.h"
#include "app/plenum/roster.h"
#include "app/plenum/video_shares.h"
#include "core/client/conference_view.h"
#include "ui/port/port_types.h"

#include <map>
#include <memory>
#include <optional>

namespace plenum::app {

/// The call, from the request for it until its end: what more than one port needs of it.
struct CurrentCall {
    /// Null until it is open.
    [[nodiscard]] client::Session* session() const { return call ? call->session() : nullptr; }
    [[nodiscard]] CallMedia* media() const { return call ? call->media() : nullptr; }
    [[nodiscard]] std::optional<base::ClockOffset> clock() const;
    /// Of sound; only while there are media.
    [[nodiscard]] MouthToEar::Way way() const;
    /// We were let in; the link may be lost meanwhile.
    [[nodiscard]] bool entered() const { return entered_at.has_value(); }
    [[nodiscard]] bool is_blocked(base::MemberIndex index) const { return blocked.contains(view.identity_of(index)); }
    /// Pictures of an open camera would reach us: we did not decline them, and no floor and no group is in the way.
    [[nodiscard]] bool expects_pictures_of(base::MemberIndex index, base::FlowId flow) const;
    /// Empty for the plenary, and for a group that is closed.
    [[nodiscard]] QString group_label(base::ConversationId id) const;
    /// False where the session's loop is behind; what makes no sense in the present state is ignored.
    [[nodiscard]] bool act(const client::Session::FloorAct& act) const;
    /// Has them and their computer heard as the person wants it, and not at all while blocked.
    void apply_mix(base::MemberIndex index);
    /// Who we are and what we may do as of `now`. True where that changed.
    [[nodiscard]] bool update_self(base::LocalTime now);

    ui::ConnectionState state{ui::ConnectionState::connecting};
    std::optional<base::LocalTime> entered_at;
    /// We asked for the conference's end.
    bool ended_by_us{false};
    /// Of who made the conference, from its link.
    node::KeyFingerprint root;
    ui::ConferenceFacts facts;
    ui::EncryptionFacts encryption;
    ActingModerator acting;
    client::ConferenceView view;
    Roster roster{view};
    FloorBook floors{view};
    BlockedPeople blocked;
    /// Where the person said anything.
    std::map<media::SoundSource, media::SenderMix> mixes;
    VideoShares video_shares;
    std::map<base::ExchangeKey, ui::Knock> knocks;
    std::unique_ptr<Call> call;
};

} // namespace plenum::app
