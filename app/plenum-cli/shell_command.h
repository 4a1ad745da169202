// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum-cli/group_line.h"
#include "app/plenum-cli/token_line.h"
#include "core/base/ids.h"
#include "core/base/time.h"
#include "core/client/session.h"

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

/// What a line of `plenum-cli shell` asks for: words apart from what is done about them (shell.h).
namespace plenum::cli {

/// On the chat flow of the group that we are in, else of the plenary.
struct ChatLine {
    std::string text;
};
struct PublishLine {
    /// A flow's name or number; of a group's, LABEL:NAME.
    std::string flow;
    std::string text;
};
struct KeyFrameLine {
    std::string flow;
    base::MemberIndex member;
};
/// What the shell knows by itself.
enum class Question : std::uint8_t { members = 1, flows = 2, health = 3, knocks = 4, help = 5, tokens = 6, groups = 7 };
/// `admit all` and `refuse all`: everyone who knocks now.
struct DecideAll {
    bool admit{false};
};
/// The minutes so far, into a file.
struct MinutesLine {
    std::string file;
};
struct WaitLine {
    base::Duration time;
};
struct WaitForLine {
    /// Its name as in events' `event`.
    std::string event;
    base::Duration time_max;
};
enum class Ending : std::uint8_t { leave = 1, end = 2 };

using ShellCommand = std::variant<ChatLine, PublishLine, KeyFrameLine, Question, client::Session::Moderation, DecideAll,
                                  TokenLine, GroupLine, MinutesLine, WaitLine, WaitForLine, Ending>;

/// Nullopt for an empty line and for one that begins with #. Error: what is wrong, for whoever wrote it. Words behind
/// those that a command takes are passed over, but for `policy`, where each of them means something.
[[nodiscard]] std::expected<std::optional<ShellCommand>, std::string> parse_command(std::string_view line);

inline constexpr std::string_view shell_help =
    "chat TEXT · publish FLOW TEXT · key-frame FLOW MEMBER · members · flows · health · knocks · tokens · admit "
    "KEY|all · "
    "refuse KEY|all · remove MEMBER [change-link] · role MEMBER moderator|participant · policy open|lobby|closed "
    "[no-history] [moderators-only] · change-link · groups · group ... · lean ... · minutes FILE · wait MILLISECONDS · "
    "wait-for EVENT [MILLISECONDS] · "
    "leave · end · "
    "help";

} // namespace plenum::cli
