// SPDX-License-Identifier: Apache-2.0
// What a member's person wants done: refused where it can be told at once, else a duty until the log shows it.
#include "core/member/participant.h"

namespace plenum::node {

bool Participant::moderates(base::LocalTime now) const {
    const auto* self = roster_.self_member();
    const auto at = conference_time(now).value_or(roster_.state().at);
    return self != nullptr && roster_.state().moderates(*self, at);
}

std::expected<void, CommandError> Participant::handle(const AdmitKnock& command, base::LocalTime now) {
    if (!moderates(now)) return std::unexpected{CommandError::not_permitted};
    if (lobby_.join_of(command.exchange) == nullptr) return std::unexpected{CommandError::unknown_person};
    new_duties().decisions().want_admitted(command.exchange);
    return {};
}

std::expected<void, CommandError> Participant::handle(const RefuseKnock& command, base::LocalTime now) {
    if (!moderates(now)) return std::unexpected{CommandError::not_permitted};
    if (lobby_.join_of(command.exchange) == nullptr) return std::unexpected{CommandError::unknown_person};
    auto* link = attached_ ? connection_.link() : nullptr;
    if (link == nullptr || !send_control(*link, wire::RefuseKnock{command.exchange}))
        return std::unexpected{CommandError::wrong_state};
    lobby_.note_refused(command.exchange);
    return {};
}

std::expected<void, CommandError> Participant::handle(const RemoveMember& command, base::LocalTime now) {
    if (!moderates(now)) return std::unexpected{CommandError::not_permitted};
    const auto identity = roster_.state().removable(command.member);
    if (!identity) return std::unexpected{CommandError::unknown_person};
    if (*identity == roster_.own().identity.public_key || *identity == roster_.state().root)
        return std::unexpected{CommandError::not_permitted};
    new_duties().decisions().want_removed(command.member);
    if (command.change_link) new_duties().decisions().want_link_changed();
    return {};
}

std::expected<void, CommandError> Participant::handle(const SetRole& command, base::LocalTime now) {
    if (!moderates(now)) return std::unexpected{CommandError::not_permitted};
    if (roster_.state().find(command.member) == nullptr) return std::unexpected{CommandError::unknown_person};
    new_duties().decisions().want_role(command.member, command.role);
    return {};
}

std::expected<void, CommandError> Participant::handle(const SetPolicy& command, base::LocalTime now) {
    if (!moderates(now)) return std::unexpected{CommandError::not_permitted};
    new_duties().decisions().want_policy(command.policy);
    return {};
}

std::expected<void, CommandError> Participant::handle(const AskMute& command, base::LocalTime now) {
    if (!moderates(now)) return std::unexpected{CommandError::not_permitted};
    if (command.member.value() != 0 && roster_.state().find(command.member) == nullptr)
        return std::unexpected{CommandError::unknown_person};
    new_duties().decisions().want_muted(command.member);
    return {};
}

std::expected<void, CommandError> Participant::handle(const ChangeLink&, base::LocalTime now) {
    if (!moderates(now)) return std::unexpected{CommandError::not_permitted};
    new_duties().decisions().want_link_changed();
    return {};
}

std::expected<void, CommandError> Participant::handle(const WantToken& command, base::LocalTime) {
    new_duties().acts().want(command);
    return {};
}

std::expected<void, CommandError> Participant::handle(const ActOnToken& command, base::LocalTime) {
    return new_duties().acts().add(command);
}

std::expected<void, CommandError> Participant::handle(const OpenGroup& command, base::LocalTime) {
    return new_duties().acts().add(command);
}

std::expected<void, CommandError> Participant::handle(const ActOnConversation& command, base::LocalTime) {
    return new_duties().acts().add(command);
}

std::expected<void, CommandError> Participant::handle(const TakeMinutes& command, base::LocalTime now) {
    if (!roster_.caught_up()) return std::unexpected{CommandError::wrong_state};
    // Not kept any more once it outgrew what a member keeps.
    if (!roster_.kept().keeps()) return std::unexpected{CommandError::too_large};
    const auto& log = roster_.kept().log();
    log::Minutes minutes;
    minutes.title = roster_.own().link.title;
    minutes.names = roster_.people().names();
    if (log.covered()) minutes.state = log.covered()->state;
    for (auto position = log.beginning(); position < log.size(); position = position.next())
        minutes.entries.push_back(log.at(position));
    minutes.taken_at = conference_time(now).value_or(roster_.state().at);
    minutes.clock_us = command.clock_us;
    outbox_.event(MinutesTaken{
        std::make_shared<const base::Bytes>(log::write_minutes(std::move(minutes), roster_.own().identity))});
    return {};
}

} // namespace plenum::node
