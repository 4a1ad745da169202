// SPDX-License-Identifier: Apache-2.0
#include "ui/port/simulated_diagnostics.h"

#include <array>

namespace plenum::ui {
namespace {

using namespace std::chrono_literals;

constexpr auto plenary = SimulatedIds::plenary;
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

void SimulatedDiagnostics::set_lean(base::ConversationId conversation, Lean lean) {
    QMetaObject::invokeMethod(
        this,
        [this, conversation, lean] {
            const auto why = world_.facts.may_moderate ? leans_refused_ : ProblemKind::not_permitted;
            if (why) return report(*why);
            someone_leans(conversation, lean);
        },
        Qt::QueuedConnection);
}

void SimulatedDiagnostics::someone_leans(base::ConversationId conversation, Lean lean) {
    if (conversation != plenary && !world_.groups.contains(conversation)) return report(ProblemKind::group_gone);
    leans_[conversation] = lean;
    tell_figures();
}

void SimulatedDiagnostics::clear() {
    leans_.clear();
    orders_.clear();
    seconds_ = 0;
}

void SimulatedDiagnostics::let_figures_pass() {
    ++seconds_;
    for (const auto id : {plenary, world_.group_of(SimulatedIds::ourselves)})
        if (id.value() != 0) orders_[id].in_order += messages_a_second;
    tell_figures();
}

void SimulatedDiagnostics::spoil_order(base::ConversationId conversation, std::uint64_t forced, std::uint64_t late,
                                       std::uint64_t discarded) {
    auto& order = orders_[conversation];
    order.forced += forced;
    order.late += late;
    order.discarded += discarded;
}

OrderFigures SimulatedDiagnostics::order_figures(base::ConversationId conversation) {
    OrderFigures figures;
    figures.id = conversation;
    if (conversation != plenary) figures.label = world_.groups[conversation].label;
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

void SimulatedDiagnostics::tell_figures() {
    if (world_.state != ConnectionState::in_call) return;
    Figures figures;
    figures.own = {.round_trip = 48ms,
                   .round_trip_least = 44ms,
                   .clock_error = 2ms,
                   .received = messages_a_second * seconds_,
                   .pictures_sent = world_.camera_on() ? 30 * seconds_ : 0};
    for (const auto id : {plenary, world_.group_of(SimulatedIds::ourselves)})
        if (id.value() != 0) figures.conversations.append(order_figures(id));
    for (const auto& [index, person] : world_.people) {
        const auto& member = person.member;
        if (member.presence != Presence::present || member.acquaintance.blocked || !world_.reaches_us(member)) continue;
        PersonFigures of{.index = index};
        const auto lost = index.value() * seconds_ / 10;
        if (member.microphone_on && world_.may_speak(index))
            of.sound = {.played = packets_a_second * seconds_ - lost,
                        .missing = lost,
                        .wait = std::chrono::milliseconds{35 + 5 * index.value()}};
        if (member.camera_on && world_.video_share(index) != VideoShare::none)
            of.pictures = {.delay = std::chrono::milliseconds{110 + 10 * index.value()}, .key_requests = 0};
        if (of.sound || of.pictures) figures.people.append(of);
    }
    emit figures_changed(figures);
}

} // namespace plenum::ui
