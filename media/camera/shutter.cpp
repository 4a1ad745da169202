// SPDX-License-Identifier: Apache-2.0
#include "media/camera/shutter.h"

#include "media/video/frame_code.h"
#include "media/video/i420.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <vector>

namespace plenum::media {
namespace {

/// A camera that gives nothing for so long is gone.
constexpr base::Duration silence_max = std::chrono::seconds{1};
constexpr base::Duration film_patience = std::chrono::seconds{5};

class NumberShutter final : public Shutter {
  public:
    explicit NumberShutter(const Options& options) : options_{options} {}
    Result<VideoFrame> take(std::uint64_t number) override {
        auto frame = crop_to_even(draw_frame_code(static_cast<std::uint32_t>(number), options_.width, options_.height));
        frame.captured_at = options_.clock();
        return frame;
    }

  private:
    Options options_;
};

class StillShutter final : public Shutter {
  public:
    StillShutter(const Options& options, std::vector<std::filesystem::path> files)
        : options_{options},
          files_{std::move(files)},
          pictures_(files_.size()) {}

    Result<VideoFrame> take(std::uint64_t number) override {
        const auto which = static_cast<std::size_t>(number % files_.size());
        if (pictures_[which].empty()) {
            auto read = read_still(files_[which]);
            if (!read) return read;
            if (kept_bytes_ < kept_bytes_max) {
                kept_bytes_ += read->pixels->size();
                pictures_[which] = *read;
            } else {
                read->captured_at = options_.clock();
                return read;
            }
        }
        auto frame = pictures_[which];
        frame.captured_at = options_.clock();
        return frame;
    }

  private:
    static constexpr std::size_t kept_bytes_max = 256 * 1024 * 1024;

    [[nodiscard]] Result<VideoFrame> read_still(const std::filesystem::path& file) const {
        VideoSource::Options source;
        source.input = VideoFileSource{file, false};
        source.width_max = options_.width;
        source.height_max = options_.height;
        source.rate_hz = options_.rate_hz;
        auto opened = VideoSource::open(source);
        if (!opened) return std::unexpected{std::move(opened.error())};
        if (auto frame = (*opened)->wait_frame(film_patience)) return crop_to_even(*std::move(frame));
        return media_error(MediaError::Kind::bad_file, file.filename().string() + " is no picture that can be read.");
    }

    Options options_;
    std::vector<std::filesystem::path> files_;
    std::vector<VideoFrame> pictures_;
    std::size_t kept_bytes_{0};
};

/// Reads what comes on a thread of its own and keeps the newest.
class RunningShutter final : public Shutter {
  public:
    explicit RunningShutter(std::unique_ptr<VideoSource> source)
        : source_{std::move(source)},
          thread_{[this](const std::stop_token& stop) { read(stop); }} {}
    ~RunningShutter() override {
        thread_.request_stop();
        thread_.join();
    }

    Result<VideoFrame> take(std::uint64_t) override {
        std::unique_lock lock{mutex_};
        const auto is_fresh = [this] { return error_ || (newest_ && !taken_); };
        came_.wait_for(lock, silence_max, is_fresh);
        if (error_) return std::unexpected{*error_};
        if (!newest_ || taken_) return media_error(MediaError::Kind::no_device, "The camera gives no pictures.");
        taken_ = true;
        return *newest_;
    }

  private:
    void read(const std::stop_token& stop) {
        while (!stop.stop_requested()) {
            auto frame = source_->wait_frame(std::chrono::milliseconds{100});
            const std::lock_guard lock{mutex_};
            if (frame) {
                newest_ = crop_to_even(*std::move(frame));
                taken_ = false;
            } else if (source_->ended()) {
                error_ = source_->error().value_or(MediaError{MediaError::Kind::no_device, "The camera is gone."});
                came_.notify_all();
                return;
            }
            came_.notify_all();
        }
    }

    std::unique_ptr<VideoSource> source_;
    std::mutex mutex_;
    std::condition_variable came_;
    std::optional<VideoFrame> newest_;
    bool taken_{false};
    std::optional<MediaError> error_;
    std::jthread thread_;
};

Result<std::unique_ptr<Shutter>> open_stills(const Shutter::Stills& stills, const Shutter::Options& options) {
    auto files = Shutter::files_of(stills);
    if (!files) return std::unexpected{std::move(files.error())};
    auto shutter = std::make_unique<StillShutter>(options, *std::move(files));
    // One that cannot be read is told of at once.
    if (auto first = shutter->take(0); !first) return std::unexpected{std::move(first.error())};
    return shutter;
}

} // namespace

Result<std::vector<std::filesystem::path>> Shutter::files_of(const Stills& stills) {
    std::vector<std::filesystem::path> files;
    std::error_code error;
    for (std::filesystem::directory_iterator each{stills.folder, error}, end; !error && each != end;
         each.increment(error)) {
        std::error_code ignored;
        if (each->path().filename().string().starts_with(stills.prefix) && each->is_regular_file(ignored))
            files.push_back(each->path());
    }
    if (error)
        return media_error(MediaError::Kind::bad_file,
                           "\"" + stills.folder.string() + "\" cannot be read: " + error.message() + ".");
    if (files.empty())
        return media_error(MediaError::Kind::bad_file, "There are no pictures in " + stills.folder.string() +
                                                           " whose names begin with \"" + stills.prefix + "\".");
    std::ranges::sort(files);
    return files;
}

Result<std::unique_ptr<Shutter>> Shutter::open(const Options& options) {
    auto used = options;
    if (!used.clock) used.clock = [] { return base::ConferenceTime{local_now().time_since_epoch()}; };
    if (const auto* stills = std::get_if<Stills>(&used.input)) return open_stills(*stills, used);
    if (std::holds_alternative<Numbers>(used.input)) {
        if (used.width < frame_code_width_min || used.height < frame_code_height_min)
            return media_error(MediaError::Kind::bad_setting, "A test picture has at least 64 by 64 points.");
        return std::make_unique<NumberShutter>(used);
    }
    VideoSource::Options source;
    if (const auto* camera = std::get_if<CameraSource>(&used.input)) source.input = *camera;
    if (const auto* film = std::get_if<VideoFileSource>(&used.input)) source.input = *film;
    if (std::holds_alternative<PatternSource>(used.input)) source.input = PatternSource{};
    source.width_max = used.width;
    source.height_max = used.height;
    source.rate_hz = used.rate_hz;
    source.clock = used.clock;
    auto opened = VideoSource::open(source);
    if (!opened) return std::unexpected{std::move(opened.error())};
    return std::make_unique<RunningShutter>(*std::move(opened));
}

} // namespace plenum::media
