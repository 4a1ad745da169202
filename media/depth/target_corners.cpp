// SPDX-License-Identifier: Apache-2.0
#include "media/depth/target_corners.h"

#include "media/depth/opencv.h"

#include <opencv2/aruco/charuco.hpp>
#include <opencv2/calib3d.hpp>
#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <numeric>
#include <set>

namespace plenum::media::depth {
namespace {

constexpr int dictionary = cv::aruco::DICT_5X5_250;
/// A homography needs four; more average noise out.
constexpr std::size_t charuco_corners_min = 8;
constexpr double square_min_m = 0.001;
constexpr double square_max_m = 10;
constexpr int drawn_square_min = 8;

std::unexpected<MediaError> bad_setting(const char* why) { return media_error(MediaError::Kind::bad_setting, why); }

bool between(auto value, auto low, auto high) { return value >= low && value <= high; }

Result<void> check_one(const ChessboardTarget& board) {
    if (!between(board.columns, 3, 40) || !between(board.rows, 3, 40))
        return bad_setting("A chessboard must have 3 to 40 inner corners a side.");
    if ((board.columns + board.rows) % 2 == 0)
        return bad_setting("One side of a chessboard must have an odd number of inner corners and the other an even "
                           "one. Otherwise it looks the same upside down.");
    if (!between(board.square_m, square_min_m, square_max_m))
        return bad_setting("The side of a square must be 1 mm to 10 m.");
    return {};
}

Result<void> check_one(const CharucoTarget& board) {
    if (!between(board.columns, 3, 20) || !between(board.rows, 3, 20))
        return bad_setting("A ChArUco board must have 3 to 20 squares a side.");
    if (!between(board.square_m, square_min_m, square_max_m))
        return bad_setting("The side of a square must be 1 mm to 10 m.");
    if (!between(board.marker_m, 0.3 * board.square_m, 0.95 * board.square_m))
        return bad_setting("The side of a marker must be 0.3 to 0.95 times that of a square.");
    return {};
}

cv::Ptr<cv::aruco::CharucoBoard> make_board(const CharucoTarget& target) {
    return cv::aruco::CharucoBoard::create(target.columns, target.rows, static_cast<float>(target.square_m),
                                           static_cast<float>(target.marker_m),
                                           cv::aruco::getPredefinedDictionary(dictionary));
}

cv::Mat draw(const ChessboardTarget& target, cv::Size size) {
    // Squares, and one more all around that stays white.
    const int columns = target.columns + 3;
    const int rows = target.rows + 3;
    const int side = std::min(size.width / columns, size.height / rows);
    cv::Mat picture(size, CV_8UC1, cv::Scalar{255});
    if (side < drawn_square_min) return {};
    const cv::Point origin{(size.width - side * (columns - 2)) / 2, (size.height - side * (rows - 2)) / 2};
    for (int row = 0; row < rows - 2; ++row)
        for (int column = 0; column < columns - 2; ++column)
            if ((row + column) % 2 == 0)
                picture(cv::Rect{origin + cv::Point{column, row} * side, cv::Size{side, side}}) = cv::Scalar{0};
    return picture;
}

cv::Mat draw(const CharucoTarget& target, cv::Size size) {
    const int side = std::min(size.width / (target.columns + 1), size.height / (target.rows + 1));
    if (side < 2 * drawn_square_min) return {};
    cv::Mat picture;
    make_board(target)->draw(size, picture, side / 2, 1);
    return picture;
}

} // namespace

struct TargetFinder::Charuco {
    cv::Ptr<cv::aruco::CharucoBoard> board;
    cv::Ptr<cv::aruco::DetectorParameters> parameters{cv::aruco::DetectorParameters::create()};
};

Result<void> check(const CalibrationTarget& target) {
    return std::visit([](const auto& board) { return check_one(board); }, target);
}

Result<VideoFrame> draw_target(const CalibrationTarget& target, ImageSize size) {
    if (const auto checked = check(target); !checked) return std::unexpected{checked.error()};
    const auto side_is_good = [](int side) { return between(side, image_side_min, image_side_max) && side % 2 == 0; };
    if (!side_is_good(size.width) || !side_is_good(size.height))
        return bad_setting("A picture's sides must be even numbers from 32 to 4096.");
    return guarded("Drawing the target", [&]() -> Result<VideoFrame> {
        const auto picture = std::visit([&](const auto& board) { return draw(board, to_cv(size)); }, target);
        if (picture.empty()) return bad_setting("The picture is too small for so many squares.");
        // No colour: chroma is in the middle.
        auto pixels = std::make_shared<base::Bytes>(picture.total() / 2 * 3, std::uint8_t{128});
        // Limited range (frame.h).
        cv::Mat luma(picture.rows, picture.cols, CV_8UC1, pixels->data());
        picture.convertTo(luma, CV_8U, 219.0 / 255, 16);
        return VideoFrame{size.width, size.height, std::move(pixels), {}};
    });
}

TargetFinder::TargetFinder(const CalibrationTarget& target) {
    std::visit([this](const auto& board) { use(board); }, target);
}

void TargetFinder::use(const ChessboardTarget& board) {
    corners_ = {board.columns, board.rows};
    for (int row = 0; row < board.rows; ++row)
        for (int column = 0; column < board.columns; ++column)
            points_m_.emplace_back(static_cast<float>(column * board.square_m),
                                   static_cast<float>(row * board.square_m), 0.0F);
}

void TargetFinder::use(const CharucoTarget& board) {
    corners_ = {board.columns - 1, board.rows - 1};
    charuco_ = std::make_unique<Charuco>();
    charuco_->board = make_board(board);
    points_m_ = charuco_->board->chessboardCorners;
}

TargetFinder::TargetFinder(TargetFinder&&) noexcept = default;
TargetFinder& TargetFinder::operator=(TargetFinder&&) noexcept = default;
TargetFinder::~TargetFinder() = default;

std::optional<TargetCorners> TargetFinder::find(const cv::Mat& grey) const {
    return charuco_ ? find_charuco(grey) : find_chessboard(grey);
}

std::vector<cv::Point3f> TargetFinder::points_m(const std::vector<int>& numbers) const {
    std::vector<cv::Point3f> points;
    points.reserve(numbers.size());
    for (const int number : numbers)
        points.push_back(points_m_[static_cast<std::size_t>(number)]);
    return points;
}

std::optional<TargetCorners> TargetFinder::find_chessboard(const cv::Mat& grey) const {
    TargetCorners corners;
    // By sectors (Duda and Frese 2018): fast also where there is no board. Edges then place corners more exactly.
    if (!cv::findChessboardCornersSB(grey, corners_, corners.image, cv::CALIB_CB_NORMALIZE_IMAGE)) return std::nullopt;
    // The window of refinement must not reach the next corner.
    double nearest = grey.cols;
    for (std::size_t i = 1; i < corners.image.size(); ++i)
        nearest = std::min(nearest, cv::norm(corners.image[i] - corners.image[i - 1]));
    const int half = std::clamp(static_cast<int>(nearest / 2.5), 2, 11);
    cv::cornerSubPix(grey, corners.image, {half, half}, {-1, -1},
                     {cv::TermCriteria::COUNT | cv::TermCriteria::EPS, 40, 0.005});
    corners.numbers.resize(corners.image.size());
    std::iota(corners.numbers.begin(), corners.numbers.end(), 0);
    return corners;
}

std::optional<TargetCorners> TargetFinder::find_charuco(const cv::Mat& grey) const {
    std::vector<std::vector<cv::Point2f>> markers;
    std::vector<int> marker_numbers;
    cv::aruco::detectMarkers(grey, charuco_->board->dictionary, markers, marker_numbers, charuco_->parameters);
    if (marker_numbers.empty()) return std::nullopt;
    TargetCorners corners;
    cv::aruco::interpolateCornersCharuco(markers, marker_numbers, grey, charuco_->board, corners.image,
                                         corners.numbers);
    if (!is_enough(corners.numbers)) return std::nullopt;
    return corners;
}

bool TargetFinder::is_enough(const std::vector<int>& numbers) const {
    std::set<int> rows;
    std::set<int> columns;
    for (const int number : numbers) {
        rows.insert(number / corners_.width);
        columns.insert(number % corners_.width);
    }
    return numbers.size() >= charuco_corners_min && rows.size() >= 2 && columns.size() >= 2;
}

} // namespace plenum::media::depth
