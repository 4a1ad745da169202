// SPDX-License-Identifier: Apache-2.0
// Heartbeats and digests, by which members confirm each other.
#include "core/wire/pulse.h"

#include "tests/fuzz/bodies.h"
#include "tests/fuzz/decoders/arbitrary.h"
#include "tests/fuzz/decoders/round_trip.h"

namespace plenum::fuzz {

void run_pulse(base::ByteView input) { (void)round_trip_choice<wire::PulseMessage>(input); }

std::vector<base::Bytes> pulse_seeds() {
    std::vector<base::Bytes> seeds;
    base::Random random{5};
    add_choice_seeds<wire::PulseMessage>(seeds, 5, random);
    return seeds;
}

} // namespace plenum::fuzz
