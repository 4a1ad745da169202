// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/media/depth/scene.h"

#include "media/depth/opencv.h"

#include <gtest/gtest.h>
#include <opencv2/calib3d.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include <limits>
#include <numbers>

namespace plenum::media::depth::test {
namespace {

const std::string examples = "/usr/share/doc/opencv-doc/examples/data/";

/// A sheet in the frame of a camera.
struct SheetSeen {
    cv::Vec3d origin;
    cv::Vec3d right;
    cv::Vec3d down;
    cv::Vec3d normal;
};

struct Hit {
    double depth_m{std::numeric_limits<double>::infinity()};
    cv::Vec3d colour{128, 128, 128};
};

cv::Vec3d sample(const cv::Mat& texture, double x, double y) {
    const double column = x * texture.cols - 0.5;
    const double row = y * texture.rows - 0.5;
    const auto at = [&](int r, int c) {
        return cv::Vec3d{texture.at<cv::Vec3b>(std::clamp(r, 0, texture.rows - 1), std::clamp(c, 0, texture.cols - 1))};
    };
    const int c = cvFloor(column);
    const int r = cvFloor(row);
    const double u = column - c;
    const double v = row - r;
    return (at(r, c) * (1 - u) + at(r, c + 1) * u) * (1 - v) + (at(r + 1, c) * (1 - u) + at(r + 1, c + 1) * u) * v;
}

class Renderer {
  public:
    Renderer(const Scene& scene, const CalibratedCamera& camera) : scene_{scene} {
        for (const auto& sheet : scene) {
            const auto seen = then(sheet.to_reference, camera.from_reference);
            const auto turn = rotation_of(seen);
            const auto axis = [&](int column) { return cv::Vec3d{turn.col(column).val}; };
            seen_.push_back({translation_of(seen), axis(0), axis(1), axis(2)});
        }
    }

    [[nodiscard]] Hit look(const cv::Point2d& direction) const {
        const cv::Vec3d ray{direction.x, direction.y, 1};
        Hit nearest;
        for (std::size_t i = 0; i < scene_.size(); ++i) {
            const double depth = seen_[i].normal.dot(seen_[i].origin) / seen_[i].normal.dot(ray);
            if (!(depth > 0.01) || depth >= nearest.depth_m) continue;
            const cv::Vec3d on_sheet = depth * ray - seen_[i].origin;
            const double x = seen_[i].right.dot(on_sheet) / scene_[i].width_m;
            const double y = seen_[i].down.dot(on_sheet) / scene_[i].height_m;
            if (x < 0 || x > 1 || y < 0 || y > 1) continue;
            nearest = {depth, sample(scene_[i].texture, x, y)};
        }
        return nearest;
    }

