// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/voice_habit.h"

#include "core/tag/voice_flags.h"

namespace plenum::sim {
namespace {

using namespace std::chrono_literals;

constexpr base::Duration spurt_min = 200ms;
constexpr base::Duration spurt_max = 4s;

} // namespace

wire::MessageFlags VoiceHabit::flags(VirtualTime now) {
    if (now >= until_) {
        talks_ = !talks_;
        loudness_ = static_cast<std::uint8_t>(random_.below(tag::loudness_max + 1));
        until_ =
            now + base::Duration{random_.between(base::Duration{spurt_min}.count(), base::Duration{spurt_max}.count())};
    }
    return tag::voice_flags(!talks_, loudness_);
}

} // namespace plenum::sim
