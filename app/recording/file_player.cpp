// SPDX-License-Identifier: Apache-2.0
#include "app/recording/file_player.h"

#include "media/clock.h"
#include "media/video/vp8_decoder_gst.h"

#include <algorithm>
#include <utility>

namespace plenum::app {

using namespace std::chrono_literals;

namespace {

constexpr base::Duration interval = 30ms;
constexpr int ticks_per_move = 3;
/// Whoever goes on further than this begins at a key frame.
constexpr base::Duration jump_min = 2s;
/// The recording ends so long before now, so that the player of sound never takes its end for the present.
constexpr base::Duration end_margin = 10s;
constexpr auto age_max = std::chrono::hours{24 * 365};
constexpr std::size_t sound_bytes_max = std::size_t{64} << 20U;
/// CELT, full band, mono, 20 ms of silence.
const base::Bytes silence{0xF8, 0xFF, 0xFE};
/// Stands for nobody: gives the player of sound a beginning where nobody has spoken yet.
constexpr base::MemberIndex nobody{UINT32_MAX};

} // namespace

struct FilePlayer::Track {
    media::TrackNumber number{};
    media::TrackInfo info{};
    /// Of the reader, in the order of time.
    std::vector<std::uint32_t> blocks{};
    /// The next that is read or decoded.
    std::size_t next{0};
    std::optional<media::Vp8Decoder> decoder{};
    int width{0};
    int height{0};
    bool shown{false};
};

media::Result<std::unique_ptr<FilePlayer>> FilePlayer::open(RecordedCall call, media::AudioOutput output,
                                                            Listener listener) {
    std::unique_ptr<FilePlayer> made{new FilePlayer{std::move(call), std::move(listener)}};
    media::AudioIo::Options options;
    options.input = media::NoInput{};
    options.output = std::move(output);
    options.engine.replay = made->player_;
    auto audio = media::AudioIo::start(std::move(options));
    if (!audio) return std::unexpected{audio.error()};
    made->audio_ = std::move(*audio);
    made->thread_ = std::jthread{[player = made.get()](const std::stop_token& stop) { player->run(stop); }};
    return made;
}

FilePlayer::FilePlayer(RecordedCall call, Listener listener)
    : call_{std::move(call)},
      listener_{std::move(listener)},
      duration_{call_.reader().duration()},
      zero_{media::local_now() - duration_ - end_margin},
      history_{{.age_max = age_max, .sound_bytes_max = sound_bytes_max}},
      player_{std::make_shared<media::ReplayPlayer>(history_)} {
    wanted_.at = base::Duration{};
    player_->set_speed(media::ReplaySpeed::usual);
    std::map<media::TrackNumber, Track*> by_number;
    for (const auto& track : call_.reader().tracks()) {
        if (track.info.codec != "A_OPUS" && track.info.codec != "V_VP8") continue;
        tracks_.push_back(std::make_unique<Track>(Track{track.number, track.info}));
        by_number[track.number] = tracks_.back().get();
    }
    const auto& blocks = call_.reader().blocks();
    for (std::uint32_t index = 0; index < blocks.size(); ++index)
        if (const auto track = by_number.find(blocks[index].track); track != by_number.end())
            track->second->blocks.push_back(index);
    for (auto& track : tracks_)
        std::ranges::sort(track->blocks, {}, [&](std::uint32_t each) { return std::pair{blocks[each].at_ms, each}; });
}

FilePlayer::~FilePlayer() {
    thread_.request_stop();
    if (thread_.joinable()) thread_.join();
    audio_.reset();
}

void FilePlayer::set_playing(bool playing) {
    if (playing && position() >= duration_) seek({});
    playing_ = playing;
    player_->set_paused(!playing);
    if (listener_.moved) listener_.moved();
}

void FilePlayer::set_speed(media::ReplaySpeed speed) {
    player_->set_speed(speed);
    if (listener_.moved) listener_.moved();
}

media::ReplaySpeed FilePlayer::speed() const { return player_->clock().speed(); }

void FilePlayer::seek(base::Duration to) {
    {
        const std::lock_guard lock{wanted_.mutex};
        wanted_.at = std::clamp(to, base::Duration{}, duration_);
    }
    wanted_.news.notify_all();
}

base::Duration FilePlayer::position() const {
    const auto clock = player_->clock();
    return clock.on() ? std::clamp(clock.position() - zero_, base::Duration{}, duration_) : base::Duration{};
}

void FilePlayer::run(const std::stop_token& stop) {
    for (int tick = 0; !stop.stop_requested(); ++tick) {
        std::optional<base::Duration> wanted;
        {
            std::unique_lock lock{wanted_.mutex};
            wanted_.news.wait_for(lock, stop, interval, [this] { return wanted_.at.has_value(); });
            wanted = std::exchange(wanted_.at, std::nullopt);
        }
        if (stop.stop_requested()) return;
        if (wanted) go_to(*wanted, stop);
        const auto at = position();
        feed(at, stop);
        tell(at, stop);
        show(at, stop);
        if (stop.stop_requested()) return;
        if (playing_ && at >= duration_) {
            playing_ = false;
            player_->set_paused(true);
        }
        const bool due = wanted || tick % ticks_per_move == 0;
        if (due && listener_.moved) listener_.moved();
    }
}

void FilePlayer::go_to(base::Duration at, const std::stop_token& stop) {
    history_.clear();
    const auto now = media::local_now();
    history_.keep(
        nobody, media::KeptSound{.begins = local(at) - 40ms, .duration = 20ms, .silent = true, .bytes = silence}, now);
    const auto& blocks = call_.reader().blocks();
    for (auto& track : tracks_) {
        if (track->info.kind != media::TrackInfo::Kind::audio) continue;
        const auto first = std::ranges::lower_bound(track->blocks, at - 100ms, {},
                                                    [&](std::uint32_t each) { return blocks[each].at(); });
        track->next = static_cast<std::size_t>(first - track->blocks.begin());
    }
    feed(at, stop);
    player_->begin(local(at), now);
    player_->set_paused(!playing_);
    const bool back = told_ > 0 && call_.events()[told_ - 1].at > at;
    if (!back) return;
    told_ = 0;
    if (listener_.rewound) listener_.rewound();
}

void FilePlayer::feed(base::Duration position, const std::stop_token& stop) {
    const auto& blocks = call_.reader().blocks();
    const auto now = media::local_now();
    for (auto& track : tracks_) {
        if (track->info.kind != media::TrackInfo::Kind::audio) continue;
        while (track->next < track->blocks.size() && !stop.stop_requested()) {
            const auto& block = blocks[track->blocks[track->next]];
            if (block.at() > position + ahead) break;
            const auto number = ++track->next;
            auto bytes = call_.reader().read(block);
            const auto samples = bytes ? media::OpusSpeechDecoder::samples_in(*bytes) : 0;
            if (samples == 0) continue;
            history_.keep(base::MemberIndex{track->number.value()},
                          media::KeptSound{.flow = base::FlowId{1},
                                           .sequence = base::SequenceNumber{number},
                                           .begins = local(block.at()),
                                           .duration = media::duration_of_samples(samples),
                                           .bytes = std::move(*bytes)},
                          now);
        }
    }
}

void FilePlayer::show(base::Duration position, const std::stop_token& stop) {
    for (auto& track : tracks_)
        if (track->info.kind == media::TrackInfo::Kind::video) show(*track, position, stop);
}

void FilePlayer::show(Track& track, base::Duration position, const std::stop_token& stop) {
    const auto& blocks = call_.reader().blocks();
    const auto at = [&](std::size_t place) { return blocks[track.blocks[place]].at(); };
    const auto after =
        std::ranges::upper_bound(track.blocks, position, {}, [&](std::uint32_t each) { return blocks[each].at(); });
    const auto end = static_cast<std::size_t>(after - track.blocks.begin());
    const bool fresh = end > 0 && position - at(end - 1) <= picture_age_max;
    if (!fresh) {
        track.next = end;
        if (std::exchange(track.shown, false)) listener_.picture(track.number, {});
        return;
    }
    const bool jumps = end < track.next || (track.next < end && at(end - 1) - at(track.next) > jump_min);
    if (jumps || !track.decoder || !track.shown) {
        track.next = end - 1;
        while (track.next > 0 && !blocks[track.blocks[track.next]].key)
            --track.next;
        auto decoder = media::Vp8Decoder::create();
        if (!decoder) return;
        track.decoder = std::move(*decoder);
    }
    std::optional<media::VideoFrame> newest;
    for (; track.next < end && !stop.stop_requested(); ++track.next) {
        const auto& block = blocks[track.blocks[track.next]];
        auto bytes = call_.reader().read(block);
        if (!bytes) continue;
        // A key frame has its own size (RFC 6386 §9.1).
        if (block.key && bytes->size() >= 10) {
            track.width = ((*bytes)[6] | (*bytes)[7] << 8U) & 0x3FFF;
            track.height = ((*bytes)[8] | (*bytes)[9] << 8U) & 0x3FFF;
        }
        media::EncodedFrame frame;
        frame.bytes = std::move(*bytes);
        frame.key_frame = block.key;
        frame.width = track.width;
        frame.height = track.height;
        if (auto picture = track.decoder->decode(frame); picture && *picture) newest = std::move(**picture);
    }
    if (!newest) return;
    track.shown = true;
    listener_.picture(track.number, *newest);
}

void FilePlayer::tell(base::Duration position, const std::stop_token& stop) {
    const auto& events = call_.events();
    for (; told_ < events.size() && events[told_].at <= position && !stop.stop_requested(); ++told_) {
        const auto& next = events[told_];
        const bool pointer = std::holds_alternative<PointerSeen>(next.event.content);
        if (!pointer || position - next.at <= pointer_age_max) listener_.happened(next);
    }
}

} // namespace plenum::app
