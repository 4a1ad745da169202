// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/board/user.h"

#include "core/base/check.h"

#include <algorithm>
#include <iterator>

namespace plenum::board {

User::User(std::uint32_t sender, std::uint32_t person, Authority rights, Traffic& traffic, const Rules& rules)
    : author{base::MemberIndex{sender}, PersonIndex{person}},
      authority{rights},
      board{rules},
      editor{board, base::MemberIndex{sender}},
      traffic_{traffic} {}

Edit User::publish(const EditResult& edit) {
    if (!edit) return {};
    for (const auto& bytes : edit->messages) {
        const Sent sent{author, authority, bytes};
        const auto result = take(sent);
        CHECK(result.has_value());
        traffic_.push_back(sent);
        std::ranges::copy(result->refused, std::back_inserter(refused));
    }
    return *edit;
}

void User::sync() {
    for (; taken_ < traffic_.size(); ++taken_) {
        if (traffic_[taken_].author.sender != author.sender) CHECK(take(traffic_[taken_]).has_value());
    }
}

std::expected<Changes, Refusal> User::take(const Sent& sent) {
    return board.apply(sent.author, sent.bytes, sent.authority);
}

void User::restart_from_snapshot() {
    auto restored = restore(snapshot(), board.rules());
    CHECK(restored.has_value());
    board = std::move(*restored);
}

bool User::sees(ObjectId id) const {
    const auto* object = board.find(id);
    return object != nullptr && object->placement.visible && board.find(object->page)->visible();
}

ObjectId User::draw(Position at) {
    const auto edit = publish(editor.begin_stroke(first_page, {}, points({at, {at.x + 160, at.y + 160}})));
    (void)publish(editor.end_stroke(edit.objects.front()));
    return edit.objects.front();
}

ObjectId User::write(const std::string& text) {
    return publish(editor.add_label({first_page, {}, {160, 160}}, LabelKind::note, {}, text)).objects.front();
}

std::vector<InkPoint> points(std::initializer_list<Position> places) {
    std::vector<InkPoint> found;
    for (const auto& place : places)
        found.push_back({place});
    return found;
}

BeginStroke stroke_on(PageId page, const Points& points) {
    BeginStroke stroke{};
    stroke.page = page;
    stroke.points = points;
    return stroke;
}

std::string text_of(const Board& board, ObjectId id) {
    const auto* object = board.find(id);
    const auto* label = object == nullptr ? nullptr : std::get_if<Label>(&object->content);
    return label == nullptr ? std::string{} : label->text.value();
}

Position position_of(const Board& board, ObjectId id) {
    const auto* object = board.find(id);
    return object == nullptr ? Position{} : object->transform.value().position;
}

} // namespace plenum::board
