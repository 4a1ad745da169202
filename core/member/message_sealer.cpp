// SPDX-License-Identifier: Apache-2.0
#include "core/member/message_sealer.h"

#include <algorithm>

namespace plenum::node {
namespace {

/// Headers, signature and tag of a message.
constexpr std::size_t overhead_usual = 160;

constexpr std::string_view message_context = "plenum-message-v1";

base::Bytes signed_part(base::ByteView associated, base::ByteView body) {
    base::Bytes bytes{associated.begin(), associated.end()};
    base::append(bytes, body);
    return bytes;
}

bool is_reliable(const wire::MessageHeader& header) { return header.lifetime == base::Duration{}; }

} // namespace

/// Members authenticate with the sealed body where it belongs and all that a relay may act on.
void MessageSealer::set_associated(base::ByteView header) {
    const auto conference = roster_.state().conference.view();
    associated_.resize(conference.size() + header.size());
    const auto behind = std::copy(conference.begin(), conference.end(), associated_.begin());
    std::copy(header.begin(), header.end(), behind);
}

SealedStream MessageSealer::stream_of(const wire::MessageHeader& header) const {
    const auto* flow = roster_.state().find(header.flow);
    const bool of_group = flow != nullptr && flow->conversation > log::plenary;
    return {header.sender, header.flow, of_group ? flow->conversation : base::ConversationId{}};
}

void MessageSealer::seal(const wire::MessageHeader& header, base::ByteView body, base::LocalTime now,
                         base::Bytes& message) {
    message.clear();
    message.reserve(body.size() + overhead_usual);
    wire::Writer to{message};
    wire::put(to, header);
    set_associated(message);
    const auto seal_as = [&](Chain chain, base::ByteView plaintext) {
        roster_.keys().ring().seal(chain, stream_of(header), header.sequence, associated_, plaintext, now, message);
    };
    if (is_reliable(header)) {
        const auto signature = crypto::sign(roster_.own().identity, message_context, signed_part(associated_, body));
        base::Bytes plaintext{signature.bytes.begin(), signature.bytes.end()};
        base::append(plaintext, body);
        seal_as(Chain::history, plaintext);
    } else {
        seal_as(Chain::media, body);
    }
}

std::expected<base::Bytes, KeyRing::OpenError> MessageSealer::open(const wire::MessageHeader& header,
                                                                   std::size_t header_bytes, base::ByteView message) {
    set_associated(message.first(header_bytes));
    const auto sealed = message.subspan(header_bytes);
    const bool reliable = is_reliable(header);
    auto body = roster_.keys().ring().open(reliable ? Chain::history : Chain::media, stream_of(header),
                                           {header.sequence, header.count}, associated_, sealed);
    if (body && reliable && !take_signature(header, *body)) return std::unexpected{KeyRing::OpenError::forged};
    return body;
}

std::expected<base::Bytes, KeyRing::OpenError>
MessageSealer::open_pulled(const wire::MessageHeader& header, std::size_t header_bytes, base::ByteView message) {
    set_associated(message.first(header_bytes));
    return roster_.keys().ring().open_again(stream_of(header), header.sequence, associated_,
                                            message.subspan(header_bytes));
}

bool MessageSealer::take_signature(const wire::MessageHeader& header, base::Bytes& body) const {
    const auto* sender = roster_.people().find(header.sender);
    if (sender == nullptr || body.size() < base::Signature::size) return false;
    const auto signature = *base::Signature::from(base::ByteView{body}.first(base::Signature::size));
    body.erase(body.begin(), body.begin() + base::Signature::size);
    return crypto::verify(sender->identity, message_context, signed_part(associated_, body), signature);
}

} // namespace plenum::node
