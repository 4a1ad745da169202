// SPDX-License-Identifier: Apache-2.0
// Calibrations of cameras: what is read passes all checks and says the same twice.
#include "media/depth/calibration.h"

#include "core/base/check.h"
#include "tests/fuzz/bodies.h"

#include <set>

namespace plenum::fuzz {
namespace {

namespace depth = media::depth;

depth::Calibration calibration(std::size_t cameras) {
    depth::Calibration calibration;
    calibration.error_px = 0.25;
    for (std::size_t i = 0; i < cameras; ++i) {
        depth::CalibratedCamera camera;
        camera.name = std::string(1, static_cast<char>('a' + i));
        camera.intrinsics = {{640, 480}, 500, 501, 320, 240, {-0.1, 0.02, 0, 0, 0}};
        camera.from_reference.translation_m = {-0.1 * static_cast<double>(i), 0, 0};
        camera.error_px = 0.5;
        calibration.cameras.push_back(camera);
    }
    return calibration;
}

} // namespace

void run_calibrations(base::ByteView input) {
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
        const auto text = depth::to_text(calibration(cameras));
        const auto bytes = base::as_bytes(text);
        seeds.emplace_back(bytes.begin(), bytes.end());
    }
    return seeds;
}

} // namespace plenum::fuzz
