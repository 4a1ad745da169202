// SPDX-License-Identifier: Apache-2.0
#include "app/plenum-cli/flow_command.h"

#include "app/plenum-cli/words.h"
#include "core/base/enums.h"
#include "core/base/overloaded.h"

#include <algorithm>
#include <array>
#include <limits>

namespace plenum::cli {
namespace {

using namespace std::chrono_literals;
using ParsedFlow = std::expected<FlowCommand, std::string>;
using MaybeFlowCommand = std::optional<FlowCommand>;
using ParsedFlowAct = std::expected<std::optional<client::Session::FloorAct>, std::string>;

constexpr std::string_view none = "none";

std::optional<base::Duration> milliseconds(std::string_view word) {
    const auto count = number(word);
    return count ? std::optional{base::Duration{std::chrono::milliseconds{*count}}} : std::nullopt;
}

/// Into `to`; false where it is no value.
template <class Value>
bool set(std::optional<Value>& to, std::optional<Value> value) {
    to = value;
    return to.has_value();
}

bool set(FlowWish& wish, std::string_view name, std::string_view value) {
    if (name == "rate") return set(wish.rate_hz, number(value));
    if (name == "bytes") return set(wish.message_bytes_max, number(value));
    if (name == "delay") return set(wish.desired_delay, milliseconds(value));
    if (name == "tolerance") return set(wish.tolerance_permille, number<std::uint16_t>(value));
    if (name != "loss-delay") return false;
    const auto delay = milliseconds(value);
    wish.loss_delay.emplace(delay);
    return delay || value == none;
}

bool set(FlowWish& wish, std::string_view word) {
    const auto equals = word.find('=');
    return equals != std::string_view::npos && set(wish, word.substr(0, equals), word.substr(equals + 1));
}

bool set(CreateFlowCommand& command, std::string_view word) {
    constexpr std::string_view with = "with=";
    constexpr std::string_view group = "group=";
    if (word == "ordered") return command.ordered = true;
    if (word.starts_with(group)) {
        command.group = word.substr(group.size());
        return !command.group.empty();
    }
    if (!word.starts_with(with)) return set(command.wish, word);
    const auto member = number(word.substr(with.size()));
    if (member) command.with = base::MemberIndex{*member};
    return command.with.value() != 0;
}

std::optional<base::FlowKind> kind_named(std::string_view name) {
    const auto& kinds = base::enum_values<base::FlowKind>;
    const auto known = std::ranges::find(kinds, name, base::enumerator_name<base::FlowKind>);
    return known == kinds.end() ? std::nullopt : std::optional{*known};
}

MaybeFlowCommand parse_create(Words& words) {
    CreateFlowCommand command;
    command.name = next(words);
    const auto kind = kind_named(next(words));
    if (command.name.empty() || !kind) return std::nullopt;
    command.kind = *kind;
    for (auto word = next(words); !word.empty(); word = next(words)) {
        if (!set(command, word)) return std::nullopt;
    }
    return command;
}

MaybeFlowCommand parse_flow_change(Words& words) {
    ChangeFlowCommand command{next(words), {}};
    for (auto word = next(words); !word.empty(); word = next(words)) {
        if (!set(command.wish, word)) return std::nullopt;
    }
    if (command.flow.empty() || command.wish == FlowWish{}) return std::nullopt;
    return command;
}

MaybeFlowCommand parse_flow_close(Words& words) {
    auto flow = next(words);
    if (flow.empty()) return std::nullopt;
    return CloseFlowCommand{std::move(flow)};
}

MaybeFlowCommand parse_list(Words&) { return ListFlowsCommand{}; }

struct FlowSyntax {
    CommandHelp help;
    MaybeFlowCommand (*parse)(Words& words);
};

constexpr std::string_view values_help =
    "VALUE is rate=MESSAGES a second, bytes=COUNT of the largest message, delay=MS wanted, loss-delay=MS|none (none: "
    "reliable) or tolerance=PERMILLE";
constexpr std::string_view create_help =
    "KIND is audio, video, chat, board, live, bulk or screen. VALUE is rate=MESSAGES a second, bytes=COUNT of the "
    "largest message, delay=MS wanted, loss-delay=MS|none (none: reliable) or tolerance=PERMILLE. with=MEMBER: for you "
    "two alone; group=GROUP: for a group; ordered: in the order of cause";

constexpr std::array flow_table{
    FlowSyntax{{Topic::talking, "flow create", "NAME KIND [VALUE...] [with=MEMBER] [group=GROUP] [ordered]",
                "Create a flow.", "flow create cursors live rate=20 bytes=100 loss-delay=300", create_help},
               parse_create},
    FlowSyntax{{Topic::talking, "flow change", "FLOW VALUE...", "Change a created flow.", "flow change cursors rate=40",
                values_help},
               parse_flow_change},
    FlowSyntax{{Topic::talking, "flow close", "FLOW", "Close a created flow.", "flow close cursors"}, parse_flow_close},
    FlowSyntax{{Topic::talking, "flow list", "", "What can be published on, as `flows`.", "flow list"}, parse_list},
};

constexpr auto flow_helps = [] {
    std::array<CommandHelp, flow_table.size()> all{};
    std::ranges::transform(flow_table, all.begin(), &FlowSyntax::help);
    return all;
}();

/// A small flow of its kind: live ones lose what is late, others lose nothing.
log::FlowTerms usual_terms(base::FlowKind kind) {
    log::FlowTerms terms;
    terms.desired_delay = 80ms;
    terms.rate_hz = 10;
    terms.message_bytes_max = 1000;
    switch (kind) {
    case base::FlowKind::audio:
    case base::FlowKind::video:
    case base::FlowKind::live:
    case base::FlowKind::screen:
    case base::FlowKind::capture: terms.loss_delay = 500ms; break;
    case base::FlowKind::chat:
    case base::FlowKind::board:
    case base::FlowKind::bulk: break;
    }
    return terms;
}

log::FlowTerms with(log::FlowTerms terms, const FlowWish& wish) {
    terms.rate_hz = wish.rate_hz.value_or(terms.rate_hz);
    terms.message_bytes_max = wish.message_bytes_max.value_or(terms.message_bytes_max);
    terms.desired_delay = wish.desired_delay.value_or(terms.desired_delay);
    terms.loss_delay = wish.loss_delay.value_or(terms.loss_delay);
    terms.error_tolerance_permille = wish.tolerance_permille.value_or(terms.error_tolerance_permille);
    return terms;
}

log::FlowTerms terms_of(const base::FlowSpec& spec) {
    return {spec.desired_delay, spec.loss_delay, spec.rate_hz, spec.message_bytes_max, spec.error_tolerance_permille};
}

std::optional<base::ConversationId> find_group(const client::ConferenceView& view, const std::string& word) {
    for (const auto& [id, conversation] : view.conversations()) {
        if (conversation.label == word || std::to_string(id.value()) == word) return id;
    }
    return std::nullopt;
}

struct MakeAct {
    const client::ConferenceView& view;

