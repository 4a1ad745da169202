// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum-cli/board_command.h"
#include "app/plenum-cli/chat_command.h"
#include "app/plenum-cli/command_help.h"
#include "app/plenum-cli/file_command.h"
#include "app/plenum-cli/flow_command.h"
#include "app/plenum-cli/group_command.h"
#include "app/plenum-cli/poll_command.h"
#include "app/plenum-cli/token_command.h"
#include "core/base/ids.h"
#include "core/base/time.h"
#include "core/client/session.h"

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// What a line of `plenum-cli shell` asks for: words apart from what is done about them (shell.h).
namespace plenum::cli {

/// On the chat flow of the group that we are in, else of the plenary; or to one person alone.
struct ChatCommand {
    std::string text;
    /// 0: not to one person alone.
    base::MemberIndex to{};
};
struct PublishCommand {
    /// A flow's name or number; of a group's, LABEL:NAME.
    std::string flow;
    std::string text;
};
struct KeyFrameCommand {
    std::string flow;
    base::MemberIndex member;
};
/// How much is wanted of a flow, from one member or, with 0, from all.
struct SubscribeCommand {
    std::string flow;
    base::MemberIndex member;
    tag::Subscription wanted;
};
/// Samples of a flow out of a history.
struct PullCommand {
    std::string flow;
    base::MemberIndex member;
    tag::Pull what;
    tag::ProxyPlace place{tag::ProxyPlace::relay};
};
/// What the shell knows by itself.
enum class Question : std::uint8_t { members = 1, flows = 2, health = 3, knocks = 4, tokens = 5, groups = 6 };
/// About one command, or all.
struct HelpCommand {
    std::string words;
};
/// `admit all` and `refuse all`: everyone who knocks now.
struct DecideAll {
    bool admit{false};
};
/// The minutes so far, into a file.
struct MinutesCommand {
    std::string file;
};
struct WaitCommand {
    base::Duration time;
};
struct WaitForCommand {
    /// Its name as in events' `event`.
    std::string event;
    base::Duration time_max;
};
enum class Ending : std::uint8_t { leave = 1, end = 2 };

using ShellCommand = std::variant<ChatCommand, ChatChangeCommand, PublishCommand, KeyFrameCommand, SubscribeCommand,
                                  PullCommand, Question, client::Session::Moderation, DecideAll, TokenCommand,
                                  GroupCommand, FlowCommand, BoardCommand, FileCommand, PollCommand, HelpCommand,
                                  MinutesCommand, WaitCommand, WaitForCommand, Ending>;

/// Nullopt for an empty line and for one that begins with #. Error: what is wrong, for whoever wrote it, also where
/// words are left over.
[[nodiscard]] std::expected<std::optional<ShellCommand>, std::string> parse_command(std::string_view line);
/// Whether it makes no sense before the conference is joined.
[[nodiscard]] bool needs_conference(const ShellCommand& command);

/// What stands behind `subscribe` in such a line. Errors are its usage.
[[nodiscard]] std::expected<SubscribeCommand, std::string> parse_subscription(const std::string& line);

/// Of all commands, by topic, in the order in which people need them; of those alone that begin with these words, where
/// there are any.
[[nodiscard]] std::vector<CommandHelp> help_about(std::string_view words = {});

} // namespace plenum::cli
