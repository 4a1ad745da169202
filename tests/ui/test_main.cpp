// SPDX-License-Identifier: Apache-2.0
// The view models need an event loop and a clipboard, but no screen.
#include <QGuiApplication>

#include <gtest/gtest.h>

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    testing::InitGoogleTest(&argc, argv);
    const QGuiApplication application{argc, argv};
    QLocale::setDefault(QLocale::c());
    return RUN_ALL_TESTS();
}
