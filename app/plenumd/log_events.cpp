// SPDX-License-Identifier: Apache-2.0
#include "app/plenumd/log_events.h"

#include "core/base/enums.h"

#include <algorithm>
#include <array>

namespace plenum::app {

namespace {

constexpr std::array events{
    LogEventInfo{LogEvent::ready, "ready", LogLevel::info, "listen, relay_key, version, conferences, data",
                 "The relay serves. `conferences` is the number of conferences loaded from its store."},
    LogEventInfo{LogEvent::thread_priority, "thread_priority", LogLevel::info, "standing, text",
                 "How the system schedules the relay's thread: `real_time`, `preferred` or `ordinary`. `text` says "
                 "what to do about it."},
    LogEventInfo{LogEvent::config_reloaded, "config_reloaded", LogLevel::info, "changed",
                 "SIGHUP: the configuration was read again. `changed` is the number of settings that took effect."},
    LogEventInfo{LogEvent::config_needs_restart, "config_needs_restart", LogLevel::warning, "key",
                 "SIGHUP: this setting, or the secret that it names, has changed. It takes effect at the next start."},
    LogEventInfo{LogEvent::config_refused, "config_refused", LogLevel::error, "line, text",
                 "SIGHUP: the file has an error, so the relay keeps its old settings. `line` is 0 if no single line is "
                 "wrong. `plenumd --check-config` reports all errors."},
    LogEventInfo{LogEvent::closing, "closing", LogLevel::info, "how, sessions",
                 "The relay was told to end and notifies its clients. `how` is `restarting` or `for_good`."},
    LogEventInfo{LogEvent::closed_early, "closed_early", LogLevel::warning, "sessions",
                 "The relay ends although this many clients have not confirmed. Either `drain_time_s` is over, or a "
                 "second signal came. These clients notice a second or two later, by silence."},
    LogEventInfo{LogEvent::closed_unstored, "closed_unstored", LogLevel::error, "conferences",
                 "The relay ended while this many conferences were not complete on disk. After the next start, only "
                 "their present members can give back the missing part. See \"Disk full\" in guide-operator.md."},
    LogEventInfo{LogEvent::closed, "closed", LogLevel::info, "uptime_s", "The last line of a run."},
    LogEventInfo{LogEvent::session_opened, "session_opened", LogLevel::debug, "sessions, from",
                 "A client connected. `sessions` is the number of connected clients."},
    LogEventInfo{LogEvent::session_closed, "session_closed", LogLevel::debug, "end, sessions, from",
                 "A session ended. `end` is the reason; see \"Ends of sessions\"."},
    LogEventInfo{LogEvent::session_faulty, "session_faulty", LogLevel::warning, "sessions, from",
                 "A client with a valid link sent invalid data and was disconnected. Usually its program has a fault "
                 "or another version, so compare versions first. Do not block its address for this alone: that "
                 "excludes everyone behind it."},
    LogEventInfo{LogEvent::sessions_full, "sessions_full", LogLevel::warning, "limit, from",
                 "Someone was refused because `limits.sessions` is reached, and reads that the relay is full. A client "
                 "tries several times within 6 s, so one person causes several lines."},
    LogEventInfo{LogEvent::address_full, "address_full", LogLevel::warning, "limit, from",
                 "Someone was refused because `limits.sessions_per_address` is reached. Either many people share one "
                 "address, or one stranger takes many places."},
    LogEventInfo{LogEvent::conference_created, "conference_created", LogLevel::info, "conferences, from",
                 "A conference was created. `conferences` is the number that the relay keeps."},
    LogEventInfo{LogEvent::conferences_full, "conferences_full", LogLevel::warning, "limit, from",
                 "A new conference was refused. `limits.conferences` is reached, and none has been empty for a day. "
                 "Without `create_secret`, strangers may be the cause."},
    LogEventInfo{
        LogEvent::conference_forgotten, "conference_forgotten", LogLevel::info, "conferences",
        "A conference was deleted, and its links are invalid. It ended, or was unused for `limits.retention_days`. Or "
        "it was empty for a day and made room, because `limits.conferences` was reached."},
    LogEventInfo{LogEvent::conference_behind, "conference_behind", LogLevel::warning, "from",
                 "A member returned who has read further than the store. The cause is an old backup or a disk that "
                 "failed. The relay asks this member for the missing part and verifies it."},
    LogEventInfo{LogEvent::conference_restored, "conference_restored", LogLevel::warning, "conferences, from",
                 "The store did not have this conference, and a member gave it back. Messages from people who are not "
                 "present any more are lost."},
    LogEventInfo{
        LogEvent::standby_synced, "standby_synced", LogLevel::info, "conference",
        "The standby has an up-to-date copy of this conference. From now on the relay passes on an entry or reliable "
        "message only after the standby has acknowledged it. The standby takes over if this relay falls silent."},
    LogEventInfo{LogEvent::standby_silent, "standby_silent", LogLevel::error, "conference",
                 "The standby does not answer. Sound and pictures continue; chat, floor, joining and leaving wait. "
                 "Start the standby. If it is lost for good, remove it from `standby` and restart the relay."},
    LogEventInfo{LogEvent::conference_taken_over, "conference_taken_over", LogLevel::warning, "conference",
                 "The relay that served this conference fell silent. This relay serves it from now on."},
    LogEventInfo{LogEvent::conference_deposed, "conference_deposed", LogLevel::warning, "conference",
                 "The standby has taken over this conference, and its members connect there. The file is kept."},
    LogEventInfo{LogEvent::peer_silent, "peer_silent", LogLevel::warning, "peer",
                 "Someone asked for a conference that this relay does not have, and the other relay at `peer` gave no "
                 "answer within two seconds. It is down, `peer` names a wrong address, or its `relay.key` differs. "
                 "People cannot join its conferences here. `peer_answers` follows when it answers."},
    LogEventInfo{LogEvent::peer_answers, "peer_answers", LogLevel::info, "peer", "A relay that was silent answers."},
    LogEventInfo{LogEvent::cluster_changed, "cluster_changed", LogLevel::info, "peers",
                 "The register lists this number of other relays."},
    LogEventInfo{
        LogEvent::cluster_unreachable, "cluster_unreachable", LogLevel::error, "text",
        "etcd does not answer. Calls go on, but nothing takes over from a relay that is lost, and a conference "
        "whose standby is lost stops. Restore etcd."},
    LogEventInfo{LogEvent::cluster_reachable, "cluster_reachable", LogLevel::info, "",
                 "etcd answers again, or for the first time."},
    LogEventInfo{
        LogEvent::failure_contained, "failure_contained", LogLevel::error, "conference, what, failures, back_s",
        "A fault in plenumd or a plug-in closed one conference. Its members read that the relay restarts; other "
        "conferences continue. The conference starts again after `back_s` seconds, and after a longer pause each time. "
        "-1 means: when a member gives it back, or at the next start. Send `what` to the developers. `failures` counts "
        "faults in a row. `conference` is empty if only one connection was closed."},
    LogEventInfo{LogEvent::entry_forged, "entry_forged", LogLevel::warning,
                 "conference, member, operation, reason, from",
                 "A client with a valid link submitted an operation in another member's name or with an invalid "
                 "signature. The relay rejected it. Correct programs never do this. `conference` holds the first "
                 "digits of the file's name. `member` is the number in its log, or 0 for someone who is not a member. "
                 "`reason`: see \"Reasons for refused operations\"."},
    LogEventInfo{LogEvent::entry_refused, "entry_refused", LogLevel::info,
                 "conference, member, operation, reason, from",
                 "A member submitted an operation that its rights or the conference's limits do not allow, although it "
                 "had read the whole log. Correct programs seldom do this; a program that repeats it is faulty or "
                 "hostile. Fields as for `entry_forged`."},
    LogEventInfo{LogEvent::entry_late, "entry_late", LogLevel::debug, "conference, member, operation, reason, from",
                 "The same while the log grew. Usually another member was first, which is normal. Fields as for "
                 "`entry_forged`."},
    LogEventInfo{
        LogEvent::member_unheard, "member_unheard", LogLevel::warning, "conference, member, reason, messages, from",
        "A member continues to send messages that the relay rejects: a hundred within ten seconds, over at least four "
        "seconds. `messages` counts them since the member connected. `reason` is the reason of the last one; see "
        "\"Reasons for rejected messages\". There is at most one line a minute for each connection. Correct programs "
        "stop when they read that the token is gone. Other fields as for `entry_forged`."},
    LogEventInfo{LogEvent::store_failing, "store_failing", LogLevel::error, "text",
                 "A conference cannot be written to disk. It continues, but is lost if the relay ends now. Free space "
                 "or repair the device, and do not restart before `store_recovered`."},
    LogEventInfo{LogEvent::store_recovered, "store_recovered", LogLevel::info, "text",
                 "That conference is completely stored again. Or it could not be loaded before, and now is."},
    LogEventInfo{LogEvent::store_set_aside, "store_set_aside", LogLevel::error, "text",
                 "A conference's file is damaged, foreign or incomplete. It was renamed to `….aside` and is not used. "
                 "Restore it from a backup, or create a new conference."},
    LogEventInfo{LogEvent::store_left_out, "store_left_out", LogLevel::error, "text",
                 "A conference's file could not be read, renamed or removed at the start, and was left as it is. The "
                 "text has the first digits of its name. Repair the cause, which is often permissions. The relay tries "
                 "again every five seconds until `store_recovered`. After half a minute, members may give back what "
                 "they have, and the file is set aside."},
    LogEventInfo{LogEvent::store_behind, "store_behind", LogLevel::error, "text",
                 "The disk lost the newest part of a conference. Members who are present give it back. Check the "
                 "device: a sound one does not lose data."},
    LogEventInfo{LogEvent::loop_late, "loop_late", LogLevel::warning, "late_ms",
                 "The relay's thread was busy or suspended for this long, half a second or more, and people heard it. "
                 "The machine is too small, or other programs use it."},
    LogEventInfo{LogEvent::plugin_loaded, "plugin_loaded", LogLevel::info, "file, styles",
                 "At the start: the file from `plugins.floor` is in use and provides these floor styles."},
    LogEventInfo{LogEvent::plugin_refused, "plugin_refused", LogLevel::error, "file, text",
                 "At the start: the plug-in was not loaded, for the reason in `text`. The relay runs without it. "
                 "Moderators decide on floors with its styles until the relay starts with it again."},
    LogEventInfo{LogEvent::plugin_faulty, "plugin_faulty", LogLevel::error, "style, text",
                 "A style from a plug-in threw an exception and made no decision this time. Tell its author."},
    LogEventInfo{LogEvent::repeated, "repeated", LogLevel::info, "event, count",
                 "This many more events of one kind occurred than were logged, because at most 20 of a kind are logged "
                 "within 10 s. The level is that of the event."},
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
