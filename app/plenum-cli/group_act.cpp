// SPDX-License-Identifier: Apache-2.0
#include "app/plenum-cli/group_act.h"

#include <algorithm>
#include <utility>

namespace plenum::cli {
namespace {

using ParsedGroupAct = std::expected<client::Session::FloorAct, std::string>;

struct Context {
    const client::ConferenceView& view;
    std::optional<base::ConferenceTime> now;

    [[nodiscard]] std::optional<base::ConversationId> find(const std::string& word) const {
        for (const auto& [id, conversation] : view.conversations()) {
            if (conversation.label == word || std::to_string(id.value()) == word) return id;
        }
        return std::nullopt;
    }
    [[nodiscard]] std::expected<log::ConversationSettings, std::string> with(log::ConversationSettings settings,
                                                                             const GroupWish& wish) const {
        if (wish.lean) settings.lean = *wish.lean;
        if (wish.open) settings.open = *wish.open;
        if (!wish.time) return settings;
        if (!now) return std::unexpected{"the conference's clock is not known yet; try again"};
        settings.ends_at = wish.time->count() == 0 ? std::nullopt : std::optional{*now + *wish.time};
        return settings;
    }
    [[nodiscard]] static ParsedGroupAct no_such(const std::string& group) {
        return std::unexpected{"no such group: " + group};
    }

    ParsedGroupAct operator()(const OpenGroupCommand& command) const {
        const auto is_same = [&](const auto& each) { return each.second.label == command.label; };
        if (std::ranges::any_of(view.conversations(), is_same))
            return std::unexpected{"a group has this name already: " + command.label};
        const auto settings = with({}, command.wish);
        if (!settings) return std::unexpected{settings.error()};
        return node::OpenGroup{command.label, *settings};
    }
    ParsedGroupAct operator()(const ChangeGroupCommand& command) const {
        const auto group = find(command.group);
        if (!group) return no_such(command.group);
        const auto settings = with(view.conversations().at(*group).settings, command.wish);
        if (!settings) return std::unexpected{settings.error()};
        return node::ActOnConversation{log::ChangeConversation{*group, *settings}};
    }
    ParsedGroupAct operator()(const CloseGroupCommand& command) const {
        const auto group = find(command.group);
        if (!group) return no_such(command.group);
        return node::ActOnConversation{log::CloseConversation{*group}};
    }
    ParsedGroupAct operator()(const PlaceCommand& command) const {
        const auto group = command.group == "0" ? std::optional{base::ConversationId{}} : find(command.group);
        if (!group) return no_such(command.group);
        return node::ActOnConversation{log::PlaceMembers{*group, command.members}};
    }
};

} // namespace

ParsedGroupAct group_act(const GroupCommand& command, const client::ConferenceView& view,
                         std::optional<base::ConferenceTime> now) {
    return std::visit(Context{view, now}, command);
}

Json groups_json(const client::ConferenceView& view) {
    auto list = Json::array();
    for (const auto& [id, conversation] : view.conversations()) {
        auto json =
            to_json(node::Event{node::ConversationChanged{id, conversation.label, conversation.settings, true}});
        json.erase("event");
        auto members = Json::array();
        for (const auto member : view.members_of(id))
            members.push_back(member.value());
        json["members"] = members;
        list.push_back(json);
    }
    return list;
}

} // namespace plenum::cli
