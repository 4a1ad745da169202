// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <expected>
#include <filesystem>
#include <string>

namespace plenum::app {

/// What was asked of a studio and could not be done, or what it had to end.
struct StudioError {
    enum class Cause : std::uint8_t {
        file_exists = 1,
        file_not_written = 2,
        already_recording = 3, ///< into `subject`
        recording_broken = 4,  ///< the disk took no more of `subject`
        no_calibration = 5,    ///< so there are no points
        no_points = 6,         ///< no picture of all cameras shows things in range
        wrong_size = 7,        ///< pictures of `subject`, a camera, have another size than the calibration
        recording_not_shared = 8,
        scene_refused = 9, ///< by the conference
    };
    Cause cause{Cause::no_points};
    /// A file, or the name of a camera.
    std::string subject{};
    /// More about it, in English; maybe empty.
    std::string detail{};
    friend bool operator==(const StudioError&, const StudioError&) = default;
};

/// What is wrong and what to do, in English.
[[nodiscard]] std::string because(const StudioError& error);

[[nodiscard]] inline std::unexpected<StudioError> studio_error(StudioError::Cause cause,
                                                               const std::filesystem::path& file) {
    return std::unexpected{StudioError{.cause = cause, .subject = file.string()}};
}

} // namespace plenum::app
