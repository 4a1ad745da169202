// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/decoders/written_token.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <sstream>

namespace plenum::fuzz {
namespace {

std::string_view name_of(token::RequestClass priority) {
    if (priority == token::RequestClass::priority) return "priority";
    return priority == token::RequestClass::point_of_order ? "order" : "normal";
}

template <class T>
std::string list(const std::vector<T>& numbers) {
    std::string text;
    for (const auto number : numbers)
        text += fmt::format("{}{}", text.empty() ? "" : ",", number.value());
    return text;
}

std::int64_t seconds(base::Duration time) { return std::chrono::duration_cast<std::chrono::seconds>(time).count(); }

std::string flag(const std::optional<bool>& value, std::string_view name) {
    return value ? fmt::format(" {}{}", *value ? "" : "no-", name) : "";
}

std::string written(const token::SettingsChange& change) {
    std::string text;
    if (change.style) text += " style=" + *change.style;
    std::istringstream parameters{change.parameters.value_or("")};
    if (change.parameters && change.parameters->empty()) text += " with=";
    for (std::string each; parameters >> each;)
        text += " with=" + each;
    if (change.arbiter) text += fmt::format(" arbiter={}", change.arbiter->value());
    if (change.holders_max) text += fmt::format(" holders={}", *change.holders_max);
    if (change.warned_after) text += fmt::format(" warn={}", seconds(*change.warned_after));
    if (change.revoked_after) text += fmt::format(" limit={}", seconds(*change.revoked_after));
    if (change.panel) text += " panel=" + list(*change.panel);
    return text + flag(change.moderated, "moderated") + flag(change.locked, "locked") +
           flag(change.may_transfer, "transfer") + flag(change.may_copy, "copies");
}

struct Written {
    std::string token;
    std::vector<std::string> flow_names;

    std::string operator()(const token::DeclareToken& said) const {
        const auto flows = flow_names.empty() ? list(said.flows) : fmt::format("{}", fmt::join(flow_names, ","));
        return fmt::format("declare-token {} {} {}{}", token, said.label, flows, written(said.settings));
    }
    std::string operator()(const token::ConfigureToken& said) const {
        return "configure-token " + token + written(said.change);
    }
    std::string operator()(const token::RequestToken& said) const {
        return fmt::format("request {} {}", token, name_of(said.priority));
    }
    std::string operator()(const token::EndRequest& said) const {
        const auto* name = said.end == token::RequestEnd::denied ? "deny" : "cancel";
        return fmt::format("{} {} {}", name, token, said.member.value());
    }
    std::string operator()(const token::PlaceRequest& said) const {
        return fmt::format("place {} {} {}", token, said.member.value(), said.place);
    }
    std::string operator()(const token::GrantToken& said) const {
        return fmt::format("grant {} {}", token, said.member.value());
    }
    std::string operator()(const token::TransferToken& said) const {
        return fmt::format("transfer {} {} {}", token, said.from.value(), said.to.value());
    }
    std::string operator()(const token::CopyToken& said) const {
        return fmt::format("copy {} {} {}", token, said.from.value(), said.to.value());
    }
    std::string operator()(const token::DistributeToken&) const { return "distribute " + token; }
    std::string operator()(const token::DeleteCopy& said) const {
        return said.member == base::MemberIndex{} ? "recall " + token
                                                  : fmt::format("delete-copy {} {}", token, said.member.value());
    }
    std::string operator()(const token::ReleaseToken&) const { return "release " + token; }
    std::string operator()(const token::RevokeToken& said) const {
        return fmt::format("revoke {} {}", token, said.member.value());
    }
};

} // namespace

std::string written(const cli::TokenCommand& command) {
    if (const auto* want = std::get_if<node::WantToken>(&command.act))
        return want->wanted ? fmt::format("want {} {}", command.token, name_of(want->priority))
                            : "unwant " + command.token;
    return std::visit(Written{command.token, command.flow_names}, std::get<node::ActOnToken>(command.act).operation);
}

} // namespace plenum::fuzz
