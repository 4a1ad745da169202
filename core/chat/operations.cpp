// SPDX-License-Identifier: Apache-2.0
#include "core/chat/operations.h"

#include <utility>

namespace plenum::chat {
namespace {

bool is_text(std::string_view text, std::size_t bytes_max) {
    return !text.empty() && text.size() <= bytes_max && base::is_clean_text(text);
}

bool names_something(const MessageId& id) { return id.sender.value() > 0 && id.sequence.value() > 0; }

bool has_content(const Say& say) { return is_text(say.text, limits::message_bytes_max); }
bool has_content(const Reply& reply) {
    return is_text(reply.text, limits::text_bytes_max) && names_something(reply.to);
}
bool has_content(const Edit& edit) {
    return is_text(edit.text, limits::text_bytes_max) && names_something(edit.on) && edit.version.value() > 0;
}
bool has_content(const ShareFile& share) { return is_sound(share.file); }
bool has_content(const Look& look) { return (look.at.sharer.value() == 0) == (look.at.scene == 0); }
bool has_content(const auto& change) { return names_something(change.on) && change.version.value() > 0; }

base::Bytes put(const Say& say) {
    const auto bytes = base::as_bytes(say.text);
    return {bytes.begin(), bytes.end()};
}

template <class T>
base::Bytes put(const T& operation) {
    base::Bytes bytes;
    wire::Writer to{bytes};
    to.together([&] {
        to.u8(format);
        wire::put_choice(to, Formatted{operation});
    });
    return bytes;
}

} // namespace

bool is_sound(const Operation& operation) {
    return std::visit([](const auto& each) { return has_content(each); }, operation);
}

base::Bytes encode(const Operation& operation) {
    return std::visit([](const auto& each) { return put(each); }, operation);
}

std::expected<Operation, Refusal> decode(base::ByteView bytes) {
    if (bytes.empty() || bytes.size() > limits::message_bytes_max) return std::unexpected{Refusal::malformed};
    Operation operation;
    if (auto text = base::to_text(bytes); base::is_clean_text(text)) {
        operation = Say{std::move(text)};
        return operation;
    }
    wire::Reader from{bytes};
    if (from.u8() != format) return std::unexpected{Refusal::unknown};
    Formatted formatted;
    if (!wire::get_choice(from, formatted)) return std::unexpected{Refusal::unknown};
    if (!from.ok() || !from.at_end()) return std::unexpected{Refusal::malformed};
    std::visit([&](auto& each) { operation = std::move(each); }, formatted);
    if (!is_sound(operation)) return std::unexpected{Refusal::malformed};
    return operation;
}

} // namespace plenum::chat
