// SPDX-License-Identifier: Apache-2.0
#include "ui/models/mix_memory.h"

#include <algorithm>
#include <cmath>

namespace plenum::ui {
namespace {

/// "KEY VOLUME PAN"; whatever else it is counts as nothing.
SoundMix mix_of(const QString& entry) {
    const auto parts = entry.split(QLatin1Char{' '});
    if (parts.size() != 3) return {};
    const auto volume = parts[1].toDouble();
    const auto pan = parts[2].toDouble();
    if (!std::isfinite(volume) || !std::isfinite(pan)) return {};
    return {.volume_db = std::clamp(volume, SoundMix::volume_db_min, SoundMix::volume_db_max),
            .pan = std::clamp(pan, -1.0, 1.0)};
}

auto is_of(const QString& key) {
    return [start = key + QLatin1Char{' '}](const QString& entry) { return entry.startsWith(start); };
}

} // namespace

SoundMix MixMemory::find(const QString& key) const {
    const auto entries = settings_.mixes();
    const auto found = std::ranges::find_if(entries, is_of(key));
    return found == entries.end() ? SoundMix{} : mix_of(*found);
}

void MixMemory::keep(const QString& key, const SoundMix& mix) {
    if (key.isEmpty() || key.contains(QLatin1Char{' '})) return;
    auto entries = settings_.mixes();
    entries.removeIf(is_of(key));
    if (mix.volume_db != 0 || mix.pan != 0)
        entries.prepend(QStringLiteral("%1 %2 %3").arg(key).arg(mix.volume_db).arg(mix.pan));
    settings_.set_mixes(entries.first(std::min(entries.size(), entries_max)));
}

} // namespace plenum::ui