  private:
    const Scene& scene_;
    std::vector<SheetSeen> seen_;
};

/// Through the pixels of a camera, row by row; kept, since undistorting takes longer than all else.
const std::vector<cv::Point2d>& directions_of(const Intrinsics& lens, int rays) {
    struct Known {
        Intrinsics lens;
        int rays;
        std::vector<cv::Point2d> directions;
    };
    static std::vector<Known> all;
    for (const auto& known : all)
        if (known.lens == lens && known.rays == rays) return known.directions;
    std::vector<cv::Point2d> pixels;
    for (int row = 0; row < lens.size.height; ++row)
        for (int column = 0; column < lens.size.width; ++column)
            for (int i = 0; i < rays * rays; ++i)
                pixels.emplace_back(column + (i % rays + 0.5) / rays - 0.5, row + (i / rays + 0.5) / rays - 0.5);
    auto& made = all.emplace_back(lens, rays, std::vector<cv::Point2d>{});
    cv::undistortPoints(pixels, made.directions, camera_matrix(lens), distortion_row(lens), cv::noArray(),
                        cv::noArray(), {cv::TermCriteria::COUNT | cv::TermCriteria::EPS, 20, 1e-9});
    return made.directions;
}

} // namespace

Rendering render(const Scene& scene, const CalibratedCamera& camera, int rays) {
    const auto size = to_cv(camera.intrinsics.size);
    const Renderer renderer{scene, camera};
    const auto& directions = directions_of(camera.intrinsics, rays);
    cv::Mat colour(size, CV_8UC3);
    cv::Mat depth(size, CV_32F);
    cv::parallel_for_({0, size.height}, [&](const cv::Range& some) {
        for (int row = some.start; row < some.end; ++row) {
            for (int column = 0; column < size.width; ++column) {
                cv::Vec3d sum;
                for (int i = 0; i < rays * rays; ++i) {
                    const auto hit = renderer.look(
                        directions[static_cast<std::size_t>((row * size.width + column) * rays * rays + i)]);
                    sum += hit.colour;
                    depth.at<float>(row, column) = std::isfinite(hit.depth_m) ? static_cast<float>(hit.depth_m) : 0;
                }
                colour.at<cv::Vec3b>(row, column) = sum / (rays * rays);
            }
        }
    });
    return {frame_of(colour), depth};
}

cv::Mat random_texture(std::uint64_t seed, cv::Size size) {
    cv::RNG random{seed};
    cv::Mat texture(size, CV_8UC3);
    const auto colour = [&] {
        return cv::Scalar(random.uniform(20, 235), random.uniform(20, 235), random.uniform(20, 235));
    };
    texture = colour();
    constexpr int leaves = 4000;
    const double side = std::max(size.width, size.height);
    for (int i = 0; i < leaves; ++i) {
        // Small ones are more frequent.
        const double large = side * (0.004 + 0.1 * std::pow(random.uniform(0.0, 1.0), 4));
        const cv::RotatedRect leaf{{random.uniform(0.0F, static_cast<float>(size.width)),
                                    random.uniform(0.0F, static_cast<float>(size.height))},
                                   {static_cast<float>(large), static_cast<float>(large * random.uniform(0.3, 1.0))},
                                   random.uniform(0.0F, 180.0F)};
        cv::Point2f corners[4];
        leaf.points(corners);
        std::vector<cv::Point> polygon(std::begin(corners), std::end(corners));
        cv::fillConvexPoly(texture, polygon, colour(), cv::LINE_AA);
    }
    cv::Mat grain(size, CV_16SC3);
    random.fill(grain, cv::RNG::NORMAL, 0.0, 8.0);
    cv::add(texture, grain, texture, cv::noArray(), CV_8U);
    return texture;
}

VideoFrame with_noise(const VideoFrame& frame, std::uint64_t seed, double deviation) {
    cv::RNG random{seed};
    auto pixels = std::make_shared<base::Bytes>(*frame.pixels);
    cv::Mat luma(frame.height, frame.width, CV_8UC1, pixels->data());
    cv::Mat noise(luma.size(), CV_16S);
    random.fill(noise, cv::RNG::NORMAL, 0.0, deviation);
    cv::add(luma, noise, luma, cv::noArray(), CV_8U);
    auto noisy = frame;
    noisy.pixels = std::move(pixels);
    return noisy;
}

Pose pose(cv::Vec3d degrees, cv::Vec3d metres) {
    cv::Matx33d turn = cv::Matx33d::eye();
    for (const int axis : {2, 0, 1}) {
        cv::Vec3d around;
        around[axis] = degrees[axis] * std::numbers::pi / 180;
        cv::Matx33d step;
        cv::Rodrigues(around, step);
        turn = step * turn;
    }
    return to_pose(turn, metres);
}

CalibratedCamera camera(const std::string& name, cv::Vec3d at, cv::Vec3d turned) {
    CalibratedCamera camera;
    camera.name = name;
    camera.intrinsics = {{640, 480}, 555, 556, 322, 238, {-0.12, 0.05, 0.0005, -0.0004, 0}};
    if (at != cv::Vec3d{} || turned != cv::Vec3d{}) camera.from_reference = inverse(pose(turned, at));
    return camera;
}

VideoFrame frame_of(const cv::Mat& picture) {
    cv::Mat colour;
    if (picture.channels() == 1)
        cv::cvtColor(picture, colour, cv::COLOR_GRAY2BGR);
    else
        colour = picture;
    cv::Mat planes;
    cv::cvtColor(colour, planes, cv::COLOR_BGR2YUV_I420);
    auto pixels = std::make_shared<base::Bytes>(planes.data, planes.data + planes.total());
    return {picture.cols, picture.rows, std::move(pixels), {}};
}

cv::Mat picture(const std::string& name, bool colour) {
    auto read = cv::imread(examples + name, colour ? cv::IMREAD_COLOR : cv::IMREAD_GRAYSCALE);
    EXPECT_FALSE(read.empty()) << examples + name << " is missing: install opencv-doc";
    return read;
}

} // namespace plenum::media::depth::test
