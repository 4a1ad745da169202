// SPDX-License-Identifier: Apache-2.0
// Files in the chat: what is sent, what comes by itself, and what is done with it.
#include "tests/ui/people.h"
#include "ui/images/image_file.h"
#include "ui/models/chat_files.h"
#include "ui/models/chat_model.h"
#include "ui/models/local_files.h"
#include "ui/models/members_model.h"
#include "ui/models/outgoing_files.h"
#include "ui/port/simulated_conference.h"

#include <QBuffer>
#include <QClipboard>
#include <QDir>
#include <QGuiApplication>
#include <QImage>
#include <QImageWriter>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <gtest/gtest.h>

namespace plenum::ui {
namespace {

QImage picture(int width = 60, int height = 40) {
    QImage image{width, height, QImage::Format_RGB32};
    image.fill(Qt::red);
    return image;
}

class Files : public testing::Test {
  protected:
    Files() { model.outbox()->set_self(base::MemberIndex{1}, QStringLiteral("Me")); }

    [[nodiscard]] QUrl make(const QString& name, const QByteArray& bytes) {
        QFile file{folder.filePath(name)};
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(bytes);
        return QUrl::fromLocalFile(file.fileName());
    }
    [[nodiscard]] QUrl make(const QString& name, const QImage& image) {
        EXPECT_TRUE(image.save(folder.filePath(name)));
        return QUrl::fromLocalFile(folder.filePath(name));
    }
    void offer(const QList<QUrl>& urls) {
        outgoing.offer(urls);
        EXPECT_TRUE(QTest::qWaitFor([this] { return outgoing.preparing().isEmpty(); }));
    }
    [[nodiscard]] QVariantMap file_at(int row) { return model.index(row).data(ChatModel::file_role).toMap(); }
    [[nodiscard]] QString line_at(int row) { return model.index(row).data(ChatModel::line_role).toString(); }
    /// Somebody's line.
    void receive(const chat::SharedFile& file, base::MemberIndex private_with = {}) {
        last = last.next();
        emit conference.chat().chat_received({.id = last,
                                              .sender = ada,
                                              .sender_name = QStringLiteral("Ada"),
                                              .text = QString::fromStdString(file.name),
                                              .sent_at = QDateTime::currentDateTimeUtc(),
                                              .private_with = private_with,
                                              .file = file});
    }
    void come() {
        for (int i = 0; i < 30; ++i)
            conference.files().tick();
    }

