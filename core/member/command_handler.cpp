// SPDX-License-Identifier: Apache-2.0
#include "core/member/command_handler.h"

#include "core/peer/hello.h"
#include "core/peer/tree_packet.h"

namespace plenum::node {

bool CommandHandler::moderates(base::LocalTime now) const {
    const auto* self = roster_.self_member();
    const auto at = relay_.conference_time(now).value_or(roster_.state().at);
    return self != nullptr && roster_.state().moderates(*self, at);
}

CommandHandler::Handled CommandHandler::handle(const Publish& command, base::LocalTime now) {
    const auto published = messages_.publisher.publish(command, relay_.attached_link(), now);
    if (published && !command.flags.is_discardable())
        submitter_.duties().arbiter().note_voice(command.flow, roster_.self(), now);
    return published;
}

CommandHandler::Handled CommandHandler::handle(const RequestKeyFrame& command, base::LocalTime) {
    if (auto* link = relay_.attached_link())
        std::ignore = send_control(*link, wire::KeyFrameRequest{command.flow, command.sender});
    return {};
}

CommandHandler::Handled CommandHandler::handle(const Subscribe& command, base::LocalTime) {
    return messages_.subscriptions.handle(command, relay_.attached_link());
}

CommandHandler::Handled CommandHandler::handle(const OfferSizes& command, base::LocalTime) {
    return messages_.subscriptions.handle(command, relay_.attached_link());
}

CommandHandler::Handled CommandHandler::handle(const Pull& command, base::LocalTime now) {
    messages_.puller.handle(command, relay_.attached_link(), now);
    return {};
}

CommandHandler::Handled CommandHandler::handle(const SendTreePacket& command, base::LocalTime now) {
    auto* link = relay_.attached_link();
    if (command.packet.size() > base::limits::fragment_bytes_max) return std::unexpected{CommandError::too_large};
    if (link != nullptr)
        send_tree_packet(*link, link::encode_fragment(wire::TreeFrame{wire::TreeFrame::End::member, command.packet}),
                         now);
    return {};
}

CommandHandler::Handled CommandHandler::handle(const LeaveConference&, base::LocalTime now) {
    stirred_duties().wish(Duties::Wish::leave);
    lifecycle_.leave(now);
    if (relay_.link() == nullptr || roster_.self().value() == 0) lifecycle_.end(EndReason::left, now);
    return {};
}

CommandHandler::Handled CommandHandler::handle(const EndConference&, base::LocalTime) {
    const auto* self = roster_.self_member();
    if (self == nullptr || self->role != base::MemberRole::moderator)
        return std::unexpected{CommandError::not_permitted};
    stirred_duties().wish(Duties::Wish::end_for_all);
    return {};
}

CommandHandler::Handled CommandHandler::handle(const AdmitKnock& command, base::LocalTime now) {
    if (!moderates(now)) return std::unexpected{CommandError::not_permitted};
    if (submitter_.lobby().join_of(command.exchange) == nullptr) return std::unexpected{CommandError::unknown_person};
    stirred_duties().decisions().want_admitted(command.exchange);
    return {};
}

CommandHandler::Handled CommandHandler::handle(const RefuseKnock& command, base::LocalTime now) {
    if (!moderates(now)) return std::unexpected{CommandError::not_permitted};
    if (submitter_.lobby().join_of(command.exchange) == nullptr) return std::unexpected{CommandError::unknown_person};
    auto* link = relay_.attached_link();
    if (link == nullptr || !send_control(*link, wire::RefuseKnock{command.exchange}))
        return std::unexpected{CommandError::wrong_state};
    submitter_.lobby().note_refused(command.exchange);
    return {};
}

CommandHandler::Handled CommandHandler::handle(const RemoveMember& command, base::LocalTime now) {
    if (!moderates(now)) return std::unexpected{CommandError::not_permitted};
    const auto identity = roster_.state().removable(command.member);
    if (!identity) return std::unexpected{CommandError::unknown_person};
    if (*identity == roster_.own().identity.public_key || *identity == roster_.state().root)
        return std::unexpected{CommandError::not_permitted};
    stirred_duties().decisions().want_removed(command.member);
    if (command.change_link) stirred_duties().decisions().want_link_changed();
    return {};
}

CommandHandler::Handled CommandHandler::handle(const SetRole& command, base::LocalTime now) {
    if (!moderates(now)) return std::unexpected{CommandError::not_permitted};
    if (roster_.state().find(command.member) == nullptr) return std::unexpected{CommandError::unknown_person};
    stirred_duties().decisions().want_role(command.member, command.role);
    return {};
}

CommandHandler::Handled CommandHandler::handle(const SetPolicy& command, base::LocalTime now) {
    if (!moderates(now)) return std::unexpected{CommandError::not_permitted};
    stirred_duties().decisions().want_policy(command.policy);
    return {};
}

CommandHandler::Handled CommandHandler::handle(const AskMute& command, base::LocalTime now) {
    if (!moderates(now)) return std::unexpected{CommandError::not_permitted};
    if (command.member.value() != 0 && roster_.state().find(command.member) == nullptr)
        return std::unexpected{CommandError::unknown_person};
    stirred_duties().decisions().want_muted(command.member);
    return {};
}

CommandHandler::Handled CommandHandler::handle(const ChangeLink&, base::LocalTime now) {
    if (!moderates(now)) return std::unexpected{CommandError::not_permitted};
    stirred_duties().decisions().want_link_changed();
    return {};
}

CommandHandler::Handled CommandHandler::handle(const WantToken& command, base::LocalTime) {
    stirred_duties().pending_operations().want(command);
    return {};
}

CommandHandler::Handled CommandHandler::handle(const TakeMinutes& command, base::LocalTime now) {
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
    minutes.taken_at = relay_.conference_time(now).value_or(roster_.state().at);
    minutes.clock_us = command.clock_us;
    outbox_.event(MinutesTaken{
        std::make_shared<const base::Bytes>(log::write_minutes(std::move(minutes), roster_.own().identity))});
    return {};
}

} // namespace plenum::node
