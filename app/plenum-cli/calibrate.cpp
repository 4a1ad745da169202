// SPDX-License-Identifier: Apache-2.0
#include "app/plenum-cli/calibrate.h"

#include "app/capture/ensemble_file.h"
#include "app/plenum-cli/event_json.h"
#include "app/plenum-cli/failure.h"
#include "media/camera/camera_picture.h"
#include "media/camera/picture_decoder.h"
#include "media/camera/shutter.h"
#include "media/depth/calibrator.h"

#include <fmt/format.h>

#include <cstdio>
#include <expected>
#include <map>

namespace plenum::cli {
namespace {

using media::depth::Calibrator;
using Outcome = std::expected<void, std::string>;

constexpr int still_side_max = 4096;

media::depth::CalibrationTarget target_of(const CalibrateOptions& options) {
    const double square_m = options.square_mm / 1000;
    if (options.charuco)
        return media::depth::CharucoTarget{options.columns, options.rows, square_m, options.marker_mm / 1000};
    return media::depth::ChessboardTarget{options.columns, options.rows, square_m};
}

std::expected<Calibrator, std::string> calibrator_for(const CalibrateOptions& options, std::vector<std::string> names) {
    auto made = Calibrator::create({target_of(options), std::move(names)});
    if (!made) return std::unexpected{because(made.error())};
    return *std::move(made);
}

/// The still pictures of one camera.
struct StillCamera {
    std::string name;
    std::vector<std::filesystem::path> files;
    std::unique_ptr<media::Shutter> shutter;
    /// Of the first picture; empty before it was taken.
    media::depth::ImageSize size{};
};

std::expected<media::VideoFrame, std::string> take(StillCamera& camera, std::size_t view) {
    auto frame = camera.shutter->take(view);
    if (!frame) return std::unexpected{std::move(frame.error().text)};
    const media::depth::ImageSize size{frame->width, frame->height};
    if (view == 0) camera.size = size;
    if (size == camera.size) return *std::move(frame);
    return std::unexpected{fmt::format("{} has {}x{} pixels, and {} has {}x{}. Give pictures of one size for a camera.",
                                       camera.files[view].string(), size.width, size.height,
                                       camera.files.front().string(), camera.size.width, camera.size.height)};
}

std::expected<StillCamera, std::string> still_camera(const std::string& text) {
    const auto at = text.find('=');
    if (at == std::string::npos || at == 0 || at + 1 == text.size())
        return std::unexpected{text + " names no pictures; give each camera as NAME=FOLDER/PREFIX."};
    const std::filesystem::path path{text.substr(at + 1)};
    std::error_code error;
    const media::Shutter::Stills stills = std::filesystem::is_directory(path, error)
                                              ? media::Shutter::Stills{path, {}}
                                              : media::Shutter::Stills{path.parent_path(), path.filename().string()};
    auto files = media::Shutter::files_of(stills);
    if (!files) return std::unexpected{std::move(files.error().text)};
    media::Shutter::Options options;
    options.input = stills;
    options.width = options.height = still_side_max;
    auto shutter = media::Shutter::open(options);
    if (!shutter) return std::unexpected{std::move(shutter.error().text)};
    return StillCamera{text.substr(0, at), *std::move(files), *std::move(shutter)};
}

std::expected<Calibrator, std::string> from_stills(const CalibrateOptions& options) {
    std::vector<StillCamera> cameras;
    std::vector<std::string> names;
    for (const auto& text : options.cameras) {
        auto camera = still_camera(text);
        if (!camera) return std::unexpected{std::move(camera.error())};
        names.push_back(camera->name);
        cameras.push_back(*std::move(camera));
        if (cameras.back().files.size() != cameras.front().files.size())
            return std::unexpected{fmt::format("{} has {} pictures and {} has {}. Give each camera one picture a view.",
                                               cameras.front().name, cameras.front().files.size(), cameras.back().name,
                                               cameras.back().files.size())};
    }
    auto calibrator = calibrator_for(options, names);
    if (!calibrator) return calibrator;
    for (std::size_t view = 0; view < cameras.front().files.size(); ++view) {
        std::vector<media::VideoFrame> pictures;
        for (auto& camera : cameras) {
            auto frame = take(camera, view);
            if (!frame) return std::unexpected{std::move(frame.error())};
            pictures.push_back(*std::move(frame));
        }
        const auto added = calibrator->add_view(cameras.front().files[view].filename().string(), pictures);
        if (!added) return std::unexpected{because(added.error())};
    }
    return calibrator;
}

/// Views out of a recording. Cameras are those of its first complete ensemble.
class RecordedViews {
  public:
    explicit RecordedViews(const CalibrateOptions& options) : options_{options} {}

