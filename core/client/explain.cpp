// SPDX-License-Identifier: Apache-2.0
#include "core/client/events.h"

#include "core/base/limits.h"

#include <string>

namespace plenum::client {
namespace {

/// With the bounds (core/log/flow_rules.cpp, core/log/conversation_rules.cpp).
std::string_view bad_flow() {
    using namespace base::limits;
    const auto number = [](auto value) { return std::to_string(value); };
    const auto kib = [](std::uint64_t bytes) { return std::to_string(bytes / 1024) + " KiB"; };
    static const std::string sentence =
        "The flow's name or one of its values is out of bounds, so nothing was done; correct it. Rate: 1 to " +
        number(created_flow_rate_max) + " messages a second, with capture " + number(created_capture_rate_max) +
        ". Message: 1 to " + number(message_body_bytes_max) + " bytes, on a reliable flow " + number(chat_bytes_max) +
        ". Rate times message size: " + kib(created_sound_max) + " a second with audio, " + kib(created_messages_max) +
        " with chat, board and live, " + kib(created_pictures_max) + " with video and screen, " +
        kib(created_bulk_max) + " with bulk and capture. Delays: at most " +
        number(loss_delay_max / std::chrono::seconds{1}) +
        " s; the loss delay above 0 and no less than the desired one. Audio and capture need a loss delay, and a "
        "change cannot add or remove it. Error tolerance: at most 1000 per mille. Names have no colon. A flow for two "
        "belongs to no group, and capture is for two.";
    return sentence;
}

} // namespace

std::string_view explain(node::EndReason reason) {
    using Reason = node::EndReason;
    switch (reason) {
    case Reason::left: return "You left the conference.";
    case Reason::no_answer:
        return "Nobody answers at the link's address: the link may be old or wrong, or its host is not running; ask "
               "for a new link.";
    case Reason::ended_for_all: return "A moderator ended the conference for everyone.";
    case Reason::relay_closed:
        return "The conference's relay was closed; if it is started again the same link leads back, else ask the host "
               "for a new one.";
    case Reason::removed: return "A moderator removed you from the conference.";
    case Reason::relay_refused:
        return "The relay does not take you: it is full, or does not let everyone make conferences; try again later, "
               "or "
               "ask who runs it.";
    case Reason::not_trustworthy:
        return "The conference's records do not match the link, so someone on the way is not honest; do not go on, and "
               "ask for a new link over another channel.";
    case Reason::unknown_version:
        return "The relay and this program speak different versions of the protocol; update both to the same version.";
    case Reason::link_expired: return "The link is no longer valid; ask for a new one.";
    case Reason::no_key:
        return "Nobody who is in the conference gave you its key, so you could hear and see nothing; try again when "
               "someone is there.";
    case Reason::too_often:
        return "You, or others at your address, asked to be let in too often; wait a few minutes before you try again.";
    case Reason::not_admitted: return "A moderator did not let you in; ask who invited you.";
    case Reason::closed: return "The conference is closed: nobody is let in at present; ask a moderator to open it.";
    case Reason::full: return "The conference is full, or too many wait to be let in; try again later.";
    }
    return "The conference is over.";
}

std::string_view explain(node::CommandError error) {
    using Error = node::CommandError;
    switch (error) {
    case Error::wrong_state: return "This cannot be done now; wait until you are in the conference.";
    case Error::unknown_flow: return "The conference has no such flow, so nothing was sent.";
    case Error::too_large: return "This is too long, so it was not sent; shorten it.";
    case Error::queue_full: return "The network is too slow at the moment, so this was not sent; try again.";
    case Error::not_permitted: return "Only a moderator may do this; ask one.";
    case Error::bad_text: return "The text is empty or has characters that cannot be shown; write it again.";
    case Error::suspended:
        return "Nothing is sent while it is not sure that everyone sees the same conference; wait, or leave and come "
               "back.";
    case Error::unknown_person: return "This person is not there any more, so nothing was done.";
    case Error::no_token: return "You do not have the floor, so nobody heard this; ask for it.";
    case Error::no_such_token: return "There is no such floor in this conference, so nothing was done.";
    case Error::no_such_request: return "This request is gone: it was granted, denied or taken back.";
    case Error::not_holder:
        return "The floor, or a copy of it, is not with the person who would give it up or lose it, so nothing was "
               "done; check who has it.";
    case Error::no_change: return "This is so already, so nothing was done.";
    case Error::token_full: return "The floor is taken, or too many ask for it; wait until someone releases it.";
    case Error::bad_settings: return "These settings of the floor make no sense, so the old ones stay; correct them.";
    case Error::no_such_conversation: return "There is no such group.";
    case Error::no_interval:
        return "These flows cannot be kept in step: one may be later than another can wait. Change their delays, or "
               "take one out.";
    case Error::not_in_group: return "This is said in a group that you are not in.";
    case Error::too_often: return "You asked for too much in too short a time; try again later.";
    case Error::name_taken: return "Another flow has this name, so nothing was created; choose another name.";
    case Error::fixed_flow: return "The conference needs this flow as it is, so nothing was changed.";
    case Error::too_many_flows:
        return "There are too many flows, so nothing was created; close one that is not needed.";
    case Error::bad_flow: return bad_flow();
    case Error::number_taken:
        return "A floor has this number, or had it, so nothing was declared; choose another number, or 0 for the next "
               "that is free.";
    case Error::bad_token_flow:
        return "A flow that this floor names is not there, has a floor already or is for two alone, or the flows are "
               "for different groups; nothing was declared. Name other flows.";
    case Error::not_wanted: return "Nobody receives this flow now.";
    case Error::unknown_style: return "The relay does not know this style of meeting; choose another.";
    }
    return "This could not be done.";
}

std::string_view explain(const node::CommandRefused& event) {
    using node::CommandKind;
    if (event.error == node::CommandError::name_taken && event.command == CommandKind::of<node::OpenGroup>())
        return "Another group has this name already, so none was opened; choose another name, or use that group.";
    if (event.error != node::CommandError::not_permitted) return explain(event.error);
    if (event.command == CommandKind::of<node::RemoveMember>())
        return "Only a moderator may remove people, but neither themselves nor the person who made the conference; ask "
               "a moderator, or leave yourself.";
    if (event.command == CommandKind::of<node::SetRole>())
        return "Only a moderator may change roles, and the person who made the conference stays a moderator; ask a "
               "moderator.";
    if (event.command == CommandKind::of<node::ActOnToken>() || event.command == CommandKind::of<node::WantToken>())
        return "Only a moderator may do this unless the floor's rules allow it, and they do not; ask a moderator, who "
               "can change them.";
    return explain(event.error);
}

std::string_view explain(const node::RelayRestarts&) {
    // An edge says the same of its home, which may have crashed (core/relay/edge/edge_sessions.cpp).
    return "The conference's relay restarts or has gone away, so nobody hears you now; stay here, Plenum connects "
           "again by itself.";
}

std::string_view explain(FailReason reason) {
    switch (reason) {
    case FailReason::unknown_host:
        return "The link's host has no address; check the link for typing errors and whether the network is up.";
    case FailReason::not_drained:
        return "The program did not keep up with what happened in the conference, so it was left; join again.";
    case FailReason::broken_off:
        return "The others could not be told in time that you leave; they will see you as lost for a moment.";
    case FailReason::not_begun:
        return "The conference could not be made, since its relay's address or its name cannot be used; look at both.";
    }
    return "The session is over.";
}

} // namespace plenum::client
