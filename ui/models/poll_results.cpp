// SPDX-License-Identifier: Apache-2.0
#include "ui/models/poll_results.h"

#include <algorithm>
#include <cmath>

namespace plenum::ui {

double share_of(const Poll& poll, int choice) {
    const auto total = std::max<qint64>(1, poll.answered);
    return std::clamp(static_cast<double>(poll.votes.value(choice)) / static_cast<double>(total), 0.0, 1.0);
}

int percent_of(const Poll& poll, int choice) { return static_cast<int>(std::lround(share_of(poll, choice) * 100)); }

} // namespace plenum::ui