    std::expected<Calibrator, std::string> read() {
        auto reader = app::EnsembleReader::open(options_.recording);
        if (!reader) return std::unexpected{std::move(reader.error())};
        int until_next = 0;
        while (const auto ensemble = reader->next()) {
            if (!ensemble->complete || until_next-- > 0) continue;
            until_next = options_.every - 1;
            if (auto added = add(*ensemble, reader->cameras()); !added) return std::unexpected{added.error()};
            if (calibrator_->views() == Calibrator::views_max) break;
        }
        if (!calibrator_) return std::unexpected{"The recording has no complete ensemble; record again."};
        return *std::move(calibrator_);
    }

  private:
    Outcome begin(const cluster::Ensemble& ensemble, const std::map<cluster::FlowNumber, std::string>& cameras) {
        std::vector<std::string> names;
        for (const auto& [number, bytes] : ensemble.frames) {
            const auto name = cameras.find(number);
            if (name == cameras.end()) return std::unexpected{"The recording does not name its cameras."};
            names.push_back(name->second);
            numbers_.push_back(number);
        }
        auto made = calibrator_for(options_, std::move(names));
        if (!made) return std::unexpected{std::move(made.error())};
        calibrator_ = *std::move(made);
        return {};
    }
    Outcome add(const cluster::Ensemble& ensemble, const std::map<cluster::FlowNumber, std::string>& cameras) {
        if (!calibrator_)
            if (auto begun = begin(ensemble, cameras); !begun) return begun;
        std::vector<media::VideoFrame> pictures;
        for (const auto number : numbers_) {
            const auto frame = ensemble.frames.find(number);
            auto picture = frame == ensemble.frames.end() ? media::VideoFrame{} : decoded(number, frame->second);
            pictures.push_back(std::move(picture));
        }
        const auto added = calibrator_->add_view(fmt::format("ensemble {}", ensemble.id.number.value()), pictures);
        return added ? Outcome{} : std::unexpected{because(added.error())};
    }
    media::VideoFrame decoded(cluster::FlowNumber number, const base::Bytes& bytes) {
        const auto picture = media::unpack_camera_picture(bytes);
        if (!picture) return {};
        return decoders_[number].decode(*picture).value_or(media::VideoFrame{});
    }

    const CalibrateOptions& options_;
    std::optional<Calibrator> calibrator_;
    std::vector<cluster::FlowNumber> numbers_;
    std::map<cluster::FlowNumber, media::PictureDecoder> decoders_;
};

Json errors_of(const std::vector<media::depth::ViewError>& errors) {
    auto all = Json::array();
    for (const auto& error : errors)
        all.push_back({{"view", error.of.view},
                       {"camera", error.of.camera},
                       {"error_px", error.error_px},
                       {"corners", error.corners}});
    return all;
}

void print_report(const media::depth::CalibrationReport& report) {
    auto cameras = Json::array();
    for (const auto& camera : report.calibration.cameras)
        cameras.push_back(
            {{"name", camera.name},
             {"error_px", camera.error_px},
             {"focal_px", camera.intrinsics.fx},
             {"from_reference_m",
              media::depth::distance_m(report.calibration.cameras.front().from_reference, camera.from_reference)}});
    auto unseen = Json::array();
    for (const auto& each : report.unseen)
        unseen.push_back({{"view", each.view}, {"camera", each.camera}});
    fmt::print("{}\n", Json{{"error_px", report.calibration.error_px},
                            {"cameras", cameras},
                            {"errors", errors_of(report.errors)},
                            {"unseen", unseen},
                            {"rejected", errors_of(report.rejected)}}
                           .dump(-1, ' ', false, Json::error_handler_t::replace));
}

/// Before the views are looked at, which takes minutes.
Outcome check_output(const std::filesystem::path& output) {
    const auto folder = output.parent_path();
    std::error_code error;
    if (folder.empty() || std::filesystem::is_directory(folder, error)) return {};
    return std::unexpected{fmt::format("{} cannot be written: there is no folder {}. Make it, or name another file.",
                                       output.string(), folder.string())};
}

} // namespace

int run_calibrate(const CalibrateOptions& options) {
    if (const auto checked = check_output(options.output); !checked) return fail(checked.error());
    const auto calibrator = options.recording.empty() ? from_stills(options) : RecordedViews{options}.read();
    if (!calibrator) return fail(calibrator.error());
    const auto report = calibrator->calibrate();
    if (!report) return fail(because(report.error()));
    print_report(*report);
    if (options.output.empty()) return 0;
    // The output may be the same.
    std::fflush(stdout);
    const auto written = media::depth::write_calibration(report->calibration, options.output);
    return written ? 0 : fail(written.error().text);
}

} // namespace plenum::cli
