// SPDX-License-Identifier: Apache-2.0
#include "media/audio/audio_engine.h"

#include <algorithm>
#include <cmath>

namespace plenum::media {
namespace {

constexpr std::size_t changes_max = 256;
/// Ten times a second is what a meter needs.
constexpr int stats_interval_blocks = 10;

void apply_gain(AudioBlock& block, double gain) {
    if (gain == 1) return;
    for (auto& sample : block) {
        sample = static_cast<std::int16_t>(std::lround(std::clamp(sample * gain, -32768.0, 32767.0)));
    }
}

/// One block out of two: the first fades into the second.
AudioBlock blend_halves(const AudioPacketSamples& samples) {
    AudioBlock block;
    for (std::size_t i = 0; i < block_samples; ++i) {
        const auto share = static_cast<double>(i) / static_cast<double>(block_samples);
        block[i] =
            static_cast<std::int16_t>(std::lround(samples[i] * (1 - share) + samples[block_samples + i] * share));
    }
    return block;
}

} // namespace

Result<std::unique_ptr<AudioEngine>> AudioEngine::create(const Options& options) {
    auto encoder = OpusSpeechEncoder::create(options.encoder);
    if (!encoder) return std::unexpected{encoder.error()};
    return std::unique_ptr<AudioEngine>{new AudioEngine{options, std::move(*encoder)}};
}

AudioEngine::AudioEngine(const Options& options, OpusSpeechEncoder encoder)
    : options_{options},
      encoder_{std::move(encoder)},
      processing_{options.processing},
      incoming_{options.queue_packets_max},
      changes_{changes_max} {}

// --- send chain ---

std::optional<EncodedAudio> AudioEngine::capture(const AudioBlock& block) {
    auto processed = processing_.process(block);
    apply_gain(processed, input_gain_);
    voice_in_pending_ = voice_.update(processed) || voice_in_pending_;
    input_meter_.update(processed);
    std::copy(processed.begin(), processed.end(), pending_.begin() + (half_filled_ ? block_samples : 0));
    half_filled_ = !half_filled_;
    if (half_filled_) return std::nullopt;
    const auto voice = std::exchange(voice_in_pending_, false);
    if (muted_) return std::nullopt;
    return EncodedAudio{encoder_.encode(pending_), !voice, voice_.level_dbfs()};
}

// --- receive chain ---

AudioBlock AudioEngine::render(base::LocalTime now) {
    take_incoming();
    mixer_.begin();
    rendered_.clear();
    for (auto& [index, sender] : senders_) {
        const auto block = next_block(sender, now);
        sender.active = block.has_value();
        const auto heard = block.value_or(AudioBlock{});
        mixer_.add(index, heard);
        rendered_.push_back({index, heard});
    }
    // No member has this index.
    if (const auto block = chime_.next()) mixer_.add(base::MemberIndex{}, *block);
    const auto mixed = mixer_.finish();
    processing_.far_end(mixed);
    if (--blocks_until_stats_ <= 0) publish_stats();
    return mixed;
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
        auto found = senders_.find(incoming.sender);
        if (found == senders_.end()) {
            if (senders_.size() >= options_.senders_max) continue;
            found = senders_.emplace(incoming.sender, Sender{options_.playout}).first;
        }
        found->second.playout.push(std::move(incoming.packet), incoming.arrived_at);
    }
}

std::optional<AudioBlock> AudioEngine::next_block(Sender& sender, base::LocalTime now) {
    if (sender.samples_left == 0) decode_next(sender, now);
    if (sender.samples_left == 0) return std::nullopt;
    AudioBlock block;
    std::copy_n(sender.samples.end() - static_cast<std::ptrdiff_t>(sender.samples_left), block_samples, block.begin());
    sender.samples_left -= block_samples;
    return block;
}

void AudioEngine::decode_next(Sender& sender, base::LocalTime now) {
    auto item = sender.playout.pop(now);
    using Kind = PlayoutItem::Kind;
    if (item.kind == Kind::empty) return;
    if (item.kind == Kind::stretch) {
        const auto block = sender.decoder.conceal_block();
        std::copy(block.begin(), block.end(), sender.samples.begin() + block_samples);
        sender.samples_left = block_samples;
        ++sender.blocks;
        ++sender.blocks_concealed;
        return;
    }
    if (item.kind == Kind::packet) {
        if (auto samples = sender.decoder.decode(item.bytes)) return fill(sender, *samples, false, item.shorten);
        ++sender.malformed;
        item.bytes.clear();
    }
    if (OpusSpeechDecoder::has_correction(item.bytes)) {
        ++sender.corrected;
        return fill(sender, sender.decoder.decode_correction(item.bytes), true, false);
    }
    ++sender.concealed;
    fill(sender, sender.decoder.conceal(), true, false);
}

