// SPDX-License-Identifier: Apache-2.0
#include "core/chat/shared_file.h"

#include "core/base/bytes.h"

#include <algorithm>
#include <array>
#include <utility>

namespace plenum::chat {
namespace {

/// Windows refuses these in names; a slash parts the names of a path everywhere.
constexpr std::string_view refused_signs = "/\\:*?\"<>|\x7f";

/// Length of the character that begins here, which is well-formed UTF-8.
std::size_t length_of(std::string_view text) {
    const auto lead = static_cast<unsigned char>(text.front());
    const std::size_t length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    return std::min(length, text.size());
}

std::uint32_t code_point(std::string_view character) {
    const auto lead = static_cast<unsigned char>(character.front());
    if (character.size() == 1) return lead;
    std::uint32_t code = lead & (0xffU >> (character.size() + 1));
    for (const auto next : character.substr(1))
        code = code << 6 | (static_cast<unsigned char>(next) & 0x3fU);
    return code;
}

/// Formatting characters of Unicode 15: they show nothing and let a name look like another one, for example
/// "gpj.exe" read from right to left.
bool is_invisible(std::uint32_t code) {
    constexpr std::array<std::pair<std::uint32_t, std::uint32_t>, 12> ranges{{{0x00ad, 0x00ad},
                                                                              {0x034f, 0x034f},
                                                                              {0x061c, 0x061c},
                                                                              {0x115f, 0x1160},
                                                                              {0x180e, 0x180e},
                                                                              {0x200b, 0x200f},
                                                                              {0x2028, 0x202e},
                                                                              {0x2060, 0x206f},
                                                                              {0x3164, 0x3164},
                                                                              {0xfeff, 0xfeff},
                                                                              {0xfff0, 0xfffb},
                                                                              {0xe0000, 0xe0fff}}};
    return std::ranges::any_of(ranges,
                               [code](const auto& range) { return code >= range.first && code <= range.second; });
}

bool is_refused(std::string_view character) {
    if (character.size() == 1) return refused_signs.contains(character.front()) || character.front() < ' ';
    const auto code = code_point(character);
    return code < 0xa0 || is_invisible(code);
}

} // namespace

bool is_file_name(std::string_view name) {
    const bool outline = !name.empty() && name.size() <= limits::file_name_bytes_max && base::is_clean_line(name) &&
                         name.front() != '.' && name.front() != ' ' && name.back() != '.' && name.back() != ' ';
    if (!outline) return false;
    while (!name.empty()) {
        const auto length = length_of(name);
        if (is_refused(name.substr(0, length))) return false;
        name.remove_prefix(length);
    }
    return true;
}

std::string file_name_of(std::string_view path) {
    // The bound leaves room for the last few bytes, which hold the ending.
    constexpr std::size_t ending_bytes_max = 16;
    path = path.substr(path.find_last_of('/') + 1);
    std::string name;
    for (auto rest = path; !rest.empty();) {
        const auto character = rest.substr(0, length_of(rest));
        const bool sound = base::is_clean_text(character);
        rest.remove_prefix(sound ? character.size() : 1);
        if (!sound) continue;
        if (refused_signs.contains(character.front()) && character.size() == 1)
            name += '_';
        else if (!is_refused(character))
            name += character;
    }
    const auto whole = [](std::string_view text) { return text.empty() || base::is_clean_text(text); };
    if (name.size() > limits::file_name_bytes_max) {
        const auto dot = name.find_last_of('.');
        auto ending = dot == std::string::npos ? std::string{} : name.substr(dot);
        if (ending.size() > ending_bytes_max) ending.clear();
        name.resize(limits::file_name_bytes_max - ending.size());
        while (!whole(name))
            name.pop_back();
        name += ending;
    }
    const auto first = name.find_first_not_of(". ");
    const auto last = name.find_last_not_of(". ");
    if (first == std::string::npos) return "file";
    name = name.substr(first, last - first + 1);
    return is_file_name(name) ? name : "file";
}

bool is_media_type(std::string_view type) {
    // RFC 6838 §4.2, without the signs that nobody uses.
    const auto is_sign = [](char sign) {
        return (sign >= 'a' && sign <= 'z') || (sign >= '0' && sign <= '9') || sign == '+' || sign == '-' ||
               sign == '.';
    };
    const auto slash = type.find('/');
    if (slash == std::string_view::npos || type.size() > limits::media_type_bytes_max) return false;
    const auto is_word = [&](std::string_view word) { return !word.empty() && std::ranges::all_of(word, is_sign); };
    return is_word(type.substr(0, slash)) && is_word(type.substr(slash + 1));
}

bool is_sound(const SharedFile& file) {
    const bool flat = file.width == 0 && file.height == 0;
    const bool image = file.width > 0 && file.width <= limits::image_side_max && file.height > 0 &&
                       file.height <= limits::image_side_max && file.media_type.starts_with("image/");
    return is_file_name(file.name) && is_media_type(file.media_type) && file.bytes > 0 &&
           file.bytes <= limits::file_bytes_max && (flat || image);
}

} // namespace plenum::chat
