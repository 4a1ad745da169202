// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/link_opener.h"

#include <gtest/gtest.h>

#include <QDesktopServices>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

namespace plenum::app {
namespace {

TEST(LinkOpener, a_pressed_link_starts_the_program_with_it) {
    const QTemporaryDir folder;
    const auto told = folder.filePath(QStringLiteral("told"));
    const auto script = QStringLiteral("echo \"$1 $2\" > \"$0.new\"; mv \"$0.new\" \"$0\"");
    const LinkOpener opener{QStringLiteral("/bin/sh"), {QStringLiteral("-c"), script, told, QStringLiteral("first")}};
    const auto link = QStringLiteral("plenum://[::1]:4433/9f-_#a%20b");
    EXPECT_TRUE(QDesktopServices::openUrl(QUrl{link}));
    ASSERT_TRUE(QTest::qWaitFor([&] { return QFile::exists(told); }));
    QFile file{told};
    ASSERT_TRUE(file.open(QFile::ReadOnly));
    EXPECT_EQ(file.readAll().trimmed().toStdString(), "first " + link.toStdString());
}

TEST(LinkOpener, says_that_the_program_does_not_start) {
    const QTemporaryDir folder;
    const LinkOpener opener{folder.filePath(QStringLiteral("none")), {}};
    QStringList failed;
    QObject::connect(&opener, &LinkOpener::failed, &opener, [&](const QString& link) { failed << link; });
    QDesktopServices::openUrl(QUrl{QStringLiteral("plenum://a:1/b#c")});
    EXPECT_EQ(failed, QStringList{QStringLiteral("plenum://a:1/b#c")});
}

} // namespace
} // namespace plenum::app
