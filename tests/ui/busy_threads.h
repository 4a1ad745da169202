// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/long_work.h"

#include <QSemaphore>

namespace plenum::ui {

/// The threads for long work have other work until it is released, so that what is asked of them has not begun before.
class BusyThreads {
  public:
    BusyThreads() {
        for (int thread = 0; thread < count_; ++thread)
            long_work().start([this] { others_done_.acquire(); });
    }
    ~BusyThreads() {
        release();
        long_work().waitForDone();
    }
    BusyThreads(const BusyThreads&) = delete;
    BusyThreads& operator=(const BusyThreads&) = delete;
    void release() { others_done_.release(count_); }

  private:
    const int count_{long_work().maxThreadCount()};
    QSemaphore others_done_;
};

} // namespace plenum::ui
