// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/chat/transcript.h"
#include "ui/port/port_types.h"

#include <expected>
#include <map>
#include <optional>

namespace plenum::app {

/// The lines of all chat flows of a call, and what the window calls them.
class ChatBook {
  public:
    struct Place {
        base::FlowId flow;
        chat::MessageId message;
        friend auto operator<=>(const Place&, const Place&) = default;
    };
    /// What became of a line.
    struct Told {
        ui::ChatId line;
        chat::Change::Kind kind{chat::Change::Kind::none};
    };

    /// Something that is read, and no change of it.
    [[nodiscard]] static bool is_line(const chat::Operation& operation);

    explicit ChatBook(chat::Transcript::People people) : people_{std::move(people)} {}
    void clear();

    /// Ours, on its way: a line, or a change of one, under the name that the window has for it.
    void begin(ui::ChatId id, base::FlowId flow, chat::Operation operation);
    /// It has a number. One that comes back as a new member's gets another one.
    void number(ui::ChatId id, const chat::MessageId& message);
    /// Everybody gets it. Nullopt if that was told before.
    std::optional<Told> settle(ui::ChatId id);
    /// Nobody gets it.
    void drop(ui::ChatId id);

    /// Somebody's, also ours under an earlier name.
    [[nodiscard]] std::expected<Told, chat::Refusal> receive(const Place& place, const chat::Operation& operation);

    /// Also of a line that is not here, or not yet.
    [[nodiscard]] ui::ChatId id_of(const Place& place) const;
    /// Nullopt for a line that others cannot know.
    [[nodiscard]] std::optional<Place> place_of(ui::ChatId line) const;
    /// Null where it is not here.
    [[nodiscard]] const chat::Line* find(ui::ChatId line) const;
    /// Null before anything was said on the flow.
    [[nodiscard]] const chat::Transcript* transcript(base::FlowId flow) const;
    /// Lines that this person said, or reacted to.
    [[nodiscard]] std::vector<ui::ChatId> touched_by(const base::IdentityKey& person) const;

  private:
    struct Open {
        base::FlowId flow;
        chat::Operation operation;
        std::optional<chat::MessageId> message{};
    };
    [[nodiscard]] chat::Transcript& transcript_of(base::FlowId flow);
    void forget(base::FlowId flow, const std::vector<chat::MessageId>& lines);

    chat::Transcript::People people_;
    std::map<base::FlowId, chat::Transcript> transcripts_;
    std::map<ui::ChatId, Open> open_;
    /// Of our lines in this call, which have names before they have numbers.
    std::map<Place, ui::ChatId> own_;
    std::map<ui::ChatId, Place> places_;
};

} // namespace plenum::app
