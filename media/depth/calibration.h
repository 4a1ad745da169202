// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/depth/geometry.h"

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace plenum::media::depth {

struct CalibratedCamera {
    /// As people know it; unique within a calibration.
    std::string name;
    Intrinsics intrinsics;
    /// Leads from the reference frame, which is the frame of the first camera, to the frame of this one.
    Pose from_reference;
    /// Root mean square distance between corners seen and corners predicted, in pixels.
    double error_px{0};
    friend bool operator==(const CalibratedCamera&, const CalibratedCamera&) = default;
};

/// What is known of a camera cluster. It holds until a camera moves or its zoom or focus changes.
struct Calibration {
    /// The first camera is the reference: its pose is the identity.
    std::vector<CalibratedCamera> cameras;
    /// As in `CalibratedCamera`, over all cameras.
    double error_px{0};
    friend bool operator==(const Calibration&, const Calibration&) = default;
};

inline constexpr std::size_t calibrated_cameras_max = 16;
inline constexpr std::size_t camera_name_bytes_max = 64;
/// Errors above this are no calibration.
inline constexpr double calibration_error_max_px = 100;
inline constexpr std::size_t calibration_file_bytes_max = 64 * 1024;

/// Errors: bad_data. One to `calibrated_cameras_max` cameras with unique names of one line; each passes `check`; the
/// first is the reference; no two stand at the same place.
[[nodiscard]] Result<void> check(const Calibration& calibration);

/// JSON with a version, for people to read and programs to keep. Numbers come back exactly.
[[nodiscard]] std::string to_text(const Calibration& calibration);
/// Errors: bad_data, with what is wrong and what to do: larger than `calibration_file_bytes_max`, no JSON, another
/// version, a field that is missing or of another type, or a calibration that does not pass `check`.
[[nodiscard]] Result<Calibration> calibration_from_text(std::string_view text);

/// By `runtime::write_atomically`, so that an interrupted write leaves the old file. Errors: bad_file.
[[nodiscard]] Result<void> write_calibration(const Calibration& calibration, const std::filesystem::path& path);
/// Errors: bad_file where it cannot be read; those of `calibration_from_text`.
[[nodiscard]] Result<Calibration> read_calibration(const std::filesystem::path& path);

} // namespace plenum::media::depth
