// SPDX-License-Identifier: Apache-2.0
// Calibrations of cameras: what is read passes all checks and says the same twice.
#include "media/depth/calibration.h"

#include "core/base/check.h"
#include "tests/fuzz/bodies.h"
#include "tests/fuzz/input.h"

#include <set>

namespace plenum::fuzz {
namespace {

namespace depth = media::depth;

/// In [low, high], to any fraction.
double real(Input& input, double low, double high) {
    return low + (high - low) * static_cast<double>(input.number(4)) / 4'294'967'295.0;
}

/// One that passes all checks, of numbers that the input chooses.
depth::Calibration calibration(std::size_t cameras, Input& input) {
    depth::Calibration calibration;
    calibration.error_px = real(input, 0, 100);
    for (std::size_t i = 0; i < cameras; ++i) {
        depth::CalibratedCamera camera;
        camera.name = std::string(1, static_cast<char>('a' + i));
        camera.intrinsics = {{640, 480},          real(input, 64, 32'000), real(input, 64, 32'000),
                             real(input, 0, 640), real(input, 0, 480),     {}};
        for (double& coefficient : camera.intrinsics.distortion)
            coefficient = real(input, -1000, 1000);
        if (i > 0) {
            const double first = real(input, 1, 1000);
            camera.from_reference.translation_m = {first, real(input, -1000, 1000), static_cast<double>(i)};
            camera.from_reference.rotation = {0, -1, 0, 1, 0, 0, 0, 0, 1};
        }
        camera.error_px = real(input, 0, 100);
        calibration.cameras.push_back(camera);
    }
    return calibration;
}

/// What is written comes back.
void check_written(base::ByteView bytes) {
    Input input{bytes};
    const auto written = calibration(static_cast<std::size_t>(input.between(1, 4)), input);
    const auto read = depth::calibration_from_text(depth::to_text(written));
    CHECK(read && *read == written);
}

} // namespace

void run_calibrations(base::ByteView input) {
    check_written(input);
    const auto read = depth::calibration_from_text(base::to_text(input));
    if (!read) {
        CHECK(read.error().kind == media::MediaError::Kind::bad_data && read.error().text.ends_with('.'));
        return;
    }
    CHECK(depth::check(*read).has_value());
    CHECK(!read->cameras.empty() && read->cameras.size() <= depth::calibrated_cameras_max);
    CHECK(read->cameras.front().from_reference == depth::Pose{});
    std::set<std::string> names;
    for (const auto& camera : read->cameras)
        CHECK(names.insert(camera.name).second);
    const auto again = depth::calibration_from_text(depth::to_text(*read));
    CHECK(again && *again == *read);
}

std::vector<base::Bytes> calibrations_seeds() {
    std::vector<base::Bytes> seeds;
    for (const std::size_t cameras : {1U, 2U, 3U}) {
        Input none{{}};
        const auto text = depth::to_text(calibration(cameras, none));
        const auto bytes = base::as_bytes(text);
        seeds.emplace_back(bytes.begin(), bytes.end());
    }
    return seeds;
}

} // namespace plenum::fuzz