    QTemporaryDir folder;
    SimulatedConference conference{{.others = 2, .automatic = false}};
    MembersModel members;
    ChatModel model{conference.chat(), conference.files(), members};
    ChatFiles& files{*model.files()};
    OutgoingFiles& outgoing{*model.outbox()->files()};
    ChatId last{1000};
};

TEST_F(Files, AnImageIsSentWithItsSize) {
    offer({make(QStringLiteral("holiday.png"), picture())});
    ASSERT_EQ(model.rowCount(), 1);
    const auto file = file_at(0);
    EXPECT_EQ(file["name"], "holiday.png");
    EXPECT_TRUE(file["image"].toBool() && file["here"].toBool() && file["own"].toBool());
    EXPECT_EQ(file["width"], 60);
    EXPECT_EQ(outgoing.preparing(), "");
}

TEST_F(Files, WhatCallsItselfAnImageIsAFile) {
    const QByteArray drawing{"<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>"};
    offer({make(QStringLiteral("drawing.svg"), drawing), make(QStringLiteral("no.png"), drawing)});
    ASSERT_EQ(model.rowCount(), 2);
    EXPECT_FALSE(file_at(0)["image"].toBool());
    EXPECT_FALSE(file_at(1)["image"].toBool());
}

TEST_F(Files, WhatCannotBeSentIsToldAndTheNextIsSent) {
    QSignalSpy told{&outgoing, &OutgoingFiles::told};
    offer({QUrl::fromLocalFile(folder.filePath(QStringLiteral("nothing"))), QUrl::fromLocalFile(folder.path()),
           make(QStringLiteral("empty"), QByteArray{}), make(QStringLiteral("a.txt"), QByteArray{"words"})});
    EXPECT_EQ(told.size(), 3);
    ASSERT_EQ(model.rowCount(), 1);
    EXPECT_EQ(file_at(0)["name"], "a.txt");
    outgoing.offer({QUrl{QStringLiteral("https://a.example/b.png")}});
    EXPECT_EQ(told.size(), 4);
    outgoing.offer(QList<QUrl>(OutgoingFiles::files_at_once_max + 1, QUrl::fromLocalFile(folder.path())));
    EXPECT_EQ(told.size(), 5);
    EXPECT_EQ(outgoing.preparing(), "");
}

TEST_F(Files, SmallImagesComeByThemselvesAndFilesWhenAskedFor) {
    receive(conference.files().make(QStringLiteral("a.png"), picture()));
    const auto report = conference.files().make(QStringLiteral("report.pdf"), QByteArray(5000, 'x'));
    receive(report);
    come();
    EXPECT_TRUE(file_at(0)["here"].toBool());
    EXPECT_FALSE(file_at(1)["here"].toBool() || file_at(1)["comes"].toBool());
    files.fetch(line_at(1));
    EXPECT_TRUE(file_at(1)["comes"].toBool());
    files.cancel(line_at(1));
    EXPECT_FALSE(file_at(1)["comes"].toBool());
    files.fetch(line_at(1));
    come();
    EXPECT_TRUE(file_at(1)["here"].toBool() && file_at(1)["openable"].toBool());
}

TEST_F(Files, LargeImagesWaitUntilAskedFor) {
    auto file = conference.files().make(QStringLiteral("a.png"), picture());
    file.bytes = ChatFiles::image_bytes_max + 1;
    receive(file);
    EXPECT_FALSE(file_at(0)["comes"].toBool());
    auto huge = conference.files().make(QStringLiteral("b.png"), picture(3, 3));
    huge.width = huge.height = 32'000;
    receive(huge);
    EXPECT_FALSE(file_at(1)["comes"].toBool() || file_at(1)["image"].toBool());
}

TEST_F(Files, ImagesThatComeByThemselvesHaveABound) {
    std::uint64_t asked = 0;
    for (int i = 1; i < 100; ++i) {
        auto file = conference.files().make(QStringLiteral("a.png"), picture(i, 1));
        file.bytes = ChatFiles::image_bytes_max;
        receive(file);
        if (file_at(i - 1)["comes"].toBool()) asked += file.bytes;
    }
    EXPECT_LE(asked, ChatFiles::images_bytes_max);
    EXPECT_GT(asked, ChatFiles::images_bytes_max / 2);
}

TEST_F(Files, ADeletedOneIsGivenToNobodyUntilItIsBack) {
    offer({make(QStringLiteral("a.txt"), QByteArray{"words"})});
    const auto file = chat::SharedFile{"a.txt", 5, "text/plain",
                                       *base::Hash::from(*base::from_hex(file_at(0)["hash"].toString().toStdString()))};
    EXPECT_TRUE(conference.files().is_offered(file));
    const ChatId line = ChatChanges::line_named(line_at(0));
    emit conference.chat().chat_changed(line, {.text = {}, .edited = false, .deleted = true});
    EXPECT_FALSE(conference.files().is_offered(file));
    EXPECT_TRUE(file_at(0).isEmpty());
    emit conference.chat().chat_changed(line, {.text = QStringLiteral("a.txt")});
    EXPECT_TRUE(conference.files().is_offered(file));
    EXPECT_EQ(file_at(0)["name"], "a.txt");
}

class PrivateFiles : public Files {
  protected:
    PrivateFiles() {
        members.set({.index = ada, .name = QStringLiteral("Ada")});
        model.outbox()->addressee()->write_to(2);
    }
    /// Of the file in a row, as the port knows it.
    [[nodiscard]] chat::SharedFile file_of(int row) {
        const auto facts = file_at(row);
        const auto bytes = base::from_hex(facts["hash"].toString().toStdString());
        return {"a.txt", 5, "text/plain", *base::Hash::from(*bytes)};
    }
    [[nodiscard]] bool is_private(int row) { return model.index(row).data(ChatModel::private_role).toBool(); }
    [[nodiscard]] bool went_to_ada_alone(int row) {
        return is_private(row) && !conference.files().is_offered(file_of(row)) &&
               conference.files().is_offered_to(file_of(row), ada);
    }
    const QUrl words{make(QStringLiteral("a.txt"), QByteArray{"words"})};
};

TEST_F(PrivateFiles, WhatIsDroppedOrPastedGoesToThatPersonAlone) {
    offer({words});
    ASSERT_EQ(model.rowCount(), 1);
    EXPECT_TRUE(went_to_ada_alone(0));
    QGuiApplication::clipboard()->setImage(picture());
    ASSERT_TRUE(outgoing.paste());
    ASSERT_TRUE(QTest::qWaitFor([this] { return model.rowCount() == 2; }));
    EXPECT_TRUE(went_to_ada_alone(1));
    model.outbox()->addressee()->write_to_all();
    offer({make(QStringLiteral("b.txt"), QByteArray{"other words"})});
    EXPECT_FALSE(is_private(2));
    EXPECT_TRUE(conference.files().is_offered(file_of(2)));
}

TEST_F(PrivateFiles, WhatIsSentWhileAPrivateMessageIsAnsweredGoesToThatPersonAlone) {
    model.outbox()->addressee()->write_to_all();
    emit conference.chat().chat_received({.id = ChatId{100},
                                          .sender = ada,
                                          .sender_name = QStringLiteral("Ada"),
                                          .text = QStringLiteral("between us"),
                                          .sent_at = QDateTime::currentDateTimeUtc(),
                                          .private_with = ada});
    model.composer()->answer("100");
    outgoing.begin_choice();
    outgoing.offer_chosen({words});
    ASSERT_TRUE(QTest::qWaitFor([this] { return model.rowCount() == 2; }));
    EXPECT_TRUE(went_to_ada_alone(1));
    model.composer()->cancel();
    offer({make(QStringLiteral("b.txt"), QByteArray{"other words"})});
    ASSERT_EQ(model.rowCount(), 3);
    EXPECT_FALSE(is_private(2));
}

TEST_F(PrivateFiles, WhoeverWasMeantWhenItWasDroppedGetsIt) {
    outgoing.offer({words});
    model.outbox()->addressee()->write_to_all();
    ASSERT_TRUE(QTest::qWaitFor([this] { return model.rowCount() == 1; }));
    EXPECT_TRUE(went_to_ada_alone(0));
}

TEST_F(PrivateFiles, ItGoesToNobodyIfThatPersonLeavesMeanwhile) {
    QSignalSpy told{&outgoing, &OutgoingFiles::told};
    outgoing.offer({words});
    members.remove(ada);
    ASSERT_TRUE(QTest::qWaitFor([this] { return outgoing.preparing().isEmpty(); }));
    EXPECT_EQ(told.size(), 1);
    EXPECT_EQ(model.rowCount(), 0);
}

TEST_F(PrivateFiles, WhatIsChosenGoesToWhomItWasToGoWhenTheDialogOpened) {
    outgoing.begin_choice();
    model.outbox()->addressee()->write_to_all();
    outgoing.offer_chosen({words});
    ASSERT_TRUE(QTest::qWaitFor([this] { return model.rowCount() == 1; }));
    EXPECT_TRUE(went_to_ada_alone(0));
    QSignalSpy told{&outgoing, &OutgoingFiles::told};
    outgoing.begin_choice();
    model.outbox()->addressee()->write_to(2);
    outgoing.offer_chosen({words});
    EXPECT_EQ(told.size(), 1) << "everyone was meant, and we write to Ada now";
    EXPECT_EQ(outgoing.preparing(), "");
    EXPECT_EQ(model.rowCount(), 1);
}

TEST_F(PrivateFiles, OneThatFailedIsSentAgainToThatPersonAlone) {
    offer({words});
    model.outbox()->addressee()->write_to_all();
    emit conference.chat().chat_delivery(ChatChanges::line_named(line_at(0)), DeliveryState::failed);
    model.send_again(0);
    ASSERT_EQ(model.rowCount(), 1);
    EXPECT_TRUE(went_to_ada_alone(0));
}

TEST_F(PrivateFiles, ADeletedOneIsGivenToThatPersonNoMore) {
    offer({words});
    const auto file = file_of(0);
    const auto line = ChatChanges::line_named(line_at(0));
    emit conference.chat().chat_changed(line, {.text = {}, .edited = false, .deleted = true});
    EXPECT_FALSE(conference.files().is_offered_to(file, ada));
    emit conference.chat().chat_changed(line, {.text = QStringLiteral("a.txt")});
    EXPECT_TRUE(went_to_ada_alone(0));
}

TEST_F(PrivateFiles, OneForUsIsAskedForInPrivate) {
    const auto image = conference.files().make(QStringLiteral("a.png"), picture());
    receive(image, ada);
    EXPECT_EQ(conference.files().asked_as(image), FileAudience::person) << "by itself";
    const auto report = conference.files().make(QStringLiteral("report.pdf"), QByteArray(5000, 'x'));
    receive(report, ada);
    files.fetch(line_at(1));
    EXPECT_EQ(conference.files().asked_as(report), FileAudience::person);
}

TEST_F(PrivateFiles, WhatIsNotHereEndsWithTheConversationAndIsTold) {
    const auto report = conference.files().make(QStringLiteral("report.pdf"), QByteArray(5000, 'x'));
    receive(report, ada);
    const auto image = conference.files().make(QStringLiteral("a.png"), picture());
    receive(image, ada);
    come();
    EXPECT_FALSE(file_at(0)["over"].toBool());
    files.fetch(line_at(0));
    QSignalSpy told{&files, &ChatFiles::told};
    QSignalSpy changed{&model, &ChatModel::dataChanged};
    members.remove(ada);
    EXPECT_FALSE(changed.isEmpty());
    conference.files().set_stage(report, FileStage::ended);
    EXPECT_TRUE(file_at(0)["over"].toBool());
    EXPECT_FALSE(file_at(0)["comes"].toBool());
    EXPECT_TRUE(file_at(0)["state"].toString().contains(QStringLiteral("private conversation")));
    EXPECT_EQ(told.size(), 1);
    EXPECT_TRUE(file_at(1)["here"].toBool() && !file_at(1)["over"].toBool());
}

TEST_F(Files, SavingTellsHowItWent) {
    receive(conference.files().make(QStringLiteral("report.pdf"), QByteArray(50, 'x')));
    files.fetch(line_at(0));
    come();
    QSignalSpy told{&files, &ChatFiles::told};
    const auto to = folder.filePath(QStringLiteral("saved.pdf"));
    files.save(line_at(0), QUrl::fromLocalFile(to));
    ASSERT_TRUE(QTest::qWaitFor([&] { return told.size() == 1; }));
    EXPECT_TRUE(QFile::exists(to));
    EXPECT_EQ(told[0][1], "info");
    conference.files().fail_next_save(FileTrouble::disk_full);
    files.save(line_at(0), QUrl::fromLocalFile(to));
    ASSERT_TRUE(QTest::qWaitFor([&] { return told.size() == 2; }));
    EXPECT_TRUE(told[1][0].toString().contains(QStringLiteral("disk is full"))) << qPrintable(told[1][0].toString());
}

TEST(OpenableFiles, RunNothing) {
    for (const auto* name : {"a.pdf", "a.PNG", "a.b.txt", "film.mp4"})
        EXPECT_TRUE(ChatFiles::is_openable(QString::fromLatin1(name))) << name;
    for (const auto* name : {"a.desktop", "a.sh", "a.exe", "a.jar", "a.html", "a.svg", "a.appimage", "a", "a.pdf.sh"})
        EXPECT_FALSE(ChatFiles::is_openable(QString::fromLatin1(name))) << name;
}

class SharedImageTest : public testing::Test {
  protected:
    [[nodiscard]] QImage decode(const QByteArray& bytes, const QSize& wanted = {}) {
        QFile file{folder.filePath(QStringLiteral("image"))};
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(bytes);
        file.close();
        paths->set(QStringLiteral("key"), file.fileName());
        QSize size;
        return provider.requestImage(QStringLiteral("key"), &size, wanted);
    }
    [[nodiscard]] static QByteArray encoded(const QImage& image, const char* format) {
        QByteArray bytes;
        QBuffer to{&bytes};
        EXPECT_TRUE(to.open(QIODevice::WriteOnly));
        QImageWriter writer{&to, format};
        EXPECT_TRUE(writer.write(image)) << format;
        return bytes;
    }

