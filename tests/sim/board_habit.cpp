// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/board_habit.h"

#include "core/base/enums.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <tuple>
#include <utility>

namespace plenum::sim {
namespace {

board::ImageReference some_image() {
    return {.content = {}, .bytes = 70, .media_type = "image/png", .width = 4, .height = 3};
}

} // namespace

BoardHabit::BoardHabit(const Scenario& scenario, base::Random random)
    : every_{scenario.board_act_every},
      rights_every_{scenario.board_rights_every},
      random_{random},
      heedless_{scenario.board_heedless_ppm > 0 && random_.chance(scenario.board_heedless_ppm)} {}

void BoardHabit::begin(VirtualTime now) {
    if (every_ != base::Duration{}) draw_due(now);
    if (rights_every_ != base::Duration{}) rights_due_ = now + around(rights_every_);
}

base::Duration BoardHabit::around(base::Duration mean) {
    return base::Duration{random_.between(mean.count() / 2, mean.count() * 3 / 2)};
}

void BoardHabit::draw_due(VirtualTime now) { due_ = now + around(every_); }

void BoardHabit::forget() {
    replica_ = board::Replica{flow_name};
    stroke_.reset();
    end();
}

void BoardHabit::handle(const node::Event& event, VirtualTime now) {
    if (every_ == base::Duration{}) return;
    const auto self = replica_.self();
    const auto* policy = std::get_if<node::PolicyChanged>(&event);
    if (policy != nullptr) policy_ = policy->policy;
    const auto* joined = std::get_if<node::MemberJoined>(&event);
    if (joined != nullptr && joined->self) moderates_ = joined->role == node::MemberRole::moderator;
    const auto* role = std::get_if<node::MemberRoleChanged>(&event);
    if (role != nullptr && role->member == self) moderates_ = role->role == node::MemberRole::moderator;
    // A heedless program does not see it.
    if (policy == nullptr || !heedless_) std::ignore = replica_.handle(event, as_local(now));
    const bool renamed = replica_.self() != self;
    // The rest of an action counts on numbers that are others now.
    if (renamed || std::holds_alternative<node::CommandRefused>(event)) stroke_.reset();
}

VirtualTime BoardHabit::next_action() const {
    if (every_ == base::Duration{}) return VirtualTime::max();
    return std::min({due_, rights_due_, VirtualTime{replica_.due().time_since_epoch()}});
}

std::optional<node::Command> BoardHabit::change_rights(VirtualTime now) {
    if (now < rights_due_) return std::nullopt;
    rights_due_ = now + around(rights_every_);
    auto policy = policy_;
    policy.board = base::enum_values<base::Authority>[random_.below(base::enum_count<base::Authority>)];
    if (!moderates_ || policy == policy_) return std::nullopt;
    return node::SetPolicy{policy};
}

board::Position BoardHabit::draw_place() {
    return {static_cast<std::int32_t>(random_.between(-16'000, 16'000)),
            static_cast<std::int32_t>(random_.between(-16'000, 16'000))};
}

board::PageId BoardHabit::draw_page(const board::Board& board) {
    // A screen that somebody may share.
    if (random_.below(5) == 0) {
        const base::MemberIndex sharer{static_cast<std::uint32_t>(random_.between(1, 3))};
        return board::screen_page(sharer, static_cast<std::uint32_t>(random_.below(2)));
    }
    const auto pages = board.pages();
    return pages[random_.below(pages.size())];
}

board::EditResult BoardHabit::draw(const board::Board& board) {
    const auto page = draw_page(board);
    const std::array points{board::InkPoint{draw_place()}, board::InkPoint{draw_place()}};
    switch (random_.below(6)) {
    case 0: return replica_.editor().add_shape({page, draw_place(), draw_place()}, board::ShapeKind::ellipse, {});
    case 1:
        return replica_.editor().add_label({page, draw_place(), draw_place()}, board::LabelKind::note, {}, "a note");
    case 2: return replica_.editor().add_image({page, draw_place(), draw_place()}, some_image());
    default: break;
    }
    if (stroke_ && random_.below(3) == 0) return replica_.editor().end_stroke(*std::exchange(stroke_, {}));
    if (stroke_) return replica_.editor().append_points(*stroke_, points);
    auto begun = replica_.editor().begin_stroke(page, {}, points);
    if (begun && !begun->objects.empty()) stroke_ = begun->objects.front();
    return begun;
}

board::EditResult BoardHabit::change(const board::Board& board) {
    const auto& objects = board.state().canvas.objects();
    const auto page = draw_page(board);
    const auto draw = random_.below(20);
    if (draw == 0) return replica_.editor().clear(page);
    if (draw == 1) return replica_.editor().add_page("page", some_image());
    if (draw == 2) return replica_.editor().remove_page(page);
    if (draw < 8) return replica_.editor().undo();
    if (draw < 10) return replica_.editor().redo();
    if (objects.empty()) return std::unexpected{board::Refusal::nothing_to_do};
    const std::array one{std::next(objects.begin(), static_cast<std::ptrdiff_t>(random_.below(objects.size())))->first};
    if (draw < 12) return replica_.editor().move(one, draw_place());
    if (draw < 14) return replica_.editor().resize(one, draw_place(), {2048, 6144});
    if (draw < 16) return replica_.editor().edit_text(one.front(), "another note");
    if (draw < 18) return replica_.editor().restack(one, board::Stacking::front);
    return replica_.editor().remove(one);
}

std::optional<node::Command> BoardHabit::act(VirtualTime now, bool may_draw) {
    if (every_ == base::Duration{}) return std::nullopt;
    if (auto next = replica_.next(as_local(now)))
        return std::visit([](auto& command) { return node::Command{std::move(command)}; }, *next);
    if (auto change = change_rights(now)) return change;
    if (!may_draw) end();
    if (now < due_) return std::nullopt;
    draw_due(now);
    // Two people may have removed the last two pages at the same time.
    const bool can_draw =
        replica_.flow().value() != 0 && replica_.self().value() != 0 && !replica_.board().pages().empty();
    if (!can_draw) return std::nullopt;
    std::ignore = replica_.act(random_.below(3) == 0 ? change(replica_.board()) : draw(replica_.board()));
    if (auto next = replica_.next(as_local(now)))
        return std::visit([](auto& command) { return node::Command{std::move(command)}; }, *next);
    return std::nullopt;
}

} // namespace plenum::sim
