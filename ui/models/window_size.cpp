// SPDX-License-Identifier: Apache-2.0
#include "ui/models/window_size.h"

namespace plenum::ui {
namespace {

constexpr QSize drawn_for{1440, 900};
constexpr QSize designed_min{860, 560};

/// What a desktop draws around a window is known once it is shown; title bars of common desktops are up to 40 pixels.
constexpr int title_bar_height = 40;

} // namespace

QSize WindowSize::fitting(QSize wanted, QSize available) {
    const auto size = wanted.isValid() ? wanted.expandedTo(designed_min) : drawn_for;
    if (available.isEmpty()) return size;
    const auto height_max = qMax(available.height() - title_bar_height, smallest(available).height());
    return size.boundedTo({available.width(), height_max});
}

QSize WindowSize::smallest(QSize available) {
    return available.isEmpty() ? designed_min : designed_min.boundedTo(available);
}

} // namespace plenum::ui
