// SPDX-License-Identifier: Apache-2.0
#include "ui/models/order_model.h"

#include "ui/models/figure_words.h"
#include "ui/models/floor_words.h"
#include "ui/models/sentences.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace plenum::ui {
namespace {

const auto live = QStringLiteral("live");
const auto balanced = QStringLiteral("balanced");
const auto keep_order = QStringLiteral("order");

QString name_of(Lean lean) {
    switch (lean) {
    case Lean::live: return live;
    case Lean::order: return keep_order;
    case Lean::balanced: break;
    }
    return balanced;
}

std::optional<Lean> lean_of(const QString& step) {
    for (const auto lean : {Lean::live, Lean::balanced, Lean::order})
        if (name_of(lean) == step) return lean;
    return std::nullopt;
}

QVariantList as_list(const QList<double>& bars) {
    QVariantList list;
    for (const auto bar : bars)
        list << bar;
    return list;
}

} // namespace

OrderModel::OrderModel(DiagnosticsPort& port, Clock clock, base::ConversationId id, QObject* parent)
    : QObject{parent},
      port_{port},
      clock_{std::move(clock)} {
    figures_.id = id;
    timer_.setInterval(std::chrono::milliseconds{500});
    connect(&timer_, &QTimer::timeout, this, &OrderModel::tick);
}

// --- what we do ---

QStringList OrderModel::steps() { return {live, balanced, keep_order}; }

void OrderModel::choose(const QString& step) {
    const auto lean = lean_of(step);
    if (!lean || !moderates_ || step == this->step()) return;
    refusal_.clear();
    wanted_ = *lean;
    wanted_at_ = clock_();
    timer_.start();
    port_.set_lean(figures_.id, *lean);
    emit changed();
}

void OrderModel::settle(const QString& refusal) {
    wanted_.reset();
    timer_.stop();
    refusal_ = refusal;
    emit changed();
}

void OrderModel::refuse(ProblemKind why) {
    if (under_way()) settle(Sentences::problem(why));
}

void OrderModel::tick() {
    if (under_way() && clock_() - wanted_at_ > answer_max)
        settle(tr("The relay has not answered, so it is not known whether this was changed. Wait until the connection "
                  "is back, then look again."));
}

// --- what we are told ---

void OrderModel::set(const OrderFigures& figures) {
    const bool leans_otherwise = figures.lean != figures_.lean;
    figures_ = figures;
    if (figures.measured) history_.add(clock_(), *figures.measured);
    if (leans_otherwise || wanted_ == figures.lean) return settle({});
    emit changed();
}

void OrderModel::set_rights(bool moderates, const QStringList& moderators) {
    if (std::exchange(moderates_, moderates) == moderates && moderators_ == moderators) return;
    moderators_ = moderators;
    emit changed();
}

// --- how it stands ---

QString OrderModel::title() const {
    return figures_.label.isEmpty() ? tr("Order in the plenary") : tr("Order in %1", "a group").arg(figures_.label);
}

QString OrderModel::step() const { return name_of(wanted_.value_or(figures_.lean)); }

QString OrderModel::step_name(const QString& step) const {
    if (step == live) return tr("Stay live");
    return step == keep_order ? tr("Keep order") : tr("Balanced");
}

QString OrderModel::step_meaning(const QString& step) const {
    if (step == live) return tr("Waits as briefly as it may. Talk is quick; more comes without what it follows.");
    if (step == keep_order) return tr("Waits as long as it may. Hardly anything comes out of order; gaps last longer.");
    return tr("Waits about as long as nearly all that is sent here takes.");
}

QString OrderModel::rights() const {
    if (moderates_) return tr("What you choose holds for everyone here.");
    if (moderators_.isEmpty()) return tr("Only a moderator may change this for everyone, and none is here.");
    return tr("Moderators may change this for everyone: %1.").arg(FloorWords::listed(moderators_));
}

QString OrderModel::wait() const {
    if (!figures_.measured) return tr("Measuring…");
    return tr("Waits up to %1 for what is missing (Δ)").arg(FigureWords::milliseconds(figures_.measured->delta));
}

QString OrderModel::wait_range() const {
    if (!figures_.measured) return {};
    const auto& now = *figures_.measured;
    const auto range = tr("It may lie between %1 and %2.")
                           .arg(FigureWords::milliseconds(now.least), FigureWords::milliseconds(now.most));
    const auto delay = now.delay
                           ? tr("Nearly all that is sent takes at most %1.").arg(FigureWords::milliseconds(*now.delay))
                           : tr("How long what is sent takes is not known yet.");
    return range + QLatin1Char{' '} + delay;
}

QStringList OrderModel::count_names() const {
    return {tr("In order"), tr("Forced"), tr("Late"), tr("Discarded"), tr("Without room")};
}

QStringList OrderModel::count_meanings() const {
    return {tr("Came after all that it follows."),
            tr("The wait was over, and something that it follows was still missing."),
            tr("Came after the wait for it was over, or behind what follows it, and is used all the same."),
            tr("Came too late to be of use, and was dropped."),
            tr("More waited than there is room for, so the first of it went early.")};
}

QStringList OrderModel::counts() const {
    const auto now = figures_.measured.value_or(OrderFigures::Measured{});
    QStringList counts;
    for (const auto count : {now.in_order, now.forced, now.late, now.discarded})
        counts << FigureWords::count(count);
    if (now.overrun > 0) counts << FigureWords::count(now.overrun);
    return counts;
}

QVariantList OrderModel::waits() const { return as_list(history_.waits()); }

QVariantList OrderModel::shares() const { return as_list(history_.shares()); }

QString OrderModel::waits_words() const {
    if (history_.empty()) return tr("Δ in the last minute: not known yet");
    if (history_.least() == history_.most())
        return tr("Δ in the last minute: %1").arg(FigureWords::milliseconds(history_.most()));
    return tr("Δ in the last minute: %1 to %2")
        .arg(FigureWords::milliseconds(history_.least()), FigureWords::milliseconds(history_.most()));
}

QString OrderModel::shares_words() const {
    const auto share = history_.share();
    return share < 0 ? tr("In order in the last minute: nothing came")
                     : tr("In order in the last minute: %1").arg(FigureWords::percent(share));
}

QStringList OrderModel::lines() const {
    QStringList lines{title(), step_name(name_of(figures_.lean)), wait()};
    if (!figures_.measured) return lines;
    lines << wait_range();
    const auto names = count_names();
    const auto numbers = counts();
    for (qsizetype at = 0; at < numbers.size(); ++at)
        lines << tr("%1: %2", "what, and how many").arg(names[at], numbers[at]);
    lines << tr("Waiting at once: %1 at most; there is room for %2")
                 .arg(FigureWords::count(figures_.measured->held_most),
                      FigureWords::count(figures_.measured->held_bound));
    lines << waits_words() << shares_words();
    return lines;
}

} // namespace plenum::ui
