// SPDX-License-Identifier: Apache-2.0
// Pictures on the whiteboard: what we put there, what others put there, and documents.
#include "tests/ui/on_board.h"
#include "ui/images/image_import.h"

#include <QPainter>
#include <QPdfWriter>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QThreadPool>

#include <gmock/gmock.h>

namespace plenum::ui {
namespace {

QImage filled(QColor colour, int width = 80, int height = 40) {
    QImage image{width, height, QImage::Format_RGB32};
    image.fill(colour);
    return image;
}

board::ImageReference reference_to(const chat::SharedFile& file) {
    return {.content = file.hash,
            .bytes = static_cast<std::uint32_t>(file.bytes),
            .media_type = file.media_type,
            .width = file.width,
            .height = file.height};
}

class BoardPictures : public OnBoard {
  protected:
    [[nodiscard]] QUrl saved(const QString& name, const QImage& image) const {
        EXPECT_TRUE(image.save(folder.filePath(name)));
        return QUrl::fromLocalFile(folder.filePath(name));
    }
    [[nodiscard]] QUrl saved(const QString& name, const QByteArray& bytes) const {
        QFile file{folder.filePath(name)};
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(bytes);
        return QUrl::fromLocalFile(file.fileName());
    }
    [[nodiscard]] QUrl document(int pages) const {
        const auto path = folder.filePath(QStringLiteral("slides.pdf"));
        QPdfWriter pdf{path};
        QPainter painter{&pdf};
        for (int page = 1; page <= pages; ++page) {
            if (page > 1) pdf.newPage();
            painter.drawText(QPointF{500, 500}, QString::number(page));
        }
        painter.end();
        return QUrl::fromLocalFile(path);
    }
    void insert(const QList<QUrl>& files) {
        imports.insert(files, area);
        settle();
    }
    void settle() {
        EXPECT_TRUE(QTest::qWaitFor([this] {
            QThreadPool::globalInstance()->waitForDone();
            QCoreApplication::processEvents();
            return imports.waiting() == 0;
        }));
    }
    [[nodiscard]] const board::Picture* picture_at(std::size_t place) const {
        const auto all = seen();
        const auto* object = place < all.size() ? surface.document().board().find(all[place]) : nullptr;
        return object == nullptr ? nullptr : std::get_if<board::Picture>(&object->content);
    }
    [[nodiscard]] QColor colour_at(QPoint at) {
        const auto look = [&] { return surface.tiles().look(board.page_id(), 1000, area); };
        auto tiles = look();
        while (!surface.tiles().settled()) {
            QThreadPool::globalInstance()->waitForDone();
            QCoreApplication::processEvents();
            tiles = look();
        }
        const auto& image = look().begin()->second.image;
        return image.rect().contains(at) ? image.pixelColor(at) : QColor{};
    }
    void come() {
        for (int i = 0; i < 30; ++i)
            conference.files().tick();
    }

