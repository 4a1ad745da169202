// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/chat/transcript.h"

namespace plenum::chat {

/// Senders 1 to 99 are people of their own; from 101 on, the same people come back as new members. 200 is nobody's.
inline base::IdentityKey person_of(base::MemberIndex sender) {
    base::IdentityKey key;
    if (sender.value() < 200) key.bytes.front() = static_cast<std::uint8_t>(sender.value() % 100);
    return key;
}

inline MessageId id(std::uint32_t sender, std::uint64_t sequence) {
    return {base::MemberIndex{sender}, base::SequenceNumber{sequence}};
}

} // namespace plenum::chat
