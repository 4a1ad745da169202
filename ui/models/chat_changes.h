// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/chat_port.h"

#include <QtQml/qqmlregistration.h>

#include <functional>
#include <map>
#include <variant>
#include <vector>

namespace plenum::ui {

/// What the person does with lines that were said: edits, deletes, restores, reacts. Each shows at once, and is taken
/// back where it fails.
class ChatChanges : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to ChatModel")

  public:
    /// A deletion can be taken back for so long.
    static constexpr int restorable_ms = 10'000;
    /// Null for a line that is not there.
    using Find = std::function<const ChatMessage*(ChatId)>;

    /// `port` outlives this.
    ChatChanges(ChatPort& port, Find find, QObject* parent = nullptr);

    /// The line with what is under way.
    [[nodiscard]] ChatContent shown(const ChatMessage& message) const;
    [[nodiscard]] bool is_under_way(ChatId line) const;
    [[nodiscard]] bool is_restorable(ChatId line) const { return removed_.contains(line); }

    /// Lines as the rows name them.
    void edit(ChatId line, const QString& text);
    Q_INVOKABLE void remove(const QString& line);
    Q_INVOKABLE void restore(const QString& line);
    /// Adds our reaction, or takes it back. `kind` as in the rows.
    Q_INVOKABLE void react(const QString& line, const QString& kind);
    void clear();

    [[nodiscard]] static ChatId line_named(const QString& name) { return ChatId{name.toULongLong()}; }

  signals:
    /// It looks different now.
    void changed(plenum::ui::ChatId line);
    /// A change was not taken.
    void failed();

  private:
    struct Removal {};
    struct UnderWay {
        ChatId change;
        ChatId line;
        /// A new text, none, or all of our reactions.
        std::variant<QString, Removal, chat::ReactionSet> what;
    };
    void begin(UnderWay change);
    void settle(ChatId change, DeliveryState state);

    ChatPort& port_;
    Find find_;
    /// In the order in which they were made.
    std::vector<UnderWay> under_way_;
    /// Deleted a moment ago, with their texts.
    std::map<ChatId, QString> removed_;
};

} // namespace plenum::ui
