// SPDX-License-Identifier: Apache-2.0
// A call without a network: what the microphone hears is encoded, handed over and played by the loudspeaker, until the
// standard input ends. Then it says how long the sound was kept. One argument: speech, plain (speech without
// processing) or low_delay.
#include "media/audio/audio_io.h"
#include "media/clock.h"

#include <cstdio>
#include <string_view>
#include <thread>
#include <unistd.h>

int main(int argc, char** argv) {
    using namespace plenum;
    using namespace std::chrono_literals;
    const std::string_view kind = argc > 1 ? argv[1] : "speech";
    media::AudioEngine::Options engine;
    if (kind == "low_delay") engine.mode = media::AudioMode::low_delay;
    if (kind == "plain") engine.processing = {false, false, false};
    auto mouth = media::AudioIo::start({.output = media::NoOutput{}, .engine = engine});
    auto ear = media::AudioIo::start({.input = media::NoInput{}, .engine = engine});
    if (!mouth || !ear) return 1;
    std::jthread carrier{[&](const std::stop_token& stop) {
        for (std::uint64_t sequence = 1; !stop.stop_requested();) {
            auto packet = (*mouth)->wait_packet(100ms);
            if (!packet) continue;
            const base::ConferenceTime sent_at{media::local_now().time_since_epoch()};
            (*ear)->receive(base::MemberIndex{1}, {.sequence = base::SequenceNumber{sequence++},
                                                   .sent_at = sent_at,
                                                   .bytes = std::move(packet->bytes),
                                                   .discard_eligible = packet->discard_eligible});
        }
    }};
    for (char byte = 0; read(STDIN_FILENO, &byte, 1) > 0;) {
    }
    const auto status = (*ear)->status();
    for (const auto& sender : (*ear)->stats().senders)
        std::printf("kept for %.1f ms (target %.1f), %.2f %% concealed, loudspeaker %.1f ms, %llu underruns\n",
                    base::to_ms(sender.current_delay), base::to_ms(sender.target_delay), 100 * sender.concealed_ratio,
                    base::to_ms(status.output_latency), static_cast<unsigned long long>(status.output_underruns));
    return 0;
}
