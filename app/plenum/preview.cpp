// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/preview.h"

#include <utility>

namespace plenum::app {

Preview::Preview(Background& background, Setup setup, QObject* parent)
    : QObject{parent},
      background_{background},
      parts_{std::make_shared<Parts>()} {
    parts_->preview = this;
    // Without room for the job there is no preview, which the screen says of itself.
    std::ignore = background_.run([parts = parts_, setup = std::move(setup)] { open(parts, setup); });
}

Preview::~Preview() {
    {
        const std::lock_guard lock{parts_->mutex};
        parts_->preview = nullptr;
    }
    const auto close = [parts = parts_] {
        parts->ready = false;
        parts->video.reset();
        parts->audio.reset();
    };
    if (!background_.run(close)) close();
}

void Preview::open(const std::shared_ptr<Parts>& parts, const Setup& setup) {
    auto audio = setup.audio;
    audio.output = media::NoOutput{};
    auto started = media::AudioIo::start(audio);
    if (started) {
        parts->audio = std::move(*started);
    } else {
        parts->post([error = started.error()](Preview& preview) { emit preview.microphone_failed(error); });
    }
    VideoSender::Options options;
    options.own_picture = [to = setup.pictures](const media::VideoFrame& frame) { to->put({}, frame); };
    // Weak: the sender lives in `parts`.
    options.failed = [weak = std::weak_ptr{parts}](const media::MediaError& error) {
        if (const auto strong = weak.lock())
            strong->post([error](Preview& preview) { emit preview.camera_failed(error); });
    };
    parts->video = std::make_unique<VideoSender>(nullptr, std::move(options));
    if (setup.camera) parts->video->set_input(setup.camera);
    parts->ready = true;
}

void Preview::set_microphone(media::AudioInput input) {
    if (parts_->ready) {
        if (parts_->audio) parts_->audio->set_input(std::move(input));
        return;
    }
    std::ignore = background_.run([parts = parts_, input = std::move(input)] {
        if (parts->audio) parts->audio->set_input(input);
    });
}

void Preview::set_camera(std::optional<media::VideoInput> input) {
    if (parts_->ready) return parts_->video->set_input(std::move(input));
    // After the opening, which comes first in the background's order.
    std::ignore = background_.run([parts = parts_, input = std::move(input)] {
        if (parts->video) parts->video->set_input(input);
    });
}

} // namespace plenum::app
