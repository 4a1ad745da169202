// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/port_types.h"

#include <cstddef>
#include <deque>
#include <functional>
#include <optional>

namespace plenum::ui {

struct ChatRow {
    ChatMessage message;
    bool own{false};
    DeliveryState delivery{DeliveryState::sent};

    /// The relay has it, so that others can be told something about it.
    [[nodiscard]] bool is_known() const {
        return delivery == DeliveryState::sent || delivery == DeliveryState::unstored;
    }
    /// Whoever shares a name keeps the code beside it, also when one of them has left. False where the name is what it
    /// was.
    bool take_name(const QString& name);
};

/// The lines in their order, and where one belongs. Each is searched from the newest on.
class ChatRows {
  public:
    [[nodiscard]] std::size_t size() const { return rows_.size(); }
    [[nodiscard]] bool empty() const { return rows_.empty(); }
    [[nodiscard]] ChatRow& operator[](std::size_t row) { return rows_[row]; }
    [[nodiscard]] const ChatRow& operator[](std::size_t row) const { return rows_[row]; }
    [[nodiscard]] std::optional<std::size_t> find(ChatId line) const;
    /// Where this message belongs among the rows before `end`: no sender's messages change places.
    [[nodiscard]] std::size_t place_of(const ChatMessage& message, std::size_t end) const;
    /// Its sender's name stands above it.
    [[nodiscard]] bool is_first_of_run(std::size_t row) const;

    void insert(std::size_t place, ChatRow row);
    void erase(std::size_t row);
    /// To an earlier place.
    void move_up(std::size_t from, std::size_t to);
    void clear() { rows_.clear(); }
    /// By the names that people have now. Whether anybody is called something else.
    bool take_names(const std::function<QString(base::MemberIndex)>& name_of);

  private:
    std::deque<ChatRow> rows_;
};

} // namespace plenum::ui
