// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/chat_content.h"

#include "core/base/enums.h"

#include <map>
#include <utility>

namespace plenum::app {

ui::ChatContent content_of(const chat::Line& line, const CurrentCall& call) {
    ui::ChatContent content{QString::fromStdString(line.text()), line.is_edited(), line.is_deleted()};
    std::map<chat::Reaction, ui::ChatReaction> reactions;
    for (const auto& [person, reacted] : line.reactions) {
        const auto sender = reacted.rank.by.sender;
        if (call.is_blocked(sender)) continue;
        for (const auto kind : base::enum_values<chat::Reaction>) {
            if (!chat::contains(reacted.reactions, kind)) continue;
            auto& reaction = reactions[kind];
            reaction.kind = kind;
            if (call.view.is_ours(sender))
                reaction.own = true;
            else
                reaction.names << call.roster.name_of(sender);
        }
    }
    for (auto& [kind, reaction] : reactions) {
        reaction.names.sort();
        content.reactions << std::move(reaction);
    }
    return content;
}

} // namespace plenum::app
