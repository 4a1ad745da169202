// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/board/operations.h"

#include <deque>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace plenum::board {

/// Messages that one sender made and nobody got, said again by another, who has sent nothing yet: a program that comes
/// back into a call is a new member. Their own objects get new names. What they say of older gestures and strokes of
/// the former sender is left out, since only that sender could say it.
class Renaming {
  public:
    Renaming() = default;
    /// `messages` are what decode_message accepts, oldest first.
    Renaming(const std::vector<base::Bytes>& messages, base::MemberIndex from, base::MemberIndex to);

    /// The next in the new name; nullopt at the end. The same until `take` or `leave_out`.
    [[nodiscard]] std::optional<base::Bytes> next();
    /// It is said.
    void take();
    /// It cannot be said, and whatever counts on it is left out, too.
    void leave_out();
    [[nodiscard]] bool empty() const { return messages_.empty(); }

  private:
    /// Former numbers and those that they have now.
    struct Names {
        std::map<OperationNumber, OperationNumber> operations;
        std::map<GestureNumber, GestureNumber> gestures;
    };
    [[nodiscard]] std::optional<base::Bytes> say(const Message& message);
    template <class T>
    [[nodiscard]] bool rename(T& operation) const;
    template <class Id>
    [[nodiscard]] bool rename_id(Id& id) const;
    template <class Number>
    [[nodiscard]] std::optional<Number> find(std::map<Number, Number> Names::* names, Number former) const;

    std::deque<Message> messages_;
    base::MemberIndex from_{};
    base::MemberIndex to_{};
    /// From this number on nobody got any.
    OperationNumber first_{};
    Names said_;
    /// Of the next message, until it is said.
    Names tried_;
    /// How often each property of what a former name stands for was written in what is left out: nobody gets those
    /// versions, and later ones must not wait for them.
    std::map<std::pair<Property, OperationId>, std::uint32_t> left_out_;
};

} // namespace plenum::board
