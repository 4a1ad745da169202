// SPDX-License-Identifier: Apache-2.0
#include "core/board/exchange/copy_message.h"

#include "core/base/enums.h"
#include "core/base/overloaded.h"
#include "core/wire/cursor.h"

#include <ranges>
#include <utility>

namespace plenum::board {
namespace {

enum class Type : std::uint8_t { begins = 1, piece = 2, refused = 3, progress = 4, request = 5 };

/// The rest is sent in vain.
constexpr std::size_t request_senders_max = (copy_message_bytes_max - 1) / 8;

} // namespace

base::Bytes encode(const CopyMessage& message) {
    base::Bytes bytes;
    wire::Writer writer{bytes};
    const auto begin = [&](Type type) { writer.u8(static_cast<std::uint8_t>(type)); };
    std::visit(base::Overloaded{[&](const CopyRequest& request) {
                                    begin(Type::request);
                                    for (const auto& [sender, number] :
                                         request.seen | std::views::take(request_senders_max)) {
                                        writer.u32(sender.value());
                                        writer.u32(number.value());
                                    }
                                },
                                [&](const CopyBegins& begins) {
                                    begin(Type::begins);
                                    writer.u32(begins.bytes);
                                    writer.u8(begins.complete ? 1 : 0);
                                },
                                [&](const CopyPiece& piece) {
                                    begin(Type::piece);
                                    writer.u32(piece.offset);
                                    writer.bytes(piece.bytes);
                                },
                                [&](const CopyRefused&) { begin(Type::refused); },
                                [&](const CopyProgress& progress) {
                                    begin(Type::progress);
                                    writer.u32(progress.bytes);
                                }},
               message);
    return bytes;
}

std::optional<CopyMessage> decode_copy_message(base::ByteView bytes) {
    if (bytes.empty() || bytes.size() > copy_message_bytes_max) return std::nullopt;
    wire::Reader reader{bytes.subspan(1)};
    CopyMessage message;
    switch (static_cast<Type>(bytes.front())) {
    case Type::piece: {
        const auto offset = reader.u32();
        const auto rest = reader.rest();
        if (rest.empty()) return std::nullopt;
        message = CopyPiece{offset, {rest.begin(), rest.end()}};
        break;
    }
    case Type::request: {
        CopyRequest request;
        while (reader.ok() && !reader.at_end()) {
            const base::MemberIndex sender{reader.u32()};
            request.seen[sender] = OperationNumber{reader.u32()};
        }
        message = std::move(request);
        break;
    }
    case Type::begins: {
        const auto bytes_expected = reader.u32();
        message = CopyBegins{bytes_expected, reader.u8() == 1};
        break;
    }
    case Type::refused: message = CopyRefused{}; break;
    case Type::progress: message = CopyProgress{reader.u32()}; break;
    default: return std::nullopt;
    }
    if (!reader.ok() || !reader.at_end()) return std::nullopt;
    return message;
}

base::Bytes encode(const Copy& copy) {
    base::Bytes bytes;
    wire::Writer writer{bytes};
    writer.u32(static_cast<std::uint32_t>(copy.snapshot.size()));
    writer.bytes(copy.snapshot);
    for (const auto& [author, authority, message] : copy.messages) {
        writer.u32(author.sender.value());
        writer.u32(author.person.value());
        writer.u8(static_cast<std::uint8_t>(authority));
        writer.u16(static_cast<std::uint16_t>(message.size()));
        writer.bytes(message);
    }
    return bytes;
}

std::optional<Copy> decode_copy(base::ByteView bytes) {
    if (bytes.size() > copy_bytes_max) return std::nullopt;
    wire::Reader reader{bytes};
    Copy copy;
    const auto snapshot = reader.bytes(reader.u32());
    copy.snapshot.assign(snapshot.begin(), snapshot.end());
    while (reader.ok() && !reader.at_end()) {
        Copy::Said said;
        said.author.sender = base::MemberIndex{reader.u32()};
        said.author.person = PersonIndex{reader.u32()};
        said.authority = static_cast<Authority>(reader.u8());
        if (!base::is_enumerator(said.authority)) return std::nullopt;
        const auto message = reader.bytes(reader.u16());
        if (message.empty() || copy.messages.size() == copy_messages_max) return std::nullopt;
        said.message.assign(message.begin(), message.end());
        copy.messages.push_back(std::move(said));
    }
    if (!reader.ok()) return std::nullopt;
    return copy;
}

} // namespace plenum::board
