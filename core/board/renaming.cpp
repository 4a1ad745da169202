// SPDX-License-Identifier: Apache-2.0
#include "core/board/renaming.h"

#include <type_traits>
#include <utility>

namespace plenum::board {
namespace {

template <class Number>
Number number_of(std::size_t count) {
    return Number{static_cast<std::uint32_t>(count)};
}

} // namespace

Renaming::Renaming(const std::vector<base::Bytes>& messages, base::MemberIndex from, base::MemberIndex to)
    : from_{from},
      to_{to} {
    for (const auto& bytes : messages)
        if (auto message = decode_message(bytes)) messages_.push_back(*std::move(message));
    if (!messages_.empty()) first_ = messages_.front().first;
}

std::optional<base::Bytes> Renaming::next() {
    while (!messages_.empty()) {
        tried_ = {};
        if (auto said = say(messages_.front())) return said;
        messages_.pop_front();
    }
    return std::nullopt;
}

void Renaming::take() {
    said_.operations.merge(tried_.operations);
    said_.gestures.merge(tried_.gestures);
    tried_ = {};
    if (!messages_.empty()) messages_.pop_front();
}

void Renaming::leave_out() {
    tried_ = {};
    if (messages_.empty()) return;
    const auto note = [this]<class T>(const T& operation) {
        if constexpr (requires { operation.version; }) ++left_out_[{T::property, maker(operation.on)}];
    };
    for (const auto& operation : messages_.front().operations)
        std::visit(note, operation);
    messages_.pop_front();
}

template <class Number>
std::optional<Number> Renaming::find(std::map<Number, Number> Names::* names, Number former) const {
    for (const auto* from : {&said_, &tried_})
        if (const auto found = (from->*names).find(former); found != (from->*names).end()) return found->second;
    return std::nullopt;
}

std::optional<base::Bytes> Renaming::say(const Message& message) {
    Message out{number_of<OperationNumber>(said_.operations.size() + 1), {}, {}};
    auto number = message.first;
    for (const auto& operation : message.operations) {
        auto copy = operation;
        if (std::visit([this](auto& content) { return rename(content); }, copy)) {
            if (!find(&Names::gestures, message.gesture))
                tried_.gestures.emplace(message.gesture, number_of<GestureNumber>(said_.gestures.size() + 1));
            const auto count = said_.operations.size() + tried_.operations.size();
            tried_.operations.emplace(number, number_of<OperationNumber>(count + 1));
            out.operations.push_back(std::move(copy));
        }
        number = number.next();
    }
    if (out.operations.empty()) return std::nullopt;
    out.gesture = *find(&Names::gestures, message.gesture);
    return encode(out);
}

/// Whether it makes sense as the new sender's.
template <class T>
bool Renaming::rename(T& operation) const {
    if constexpr (std::is_same_v<T, Undo> || std::is_same_v<T, Redo>) {
        const auto gesture = find(&Names::gestures, operation.gesture);
        operation.gesture = gesture.value_or(operation.gesture);
        return gesture.has_value();
    }
    if constexpr (std::is_same_v<T, AppendPoints>)
        return operation.object.sender == from_ && operation.object.number >= first_ && rename_id(operation.object);
    if constexpr (std::is_same_v<T, ClearPage>)
        std::erase_if(operation.seen, [this](const auto& id) { return id.sender == from_; });
    if constexpr (requires { operation.version; }) {
        const auto missing = left_out_.find({T::property, maker(operation.on)});
        if (missing != left_out_.end()) operation.version = Version{operation.version.value() - missing->second};
    }
    if constexpr (requires { operation.page; }) return is_screen(operation.page) || rename_id(operation.page);
    if constexpr (requires { operation.on; }) return rename_id(operation.on);
    return true;
}

/// False for what nobody has.
template <class Id>
bool Renaming::rename_id(Id& id) const {
    if (id.sender != from_ || id.number < first_) return true;
    const auto number = find(&Names::operations, id.number);
    if (number) id = {to_, *number};
    return number.has_value();
}

} // namespace plenum::board
