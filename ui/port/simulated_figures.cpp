// SPDX-License-Identifier: Apache-2.0
// The simulated conference: how far conversations lean, and figures of the call.
#include "ui/port/simulated_conference.h"

#include <array>

namespace plenum::ui {
namespace {

using namespace std::chrono_literals;

constexpr base::MemberIndex ourselves{1};
constexpr base::ConversationId plenary{1};
constexpr base::Duration least = 40ms;
constexpr base::Duration most = 400ms;
/// What messages take, second by second, over and over.
constexpr std::array delays{52, 56, 60, 64, 84, 120, 96, 72, 64, 56};
constexpr std::uint64_t messages_a_second = 150;
constexpr std::uint64_t packets_a_second = 50;

base::Duration delta_of(Lean lean, base::Duration delay) {
    return lean == Lean::live ? least : lean == Lean::order ? most : delay;
}

} // namespace

void SimulatedConference::set_lean(base::ConversationId conversation, Lean lean) {
    QMetaObject::invokeMethod(
        this,
        [this, conversation, lean] {
            const auto why = facts_.may_moderate ? leans_refused_ : ProblemKind::not_permitted;
            if (why) return emit problem({.kind = *why, .detail = {}});
            change_lean(conversation, lean);
        },
        Qt::QueuedConnection);
}

void SimulatedConference::someone_leans(base::ConversationId conversation, Lean lean) {
    change_lean(conversation, lean);
}

void SimulatedConference::change_lean(base::ConversationId conversation, Lean lean) {
    if (conversation != plenary && !groups_.contains(conversation))
        return emit problem({.kind = ProblemKind::group_gone, .detail = {}});
    leans_[conversation] = lean;
    tell_figures();
}

void SimulatedConference::let_figures_pass() {
    ++seconds_;
    for (const auto id : {plenary, group_of(ourselves)})
        if (id.value() != 0) orders_[id].in_order += messages_a_second;
    tell_figures();
}

void SimulatedConference::spoil_order(base::ConversationId conversation, std::uint64_t forced, std::uint64_t late,
                                      std::uint64_t discarded) {
    auto& order = orders_[conversation];
    order.forced += forced;
    order.late += late;
    order.discarded += discarded;
}

OrderFigures SimulatedConference::order_figures(base::ConversationId conversation) {
    OrderFigures figures;
    figures.id = conversation;
    if (conversation != plenary) figures.label = groups_[conversation].label;
    const auto lean = leans_.try_emplace(conversation, Lean::balanced).first->second;
    figures.lean = lean;
    if (!orders_.contains(conversation)) return figures;
    figures.measured = orders_[conversation];
    figures.measured->delay = std::chrono::milliseconds{delays.at(seconds_ % delays.size())};
    figures.measured->delta = delta_of(lean, *figures.measured->delay);
    figures.measured->least = least;
    figures.measured->most = most;
    figures.measured->held_most = 12;
    figures.measured->held_bound = 340;
    return figures;
}

void SimulatedConference::tell_figures() {
    if (state_ != ConnectionState::in_call) return;
    Figures figures;
    figures.own = {.round_trip = 48ms,
                   .round_trip_least = 44ms,
                   .clock_error = 2ms,
                   .received = messages_a_second * seconds_,
                   .pictures_sent = camera_on() ? 30 * seconds_ : 0};
    for (const auto id : {plenary, group_of(ourselves)})
        if (id.value() != 0) figures.conversations.append(order_figures(id));
    for (const auto& [index, person] : people_) {
        const auto& member = person.member;
        if (member.presence != Presence::present || member.acquaintance.blocked || !reaches_us(member)) continue;
        PersonFigures of{.index = index};
        const auto lost = index.value() * seconds_ / 10;
        if (member.microphone_on && may_speak(index))
            of.sound = {.played = packets_a_second * seconds_ - lost,
                        .missing = lost,
                        .wait = std::chrono::milliseconds{35 + 5 * index.value()}};
        if (member.camera_on)
            of.pictures = {.delay = std::chrono::milliseconds{110 + 10 * index.value()}, .key_requests = 0};
        if (of.sound || of.pictures) figures.people.append(of);
    }
    emit figures_changed(figures);
}

} // namespace plenum::ui
