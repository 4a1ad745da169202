// SPDX-License-Identifier: Apache-2.0
#include "ui/models/sentences.h"

namespace plenum::ui {

QString Sentences::end_headline(EndReason reason) {
    switch (reason) {
    case EndReason::left: return tr("You left the conference");
    case EndReason::ended_by_self: return tr("You ended the conference");
    case EndReason::ended_by_host: return tr("The conference has ended");
    case EndReason::removed: return tr("You were removed");
    case EndReason::wrong_link: return tr("This link does not work");
    case EndReason::unreachable: return tr("No answer");
    case EndReason::lost: return tr("The connection was lost");
    case EndReason::full: return tr("The conference is full");
    case EndReason::expired: return tr("This link is no longer valid");
    case EndReason::address_in_use: return tr("The conference could not be started");
    case EndReason::untrustworthy: return tr("This conference cannot be trusted");
    case EndReason::other_version: return tr("Plenum is out of date");
    case EndReason::no_key: return tr("Nobody gave you the key");
    case EndReason::not_admitted: return tr("You were not let in");
    case EndReason::closed: return tr("The conference is closed");
    case EndReason::too_often: return tr("Not so soon again");
    case EndReason::relay_closed: return tr("The relay was closed");
    case EndReason::host_left: return tr("The host left");
    case EndReason::relay_silent: return tr("The relay server does not answer");
    case EndReason::relay_refused: return tr("The relay server makes no conference");
    case EndReason::unanswered: return tr("The host's computer did not answer");
    case EndReason::internal: break;
    }
    return tr("Something went wrong");
}

QString Sentences::end_sentence(EndReason reason) {
    switch (reason) {
    case EndReason::left: return tr("The others go on without you. You can come back at any time.");
    case EndReason::ended_by_self: return tr("Everyone was told and has been disconnected.");
    case EndReason::ended_by_host: return tr("The host ended it for everyone, so there is nothing to return to.");
    case EndReason::removed:
        return tr("A moderator removed you, so you no longer hear the others. You come in again only if a "
                  "moderator lets you in.");
    case EndReason::wrong_link:
        return tr("It is incomplete or was changed, so nobody let you in. Ask for the link again and paste all of it.");
    case EndReason::unreachable:
        return tr("Nobody answers under this link: it may be wrong or too old, its host may have gone, or your network "
                  "is down. Check the link and your network, then try again.");
    case EndReason::lost:
        return tr("The relay has been out of reach for too long, so you left the call. Check your network, then join "
                  "again.");
    case EndReason::full:
        return tr("It takes no more people, so you could not join. Try again when somebody has left.");
    case EndReason::expired:
        return tr("The conference is over or the link is past its date. Ask the host for a new one.");
    case EndReason::address_in_use:
        return tr(
            "Another program uses the network port that Plenum needs. Close it, or start Plenum with another port.");
    case EndReason::untrustworthy:
        return tr("What the relay shows does not match the link, so somebody on the way may be lying and Plenum left. "
                  "Ask the host for a new link in another way.");
    case EndReason::other_version:
        return tr("This program and the relay speak different versions of the protocol, so you could not join. Update "
                  "Plenum, or ask the host to.");
    case EndReason::no_key:
        return tr("Nobody in the conference gave your program its key, so you could neither hear nor see anyone. Try "
                  "again when somebody is there.");
    case EndReason::not_admitted: return tr("A moderator decided not to let you in. Ask whoever invited you.");
    case EndReason::closed:
        return tr("At present nobody is let in, so you could not join. Ask a moderator to open it, then try again.");
    case EndReason::too_often:
        return tr("You, or others in your network, asked to be let in too often, so nobody was asked this time. Wait a "
                  "few minutes, then try again.");
    case EndReason::relay_closed:
        return tr("Whoever runs it shut it down, so the call is over for everyone. When it is started again, the same "
                  "link leads back; otherwise ask the host for a new one.");
    case EndReason::host_left:
        return tr("The call ran on the host's computer, so it is over for everyone. Its link no longer works. You can "
                  "start a new call with the same title and send the others its link.");
    case EndReason::relay_silent:
        return tr("So there is no conference yet. Check the server on the start screen, or start on this computer.");
    case EndReason::relay_refused:
        return tr(
            "It is full, or it does not let everyone make conferences. Ask the person who runs it, or start on this "
            "computer.");
    case EndReason::unanswered:
        return tr("You left while it was out of reach, so the call may be over. Join again later, or ask the host for "
                  "a new link.");
    case EndReason::internal: break;
    }
    return tr("Plenum made a mistake and had to leave the call. Join again, and please report it if it comes back.");
}

bool Sentences::may_join_again(EndReason reason) {
    switch (reason) {
    case EndReason::left:
    case EndReason::unreachable:
    case EndReason::lost:
    case EndReason::full:
    case EndReason::address_in_use:
    case EndReason::no_key:
    case EndReason::closed:
    case EndReason::too_often:
    case EndReason::relay_closed:
    case EndReason::relay_silent:
    case EndReason::relay_refused:
    case EndReason::unanswered:
    case EndReason::internal: return true;
    case EndReason::ended_by_self:
    case EndReason::ended_by_host:
    case EndReason::removed:
    case EndReason::not_admitted:
    case EndReason::wrong_link:
    case EndReason::untrustworthy:
    case EndReason::other_version:
    case EndReason::expired:
    case EndReason::host_left: break;
    }
    return false;
}

QString Sentences::problem(ProblemKind kind) {
    switch (kind) {
    case ProblemKind::no_microphone:
        return tr("No microphone found, so nobody can hear you. Plug one in; it is used at once.");
    case ProblemKind::no_loudspeaker:
        return tr("No loudspeaker found, so you hear nobody. Plug one in; it is used at once.");
    case ProblemKind::no_camera:
        return tr("No camera found, so the others see your name instead. Plug one in; it is used at once.");
    case ProblemKind::microphone_failed:
        return tr("The microphone cannot be used, so nobody can hear you. Another program may hold it; choose another "
                  "one in the settings.");
    case ProblemKind::loudspeaker_failed:
        return tr("The loudspeaker cannot be used, so you hear nobody. Choose another one in the settings.");
    case ProblemKind::camera_failed:
        return tr("The camera cannot be used, so the others see your name instead. Another program may hold it; choose "
                  "another one in the settings.");
    case ProblemKind::chat_refused:
        return tr("The message was not accepted, so nobody has seen it. Wait a moment and send it again.");
    case ProblemKind::no_history:
        return tr("The relay cannot store messages, so people who join later will not see them. The call goes on.");
    case ProblemKind::not_permitted: return tr("Only a moderator may do that, so nothing was changed. Ask one.");
    case ProblemKind::person_gone: return tr("This person is not there any more, so nothing was done.");
    case ProblemKind::people_set_aside:
        return tr("The list of people whom you know was damaged. It was kept beside a new one, in which everybody is "
                  "new; compare the safety numbers again.");
    case ProblemKind::people_not_kept:
        return tr("Whom you meet cannot be remembered now: the list of people whom you know can be neither read nor "
                  "written. Look whether the disk is full or the file is yours.");
    case ProblemKind::no_floor: return tr("You do not have the floor, so nobody got this. Ask for it.");
    case ProblemKind::floor_locked: return tr("Only moderators may ask for the floor now. Wait, or ask one.");
    case ProblemKind::floor_moved: return tr("The floor has moved on meanwhile, so nothing was done.");
    case ProblemKind::floor_taken:
        return tr("The floor is taken, or too many ask for it. Wait until somebody gives it back.");
    case ProblemKind::group_gone:
        return tr("There is no such group any more, or you are not in it, so nothing was done.");
    case ProblemKind::no_interval:
        return tr("What is sent here may not wait as long as its order would take, so nothing was changed. Choose "
                  "another step.");
    case ProblemKind::groups_full: return tr("There is no room for another group. Close one, then open this one.");
    case ProblemKind::group_name_taken:
        return tr("Another group has this name already, so yours was not opened. Use that group, or choose another "
                  "name.");
    case ProblemKind::too_often: return tr("You asked for too much in too short a time. Try again later.");
    case ProblemKind::floor_out_of_reach:
        return tr("Nothing was heard of the relay for some seconds, so the floor goes back and nobody hears you. Your "
                  "microphone is closed until the connection is back.");
    case ProblemKind::floor_settings:
        return tr("The conference does not take these rules, so the old ones stay. Choose others.");
    case ProblemKind::plugin_refused:
        return tr("A style of meeting in your folder of plug-ins cannot be used and is left out. Start Plenum from a "
                  "terminal to read why.");
    case ProblemKind::overloaded:
        return tr("This computer is too busy to keep up, so this was not done. Close other programs and try it again.");
    case ProblemKind::relay_restarts:
        return tr("The relay restarts or has gone away, so nobody hears or sees you now. Stay here: Plenum connects "
                  "again by itself.");
    case ProblemKind::other: break;
    }
    return tr("Something did not work, but the call goes on. Try again.");
}

QString Sentences::relay_moved(const RelayMove& move) {
    if (move.handed_over || move.from.isEmpty()) {
        if (move.to_self) return tr("The call goes on through your computer.");
        return move.to.isEmpty() ? tr("The call goes on through another guest's computer.")
                                 : tr("The call goes on through %1's computer.").arg(move.to);
    }
    if (move.to_self) return tr("%1's computer stopped answering. The call goes on through yours.").arg(move.from);
    if (move.to.isEmpty())
        return tr("%1's computer stopped answering. The call goes on through another guest's.").arg(move.from);
    return tr("%1's computer stopped answering. The call goes on through %2's.").arg(move.from, move.to);
}

QString Sentences::progress(ConnectionState state) {
    switch (state) {
    case ConnectionState::starting: return tr("Starting your conference…");
    case ConnectionState::connecting: return tr("Connecting…");
    case ConnectionState::joining: return tr("Joining…");
    case ConnectionState::waiting: return tr("Waiting to be let in…");
    case ConnectionState::reconnecting: return tr("The connection was interrupted. Reconnecting by itself…");
    default: return {};
    }
}

QString Sentences::agreement(Agreement agreement) {
    switch (agreement) {
    case Agreement::confirmed:
    case Agreement::late: break;
    case Agreement::lost:
        return tr(
            "Nobody hears or sees you, and what you write waits: for 20 seconds nobody has confirmed that everyone "
            "sees the same conference. Wait a moment; if it lasts, leave and join again.");
    case Agreement::forked:
        return tr(
            "Nobody hears or sees you any more: the relay shows you another conference than the others, so somebody "
            "may be lying. Leave, and ask the host for a new link in another way.");
    }
    return {};
}

} // namespace plenum::ui
