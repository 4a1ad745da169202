// SPDX-License-Identifier: Apache-2.0
// Messages of the control stream.
#include "core/wire/control.h"

#include "tests/fuzz/bodies.h"
#include "tests/fuzz/decoders/arbitrary.h"
#include "tests/fuzz/decoders/round_trip.h"

namespace plenum::fuzz {

void run_control(base::ByteView input) { (void)round_trip_choice<wire::ControlMessage>(input); }

std::vector<base::Bytes> control_seeds() {
    std::vector<base::Bytes> seeds;
    base::Random random{4};
    add_choice_seeds<wire::ControlMessage>(seeds, 4, random);
    return seeds;
}

} // namespace plenum::fuzz
