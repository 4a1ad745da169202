// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bounded_queue.h"
#include "core/base/units.h"
#include "media/audio/chime.h"
#include "media/audio/computer_receiver.h"
#include "media/audio/mixer.h"
#include "media/audio/send_chain.h"
#include "media/audio/voice_receiver.h"
#include "media/replay/replay_player.h"

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace plenum::media {

struct SenderStats {
    base::MemberIndex sender{};
    /// As heard here: after gain, mute and solo.
    Level level{};
    bool speaking{false};
    base::Duration target_delay{};
    base::Duration current_delay{};
    /// Share of the played time that was concealed or corrected since the sender was added.
    double concealed_ratio{0};
    /// Packets whose content came from the correction in the packet after.
    std::uint64_t corrected{0};
    std::uint64_t concealed{0};
    /// Packets that did not decode.
    std::uint64_t malformed{0};
    /// How much faster than recorded it is played, as a share: the drift of two sound cards.
    double rate_correction{0};
    /// As `set_sender_mix` left it.
    SenderMix mix{};
    Playout::Counters playout{};
};

/// The two chains, without devices: {block → processing → silence → Opus} and {per sender: playout → decode,
/// correct, conceal → mixer → block}.
///
/// Threads: one audio thread calls `capture` and `render`, at the same rate: one of each per block. `receive`,
/// `remove_sender`, the setters and `stats` may be called from any thread: they meet the audio thread in a bounded
/// queue or under a lock that is held for a copy only.
class AudioEngine {
  public:
    struct Options {
        OpusSpeechEncoder::Options encoder{};
        CaptureProcessing::Options processing{};
        Playout::Options playout{};
        AudioMode mode{AudioMode::speech};
        /// Packets between the network's thread and the audio thread; more are refused.
        std::size_t queue_packets_max{256};
        std::size_t senders_max{256};
        std::size_t computers_max{16};
        /// What is heard in place of live sound while it is on; null: nothing ever.
        std::shared_ptr<ReplayPlayer> replay{};
    };
    /// Errors: bad_setting.
    [[nodiscard]] static Result<std::unique_ptr<AudioEngine>> create(const Options& options);

    // --- audio thread ---
    /// A packet whenever one is full: every 5, 10 or 20 ms. When muted, none.
    [[nodiscard]] std::optional<EncodedAudio> capture(const AudioBlock& block) { return send_.capture(block); }
    [[nodiscard]] StereoBlock render(base::LocalTime now);
    /// What each sender contributed to the last `render`, before gain; for recording.
    struct SenderBlock {
        base::MemberIndex sender;
        AudioBlock block;
    };
    [[nodiscard]] const std::vector<SenderBlock>& rendered() const { return rendered_; }

    // --- any thread ---
    /// False if the queue is full (counted).
    bool receive(SoundSource source, AudioPacket packet, base::LocalTime arrived_at);
    /// No more is expected of it; its mix stays.
    void stop_sender(SoundSource source);
    void remove_sender(SoundSource source);
    void set_muted(bool muted);
    /// As SenderMix::gain_db.
    void set_input_gain_db(double gain_db);
    /// Kept for the sender until `remove_sender`, also before the first packet.
    void set_sender_mix(SoundSource source, SenderMix mix);
    /// Of all that is heard here together.
    void set_output_gain_db(double gain_db);
    /// Parts of a sender's mix.
    void set_sender_gain_db(base::MemberIndex sender, double gain_db);
    void set_sender_muted(base::MemberIndex sender, bool muted);
    void set_mode(AudioMode mode);
    void set_processing(const CaptureProcessing::Options& options);
    void set_bitrate(int bitrate_bps);
    void set_loss_percent(int loss_percent);
    /// Among what is rendered, so that echo cancellation knows it too.
    void play_chime();
    /// From a rendered block to its sound in the microphone, as the devices report it.
    void set_echo_delay(base::Duration delay);

    struct Stats {
        /// Microphone, after processing; measured while muted too, so that a muted talker can be told.
        Level input{};
        bool input_speaking{false};
        bool muted{false};
        AudioMode mode{AudioMode::speech};
        /// How long a packet takes to fill: part of the delay from mouth to ear.
        base::Duration packet_duration{};
        Level output{};
        bool limiting{false};
        /// How many speak now, and the factor at most 1 that keeps their sum in range.
        int speakers{0};
        double scale{1};
        std::uint64_t queue_refused{0};
        std::optional<MediaError> processing_error{};
        std::vector<SenderStats> senders{};
        /// What their computers play.
        std::vector<SenderStats> computers{};
    };
    [[nodiscard]] Stats stats() const;

  private:
    struct Incoming {
        SoundSource source;
        AudioPacket packet;
        base::LocalTime arrived_at;
    };
    using Change = std::function<void(AudioEngine&)>;

    AudioEngine(const Options& options, OpusSpeechEncoder encoder);
    void take_incoming();
    template <class Receiver>
    void take(std::map<base::MemberIndex, Receiver>& receivers, std::size_t receivers_max, Incoming incoming) const;
    void change(Change change);
    void publish_stats();
    [[nodiscard]] SenderStats stats_of(SoundSource source, const auto& receiver) const;

    // audio thread only
    Options options_;
    SendChain send_;
    std::map<base::MemberIndex, VoiceReceiver> senders_;
    std::map<base::MemberIndex, ComputerReceiver> computers_;
    Mixer mixer_;
    Chime chime_;
    std::vector<SenderBlock> rendered_;
    int blocks_until_stats_{0};

    // shared
    mutable std::mutex mutex_;
    base::BoundedQueue<Incoming> incoming_;
    base::BoundedQueue<Change> changes_;
    Stats stats_;
};

} // namespace plenum::media