void AudioEngine::fill(Sender& sender, const AudioPacketSamples& samples, bool concealed, bool shorten) {
    sender.samples = samples;
    sender.samples_left = packet_samples;
    if (shorten) {
        const auto block = blend_halves(samples);
        std::copy(block.begin(), block.end(), sender.samples.begin() + block_samples);
        sender.samples_left = block_samples;
    }
    const auto blocks = sender.samples_left / block_samples;
    sender.blocks += blocks;
    if (concealed) sender.blocks_concealed += blocks;
}

// --- any thread ---

bool AudioEngine::receive(base::MemberIndex sender, AudioPacket packet, base::LocalTime arrived_at) {
    const std::lock_guard lock{mutex_};
    if (incoming_.push({sender, std::move(packet), arrived_at})) return true;
    ++stats_.queue_refused;
    return false;
}

void AudioEngine::change(Change change) {
    const std::lock_guard lock{mutex_};
    // Nobody turns 256 knobs in 10 ms; if the audio thread stands still the oldest wish is the one to forget.
    if (changes_.size() >= changes_max) changes_.pop();
    (void)changes_.push(std::move(change));
}

void AudioEngine::remove_sender(base::MemberIndex sender) {
    change([sender](AudioEngine& engine) {
        engine.senders_.erase(sender);
        engine.mixer_.remove(sender);
    });
}
void AudioEngine::set_muted(bool muted) {
    change([muted](AudioEngine& engine) { engine.muted_ = muted; });
}
void AudioEngine::play_chime() {
    change([](AudioEngine& engine) { engine.chime_.start(); });
}
void AudioEngine::set_input_gain_db(double gain_db) {
    const auto gain = from_db(std::clamp(gain_db, Mixer::gain_db_min, Mixer::gain_db_max));
    change([gain](AudioEngine& engine) { engine.input_gain_ = gain; });
}
void AudioEngine::set_sender_gain_db(base::MemberIndex sender, double gain_db) {
    change([=](AudioEngine& engine) { engine.mixer_.set_gain_db(sender, gain_db); });
}
void AudioEngine::set_sender_muted(base::MemberIndex sender, bool muted) {
    change([=](AudioEngine& engine) { engine.mixer_.set_muted(sender, muted); });
}
void AudioEngine::set_processing(const CaptureProcessing::Options& options) {
    change([=](AudioEngine& engine) { engine.processing_.set_options(options); });
}
void AudioEngine::set_bitrate(int bitrate_bps) {
    change([=](AudioEngine& engine) { engine.encoder_.set_bitrate(bitrate_bps); });
}
void AudioEngine::set_loss_percent(int loss_percent) {
    change([=](AudioEngine& engine) { engine.encoder_.set_loss_percent(loss_percent); });
}
void AudioEngine::set_echo_delay(base::Duration delay) {
    const auto delay_ms = static_cast<int>(std::clamp(base::to_ms(delay), 0.0, 500.0));
    change([=](AudioEngine& engine) { engine.processing_.set_echo_delay_ms(delay_ms); });
}

// --- figures ---

SenderStats AudioEngine::stats_of(base::MemberIndex index, const Sender& sender) const {
    return {.sender = index,
            .level = mixer_.level(index),
            .speaking = sender.active && mixer_.speaking(index),
            .target_delay = sender.playout.target_delay(),
            .current_delay = sender.playout.current_delay(),
            .concealed_ratio = sender.blocks == 0
                                   ? 0.0
                                   : static_cast<double>(sender.blocks_concealed) / static_cast<double>(sender.blocks),
            .corrected = sender.corrected,
            .concealed = sender.concealed,
            .malformed = sender.malformed,
            .playout = sender.playout.counters()};
}

void AudioEngine::publish_stats() {
    blocks_until_stats_ = stats_interval_blocks;
    Stats stats{.input = input_meter_.level(),
                .input_speaking = voice_.speaking(),
                .muted = muted_,
                .output = mixer_.master_level(),
                .limiting = mixer_.limiting(),
                .processing_error = processing_.error()};
    stats.senders.reserve(senders_.size());
    for (const auto& [index, sender] : senders_)
        stats.senders.push_back(stats_of(index, sender));
    const std::lock_guard lock{mutex_};
    stats.queue_refused = stats_.queue_refused;
    std::swap(stats_, stats);
}

AudioEngine::Stats AudioEngine::stats() const {
    const std::lock_guard lock{mutex_};
    return stats_;
}

} // namespace plenum::media
