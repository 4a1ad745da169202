// SPDX-License-Identifier: Apache-2.0
#include "app/plenumd/log_events.h"

#include "core/base/enums.h"

#include <algorithm>
#include <array>

namespace plenum::app {

namespace {

constexpr std::array events{
    LogEventInfo{LogEvent::ready, "ready", LogLevel::info, "listen, relay_key, version, conferences, data",
                 "The relay serves, with so many conferences out of its store."},
    LogEventInfo{LogEvent::thread_priority, "thread_priority", LogLevel::info, "standing, text",
                 "How the system lets the relay's thread run: `real_time`, `preferred` or `ordinary`, and what to do "
                 "about it."},
    LogEventInfo{LogEvent::config_reloaded, "config_reloaded", LogLevel::info, "changed",
                 "SIGHUP: the file was read again, and so many keys took effect."},
    LogEventInfo{
        LogEvent::config_needs_restart, "config_needs_restart", LogLevel::warning, "key",
        "SIGHUP: this key changed in the file, or the secret that it names, and takes effect at the next start. "
        "Restart when it suits."},
    LogEventInfo{
        LogEvent::config_refused, "config_refused", LogLevel::error, "line, text",
        "SIGHUP: the file has a mistake, so all of it is passed over and the relay goes on as it was. `line` is "
        "0 where none is at fault. `plenumd --check-config` tells all mistakes."},
    LogEventInfo{LogEvent::closing, "closing", LogLevel::info, "how, sessions",
                 "Told to end; clients are being told. `how`: `restarting` or `for_good`."},
    LogEventInfo{LogEvent::closed_early, "closed_early", LogLevel::warning, "sessions",
                 "Ends though so many have not confirmed that they know: `drain_time_s` is over, or a second signal "
                 "came. They notice by silence, a second or two later."},
    LogEventInfo{LogEvent::closed_unstored, "closed_unstored", LogLevel::error, "conferences",
                 "Ended while so many conferences were not whole on disk: what is missing comes back only from those "
                 "who are in them when it is started again. See *Disk full*."},
    LogEventInfo{LogEvent::closed, "closed", LogLevel::info, "uptime_s", "The last line of a run."},
    LogEventInfo{LogEvent::session_opened, "session_opened", LogLevel::debug, "sessions, from",
                 "Someone connected; so many are there now."},
    LogEventInfo{LogEvent::session_closed, "session_closed", LogLevel::debug, "end, sessions, from",
                 "Someone is gone. `end`: `left`, `closed_by_peer`, `lost` (silence), `replaced` (by a newer session "
                 "of the same client), `too_slow`, `refused`, `unknown_version`, `relay_closed`."},
    LogEventInfo{
        LogEvent::session_faulty, "session_faulty", LogLevel::warning, "sessions, from",
        "Someone with a valid link sent what no client should send, and was cut off. Mostly a client that has a "
        "fault or is of another version, which may come back again and again: compare versions first. Block no "
        "address for this alone; members would be kept out, and all others behind it."},
    LogEventInfo{
        LogEvent::sessions_full, "sessions_full", LogLevel::warning, "limit, from",
        "Someone was refused, and reads that the relay is full: `limits.sessions` is reached. A client tries several "
        "times within 6 s, so one person makes several lines."},
    LogEventInfo{LogEvent::address_full, "address_full", LogLevel::warning, "limit, from",
                 "Someone was refused, likewise: `limits.sessions_per_address` is reached. Many people behind one "
                 "address, or one stranger who takes places."},
    LogEventInfo{LogEvent::conference_created, "conference_created", LogLevel::info, "conferences, from",
                 "A conference was made; so many are kept now."},
    LogEventInfo{LogEvent::conferences_full, "conferences_full", LogLevel::warning, "limit, from",
                 "Making a conference was refused: `limits.conferences` is reached and none has been empty for a "
                 "day. Without `create_secret`, strangers may be making them."},
    LogEventInfo{LogEvent::conference_forgotten, "conference_forgotten", LogLevel::info, "conferences",
                 "A conference ended, or was unused for `limits.retention_days`, or was empty for a day and made room "
                 "for a new one since `limits.conferences` was reached; its file is gone, and its links are dead."},
    LogEventInfo{LogEvent::conference_behind, "conference_behind", LogLevel::warning, "from",
                 "Someone came back who knows more of a conference than the store gave: after an old backup, or a disk "
                 "that had failed. They are asked for the rest; what they give proves itself."},
    LogEventInfo{LogEvent::conference_restored, "conference_restored", LogLevel::warning, "conferences, from",
                 "The store had nothing of this conference, and a member gave it back whole. What people said who are "
                 "not there any more is gone."},
    LogEventInfo{LogEvent::standby_synced, "standby_synced", LogLevel::info, "conference",
                 "The standby has a copy of this conference that is up to date. From now on nothing is told to members "
                 "before the standby has acknowledged it, and the standby takes over if this relay falls silent."},
    LogEventInfo{LogEvent::standby_silent, "standby_silent", LogLevel::error, "conference",
                 "Nothing is heard of the standby. Sound and pictures go on; chat, floor, joining and leaving wait "
                 "until it is back. Start it; or, if it is lost for good, remove it from `standby` and restart."},
    LogEventInfo{LogEvent::conference_taken_over, "conference_taken_over", LogLevel::warning, "conference",
                 "Nothing was heard of the relay that served this conference. This one serves it from now on."},
    LogEventInfo{LogEvent::conference_deposed, "conference_deposed", LogLevel::warning, "conference",
                 "The standby has taken this conference over; its members go there. The file is kept."},
    LogEventInfo{
        LogEvent::failure_contained, "failure_contained", LogLevel::error, "conference, what, failures, back_s",
        "A fault of this program or of a plug-in, while it did what one conference asked for. That conference was "
        "closed, and its members read that the relay restarts; all others go on. It begins anew after `back_s` "
        "seconds from what was kept, later each time that it fails again; -1: once a member gives it back, or at the "
        "next start. `what`: the fault's own words, to be sent to the developers; `failures`: in a row; `conference`: "
        "the first digits of its file, empty where one connection alone was closed."},
    LogEventInfo{
        LogEvent::entry_forged, "entry_forged", LogLevel::warning, "conference, member, operation, reason, from",
        "Someone with a valid link asked for an entry in another's name, or with a signature that is none; nobody got "
        "it. No honest program does that. `conference`: the first digits of its file; `member`: the number in its log, "
        "0 for who is none; `reason`: see *Reasons of refused entries*."},
    LogEventInfo{
        LogEvent::entry_refused, "entry_refused", LogLevel::info, "conference, member, operation, reason, from",
        "A member asked for an entry that its rights or the conference's limits do not allow, though it had read the "
        "whole log; nobody got it. Programs mostly do not ask for what they know to be refused: one that does it again "
        "and again is faulty or hostile. Fields as of `entry_forged`."},
    LogEventInfo{LogEvent::entry_late, "entry_late", LogLevel::debug, "conference, member, operation, reason, from",
                 "The same, while the log went on: mostly somebody else was first, which is normal. Fields as of "
                 "`entry_forged`."},
    LogEventInfo{
        LogEvent::member_unheard, "member_unheard", LogLevel::warning, "conference, member, reason, messages, from",
        "A member goes on sending what is refused: a hundred messages within ten seconds, over four at least; nobody "
        "hears any of it. `messages`: so many since they connected; `reason`: of the last, see *Reasons of unheard "
        "messages*. Told at most once a minute for each connection. Honest programs stop once they read that the token "
        "went; one that does not is faulty or hostile. Fields else as of `entry_forged`."},
    LogEventInfo{LogEvent::store_failing, "store_failing", LogLevel::error, "text",
                 "A conference cannot be written to disk. It goes on, and would be lost if the relay ended now: make "
                 "room on the disk or see to the device, and do not restart before `store_recovered`."},
    LogEventInfo{LogEvent::store_recovered, "store_recovered", LogLevel::info, "text",
                 "That conference is stored whole again; or it could not be loaded before, and is now."},
    LogEventInfo{LogEvent::store_set_aside, "store_set_aside", LogLevel::error, "text",
                 "A conference's file is damaged, foreign or incomplete. It was renamed to `….aside` and is not used; "
                 "restore it from a backup, or make a new link."},
    LogEventInfo{
        LogEvent::store_left_out, "store_left_out", LogLevel::error, "text",
        "A conference's file could not be read at the start, moved aside or removed; it is left as it is. The text "
        "names its first digits. Mend the cause (often permissions): reading is tried again every five seconds until "
        "`store_recovered`. After half a minute members may give back what they have, and the file is set aside."},
    LogEventInfo{LogEvent::store_behind, "store_behind", LogLevel::error, "text",
                 "The disk lost what was written last of a conference. Members give it back, if any who have it are "
                 "there; look at the device, for this does not happen to a sound one."},
    LogEventInfo{LogEvent::loop_late, "loop_late", LogLevel::warning, "late_ms",
                 "The relay's thread was busy or not run for so long, half a second at least; people heard it. The "
                 "machine is too small, or something else uses it."},
    LogEventInfo{LogEvent::plugin_loaded, "plugin_loaded", LogLevel::info, "file, styles",
                 "At the start: this file of `plugins.floor` is in use, and brought these floor styles."},
    LogEventInfo{LogEvent::plugin_refused, "plugin_refused", LogLevel::error, "file, text",
                 "At the start: a plug-in is not used, for the reason that the text gives. The relay runs without it; "
                 "where a meeting has one of its styles, moderators decide until the relay is started with it again."},
    LogEventInfo{LogEvent::plugin_faulty, "plugin_faulty", LogLevel::error, "style, text",
                 "A stranger's style failed (threw an exception) when it was asked, and decided nothing that time. Its "
                 "maker should know."},
    LogEventInfo{LogEvent::repeated, "repeated", LogLevel::info, "event, count",
                 "So many more of that event came than were written, since at most 20 of a kind are within 10 s. As "
                 "grave as the event."},
};

constexpr bool in_order() {
    for (std::size_t i = 0; i < events.size(); ++i)
        if (static_cast<std::size_t>(events[i].event) != i + 1) return false;
    return events.back().event == LogEvent::repeated;
}
static_assert(in_order(), "every event stands at its place");

} // namespace

static_assert(std::ranges::equal(events, base::enum_values<LogEvent>, {}, &LogEventInfo::event),
              "each event once, in order");

std::span<const LogEventInfo> log_events() { return events; }

const LogEventInfo& info_of(LogEvent event) { return events[static_cast<std::size_t>(event) - 1]; }

std::string_view name_of(LogLevel level) {
    constexpr std::array<std::string_view, 4> names{"error", "warning", "info", "debug"};
    return names[static_cast<std::size_t>(level) - 1];
}

} // namespace plenum::app
