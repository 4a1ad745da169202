// SPDX-License-Identifier: Apache-2.0
#include "ui/models/long_work.h"

#include <QCoreApplication>
#include <QPointer>

namespace plenum::ui {

QThreadPool& long_work() {
    static QPointer<QThreadPool> threads;
    if (threads.isNull()) threads = new QThreadPool{qApp};
    return *threads;
}

} // namespace plenum::ui
