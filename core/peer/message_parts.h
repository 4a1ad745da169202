// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/crypto/epoch_keys.h"
#include "core/log/state.h"
#include "core/token/tenures.h"
#include "core/wire/message.h"

#include <optional>

namespace plenum::node {

/// What is in the clear of a message as members seal it for each other (core/wire/message.h).
struct MessageParts {
    wire::MessageHeader header;
    /// Behind so many bytes the sealed body begins.
    std::size_t header_bytes{0};
};
/// Nullopt where no header stands there.
[[nodiscard]] std::optional<MessageParts> parse_message(base::ByteView message);

/// What its token's fence goes by; of a bundle, the last message.
[[nodiscard]] inline token::Said said_in(const wire::MessageHeader& header) {
    const base::SequenceNumber last{header.sequence.value() + header.count - 1U};
    return {header.flow, header.sender, header.token_epoch, last, header.sent_at};
}
/// What relays keep and pass on of a reliable message that its token does not let through: its header, by which others
/// know its place in the order; nothing where none stands there.
[[nodiscard]] base::Bytes stub_of(base::ByteView message);
[[nodiscard]] bool is_stub(base::ByteView message);
/// Whether stubs of its messages may have been kept: a token demands, its kind has rights, or it was closed.
[[nodiscard]] bool may_have_stubs(const log::State& state, base::FlowId flow);

/// The keys that a message says it is sealed with; nullopt where it says none.
[[nodiscard]] std::optional<crypto::ContentKeyId> sealed_with(base::ByteView message);

/// Whether it may be on that flow. Bundles are of live messages alone, and not of members' programs.
[[nodiscard]] bool fits(const log::State& state, const log::FlowDeclaration& flow, const wire::MessageHeader& header);

/// Whether it claims more on a whiteboard than its sender may do at that time, as the log stands. Of senders who are
/// members no longer this says nothing.
[[nodiscard]] bool exceeds_authority(const log::State& state, const wire::MessageHeader& header,
                                     base::ConferenceTime at);
/// The same of one as it travels. False where no header stands there, and on other flows without reading it.
[[nodiscard]] bool exceeds_authority(const log::State& state, const wire::ReliableMessage& message,
                                     base::ConferenceTime at);

} // namespace plenum::node
