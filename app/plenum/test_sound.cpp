// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/test_sound.h"

#include "media/audio/chime.h"

#include <utility>

namespace plenum::app {
namespace {

using namespace std::chrono_literals;

/// Until a device is open and what it was given is heard.
constexpr auto opening_time = 400ms;

} // namespace

TestSound::TestSound(Background& background, QObject* parent) : QObject{parent}, background_{background} {
    over_.setSingleShot(true);
    over_.setInterval(std::chrono::ceil<std::chrono::milliseconds>(media::Chime::duration) + opening_time);
    connect(&over_, &QTimer::timeout, this, &TestSound::finish);
}

TestSound::~TestSound() { close(); }

void TestSound::play(media::AudioIo* in_call, const media::AudioOutput& output) {
    close();
    if (in_call != nullptr) {
        in_call->play_chime();
    } else {
        sound_ = std::make_shared<Sound>();
        const auto open = [sound = sound_, output] {
            media::AudioIo::Options options;
            options.input = media::NoInput{};
            options.output = output;
            options.engine.processing = {false, false, false};
            auto started = media::AudioIo::start(options);
            if (!started) return;
            (*started)->play_chime();
            sound->audio = std::move(*started);
        };
        if (!background_.run(open)) sound_.reset();
    }
    over_.start();
    emit playing_changed(true);
}

/// After the opening, which comes first in the background's order.
void TestSound::close() {
    if (!sound_) return;
    const auto drop = [sound = std::exchange(sound_, nullptr)] { sound->audio.reset(); };
    if (!background_.run(drop)) drop();
}

void TestSound::finish() {
    if (sound_) {
        const auto tell = [this, sound = sound_] {
            const auto error = sound->audio ? sound->audio->status().output_error : std::nullopt;
            sound->audio.reset();
            if (!error) return;
            QMetaObject::invokeMethod(this, [this, error = *error] { emit failed(error); }, Qt::QueuedConnection);
        };
        sound_.reset();
        std::ignore = background_.run(tell);
    }
    emit playing_changed(false);
}

} // namespace plenum::app
