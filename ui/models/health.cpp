// SPDX-License-Identifier: Apache-2.0
#include "ui/models/health.h"

#include "ui/models/figure_words.h"

#include <utility>

namespace plenum::ui {
namespace {

using namespace std::chrono_literals;

constexpr base::Duration delay_good_max = 200ms;
constexpr base::Duration delay_fair_max = 400ms;
constexpr int loss_good_max_permille = 20;
constexpr int loss_fair_max_permille = 80;
/// Sound card, capture block, playout buffer: what the network does not see.
constexpr base::Duration device_delay = 60ms;

} // namespace

base::Duration mouth_to_ear(const LinkHealth& health) {
    return health.mouth_to_ear.value_or(health.round_trip / 2 + device_delay);
}

HealthGrade grade(const LinkHealth& health) {
    const auto delay = mouth_to_ear(health);
    if (delay <= delay_good_max && health.loss_permille <= loss_good_max_permille) return HealthGrade::good;
    if (delay <= delay_fair_max && health.loss_permille <= loss_fair_max_permille) return HealthGrade::fair;
    return HealthGrade::poor;
}

void Health::set(const LinkHealth& health) {
    health_ = health;
    const auto now = clock_();
    if (!since_) since_ = now;
    grade_ = ui::grade(health);
    if (grade_ != HealthGrade::good && now - *since_ < settling) grade_ = HealthGrade::unknown;
    emit changed();
}

void Health::set_fault(std::optional<ReceptionFault> fault) {
    if (std::exchange(fault_, fault) != fault) emit changed();
}

void Health::clear() {
    fault_.reset();
    health_.reset();
    since_.reset();
    grade_ = HealthGrade::unknown;
    emit changed();
}

QString Health::text_of(ReceptionFault fault) {
    switch (fault) {
    case ReceptionFault::hears_nobody: return tr("Poor, you hear nobody");
    case ReceptionFault::sees_nobody:
    case ReceptionFault::senders_silent: return tr("Poor, you see nobody");
    case ReceptionFault::hears_and_sees_nobody: return tr("Poor, you hear and see nobody");
    case ReceptionFault::speech_lost: break;
    }
    return tr("Poor, words are lost");
}

QString Health::meaning_of(ReceptionFault fault) {
    switch (fault) {
    case ReceptionFault::hears_nobody:
        return tr("Sound of the others arrives, but cannot be played. Check the loudspeaker in the settings. If that "
                  "does not help, leave and join again.");
    case ReceptionFault::sees_nobody:
        return tr("Cameras are on, but no picture has come for some seconds. Receive less of their cameras, or wait a "
                  "moment.");
    case ReceptionFault::senders_silent:
        return tr("Neither picture nor sound has come for some seconds from those whose cameras are on. Their "
                  "connection may be interrupted. Wait a moment, or write to them.");
    case ReceptionFault::hears_and_sees_nobody:
        return tr("The others send, but it does not arrive, or cannot be used. Leave and join again.");
    case ReceptionFault::speech_lost: break;
    }
    return tr("Much of what somebody says is lost on its way to you. Switching your camera off helps if you hear all "
              "of them badly; if it is one person, tell them.");
}

QString Health::text() const {
    if (fault_) return text_of(*fault_);
    if (current() == HealthGrade::unknown) return tr("Measuring…");
    const auto delay = FigureWords::milliseconds(mouth_to_ear(*health_));
    switch (current()) {
    case HealthGrade::good: return tr("Good, %1").arg(delay);
    case HealthGrade::fair: return tr("Fair, %1").arg(delay);
    default: return tr("Poor, %1").arg(delay);
    }
}

QString Health::grade_name() const {
    switch (current()) {
    case HealthGrade::good: return QStringLiteral("good");
    case HealthGrade::fair: return QStringLiteral("fair");
    case HealthGrade::poor: return QStringLiteral("poor");
    case HealthGrade::unknown: break;
    }
    return QStringLiteral("unknown");
}

QString Health::meaning() const {
    if (fault_) return meaning_of(*fault_);
    switch (current()) {
    case HealthGrade::good: return tr("Talk as you would in one room.");
    case HealthGrade::fair: return tr("You may notice a delay. Leave short pauses so that others can answer.");
    case HealthGrade::poor:
        return tr("Words may get lost. Switching your camera off, or moving nearer to your router, helps.");
    case HealthGrade::unknown: break;
    }
    return tr("The first figures come after a few seconds.");
}

QString Health::round_trip() const {
    return health_ ? FigureWords::milliseconds(health_->round_trip) : tr("not known yet");
}

QString Health::loss() const {
    if (!health_) return tr("not known yet");
    return FigureWords::percent(health_->loss_permille / 1000.0);
}

QString Health::mouth_to_ear_text() const {
    if (!health_) return tr("not known yet");
    return health_->mouth_to_ear ? FigureWords::milliseconds(*health_->mouth_to_ear) : tr("nobody is heard now");
}

} // namespace plenum::ui
