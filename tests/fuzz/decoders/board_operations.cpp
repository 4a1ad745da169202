// SPDX-License-Identifier: Apache-2.0
// Messages of the board: a value has one encoding and keeps its bounds.
#include "core/base/check.h"
#include "core/board/operations.h"
#include "tests/fuzz/bodies.h"

#include <algorithm>

namespace plenum::fuzz {
namespace {

using namespace board;

void check_points(const Points& points) {
    CHECK(decode_points(points).size() == points.count);
    const auto found = trace(points, {});
    CHECK(!found || (found->box.left <= found->last.x && found->last.x <= found->box.right));
    CHECK(!found || (found->box.top <= found->last.y && found->last.y <= found->box.bottom));
}

void check(const auto& operation) {
    if constexpr (requires { operation.points; }) check_points(operation.points);
    if constexpr (requires { operation.text; }) CHECK(base::is_clean_text(operation.text));
    if constexpr (requires { operation.version; }) CHECK(operation.version.value() > 0);
}

} // namespace

void run_board_operations(base::ByteView input) {
    const auto message = decode_message(input);
    if (!message) return;
    CHECK(std::ranges::equal(encode(*message), input));
    CHECK(!message->operations.empty() && message->operations.size() <= limits::message_operations_max);
    std::size_t bytes = 0;
    for (const auto& operation : message->operations) {
        bytes += encoded_size(operation);
        std::visit([](const auto& each) { check(each); }, operation);
    }
    CHECK(bytes < input.size());
}

std::vector<base::Bytes> board_operations_seeds() {
    std::vector<base::Bytes> seeds;
    const auto add = [&](std::vector<Operation> operations) {
        seeds.push_back(encode(Message{OperationNumber{1}, GestureNumber{1}, std::move(operations)}));
    };
    PointWriter writer{{}, true};
    writer.add({{5, -5}, 100});
    writer.add({{500, -5000}, 101});
    BeginStroke stroke{};
    stroke.points = writer.points();
    const ObjectId object{base::MemberIndex{1}, OperationNumber{1}};
    const ImageReference image{{}, 9000, "image/png", 640, 480};
    add({stroke, AppendPoints{object, true, writer.points()}});
    add({AddShape{}, AddLabel{{}, 1, {}, {}, LabelKind::note, {16, 16}, "text"}, AddImage{{}, 2, {}, {}, image}});
    add({SetTransform{object, Version{1}, {}}, SetStyle{object, Version{1}, {}}, SetDepth{object, Version{1}, -9}});
    add({SetText{object, Version{1}, "ä"}, DeleteObject{object}, ClearPage{{}, {maker(object)}}});
    add({AddPage{7, "page"}, SetPageName{{}, Version{1}, "x"}, SetPageOrder{{}, Version{2}, 3}, DeletePage{}});
    add({SetBackground{{}, Version{1}, image}, Undo{GestureNumber{1}}, Redo{GestureNumber{1}}});
    return seeds;
}

} // namespace plenum::fuzz
