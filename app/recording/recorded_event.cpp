// SPDX-License-Identifier: Apache-2.0
#include "app/recording/recorded_event.h"

namespace plenum::app {

base::Bytes encode(const RecordedEvent& event) {
    base::Bytes bytes;
    wire::Writer to{bytes};
    to.varint(event.order);
    wire::put_choice(to, event.content);
    return bytes;
}

std::expected<RecordedEvent, wire::DecodeError> decode_recorded(base::ByteView bytes) {
    wire::Reader from{bytes};
    RecordedEvent event;
    event.order = from.varint();
    if (!wire::get_choice(from, event.content)) return std::unexpected{wire::DecodeError::unknown};
    if (!from.ok()) return std::unexpected{wire::DecodeError::malformed};
    if (!from.at_end()) return std::unexpected{wire::DecodeError::trailing};
    return event;
}

} // namespace plenum::app
