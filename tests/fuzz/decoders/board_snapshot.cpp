// SPDX-License-Identifier: Apache-2.0
// Snapshots of a board: any bytes are the one snapshot of some board or refused, and that board goes on.
#include "core/board/snapshot.h"

#include "core/base/check.h"
#include "core/board/editor.h"
#include "tests/fuzz/bodies.h"

#include <algorithm>

namespace plenum::fuzz {
namespace {

using namespace board;

constexpr Rules rules{.undo_gestures = 2};

void act(Board& to, base::MemberIndex sender, auto make) {
    BoardEditor editor{to, sender};
    const EditResult edit = make(editor);
    if (!edit) return;
    for (const auto& message : edit->messages)
        (void)to.apply({sender, to.owner({sender, {}}).value_or(PersonIndex{1})}, message, Authority::manage);
}

} // namespace

void run_board_snapshot(base::ByteView input) {
    auto restored = restore(input, rules);
    if (!restored) return;
    CHECK(std::ranges::equal(encode_snapshot(*restored), input));
    for (const auto& [id, object] : restored->state().canvas.objects())
        CHECK(id.number <= restored->state().applied(id.sender));
    for (const auto page : restored->pages()) {
        for (const auto& [depth, id] : restored->find(page)->painting_order)
            CHECK(restored->find(id) != nullptr && restored->find(id)->page == page);
    }
    // Gestures settle, and their writes with them.
    for (const std::uint32_t sender : {1U, 2U, 7U}) {
        for (int i = 0; i < 3; ++i)
            act(*restored, base::MemberIndex{sender},
                [](BoardEditor& editor) { return editor.add_shape({}, ShapeKind::line, {}); });
        act(*restored, base::MemberIndex{sender}, [](BoardEditor& editor) { return editor.clear(first_page); });
    }
    CHECK(restore(encode_snapshot(*restored), rules).has_value());
}

std::vector<base::Bytes> board_snapshot_seeds() {
    std::vector<base::Bytes> seeds;
    Board some{rules};
    const auto keep = [&] { seeds.push_back(encode_snapshot(some)); };
    keep();
    const base::MemberIndex one{1};
    const base::MemberIndex two{2};
    const ObjectId note{one, OperationNumber{1}};
    act(some, one, [](BoardEditor& editor) { return editor.add_label({}, LabelKind::note, {}, "a"); });
    act(some, two, [&](BoardEditor& editor) { return editor.edit_text(note, "b"); });
    act(some, two, [](BoardEditor& editor) { return editor.begin_stroke({}, {}, std::vector<InkPoint>(3)); });
    keep();
    act(some, two, [&](BoardEditor& editor) { return editor.remove({{note}}); });
    act(some, two, [](BoardEditor& editor) { return editor.act({Undo{GestureNumber{2}}, ClearPage{{}, {}}}); });
    act(some, one, [](BoardEditor& editor) { return editor.clear(first_page); });
    act(some, one, [](BoardEditor& editor) { return editor.add_page("second"); });
    keep();
    act(some, one, [](BoardEditor& editor) {
        return editor.act({DeleteObject{{base::MemberIndex{9}, OperationNumber{1}}}, AddShape{}});
    });
    act(some, one, [](BoardEditor& editor) { return editor.rename_page(first_page, "later"); });
    keep();
    return seeds;
}

} // namespace plenum::fuzz
