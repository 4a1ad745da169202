// SPDX-License-Identifier: Apache-2.0
// The chat in the real window.
#include "tests/ui/screens.h"

#include <QDesktopServices>
#include <QTest>

namespace plenum::ui {
namespace {

/// What the system would open.
class Browser : public QObject {
    Q_OBJECT

  public:
    Browser() { QDesktopServices::setUrlHandler(QStringLiteral("https"), this, "open"); }
    ~Browser() override { QDesktopServices::unsetUrlHandler(QStringLiteral("https")); }

    QStringList opened;

  public slots:
    void open(const QUrl& url) { opened << url.toString(); }
};

TEST(ChatScreens, LinksOpenByKeyboard) {
    Browser browser;
    Walk walk{{.size = {1024, 640}, .others = 2}};
    walk.enter(false);
    walk.client().settings()->setProperty("panel", QStringLiteral("chat"));
    walk.conference().chat().someone_writes(base::MemberIndex{2},
                                            QStringLiteral("https://a.example/?b=1&c=2 or https://d.example/e"));
    walk.settle();
    walk.item(QStringLiteral("chatList"))->forceActiveFocus(Qt::TabFocusReason);
    QTest::keyClick(&walk.window(), Qt::Key_Down);
    for (const int downs : {0, 1}) {
        QTest::keyClick(&walk.window(), Qt::Key_Return);
        walk.settle();
        EXPECT_TRUE(walk.save(QStringLiteral("chat-menu")));
        for (int i = 0; i < downs; ++i)
            QTest::keyClick(&walk.window(), Qt::Key_Down);
        QTest::keyClick(&walk.window(), Qt::Key_Return);
        walk.settle();
    }
    EXPECT_EQ(browser.opened,
              (QStringList{QStringLiteral("https://a.example/?b=1&c=2"), QStringLiteral("https://d.example/e")}));
}

} // namespace
} // namespace plenum::ui

#include "chat_screens_test.moc"