    ParsedFlowAct operator()(const CreateFlowCommand& command) const {
        if (view.find(command.name).value() != 0)
            return std::unexpected{"there is a flow " + command.name + "; choose another name"};
        node::CreateFlow create{command.name, command.kind, with(usual_terms(command.kind), command.wish),
                                {},           false,        command.with};
        const auto group =
            command.group.empty() ? std::optional{base::ConversationId{}} : find_group(view, command.group);
        if (!group) return std::unexpected{"no such group: " + command.group};
        create.conversation = *group;
        create.ordered = command.ordered;
        if (create.ordered && group->value() == 0) create.conversation = log::plenary;
        if (command.with.value() != 0 && create.conversation.value() != 0)
            return std::unexpected{"a flow for two is in no group and not ordered"};
        return create;
    }
    ParsedFlowAct operator()(const ChangeFlowCommand& command) const {
        const auto flow = find_flow(view, command.flow);
        if (!flow) return no_such(command.flow);
        return node::ChangeFlow{*flow, with(terms_of(view.find(*flow)->spec), command.wish)};
    }
    ParsedFlowAct operator()(const CloseFlowCommand& command) const {
        const auto flow = find_flow(view, command.flow);
        if (!flow) return no_such(command.flow);
        return node::CloseFlow{*flow};
    }
    ParsedFlowAct operator()(const ListFlowsCommand&) const { return std::nullopt; }

    [[nodiscard]] static ParsedFlowAct no_such(const std::string& flow) {
        return std::unexpected{"no such flow: " + flow};
    }
};

} // namespace

std::span<const CommandHelp> flow_commands() { return flow_helps; }

ParsedFlow parse_flow_command(Words& words) {
    const auto name = "flow " + next(words);
    const auto found = std::ranges::find(flow_table, name, [](const FlowSyntax& each) { return each.help.name; });
    if (found == flow_table.end()) return std::unexpected{"usage: flow create|change|close|list ...; try help flow"};
    auto line = found->parse(words);
    if (!line) return std::unexpected{"usage: " + usage_of(found->help)};
    return std::move(*line);
}

std::optional<base::FlowId> find_flow(const client::ConferenceView& view, const std::string& word) {
    for (const auto& [id, flow] : view.flows()) {
        if (std::to_string(id.value()) == word) return id;
    }
    const auto named = view.find(word);
    return named.value() == 0 ? std::nullopt : std::optional{named};
}

ParsedFlowAct flow_act(const FlowCommand& command, const client::ConferenceView& view) {
    return std::visit(MakeAct{view}, command);
}

} // namespace plenum::cli
