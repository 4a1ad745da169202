// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/chat/limits.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace plenum::chat {

/// A file that somebody offers in the chat. The content travels apart from it (docs/files.md).
struct SharedFile {
    /// As `is_file_name` has it.
    std::string name;
    /// 1 to `limits::file_bytes_max`.
    std::uint64_t bytes{0};
    /// "image/png", in lower case and without parameters.
    std::string media_type;
    /// BLAKE2b-256 of the content.
    base::Hash hash;
    /// Of an image, in pixels; else 0.
    std::uint32_t width{0};
    std::uint32_t height{0};

    [[nodiscard]] bool is_image() const { return width > 0; }
    friend bool operator==(const SharedFile&, const SharedFile&) = default;
};

/// A name that can stand on the screen and in a folder: one line of at most `limits::file_name_bytes_max` bytes,
/// without parts of a path, control characters, characters that change the direction of text, or signs that a file
/// system refuses. It begins with no dot and ends with no dot or blank.
[[nodiscard]] bool is_file_name(std::string_view name);
/// The name of the file in a path, with what may not stand in a name taken out; "file" where nothing is left.
[[nodiscard]] std::string file_name_of(std::string_view path);
/// Two words of letters, digits, and + - . with a slash between.
[[nodiscard]] bool is_media_type(std::string_view type);
/// Within bounds, so that others accept it.
[[nodiscard]] bool is_sound(const SharedFile& file);

} // namespace plenum::chat
