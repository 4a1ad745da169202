// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/video/frame_code.h"

#include <QElapsedTimer>
#include <QPainter>
#include <QRasterWindow>
#include <QTimer>

#include <array>
#include <optional>

namespace plenum::ui {

/// A window full of words that scrolls. In its corner stands the number of the picture (media/video/frame_code.h), so
/// that whoever sees it knows when it was drawn, and which words are in it.
class TextWindow : public QRasterWindow {
  public:
    /// For `number_in`.
    static constexpr QSize picture_size{1920, 1080};
    static constexpr int line_pixels = 40;
    static constexpr int words_in_line = 9;
    static constexpr int step_pixels = 3;
    static constexpr std::array words{"meeting",  "agenda", "budget",   "quarter",   "network",  "protocol", "packet",
                                      "delay",    "window", "screen",   "editor",    "report",   "summary",  "release",
                                      "version",  "review", "document", "moderator", "history",  "measure",  "method",
                                      "sample",   "table",  "chapter",  "section",   "language", "grammar",  "sentence",
                                      "question", "answer", "problem",  "solution"};

    explicit TextWindow(QSize size) {
        setTitle(QStringLiteral("Words that move"));
        setGeometry(QRect{{0, 0}, size});
        connect(&timer_, &QTimer::timeout, this, [this] {
            ++number_;
            update();
        });
        clock_.start();
    }
    void scroll(bool on) { on ? timer_.start(33) : timer_.stop(); }
    [[nodiscard]] std::uint32_t number() const { return number_; }
    /// When the picture of this number was drawn; −1 for one that never was.
    [[nodiscard]] qint64 drawn_at(std::uint32_t number) const {
        return number < drawn_at_.size() ? drawn_at_[number] : -1;
    }
    [[nodiscard]] qint64 now() const { return clock_.elapsed(); }
    /// The part of a picture that carries the number.
    [[nodiscard]] static QRect code_place(QSize picture) { return {picture.width() - 320, 0, 320, 200}; }
    /// A part of a picture, without colours.
    [[nodiscard]] static media::VideoFrame cut(const media::VideoFrame& picture, const QRect& place) {
        auto luma = std::make_shared<base::Bytes>();
        for (int y = place.top(); y <= place.bottom() && y < picture.height; ++y) {
            const auto* row = picture.pixels->data() + static_cast<std::ptrdiff_t>(y) * picture.width + place.left();
            luma->insert(luma->end(), row, row + place.width());
        }
        const auto size = luma->size();
        luma->resize(size + size / 2, 128);
        return {place.width(), place.height(), std::move(luma), {}};
    }
    /// The number that stands in a picture of the whole window, of the size in which it was drawn.
    [[nodiscard]] static std::optional<std::uint32_t> number_in(const media::VideoFrame& picture) {
        if (picture.width != picture_size.width() || picture.height != picture_size.height()) return std::nullopt;
        return media::read_frame_code(cut(picture, code_place(picture_size)));
    }
    /// Words of the lines that are whole in the picture of this number, beside its code.
    [[nodiscard]] QStringList words_at(std::uint32_t number) const {
        QStringList result;
        for (int line = first_line(number); top_of(line, number) + line_pixels < height(); ++line)
            if (top_of(line, number) >= 0) result << words_of(line);
        return result;
    }
    /// From the top to the first whole line, and of all whole lines.
    [[nodiscard]] QRect words_place(std::uint32_t number) const {
        int line = first_line(number);
        while (top_of(line, number) < 0)
            ++line;
        const int top = top_of(line, number);
        const int lines = (height() - top - 1) / line_pixels;
        return {0, top, width() - 320, lines * line_pixels};
    }

  protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter{this};
        painter.fillRect(QRect{{0, 0}, size()}, Qt::white);
        auto font = QFont{QStringLiteral("DejaVu Sans")};
        font.setPixelSize(22);
        painter.setFont(font);
        painter.setPen(Qt::black);
        for (int line = first_line(number_); top_of(line, number_) < height(); ++line)
            painter.drawText(20, top_of(line, number_) + 28, words_of(line).join(QLatin1Char{' '}));
        const auto place = code_place(size());
        const auto code = media::draw_frame_code(number_, place.width(), place.height());
        painter.drawImage(place.topLeft(),
                          QImage{code.pixels->data(), code.width, code.height, code.width, QImage::Format_Grayscale8});
        drawn_at_.resize(number_ + 1, -1);
        if (drawn_at_[number_] < 0) drawn_at_[number_] = clock_.elapsed();
    }

  private:
    [[nodiscard]] static int first_line(std::uint32_t number) {
        return static_cast<int>(number) * step_pixels / line_pixels;
    }
    [[nodiscard]] static int top_of(int line, std::uint32_t number) {
        return line * line_pixels - static_cast<int>(number) * step_pixels;
    }
    [[nodiscard]] static QStringList words_of(int line) {
        QStringList result;
        auto state = static_cast<std::uint32_t>(line) * 2654435761U + 1U;
        for (int word = 0; word < words_in_line; ++word) {
            state = state * 1664525U + 1013904223U;
            result << QString::fromLatin1(words[(state >> 16U) % words.size()]);
        }
        return result;
    }

    QTimer timer_;
    QElapsedTimer clock_;
    std::uint32_t number_{1};
    std::vector<qint64> drawn_at_;
};

} // namespace plenum::ui
