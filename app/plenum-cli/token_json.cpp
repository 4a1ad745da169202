// SPDX-License-Identifier: Apache-2.0
#include "app/plenum-cli/token_json.h"

namespace plenum::cli {
namespace {

std::string_view name_of(token::RequestClass priority) {
    switch (priority) {
    case token::RequestClass::normal: return "normal";
    case token::RequestClass::priority: return "priority";
    case token::RequestClass::point_of_order: return "point of order";
    }
    return "unknown";
}

std::string_view name_of(token::RevokeReason reason) {
    switch (reason) {
    case token::RevokeReason::decided: return "decided";
    case token::RevokeReason::lost: return "lost";
    case token::RevokeReason::time: return "time";
    }
    return "unknown";
}

std::int64_t to_us(base::ConferenceTime at) { return base::to_us(at.time_since_epoch()); }

Json holder_json(const token::Holder& holder) {
    Json json{{"member", holder.member.value()}, {"epoch", holder.epoch.value()}, {"since_us", to_us(holder.since)}};
    if (holder.giver != base::MemberIndex{}) json["copy_of"] = holder.giver.value();
    return json;
}

/// In RFC 8855's words.
Json request_json(const token::Request& request, std::size_t place) {
    Json json{{"member", request.member.value()},
              {"class", name_of(request.priority)},
              {"state", request.accepted ? "accepted" : "pending"}};
    if (request.accepted) json["position"] = place + 1;
    json["since_us"] = to_us(request.since);
    return json;
}

Json settings_json(const token::Settings& settings) {
    Json panel = Json::array();
    for (const auto member : settings.panel)
        panel.push_back(member.value());
    return {{"style", settings.style},
            {"parameters", settings.parameters},
            {"arbiter", settings.arbiter.value()},
            {"holders_max", settings.holders_max},
            {"moderated", settings.moderated},
            {"locked", settings.locked},
            {"may_transfer", settings.may_transfer},
            {"may_copy", settings.may_copy},
            {"panel", panel},
            {"warned_after_us", base::to_us(settings.warned_after)},
            {"revoked_after_us", base::to_us(settings.revoked_after)}};
}

/// What was said, by whom and about whom.
Json cause_json(const node::TokenChanged::Cause& cause) {
    Json json{{"by", cause.author.value()}};
    const auto describe = [&]<class T>(const T& operation) {
        json["what"] = T::name;
        if constexpr (requires { operation.member; }) json["member"] = operation.member.value();
        if constexpr (requires { operation.from; }) json["from"] = operation.from.value();
        if constexpr (requires { operation.to; }) json["to"] = operation.to.value();
        if constexpr (requires { operation.priority; }) json["class"] = name_of(operation.priority);
        if constexpr (std::same_as<T, token::RevokeToken>) json["why"] = name_of(operation.reason);
        if constexpr (std::same_as<T, token::EndRequest>)
            json["state"] = operation.end == token::RequestEnd::denied ? "denied" : "cancelled";
    };
    std::visit(describe, cause.operation);
    return json;
}

} // namespace

Json token_json(const node::TokenChanged& event) {
    const auto& token = *event.token;
    Json json{{"event", "token"}, {"token", token.id.value()}, {"label", token.label}};
    Json flows = Json::array();
    for (const auto flow : token.flows)
        flows.push_back(flow.value());
    json["flows"] = flows;
    if (token.everyone) json["everyone"] = token.everyone->value();
    Json holders = Json::array();
    for (const auto& holder : token.holders)
        holders.push_back(holder_json(holder));
    json["holders"] = holders;
    Json queue = Json::array();
    for (const auto& request : token.requests)
        queue.push_back(request_json(request, queue.size()));
    json["queue"] = queue;
    json["settings"] = settings_json(token.settings);
    if (event.cause != nullptr) json["cause"] = cause_json(*event.cause);
    json["position"] = event.position.value();
    json["at_us"] = to_us(event.at);
    return json;
}

} // namespace plenum::cli
