// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/board/board_document.h"
#include "ui/images/image_cache.h"
#include "ui/port/file_port.h"

#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace plenum::ui {

/// The contents of the pictures on the whiteboard. They come by themselves, from whoever put them there or from others
/// who have them.
class BoardImages : public QObject {
    Q_OBJECT

  public:
    /// No more is asked for in one conference.
    static constexpr std::uint64_t fetched_bytes_max = 256 * 1024 * 1024;

    /// Both outlive this. Without `files` there are no contents: a recording has none.
    BoardImages(BoardDocument& document, FilePort* files, QObject* parent = nullptr);

    [[nodiscard]] std::shared_ptr<const ImageCache> cache() const { return cache_; }
    /// Of how many contents are on their way.
    [[nodiscard]] std::size_t missing() const { return missing_.size(); }
    /// Files of the contents that are here, of all pictures that stand on the board now.
    [[nodiscard]] std::vector<std::pair<board::ImageReference, QString>> shown_now() const;
    /// As a file that can be asked for.
    [[nodiscard]] static chat::SharedFile file_of(const board::ImageReference& image);

  signals:
    /// It can be painted from here on.
    void arrived(const plenum::base::Hash& content);
    /// It stands on the board, and its content is in this file. Told again whenever the picture changes.
    void shown(const plenum::board::ImageReference& image, const QString& path);

  private:
    struct Missing {
        board::ImageReference image;
        base::MemberIndex from;
        bool asked{false};
    };
    void follow(const board::Changes& changes);
    void follow_all();
    void want(const board::ImageReference& image, base::MemberIndex from);
    void ask();
    void take_state(const base::Hash& content);

    BoardDocument& document_;
    FilePort* files_;
    std::shared_ptr<ImageCache> cache_{std::make_shared<ImageCache>()};
    std::map<base::Hash, Missing> missing_;
    std::uint64_t fetched_bytes_{0};
};

} // namespace plenum::ui
