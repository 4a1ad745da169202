// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum-cli/command_help.h"
#include "core/client/conference_view.h"
#include "core/client/session.h"

#include <expected>
#include <optional>
#include <span>
#include <sstream>
#include <string>
#include <variant>

/// The shell's commands about flows that members create, change and close.
namespace plenum::cli {

/// What is not said stays as it is, or as the kind has it.
struct FlowWish {
    std::optional<std::uint32_t> rate_hz;
    std::optional<std::uint32_t> message_bytes_max;
    std::optional<base::Duration> desired_delay;
    /// Inner nullopt: none, so that the flow is reliable.
    std::optional<std::optional<base::Duration>> loss_delay;
    std::optional<std::uint16_t> tolerance_permille;
    friend bool operator==(const FlowWish&, const FlowWish&) = default;
};
struct CreateFlowCommand {
    std::string name;
    base::FlowKind kind{base::FlowKind::live};
    FlowWish wish;
    /// 0: for all.
    base::MemberIndex with{};
    bool ordered{false};
    /// Of this group, by label or number; empty for the conference.
    std::string group;
};
struct ChangeFlowCommand {
    /// Name or number, here as below.
    std::string flow;
    FlowWish wish;
};
struct CloseFlowCommand {
    std::string flow;
};
struct ListFlowsCommand {};
using FlowCommand = std::variant<CreateFlowCommand, ChangeFlowCommand, CloseFlowCommand, ListFlowsCommand>;

/// Behind `flow`. Error: how it is used.
[[nodiscard]] std::expected<FlowCommand, std::string> parse_flow_command(std::istringstream& words);
[[nodiscard]] std::span<const CommandHelp> flow_commands();

/// A flow by its number or name.
[[nodiscard]] std::optional<base::FlowId> find_flow(const client::ConferenceView& view, const std::string& word);
/// What a line asks of the session, as things stand; nullopt for a list. Error: why that cannot be.
[[nodiscard]] std::expected<std::optional<client::Session::FloorAct>, std::string>
flow_act(const FlowCommand& command, const client::ConferenceView& view);

} // namespace plenum::cli
