// SPDX-License-Identifier: Apache-2.0
#include "media/audio/audio_engine.h"

#include <algorithm>

namespace plenum::media {
namespace {

constexpr std::size_t changes_max = 256;
/// Ten times a second is what a meter needs.
constexpr int stats_interval_blocks = 20;

} // namespace

Result<std::unique_ptr<AudioEngine>> AudioEngine::create(const Options& options) {
    auto encoder = OpusSpeechEncoder::create(options.encoder);
    if (!encoder) return std::unexpected{encoder.error()};
    return std::unique_ptr<AudioEngine>{new AudioEngine{options, std::move(*encoder)}};
}

AudioEngine::AudioEngine(const Options& options, OpusSpeechEncoder encoder)
    : options_{options},
      send_{std::move(encoder), options.processing, options.mode},
      incoming_{options.queue_packets_max},
      changes_{changes_max} {}

// --- receive chain ---

StereoBlock AudioEngine::render(base::LocalTime now) {
    take_incoming();
    mixer_.begin();
    rendered_.clear();
    for (auto& [index, sender] : senders_) {
        const auto block = sender.next_block(now).value_or(AudioBlock{});
        mixer_.add(index, block);
        rendered_.push_back({index, block});
    }
    for (auto& [index, computer] : computers_)
        mixer_.add({index, SoundSource::Kind::computer}, computer.next_block(now).value_or(StereoBlock{}));
    if (const auto block = chime_.next()) mixer_.add(base::MemberIndex{}, *block);
    const auto live = mixer_.finish();
    const auto heard = options_.replay ? options_.replay->render(live, now) : live;
    send_.far_end(to_mono(heard));
    if (--blocks_until_stats_ <= 0) publish_stats();
    return heard;
}

void AudioEngine::take_incoming() {
    base::BoundedQueue<Incoming> packets{options_.queue_packets_max};
    base::BoundedQueue<Change> changes{changes_max};
    {
        const std::lock_guard lock{mutex_};
        std::swap(packets, incoming_);
        std::swap(changes, changes_);
    }
    while (!changes.empty())
        changes.pop()(*this);
    while (!packets.empty()) {
        auto incoming = packets.pop();
        incoming.source.kind == SoundSource::Kind::voice
            ? take(senders_, options_.senders_max, std::move(incoming))
            : take(computers_, options_.computers_max, std::move(incoming));
    }
}

template <class Receiver>
void AudioEngine::take(std::map<base::MemberIndex, Receiver>& receivers, std::size_t receivers_max,
                       Incoming incoming) const {
    auto found = receivers.find(incoming.source.member);
    if (found == receivers.end()) {
        if (receivers.size() >= receivers_max) return;
        found = receivers.emplace(incoming.source.member, Receiver{options_.playout}).first;
    }
    found->second.push(std::move(incoming.packet), incoming.arrived_at);
}

// --- any thread ---

bool AudioEngine::receive(SoundSource source, AudioPacket packet, base::LocalTime arrived_at) {
    const std::lock_guard lock{mutex_};
    if (incoming_.push({source, std::move(packet), arrived_at})) return true;
    ++stats_.queue_refused;
    return false;
}

void AudioEngine::change(Change change) {
    const std::lock_guard lock{mutex_};
    // Nobody turns 256 knobs in 5 ms; if the audio thread stands still the oldest wish is the one to forget.
    if (changes_.size() >= changes_max) changes_.pop();
    (void)changes_.push(std::move(change));
}

void AudioEngine::stop_sender(SoundSource source) {
    change([source](AudioEngine& engine) {
        source.kind == SoundSource::Kind::voice ? engine.senders_.erase(source.member)
                                                : engine.computers_.erase(source.member);
    });
}
void AudioEngine::remove_sender(SoundSource source) {
    stop_sender(source);
    change([source](AudioEngine& engine) { engine.mixer_.remove(source); });
}
void AudioEngine::set_muted(bool muted) {
    change([muted](AudioEngine& engine) { engine.send_.set_muted(muted); });
}
void AudioEngine::play_chime() {
    change([](AudioEngine& engine) { engine.chime_.start(); });
}
void AudioEngine::set_input_gain_db(double gain_db) {
    const auto gain = SenderMix::factor_of(gain_db);
    change([gain](AudioEngine& engine) { engine.send_.set_gain(gain); });
}
void AudioEngine::set_sender_gain_db(base::MemberIndex sender, double gain_db) {
    change([=](AudioEngine& engine) {
        auto mix = engine.mixer_.mix(sender);
        mix.gain_db = gain_db;
        engine.mixer_.set_mix(sender, mix);
    });
}
void AudioEngine::set_sender_muted(base::MemberIndex sender, bool muted) {
    change([=](AudioEngine& engine) {
        auto mix = engine.mixer_.mix(sender);
        mix.muted = muted;
        engine.mixer_.set_mix(sender, mix);
    });
}
void AudioEngine::set_sender_mix(SoundSource source, SenderMix mix) {
    change([=](AudioEngine& engine) { engine.mixer_.set_mix(source, mix); });
    if (options_.replay && source.kind == SoundSource::Kind::voice) options_.replay->set_mix(source.member, mix);
}
void AudioEngine::set_output_gain_db(double gain_db) {
    change([=](AudioEngine& engine) { engine.mixer_.set_sum_gain_db(gain_db); });
    if (options_.replay) options_.replay->set_sum_gain_db(gain_db);
}
void AudioEngine::set_mode(AudioMode mode) {
    change([=](AudioEngine& engine) { engine.send_.set_mode(mode); });
}
void AudioEngine::set_processing(const CaptureProcessing::Options& options) {
    change([=](AudioEngine& engine) { engine.send_.set_processing(options); });
}
void AudioEngine::set_bitrate(int bitrate_bps) {
    change([=](AudioEngine& engine) { engine.send_.set_bitrate(bitrate_bps); });
}
void AudioEngine::set_loss_percent(int loss_percent) {
    change([=](AudioEngine& engine) { engine.send_.set_loss_percent(loss_percent); });
}
void AudioEngine::set_echo_delay(base::Duration delay) {
    const auto delay_ms = static_cast<int>(std::clamp(base::to_ms(delay), 0.0, 500.0));
    change([=](AudioEngine& engine) { engine.send_.set_echo_delay_ms(delay_ms); });
}

// --- figures ---

SenderStats AudioEngine::stats_of(SoundSource source, const auto& sender) const {
    return {.sender = source.member,
            .level = mixer_.level(source),
            .speaking = sender.active() && mixer_.speaking(source),
            .target_delay = sender.playout().target_delay(),
            .current_delay = sender.playout().current_delay(),
            .concealed_ratio = sender.concealed_ratio(),
            .corrected = sender.counters().corrected,
            .concealed = sender.counters().concealed,
            .malformed = sender.counters().malformed,
            .rate_correction = sender.playout().rate_correction(),
            .mix = mixer_.mix(source),
            .playout = sender.playout().counters()};
}

void AudioEngine::publish_stats() {
    blocks_until_stats_ = stats_interval_blocks;
    Stats stats{.input = send_.level(),
                .input_speaking = send_.speaking(),
                .muted = send_.muted(),
                .mode = send_.packet_duration().mode(),
                .packet_duration = send_.packet_duration().duration(),
                .output = mixer_.master_level(),
                .limiting = mixer_.amplitude().limiting(),
                .speakers = mixer_.amplitude().speakers(),
                .scale = mixer_.amplitude().scale(),
                .processing_error = send_.processing_error()};
    stats.senders.reserve(senders_.size());
    for (const auto& [index, sender] : senders_)
        stats.senders.push_back(stats_of(index, sender));
    for (const auto& [index, computer] : computers_)
        stats.computers.push_back(stats_of({index, SoundSource::Kind::computer}, computer));
    const std::lock_guard lock{mutex_};
    stats.queue_refused = stats_.queue_refused;
    std::swap(stats_, stats);
}

AudioEngine::Stats AudioEngine::stats() const {
    const std::lock_guard lock{mutex_};
    return stats_;
}

} // namespace plenum::media