    QTemporaryDir folder;
    std::shared_ptr<ImagePaths> paths{std::make_shared<ImagePaths>()};
    SharedImages provider{paths};
};

TEST_F(SharedImageTest, IsDecodedNoLargerThanAskedFor) {
    for (const auto* format : {"png", "jpeg", "webp"}) {
        const auto bytes = encoded(picture(600, 300), format);
        EXPECT_EQ(decode(bytes).size(), QSize(600, 300)) << format;
        EXPECT_EQ(decode(bytes, {200, 200}).size(), QSize(200, 100)) << format;
    }
}

TEST_F(SharedImageTest, OtherKindsAreNotDecodedWhateverTheyCallThemselves) {
    EXPECT_TRUE(decode("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>").isNull());
    EXPECT_TRUE(decode(encoded(picture(), "bmp")).isNull());
    EXPECT_TRUE(decode(encoded(picture(), "xpm")).isNull());
    EXPECT_TRUE(decode({}).isNull());
    EXPECT_TRUE(decode("RIFF").isNull());
    EXPECT_TRUE(provider.requestImage(QStringLiteral("../../etc/passwd"), nullptr, {}).isNull());
}

TEST_F(SharedImageTest, OneThatClaimsToBeHugeIsNotDecoded) {
    auto bytes = encoded(picture(), "png");
    // Width and height of the header, and its checksum (PNG, "IHDR Image header").
    const auto put = [&](qsizetype at, quint32 value) {
        for (int i = 0; i < 4; ++i)
            bytes[at + i] = static_cast<char>(value >> (24 - 8 * i));
    };
    put(16, 60'000);
    put(20, 60'000);
    EXPECT_TRUE(decode(bytes).isNull());
    EXPECT_EQ(ImageFile::size_of(folder.filePath(QStringLiteral("image"))), std::nullopt);
    bytes = encoded(picture(), "png");
    bytes.truncate(bytes.size() / 2);
    std::ignore = decode(bytes);
}

TEST(LocalFilesTest, AMissingFolderIsReplacedByTheHome) {
    const QTemporaryDir folder;
    const auto there = QUrl::fromLocalFile(folder.path());
    EXPECT_EQ(LocalFiles::existing_folder(there), there);
    const auto home = QUrl::fromLocalFile(QDir::homePath());
    EXPECT_EQ(LocalFiles::existing_folder(QUrl::fromLocalFile(folder.filePath(QStringLiteral("Pictures")))), home);
    EXPECT_EQ(LocalFiles::existing_folder({}), home);
}

} // namespace
} // namespace plenum::ui
