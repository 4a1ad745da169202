// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/client/conference_view.h"
#include "ui/port/floor_types.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace plenum::app {

/// The floors of the plenary and of our group: as the screens show them, and what they mean for what we send.
class FloorBook {
  public:
    /// From the conference's time to that of the clock on the wall.
    using WallTime = std::function<QDateTime(base::ConferenceTime)>;

    /// `view` outlives this.
    explicit FloorBook(const client::ConferenceView& view) : view_{view} {}

    /// A moderator in a group chose that what we send goes to everyone.
    void speak_to_all(bool to_all) { to_all_ = to_all; }
    [[nodiscard]] bool speaks_to_all() const { return to_all_; }
    /// Whose holding or asking ended by it, not of their own will.
    std::optional<ui::FloorEnded> take(const node::TokenChanged& event);
    /// `now`: on the wall.
    void take(const node::HolderSilent& event, const QDateTime& now);

    [[nodiscard]] std::vector<base::TokenId> ids() const;
    /// Whether it is of the plenary or our group, and not over.
    [[nodiscard]] bool concerns(base::TokenId id) const;
    /// Whose it is: a group, or the plenary.
    [[nodiscard]] base::ConversationId group_of(base::TokenId id) const;
    /// Precondition: one of `ids`.
    [[nodiscard]] ui::Floor shown(base::TokenId id, const WallTime& wall_time) const;
    /// Whether what we send on flows of this kind is heard now.
    [[nodiscard]] bool may_send(base::FlowKind kind) const;
    /// Since the token became ours: whether we had asked for it.
    [[nodiscard]] bool asked_for(base::FlowKind kind) const;

    /// What a floor for this would be demanded by: flows of where we are heard, else of the plenary; none where there
    /// are none, or one demands them already.
    [[nodiscard]] std::vector<base::FlowId> ungoverned(ui::FloorPurpose purpose) const;
    /// What the act is in the log; nullopt where it makes no sense, as for a floor that is not there.
    [[nodiscard]] std::optional<token::Operation> operation_of(const ui::FloorAct& act) const;

  private:
    struct Entry {
        std::shared_ptr<const token::Token> token;
        /// We wait for it, or did when we got it.
        bool asked{false};
        base::MemberIndex configured_by{};
    };
    [[nodiscard]] const Entry* demanded_by(base::FlowKind kind) const;
    [[nodiscard]] bool demands(const token::Token& token, base::FlowKind kind) const;
    [[nodiscard]] QDateTime silent_until(const std::pair<base::TokenId, base::MemberIndex>& holding) const;

    /// Where what we send goes.
    [[nodiscard]] base::ConversationId speaking() const;
    [[nodiscard]] std::vector<base::FlowId> flows_of(base::FlowKind kind, base::ConversationId conversation) const;

    const client::ConferenceView& view_;
    bool to_all_{false};
    /// When the tokens of those go back of whom nothing is heard.
    std::map<std::pair<base::TokenId, base::MemberIndex>, QDateTime> silent_;
    /// Who holds a copy that somebody gave them, and not a style; as far as that was seen.
    std::map<std::pair<base::TokenId, base::MemberIndex>, bool> by_hand_;
    std::map<base::TokenId, Entry> entries_;
};

/// The rules as the log has them; what the screens do not know of stays as it was.
[[nodiscard]] token::Settings settings_of(const ui::FloorSettings& settings, const token::Settings& before = {});
[[nodiscard]] ui::FloorSettings settings_of(const token::Settings& settings);

} // namespace plenum::app
