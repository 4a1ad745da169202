// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QThreadPool>

namespace plenum::ui {

/// Threads for work of seconds. Qt's painting waits for its global pool, so such work there would hold up the window.
/// What was begun is done to its end before the program ends.
[[nodiscard]] QThreadPool& long_work();

} // namespace plenum::ui
