// SPDX-License-Identifier: Apache-2.0
#include "core/board/renaming.h"

#include <map>
#include <optional>
#include <utility>

namespace plenum::board {
namespace {

class Renaming {
  public:
    Renaming(base::MemberIndex from, base::MemberIndex to) : from_{from}, to_{to} {}

    std::optional<base::Bytes> operator()(const Message& message) {
        Message out{next_, gesture_, {}};
        auto number = message.first;
        for (const auto& operation : message.operations) {
            auto copy = operation;
            const bool kept = std::visit([&](auto& content) { return rename(content); }, copy);
            if (kept) {
                if (gestures_.try_emplace(message.gesture, gestures_.size() + 1).second) gesture_ = gesture_.next();
                numbers_.emplace(number, next_);
                next_ = next_.next();
                out.operations.push_back(std::move(copy));
            }
            number = number.next();
        }
        out.gesture = gesture_;
        return out.operations.empty() ? std::nullopt : std::optional{encode(out)};
    }

  private:
    /// Whether it makes sense as the new sender's.
    template <class T>
    bool rename(T& operation) const {
        if constexpr (requires { operation.page; }) rename_id(operation.page);
        if constexpr (requires { operation.on; }) rename_id(operation.on);
        return true;
    }
    bool rename(AppendPoints& more) const { return rename_id(more.object); }
    bool rename(Undo& undo) const { return rename_gesture(undo.gesture); }
    bool rename(Redo& redo) const { return rename_gesture(redo.gesture); }
    bool rename(ClearPage& clear) const {
        rename_id(clear.page);
        std::erase_if(clear.seen, [this](const auto& id) { return id.sender == from_; });
        return true;
    }

    template <class Id>
    bool rename_id(Id& id) const {
        const auto found = id.sender == from_ ? numbers_.find(id.number) : numbers_.end();
        if (found == numbers_.end()) return false;
        id = {to_, found->second};
        return true;
    }
    bool rename_gesture(GestureNumber& gesture) const {
        const auto found = gestures_.find(gesture);
        if (found == gestures_.end()) return false;
        gesture = GestureNumber{static_cast<std::uint32_t>(found->second)};
        return true;
    }

    base::MemberIndex from_;
    base::MemberIndex to_;
    OperationNumber next_{1};
    GestureNumber gesture_{0};
    std::map<OperationNumber, OperationNumber> numbers_;
    std::map<GestureNumber, std::size_t> gestures_;
};

} // namespace

std::vector<base::Bytes> renamed(const std::vector<base::Bytes>& messages, base::MemberIndex from,
                                 base::MemberIndex to) {
    Renaming rename{from, to};
    std::vector<base::Bytes> out;
    for (const auto& bytes : messages) {
        const auto message = decode_message(bytes);
        if (!message) continue;
        if (auto made = rename(*message)) out.push_back(std::move(*made));
    }
    return out;
}

} // namespace plenum::board
