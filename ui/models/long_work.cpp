// SPDX-License-Identifier: Apache-2.0
#include "ui/models/long_work.h"

#include <QCoreApplication>
#include <QPointer>

namespace plenum::ui {

QThreadPool& long_work() {
    static QPointer<QThreadPool> threads;
    if (threads.isNull()) {
        threads = new QThreadPool{qApp};
        // Its parent waits for it too late: painting needs the fonts, which go before.
        qAddPostRoutine([] { threads->waitForDone(); });
    }
    return *threads;
}

} // namespace plenum::ui
