// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/board_pictures.h"

#include "media/clock.h"
#include "ui/board/board_export.h"
#include "ui/items/picture_convert.h"

#include <algorithm>

namespace plenum::app {

BoardPictures::BoardPictures(const ui::Whiteboard& board, QObject* parent) : QObject{parent}, board_{&board} {
    thread_.setMaxThreadCount(1);
    pace_.setInterval(interval_ms);
    connect(&pace_, &QTimer::timeout, this, &BoardPictures::look);
    const auto note = [this] { changed_ = true; };
    connect(&board.surface().document(), &ui::BoardDocument::changed, this, note);
    connect(&board.surface().document(), &ui::BoardDocument::replaced, this, note);
    connect(&board, &ui::Whiteboard::changed, this, note);
}

void BoardPictures::begin(Take take) {
    encoding_ = std::make_shared<Encoding>();
    encoding_->take = std::move(take);
    // Text on white takes little, and must be legible.
    auto encoder = media::Vp8Encoder::create(
        {.bitrate_bps = 1'000'000, .temporal_layers = 1, .rate_hz = 1, .speed = 8, .threads = 1, .uneven = true});
    if (encoder) encoding_->encoder = std::move(*encoder);
    changed_ = true;
    key_frame_age_.invalidate();
    pace_.start();
}

void BoardPictures::end() {
    pace_.stop();
    encoding_.reset();
}

void BoardPictures::look() {
    const bool key = !key_frame_age_.isValid() || key_frame_age_.elapsed() >= key_frame_interval_ms;
    if (!encoding_ || !board_ || (!changed_ && !key)) return;
    const auto& surface = board_->surface();
    const auto& present = surface.document().present();
    if (!ui::is_used(present)) return;
    // One at a time: what changes meanwhile is in the next one.
    if (thread_.activeThreadCount() > 0) return;
    changed_ = false;
    if (key) key_frame_age_.start();
    thread_.start([encoding = encoding_, page = ui::picture_of(present, board_->page_id()),
                   images = surface.images().cache(), key] {
        const std::lock_guard lock{encoding->mutex};
        if (!encoding->encoder) return;
        if (key) encoding->encoder->request_key_frame();
        auto frame = ui::frame_of_image(ui::board_image(page, size, images.get()));
        frame.captured_at = base::ConferenceTime{media::local_now().time_since_epoch()};
        const auto encoded = encoding->encoder->encode(frame);
        if (encoded && *encoded) encoding->take(**encoded);
    });
}

} // namespace plenum::app
