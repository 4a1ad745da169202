// SPDX-License-Identifier: Apache-2.0
#include "media/depth/calibration.h"

#include "tests/unit/media/depth/scene.h"
#include "tests/unit/media/support/signals.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

namespace plenum::media::depth {
namespace {

using testing::HasSubstr;

Calibration two_cameras() {
    Calibration calibration;
    calibration.cameras = {test::camera("left"), test::camera("right \"B\"", {0.1, 0.003, -0.002}, {1, -2, 0.5})};
    calibration.cameras[0].error_px = 0.2;
    calibration.cameras[1].error_px = 1.0 / 3;
    calibration.error_px = 0.27;
    return calibration;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const auto at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
}

std::string why_not(const std::string& text) {
    const auto read = calibration_from_text(text);
    if (read) return "it was read";
    EXPECT_EQ(read.error().kind, MediaError::Kind::bad_data);
    return read.error().text;
}

TEST(CalibrationFile, GivesBackWhatWasWritten) {
    const plenum::media::test::TemporaryFolder folder;
    const auto calibration = two_cameras();
    ASSERT_TRUE(write_calibration(calibration, folder / "cameras.json"));
    const auto read = read_calibration(folder / "cameras.json");
    ASSERT_TRUE(read) << read.error().text;
    EXPECT_EQ(*read, calibration);
}

TEST(CalibrationFile, NamesTheFileThatCannotBeRead) {
    const plenum::media::test::TemporaryFolder folder;
    const auto read = read_calibration(folder / "none.json");
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().kind, MediaError::Kind::bad_file);
    EXPECT_THAT(read.error().text, HasSubstr("none.json"));
    EXPECT_FALSE(read_calibration(folder / "."));
    const auto written = write_calibration(two_cameras(), folder / "none" / "cameras.json");
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().kind, MediaError::Kind::bad_file);
    EXPECT_THAT(written.error().text, HasSubstr("cameras.json cannot be written: No such file or directory."));
}

TEST(CalibrationFile, RefusesOtherFilesWithTheReason) {
    const auto good = to_text(two_cameras());
    ASSERT_TRUE(calibration_from_text(good));
    EXPECT_THAT(why_not(""), HasSubstr("no JSON"));
    EXPECT_THAT(why_not("[1, 2]"), HasSubstr("no camera calibration"));
    EXPECT_THAT(why_not(good.substr(0, good.size() / 2)), HasSubstr("no JSON"));
    EXPECT_THAT(why_not(std::string(calibration_file_bytes_max + 1, ' ')), HasSubstr("too large"));
    EXPECT_THAT(why_not(std::string(20'000, '[')), HasSubstr("no"));
    EXPECT_THAT(why_not(replaced(good, "\"version\": 1", "\"version\": 2")), HasSubstr("version 2"));
    EXPECT_THAT(why_not(replaced(good, "plenum camera", "other")), HasSubstr("no camera calibration"));
}

TEST(CalibrationFile, RefusesFieldsThatMakeNoSense) {
    const auto good = to_text(two_cameras());
    EXPECT_THAT(why_not(replaced(good, "\"fx\": 555.0", "\"fx\": \"wide\"")), HasSubstr("needs a number \"fx\""));
    EXPECT_THAT(why_not(replaced(good, "\"fx\": 555.0", "\"fx\": 1e400")), HasSubstr("no JSON"));
    EXPECT_THAT(why_not(replaced(good, "\"fx\": 555.0", "\"fx\": -555.0")), HasSubstr("focal lengths"));
    EXPECT_THAT(why_not(replaced(good, "\"cx\": 322.0", "\"cx\": 1000")), HasSubstr("principal point"));
    EXPECT_THAT(why_not(replaced(good, "\"width\": 640", "\"width\": 641")), HasSubstr("even"));
    EXPECT_THAT(why_not(replaced(good, "\"width\": 640", "\"width\": 1e99")), HasSubstr("whole number"));
    EXPECT_THAT(why_not(replaced(good, "\"distortion\": [", "\"distortion\": [1, ")), HasSubstr("5 numbers"));
    EXPECT_THAT(why_not(replaced(good, "\"error_px\": 0.2", "\"error_px\": -1")), HasSubstr("error"));
    EXPECT_THAT(why_not(replaced(good, "\"name\": \"left\"", "\"name\": \"\"")), HasSubstr("name"));
    EXPECT_THAT(why_not(replaced(good, "\"name\": \"left\"", "\"name\": 7")), HasSubstr("name"));
}

TEST(CalibrationFile, RefusesCamerasThatCannotStandTogether) {
    auto calibration = two_cameras();
    calibration.cameras[1].name = "left";
    EXPECT_THAT(why_not(to_text(calibration)), HasSubstr("called left"));
    calibration = two_cameras();
    calibration.cameras[1].from_reference = {};
    EXPECT_THAT(why_not(to_text(calibration)), HasSubstr("same place"));
    calibration = two_cameras();
    std::swap(calibration.cameras[0], calibration.cameras[1]);
    EXPECT_THAT(why_not(to_text(calibration)), HasSubstr("first camera is the reference"));
    calibration = two_cameras();
    calibration.cameras[1].from_reference.rotation[0] = 0.5;
    EXPECT_THAT(why_not(to_text(calibration)), HasSubstr("orthonormal"));
    calibration.cameras[1].from_reference.rotation = {-1, 0, 0, 0, 1, 0, 0, 0, 1};
    EXPECT_THAT(why_not(to_text(calibration)), HasSubstr("mirror"));
    calibration = two_cameras();
    calibration.cameras.resize(calibrated_cameras_max + 1, calibration.cameras[1]);
    EXPECT_THAT(why_not(to_text(calibration)), HasSubstr("16 cameras"));
    EXPECT_FALSE(check(Calibration{}));
}

} // namespace
} // namespace plenum::media::depth
