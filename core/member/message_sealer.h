// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/member/roster.h"
#include "core/wire/message.h"

namespace plenum::node {

/// Seals this member's messages for the conference and opens those of others. The header travels in the clear and is
/// authenticated with the body. Messages on reliable flows are signed as well.
class MessageSealer {
  public:
    explicit MessageSealer(Roster& roster) : roster_{roster} {}

    /// Writes header and sealed body over `message`. Preconditions as of KeyRing::seal.
    void seal(const wire::MessageHeader& header, base::ByteView body, base::LocalTime now, base::Bytes& message);
    /// The body, decrypted and with its signature checked. The encoded header takes the first `header_bytes`.
    [[nodiscard]] std::expected<base::Bytes, KeyRing::OpenError> open(const wire::MessageHeader& header,
                                                                      std::size_t header_bytes, base::ByteView message);

    /// A live message that may have been opened before.
    [[nodiscard]] std::expected<base::Bytes, KeyRing::OpenError>
    open_pulled(const wire::MessageHeader& header, std::size_t header_bytes, base::ByteView message);

  private:
    /// Sets `associated_`, of a message with this encoded header.
    void set_associated(base::ByteView header);
    [[nodiscard]] SealedStream stream_of(const wire::MessageHeader& header) const;
    [[nodiscard]] bool take_signature(const wire::MessageHeader& header, base::Bytes& body) const;

    Roster& roster_;
    /// Of the last message; keeps its memory.
    base::Bytes associated_;
};

} // namespace plenum::node
