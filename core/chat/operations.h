// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/chat/ids.h"
#include "core/chat/limits.h"
#include "core/chat/shared_file.h"
#include "core/wire/choice.h"

#include <expected>
#include <string>
#include <variant>

/// What a message of the chat says, and its bytes.
namespace plenum::chat {

struct IdentityField {
    static void put(wire::Writer& to, const MessageId& value) {
        to.varint(value.sender.value());
        to.varint(value.sequence.value());
    }
    static void get(wire::Reader& from, MessageId& value) {
        wire::Varint::get(from, value.sender);
        wire::Varint::get(from, value.sequence);
        if (value.sender.value() == 0 || value.sequence.value() == 0) from.fail();
    }
    static std::string text() { return "sender (varint), number (varint)"; }
};
struct SharedFileField {
    static void put(wire::Writer& to, const SharedFile& value) {
        wire::Text<limits::file_name_bytes_max>::put(to, value.name);
        to.varint(value.bytes);
        wire::Text<limits::media_type_bytes_max>::put(to, value.media_type);
        to.bytes(value.hash.view());
        to.varint(value.width);
        to.varint(value.height);
    }
    static void get(wire::Reader& from, SharedFile& value) {
        wire::Text<limits::file_name_bytes_max>::get(from, value.name);
        wire::Varint::get(from, value.bytes);
        wire::Text<limits::media_type_bytes_max>::get(from, value.media_type);
        wire::Fixed<base::Hash::size>::get(from, value.hash);
        wire::Varint::get(from, value.width);
        wire::Varint::get(from, value.height);
    }
    static std::string text() {
        return "name (text), bytes (varint), media type (text), hash (32 bytes), width (varint), height (varint)";
    }
};
struct SharedSceneField {
    static void put(wire::Writer& to, const SharedScene& value) {
        to.varint(value.sharer.value());
        to.varint(value.scene);
    }
    static void get(wire::Reader& from, SharedScene& value) {
        wire::Varint::get(from, value.sharer);
        wire::Varint::get(from, value.scene);
        if ((value.sharer.value() == 0) != (value.scene == 0)) from.fail();
    }
    static std::string text() { return "sharer (varint), scene (varint)"; }
};
using TextField = wire::Text<limits::text_bytes_max>;

/// A line. Its bytes are the text alone, as older programs say it.
struct Say {
    std::string text;
    friend bool operator==(const Say&, const Say&) = default;
};

/// A line that answers another one.
struct Reply {
    static constexpr std::uint8_t type = 1;
    static constexpr std::string_view name = "Reply";
    MessageId to;
    std::string text;
    friend bool operator==(const Reply&, const Reply&) = default;
    static constexpr auto fields() {
        return wire::Fields{wire::Field<&Reply::to, IdentityField>{"to", "the line that it answers"},
                            wire::Field<&Reply::text, TextField>{"text", ""}};
    }
};

/// Another text for an own line, also for a deleted one, which is there again.
struct Edit {
    static constexpr std::uint8_t type = 2;
    static constexpr std::string_view name = "Edit";
    MessageId on;
    Version version;
    std::string text;
    friend bool operator==(const Edit&, const Edit&) = default;
    static constexpr auto fields() {
        return wire::Fields{wire::Field<&Edit::on, IdentityField>{"on", "the line"},
                            wire::Field<&Edit::version, wire::Varint>{"version", "one more than the author had seen"},
                            wire::Field<&Edit::text, TextField>{"text", ""}};
    }
};

/// An own line is shown no more.
struct Delete {
    static constexpr std::uint8_t type = 3;
    static constexpr std::string_view name = "Delete";
    MessageId on;
    Version version;
    friend bool operator==(const Delete&, const Delete&) = default;
    static constexpr auto fields() {
        return wire::Fields{
            wire::Field<&Delete::on, IdentityField>{"on", "the line"},
            wire::Field<&Delete::version, wire::Varint>{"version", "one more than the author had seen"}};
    }
};

/// All reactions of a person to a line, in place of those before.
struct React {
    static constexpr std::uint8_t type = 4;
    static constexpr std::string_view name = "React";
    MessageId on;
    Version version;
    ReactionSet reactions;
    friend bool operator==(const React&, const React&) = default;
    static constexpr auto fields() {
        return wire::Fields{
            wire::Field<&React::on, IdentityField>{"on", "the line"},
            wire::Field<&React::version, wire::Varint>{"version", "one more than the author had seen"},
            wire::Field<&React::reactions, wire::U8>{"reactions", "a bit each, agree the lowest; 0 takes all back"}};
    }
};

/// A line that offers a file.
struct ShareFile {
    static constexpr std::uint8_t type = 5;
    static constexpr std::string_view name = "ShareFile";
    SharedFile file;
    friend bool operator==(const ShareFile&, const ShareFile&) = default;
    static constexpr auto fields() {
        return wire::Fields{wire::Field<&ShareFile::file, SharedFileField>{"file", "what is offered"}};
    }
};

/// What its sender sees of a shared screen. It holds for that sender's lines from here on.
struct Look {
    static constexpr std::uint8_t type = 6;
    static constexpr std::string_view name = "Look";
    SharedScene at;
    friend bool operator==(const Look&, const Look&) = default;
    static constexpr auto fields() {
        return wire::Fields{wire::Field<&Look::at, SharedSceneField>{"at", "0 and 0 for none"}};
    }
};

/// All that is not a line by itself, or is one that needs more than its text.
using Formatted = std::variant<Reply, Edit, Delete, React, ShareFile, Look>;
using Operation = std::variant<Say, Reply, Edit, Delete, React, ShareFile, Look>;

/// First byte of what is no plain text: no text may begin with it.
inline constexpr std::uint8_t format = 1;

/// A text as it is; else u8 format, then a type byte and its fields. Precondition: `is_sound`.
[[nodiscard]] base::Bytes encode(const Operation& operation);
/// Refusal::malformed or Refusal::unknown.
[[nodiscard]] std::expected<Operation, Refusal> decode(base::ByteView bytes);
/// Within bounds, so that others accept its bytes.
[[nodiscard]] bool is_sound(const Operation& operation);

} // namespace plenum::chat
