// SPDX-License-Identifier: Apache-2.0
// A flow's messages: the header that relays may read, and what goes on reliable streams.
#include "core/wire/message.h"

#include "tests/fuzz/bodies.h"
#include "tests/fuzz/decoders/arbitrary.h"
#include "tests/fuzz/decoders/round_trip.h"

namespace plenum::fuzz {

void run_messages(base::ByteView input) {
    (void)round_trip<wire::MessageHeader>(input);
    if (const auto message = round_trip<wire::ReliableMessage>(input)) {
        (void)round_trip<wire::MessageHeader>(message->sealed);
        CHECK(message->sealed.size() <= base::limits::control_message_bytes_max);
    }
}

std::vector<base::Bytes> messages_seeds() {
    std::vector<base::Bytes> seeds;
    base::Random random{6};
    add_seeds<wire::MessageHeader>(seeds, 8, random);
    add_seeds<wire::ReliableMessage>(seeds, 8, random);
    return seeds;
}

} // namespace plenum::fuzz