    QTemporaryDir folder;
    QRectF area{0, 0, 400, 300};
    BoardImport& imports{*board.imports()};
    QSignalSpy notices{&client, &Client::notice};
};

TEST_F(BoardPictures, ours_stands_in_the_middle_selected_and_others_get_it) {
    insert({saved("red.png", filled(Qt::red))});
    ASSERT_NE(picture_at(0), nullptr);
    EXPECT_EQ(tools.selection().objects().size(), 1U);
    EXPECT_EQ(board.tool(), "select");
    EXPECT_EQ(box(seen().front()).center().toPoint(), area.center().toPoint());
    EXPECT_TRUE(conference.files().is_offered(BoardImages::file_of(picture_at(0)->image)));
    EXPECT_EQ(colour_at({200, 150}), QColor{Qt::red});
    ticks(2);
    EXPECT_EQ(seen_by_others(), seen());
    board.edits()->undo();
    EXPECT_TRUE(seen().empty());
}

TEST_F(BoardPictures, what_somebody_else_puts_there_comes_by_itself) {
    const auto file = conference.files().make("blue.png", filled(Qt::blue));
    conference.board().someone_acts(ada, [&](auto& editor, const auto&) {
        return editor.add_image({{}, {0, 0}, board_position({100, 50})}, reference_to(file));
    });
    EXPECT_NE(colour_at({20, 40}), QColor{Qt::blue});
    come();
    EXPECT_EQ(colour_at({20, 40}), QColor{Qt::blue});
    EXPECT_EQ(surface.images().missing(), 0U);
}

TEST_F(BoardPictures, no_more_is_fetched_than_a_conference_may_cost) {
    auto image = reference_to(conference.files().make("blue.png", filled(Qt::blue)));
    image.bytes = board::limits::image_bytes_max;
    for (std::uint8_t number = 0; number < 20; ++number) {
        image.content.bytes[0] = number;
        conference.board().someone_acts(
            ada, [&](auto& editor, const auto&) { return editor.add_image({{}, {}, {160, 160}}, image); });
    }
    const auto asked = [&](std::uint8_t number) {
        image.content.bytes[0] = number;
        return conference.files().state_of(image.content).stage != FileStage::offered;
    };
    std::uint64_t bytes = 0;
    for (std::uint8_t number = 0; number < 20; ++number)
        bytes += asked(number) ? image.bytes : 0;
    EXPECT_EQ(bytes, BoardImages::fetched_bytes_max);
}

TEST_F(BoardPictures, a_document_becomes_one_picture_or_pages_of_the_board) {
    insert({document(3)});
    ASSERT_TRUE(QTest::qWaitFor([this] { return !imports.document().isEmpty(); }));
    EXPECT_EQ(imports.document(), "slides.pdf");
    EXPECT_EQ(imports.document_pages(), 3);
    imports.insert_page(4);
    EXPECT_EQ(imports.waiting(), 0);
    imports.insert_page(2);
    settle();
    EXPECT_NE(picture_at(0), nullptr);
    insert({document(3)});
    ASSERT_TRUE(QTest::qWaitFor([this] { return !imports.document().isEmpty(); }));
    imports.insert_all();
    settle();
    EXPECT_EQ(board.pages()->count(), 4);
    EXPECT_EQ(board.pages()->current(), 1) << "where the document begins";
    EXPECT_EQ(colour_at({300, 300}), QColor{Qt::white}) << "a background is painted";
    board.edits()->undo();
    EXPECT_EQ(board.pages()->count(), 3);
}

TEST_F(BoardPictures, what_is_no_picture_is_told_and_the_rest_arrives) {
    insert({saved("words.png", QByteArray{"no picture"}), QUrl{"https://example.org/a.png"},
            saved("red.png", filled(Qt::red))});
    EXPECT_NE(picture_at(0), nullptr);
    QStringList told;
    for (const auto& notice : notices)
        told << notice.at(0).toString();
    EXPECT_THAT(told, testing::UnorderedElementsAre(
                          "“words.png” was not put on the whiteboard. It is neither a picture (PNG, JPEG, WebP, GIF) "
                          "nor a PDF document, or it is damaged.",
                          "“a.png” was not put on the whiteboard. Only files on this computer can be read."));
    insert({saved("broken.pdf", QByteArray{"%PDF-1.7 and then nothing"})});
    ASSERT_TRUE(QTest::qWaitFor([this] { return notices.size() == 3; }));
    EXPECT_TRUE(imports.document().isEmpty());
}

TEST_F(BoardPictures, corners_resize_and_pictures_keep_their_proportions) {
    insert({saved("red.png", filled(Qt::red))});
    const auto before = box(seen().front());
    tools.press(before.bottomRight(), {}, 4, false);
    tools.move(before.bottomRight() + QPointF{before.width(), 3}, {});
    tools.release();
    const auto after = box(seen().front());
    EXPECT_NEAR(after.width(), 2 * before.width(), 3);
    EXPECT_NEAR(after.height(), 2 * before.height(), 3);
    EXPECT_NEAR(after.left(), before.left(), 1);
    EXPECT_NEAR(after.top(), before.top(), 1);
    draw("rectangle", {0, 200}, {100, 250});
    board.set_tool("select");
    tools.selection().set({seen().back()});
    tools.selection().resize({{0, 200}, 2, 1});
    EXPECT_NEAR(box(seen().back()).width(), 200, 8);
    EXPECT_NEAR(box(seen().back()).height(), 50, 8);
}

TEST(ImportedImages, are_small_upright_and_tell_nothing_else) {
    auto image = filled(Qt::green, 4000, 100);
    image.setText("Location", "51.5 N");
    const QTemporaryDir folder;
    const auto path = folder.filePath("wide.png");
    ASSERT_TRUE(image.save(path));
    const auto picture = ImageImport::picture(path);
    ASSERT_TRUE(picture.has_value());
    EXPECT_EQ(picture->width(), ImageImport::side_max);
    const auto encoded = ImageImport::encode(*picture, 1 << 20);
    EXPECT_TRUE(QImage::fromData(encoded.bytes).textKeys().isEmpty());
    EXPECT_EQ(encoded.pixels, picture->size());
    const auto tiny = ImageImport::encode(*picture, 2000);
    EXPECT_LE(tiny.bytes.size(), 2000);
    EXPECT_EQ(QImage::fromData(tiny.bytes).size(), tiny.pixels);
}

} // namespace
} // namespace plenum::ui
