// SPDX-License-Identifier: Apache-2.0
// Two replicas of a board that get the messages of hostile senders in different orders between senders.
#include "core/base/check.h"
#include "core/board/geometry.h"
#include "core/board/snapshot.h"
#include "tests/fuzz/bodies.h"
#include "tests/fuzz/input.h"

#include <array>
#include <deque>

namespace plenum::fuzz {
namespace {

using namespace board;

constexpr Rules rules{.undo_gestures = 3};
constexpr std::uint32_t senders = 3;

struct Sent {
    base::Bytes bytes;
    Authority authority{Authority::draw};
};

/// Of any sender, or of one that never comes, near what exists.
template <class Made>
Made some_id(Input& steps) {
    return {base::MemberIndex{static_cast<std::uint32_t>(steps.below(senders + 1) + 1)},
            OperationNumber{static_cast<std::uint32_t>(steps.below(12) + 1)}};
}
PageId some_made_page(Input& steps) { return steps.rarely(3) ? some_id<PageId>(steps) : first_page; }
PageId some_page(Input& steps) {
    if (steps.rarely(4)) return screen_page(some_id<PageId>(steps).sender, static_cast<std::uint32_t>(steps.below(2)));
    return some_made_page(steps);
}
Version some_version(Input& steps) { return Version{static_cast<std::uint32_t>(steps.below(4) + 1)}; }
Position somewhere(Input& steps) {
    return {static_cast<std::int32_t>(steps.number(2)) - 32'768, static_cast<std::int32_t>(steps.number(2)) - 32'768};
}
GestureNumber some_gesture(Input& steps) { return GestureNumber{static_cast<std::uint32_t>(steps.below(8))}; }

Operation some_write(Input& steps) {
    const auto object = some_id<ObjectId>(steps);
    switch (steps.below(8)) {
    case 0: return SetTransform{object, some_version(steps), {somewhere(steps), {}}};
    case 1: return SetText{object, some_version(steps), "t"};
    case 2: return SetDepth{object, some_version(steps), somewhere(steps).x};
    case 3: return SetPageName{some_made_page(steps), some_version(steps), "n"};
    case 4: return SetPageOrder{some_made_page(steps), some_version(steps), somewhere(steps).x};
    case 5: return DeletePage{some_made_page(steps)};
    case 6: return ClearPage{some_page(steps), {maker(object)}};
    default: return DeleteObject{object};
    }
}

Operation some_operation(Input& steps) {
    PointWriter writer{{}, false};
    writer.add({somewhere(steps)});
    BeginStroke stroke{};
    stroke.page = some_page(steps);
    stroke.points = writer.points();
    switch (steps.below(8)) {
    case 0: return stroke;
    case 1: return AppendPoints{some_id<ObjectId>(steps), steps.flip(), writer.points()};
    case 2: return AddLabel{some_page(steps), 0, {}, {}, LabelKind::note, {16, 16}, "a"};
    case 3: return AddPage{0, "p"};
    case 4: return Undo{some_gesture(steps)};
    case 5: return Redo{some_gesture(steps)};
    default: return some_write(steps);
    }
}

/// Nearly always the next message of its sender.
Sent some_message(Input& steps, OperationNumber& next, GestureNumber& gesture) {
    Message message{next, gesture, {}};
    if (steps.flip() || gesture.value() == 0) message.gesture = gesture.next();
    if (steps.rarely(50)) message.first = message.first.next();
    for (auto left = steps.below(4) + 1; left > 0; --left)
        message.operations.push_back(some_operation(steps));
    if (message.first == next) {
        next = OperationNumber{static_cast<std::uint32_t>(next.value() + message.operations.size())};
        gesture = message.gesture;
    }
    return {encode(message), static_cast<Authority>(steps.below(3) + 1)};
}

void check(const Board& on) {
    std::size_t visible = 0;
    for (const auto& [id, object] : on.state().canvas.objects()) {
        CHECK(on.find(object.page) != nullptr && on.find(object.page)->objects.contains(id));
        visible += object.placement.visible ? 1 : 0;
    }
    std::size_t painted = 0;
    constexpr Box all{-(1 << 30), -(1 << 30), 1 << 30, 1 << 30};
    for (const auto& [id, page] : on.state().canvas.pages()) {
        painted += page.painting_order.size();
        CHECK(on.find(id, all).size() == page.painting_order.size());
    }
    CHECK(painted == visible);
}

} // namespace

void run_board_replicas(base::ByteView input) {
    Input steps{input};
    Board one{rules};
    Board other{rules};
    std::array<std::deque<Sent>, senders> mail;
    std::array<OperationNumber, senders> next;
    next.fill(OperationNumber{1});
    std::array<GestureNumber, senders> gesture{};
    const auto take = [&](Board& to, std::size_t from, const Sent& sent) {
        const auto index = static_cast<std::uint32_t>(from + 1);
        // The last two are one person.
        return to.apply({base::MemberIndex{index}, PersonIndex{std::min(index, senders - 1)}}, sent.bytes,
                        sent.authority);
    };
    const auto deliver = [&](std::size_t from) {
        if (mail[from].empty()) return;
        (void)take(other, from, mail[from].front());
        mail[from].pop_front();
    };
    while (steps.more()) {
        const auto from = steps.below(senders);
        if (steps.rarely(3)) {
            deliver(from);
            continue;
        }
        mail[from].push_back(some_message(steps, next[from], gesture[from]));
        (void)take(one, from, mail[from].back());
        check(one);
        if (!steps.rarely(9)) continue;
        auto restored = restore(encode_snapshot(one), rules);
        CHECK(restored.has_value());
        one = std::move(*restored);
    }
    for (std::size_t from = senders; from > 0; --from) {
        while (!mail[from - 1].empty())
            deliver(from - 1);
    }
    check(other);
    CHECK(encode_snapshot(one) == encode_snapshot(other));
}

} // namespace plenum::fuzz
