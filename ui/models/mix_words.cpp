// SPDX-License-Identifier: Apache-2.0
#include "ui/models/mix_words.h"

#include "ui/models/figure_words.h"

#include <cmath>

namespace plenum::ui {

QString MixWords::volume(double volume_db) {
    if (volume_db <= SoundMix::volume_db_min) return QStringLiteral("−∞ dB");
    const auto whole = static_cast<int>(std::lround(volume_db));
    const auto sign = whole < 0 ? QStringLiteral("−") : whole > 0 ? QStringLiteral("+") : QString{};
    return QStringLiteral("%1%2 dB").arg(sign).arg(std::abs(whole));
}

QString MixWords::spoken_volume(double volume_db) {
    if (volume_db <= SoundMix::volume_db_min) return tr("silent");
    const auto whole = static_cast<int>(std::lround(volume_db));
    if (whole == -1) return tr("minus 1 decibel");
    if (whole == 1) return tr("plus 1 decibel");
    if (whole == 0) return tr("0 decibels");
    return whole < 0 ? tr("minus %1 decibels").arg(-whole) : tr("plus %1 decibels").arg(whole);
}

QString MixWords::place(double pan) {
    const auto percent = static_cast<int>(std::lround(std::abs(pan) * 100));
    if (percent == 0) return tr("middle");
    return pan < 0 ? tr("%1 % left").arg(percent) : tr("%1 % right").arg(percent);
}

QString MixWords::parts(const SoundDelay& delay) {
    const auto line = [](const QString& words, base::Duration part) {
        return words.arg(FigureWords::milliseconds(part));
    };
    return QStringList{
        line(tr("From their mouth to your ear: %1", "a sum, then its parts"), delay.total()),
        line(tr("Filling a packet: %1"), delay.packet),
        line(tr("Network: %1"), delay.network),
        line(tr("Waiting for late packets: %1"), delay.playout),
        line(tr("Microphone and loudspeaker: %1"), delay.devices),
    }
        .join(QLatin1Char{'\n'});
}

} // namespace plenum::ui
