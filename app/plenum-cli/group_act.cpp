// SPDX-License-Identifier: Apache-2.0
#include "app/plenum-cli/group_act.h"

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

    ParsedGroupAct operator()(const OpenGroupLine& line) const {
        const auto settings = with({}, line.wish);
        if (!settings) return std::unexpected{settings.error()};
        return node::OpenGroup{line.label, *settings};
    }
    ParsedGroupAct operator()(const ChangeGroupLine& line) const {
        const auto group = find(line.group);
        if (!group) return no_such(line.group);
        const auto settings = with(view.conversations().at(*group).settings, line.wish);
        if (!settings) return std::unexpected{settings.error()};
        return node::ActOnConversation{log::ChangeConversation{*group, *settings}};
    }
    ParsedGroupAct operator()(const CloseGroupLine& line) const {
        const auto group = find(line.group);
        if (!group) return no_such(line.group);
        return node::ActOnConversation{log::CloseConversation{*group}};
    }
    ParsedGroupAct operator()(const PlaceLine& line) const {
        const auto group = line.group == "0" ? std::optional{base::ConversationId{}} : find(line.group);
        if (!group) return no_such(line.group);
        return node::ActOnConversation{log::PlaceMembers{*group, line.members}};
    }
};

} // namespace

ParsedGroupAct group_act(const GroupLine& line, const client::ConferenceView& view,
                         std::optional<base::ConferenceTime> now) {
    return std::visit(Context{view, now}, line);
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
