// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/board/board_tools.h"
#include "ui/images/image_import.h"
#include "ui/port/file_port.h"

#include <QRectF>
#include <QUrl>
#include <QtQml/qqmlregistration.h>

#include <algorithm>
#include <deque>
#include <memory>
#include <optional>

class QTemporaryDir;

namespace plenum::ui {

/// Pictures and pages of documents that this person puts on the whiteboard, one after the other. They are made ready by
/// another thread.
class BoardImport : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Whiteboard")
    /// How many are still to come.
    Q_PROPERTY(int waiting READ waiting NOTIFY changed)
    /// A document of which the person is to say what is taken; empty while there is none.
    Q_PROPERTY(QString document READ document NOTIFY changed)
    Q_PROPERTY(int documentPages READ document_pages NOTIFY changed)
    /// How many of them `insert_all` takes.
    Q_PROPERTY(int documentPagesTaken READ document_pages_taken NOTIFY changed)

  public:
    /// That one choice or one drop may bring.
    static constexpr qsizetype files_at_once_max = 20;
    /// Pages that a document may become.
    static constexpr int document_pages_max = 100;

    /// All outlive this.
    BoardImport(BoardDocument& document, BoardTools& tools, FilePort* files, QObject* parent = nullptr);
    ~BoardImport() override;

    [[nodiscard]] int waiting() const { return static_cast<int>(jobs_.size()); }
    [[nodiscard]] QString document() const;
    [[nodiscard]] int document_pages() const { return document_pages_; }
    [[nodiscard]] int document_pages_taken() const { return std::min(document_pages_, document_pages_max); }

    /// In the middle of `area` (board units). Of a document with several pages, the person is asked.
    Q_INVOKABLE void insert(const QList<QUrl>& files, const QRectF& area);
    /// What the clipboard has. False if that is neither a picture nor files.
    Q_INVOKABLE bool paste(const QRectF& area);
    /// One page of the document as a picture; the first is 1.
    Q_INVOKABLE void insert_page(int number);
    /// Its pages, each as a new page of the board.
    Q_INVOKABLE void insert_all();
    Q_INVOKABLE void forget_document();
    Q_INVOKABLE void cancel();

    /// Which page gets them.
    void set_page(board::PageId page) { page_ = page; }

  signals:
    void changed();
    /// It stands on the board and is selected.
    void inserted();
    /// A page of the board was made of a document's first page.
    void document_begun(plenum::board::PageId page);
    /// As `Client::notice`.
    void told(const QString& text, const QString& kind);

  private:
    struct Job {
        QString file;
        /// Of a document; absent for a picture.
        std::optional<int> number;
        /// Where it goes; absent: a page of its own.
        std::optional<QRectF> area;
    };
    using Made = std::expected<ImageImport::Encoded, ImageImport::Trouble>;
    void add(Job job);
    void begin_next();
    void end_job();
    void take(const Made& made);
    void take_prepared(const QString& path, const chat::SharedFile& file);
    void put_on_board(const board::ImageReference& image, const Job& job);
    void refuse(const QString& file, const QString& why);
    void take_pages(const QString& file, const QRectF& area, const std::expected<int, ImageImport::Trouble>& pages);
    [[nodiscard]] static QString sentence_of(ImageImport::Trouble trouble);

    BoardDocument& document_;
    BoardTools& tools_;
    FilePort* files_;
    board::PageId page_{};
    /// The first is under way.
    std::deque<Job> jobs_;
    /// What is under way becomes this file.
    QString preparing_;
    QSize pixels_;
    /// Rises when what is under way counts no more.
    std::uint64_t run_{0};
    QString document_file_;
    int document_pages_{0};
    QRectF document_area_;
    /// Of what is pasted, and of what is made ready.
    std::unique_ptr<QTemporaryDir> folder_;
    int pasted_{0};
};

} // namespace plenum::ui
