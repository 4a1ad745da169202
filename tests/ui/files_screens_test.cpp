// SPDX-License-Identifier: Apache-2.0
// Files in the real window: cards in the chat, an image large, and our dialog to choose files.
#include "tests/ui/landscape.h"
#include "tests/ui/people.h"
#include "tests/ui/screens.h"

#include <QMimeData>
#include <QTest>

namespace plenum::ui {
namespace {

void share(Walk& walk) {
    auto& files = walk.conference().files();
    auto& chat = walk.conference().chat();
    walk.client().settings()->setProperty("panel", QStringLiteral("chat"));
    chat.someone_shares(ada, files.make(QStringLiteral("report for the meeting.pdf"), QByteArray(2'300'000, 'a')));
    const auto comes = files.make(QStringLiteral("recording.mp4"), QByteArray(9'000'000, 'b'));
    chat.someone_shares(jonas, comes);
    files.set_stage(comes, FileStage::receiving, 5'200'000);
    const auto bad = files.make(QStringLiteral("plan.ods"), QByteArray(40'000, 'c'));
    chat.someone_shares(jonas, bad);
    files.set_stage(bad, FileStage::wrong);
    const auto here = files.make(QStringLiteral("minutes.txt"), QByteArray(4'000, 'd'));
    chat.someone_shares(ada, here);
    files.set_stage(here, FileStage::here, 4'000);
    chat.someone_shares(ada, files.make(QStringLiteral("view.png"), landscape()));
    walk.ticks(40);
}

TEST_P(FewLooks, FilesInTheChat) {
    Walk walk{GetParam()};
    walk.enter(false);
    walk.dismiss_notices();
    share(walk);
    ASSERT_TRUE(QTest::qWaitFor([&] {
        auto* picture = walk.item(QStringLiteral("chatPicture"));
        return picture != nullptr && picture->property("progress").toDouble() >= 1;
    }));
    judge(walk, "chat-files");
    walk.item(QStringLiteral("chatList"))->setProperty("atEnd", false);
    QMetaObject::invokeMethod(walk.item(QStringLiteral("chatList")), "positionViewAtBeginning");
    judge(walk, "chat-files-above");
}

/// An own image for Ada alone, one from her, a file that is on its way, and one that ended with a conversation.
void share_privately(Walk& walk, const QString& own) {
    auto& files = walk.conference().files();
    auto& chat = walk.conference().chat();
    walk.client().settings()->setProperty("panel", QStringLiteral("chat"));
    const auto over = files.make(QStringLiteral("contract.pdf"), QByteArray(40'000, 'c'));
    chat.someone_shares(jonas, over, true);
    files.set_stage(over, FileStage::receiving, 20'000);
    walk.client().chat()->outbox()->addressee()->write_to(2);
    walk.client().chat()->outbox()->files()->offer({QUrl::fromLocalFile(own)});
    walk.conference().people().someone_leaves(jonas);
    files.set_stage(over, FileStage::ended);
    const auto comes = files.make(QStringLiteral("recording.mp4"), QByteArray(9'000'000, 'b'));
    chat.someone_shares(ada, comes, true);
    files.set_stage(comes, FileStage::receiving, 5'200'000);
    ASSERT_TRUE(QTest::qWaitFor([&] { return walk.client().chat()->rowCount() >= 3; }));
    chat.someone_shares(ada, files.make(QStringLiteral("view.png"), landscape()), true);
    walk.ticks(40);
}

TEST_P(Screens, PrivateFiles) {
    QTemporaryDir folder;
    const auto own = folder.filePath(QStringLiteral("holiday.png"));
    ASSERT_TRUE(landscape().save(own));
    Walk walk{GetParam()};
    walk.enter(false);
    walk.dismiss_notices();
    share_privately(walk, own);
    walk.dismiss_notices();
    ASSERT_TRUE(QTest::qWaitFor([&] {
        auto* picture = walk.item(QStringLiteral("chatPicture"));
        return picture != nullptr && picture->property("progress").toDouble() >= 1;
    }));
    EXPECT_TRUE(inspect::shows(walk.window(), "ChatHeading"));
    judge(walk, "chat-private-files");
    walk.item(QStringLiteral("chatList"))->setProperty("atEnd", false);
    QMetaObject::invokeMethod(walk.item(QStringLiteral("chatList")), "positionViewAtBeginning");
    judge(walk, "chat-private-files-above");
}

TEST_P(FewLooks, ChoosingFiles) {
    QTemporaryDir folder;
    QDir{folder.path()}.mkdir(QStringLiteral("Letters"));
    for (const auto* name : {"budget.ods", "holiday.png", "notes.txt"}) {
        QFile file{folder.filePath(QString::fromLatin1(name))};
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(QByteArray(12'345, 'x'));
    }
    qputenv("XDG_CONFIG_HOME", folder.path().toLocal8Bit());
    Walk walk{GetParam()};
    walk.enter(false);
    walk.dismiss_notices();
    walk.client().settings()->setProperty("panel", QStringLiteral("chat"));
    walk.settle();
    walk.click(QStringLiteral("attachButton"));
    walk.settle();
    auto* list = walk.item(QStringLiteral("chooserList"));
    ASSERT_NE(list, nullptr);
    auto* files = list->property("model").value<QObject*>();
    files->setProperty("folder", QUrl::fromLocalFile(folder.path()));
    ASSERT_TRUE(QTest::qWaitFor([&] { return list->property("count").toInt() == 4; }));
    judge(walk, "chooser");
    // The judging walked on by Tab.
    list->forceActiveFocus(Qt::TabFocusReason);
    QTest::keyClick(&walk.window(), Qt::Key_N);
    QTest::keyClick(&walk.window(), Qt::Key_Return);
    ASSERT_TRUE(QTest::qWaitFor([&] { return walk.client().chat()->rowCount() == 1; }));
    walk.ticks(3);
    judge(walk, "chat-file-sent");
    qunsetenv("XDG_CONFIG_HOME");
}

TEST(FileScreens, AnImageIsShownLarge) {
    Walk walk{{.size = {1024, 640}}};
    walk.enter(false);
    walk.dismiss_notices();
    share(walk);
    auto* list = walk.item(QStringLiteral("chatList"));
    list->forceActiveFocus(Qt::TabFocusReason);
    list->setProperty("currentIndex", list->property("count").toInt() - 1);
    QTest::keyClick(&walk.window(), Qt::Key_Return);
    walk.settle();
    EXPECT_TRUE(walk.save(QStringLiteral("chat-file-menu")));
    walk.click(QStringLiteral("enlargeFile"));
    ASSERT_TRUE(QTest::qWaitFor([&] {
        auto* picture = walk.item(QStringLiteral("largePicture"));
        return picture != nullptr && picture->property("progress").toDouble() >= 1;
    }));
    walk.settle();
    EXPECT_TRUE(walk.save(QStringLiteral("chat-picture")));
    QTest::keyClick(&walk.window(), Qt::Key_Escape);
    walk.settle();
    EXPECT_EQ(walk.item(QStringLiteral("largePicture")), nullptr);
}

/// Drags a file over the window, which then is saved as a picture of this name, and drops it.
void drop_file(Walk& walk, const QString& picture) {
    const QTemporaryDir folder;
    QFile file{folder.filePath(QStringLiteral("a.txt"))};
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("words");
    file.close();
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(file.fileName())});
    const QPoint at{400, 300};
    QDragEnterEvent enter{at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier};
    QCoreApplication::sendEvent(&walk.window(), &enter);
    walk.settle();
    EXPECT_NE(walk.item(QStringLiteral("dropHint")), nullptr);
    EXPECT_TRUE(walk.save(picture));
    QDropEvent drop{at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier};
    QCoreApplication::sendEvent(&walk.window(), &drop);
    EXPECT_TRUE(QTest::qWaitFor([&] { return walk.client().chat()->rowCount() == 1; }));
}

TEST(FileScreens, FilesDroppedInAPrivateConversationGoToThatPerson) {
    Walk walk{{.size = {1024, 640}, .others = 2}};
    walk.enter(false);
    walk.dismiss_notices();
    walk.client().chat()->outbox()->addressee()->write_to(2);
    drop_file(walk, QStringLiteral("drop-private-files"));
    EXPECT_TRUE(walk.client().chat()->index(0).data(ChatModel::private_role).toBool());
}

TEST(FileScreens, DroppedFilesAreSent) {
    Walk walk{{}};
    walk.enter(false);
    walk.dismiss_notices();
    drop_file(walk, QStringLiteral("drop-files"));
}

} // namespace
} // namespace plenum::ui
