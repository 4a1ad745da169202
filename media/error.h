// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <utility>

namespace plenum::media {

/// What kept a device, file or codec from doing its work. None of them ends the program: people are told `text` and
/// the call goes on without that part.
struct MediaError {
    enum class Kind : std::uint8_t {
        no_device = 1,       ///< no such camera or sound card, or none at all
        device_failed = 2,   ///< it exists but would not open or stopped
        missing_element = 3, ///< a GStreamer element is not installed
        bad_file = 4,        ///< cannot be opened, or is no file of that kind
        bad_data = 5,        ///< encoded bytes that do not decode
        bad_setting = 6,     ///< an option outside its bounds
        failed = 7,          ///< the library refused for a reason in `text`
    };
    Kind kind{Kind::failed};
    /// One sentence for a person.
    std::string text;
};

template <class Value>
using Result = std::expected<Value, MediaError>;

[[nodiscard]] inline std::unexpected<MediaError> media_error(MediaError::Kind kind, std::string text) {
    return std::unexpected{MediaError{kind, std::move(text)}};
}

} // namespace plenum::media
