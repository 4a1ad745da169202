// SPDX-License-Identifier: Apache-2.0
#include "app/plenum-cli/camera.h"

#include "app/capture/camera_client.h"
#include "app/capture/clock_watch.h"
#include "app/plenum-cli/event_json.h"
#include "app/plenum-cli/failure.h"
#include "app/plenum-cli/stop_signal.h"
#include "app/plenum-cli/words.h"
#include "core/client/conference_view.h"
#include "media/camera/picture_encoder.h"
#include "media/camera/shutter.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <expected>
#include <map>
#include <random>

namespace plenum::cli {
namespace {

using namespace std::chrono_literals;

/// With what is written before it a frame stays within cluster::limits::frame_bytes_max.
constexpr std::size_t frame_bytes_max = cluster::limits::frame_bytes_max - 1024;

const std::map<std::string, media::PictureCodec> codecs{{"raw", media::PictureCodec::raw},
                                                        {"jpeg", media::PictureCodec::jpeg},
                                                        {"vp8", media::PictureCodec::vp8},
                                                        {"h264", media::PictureCodec::h264}};

/// The part behind a colon, if the source is of that kind.
std::optional<std::string> argument_of(const std::string& source, std::string_view kind) {
    if (source == kind) return std::string{};
    if (!source.starts_with(std::string{kind} + ":")) return std::nullopt;
    return source.substr(kind.size() + 1);
}

/// Of frames that are no pictures.
struct FrameSizes {
    std::size_t least{1};
    std::size_t most{1};

    /// Of SIZE~PERCENT, or SIZE; nullopt where they cannot be.
    [[nodiscard]] static std::optional<FrameSizes> read(std::string_view text) {
        const auto tilde = text.find('~');
        const auto size = number<std::size_t>(text.substr(0, tilde));
        const auto percent = tilde == std::string_view::npos ? 0 : number<std::size_t>(text.substr(tilde + 1));
        if (!size || !percent || *percent > 100 || *size == 0 || *size > frame_bytes_max) return std::nullopt;
        const auto by = *size * *percent / 100;
        return FrameSizes{std::max(*size - by, std::size_t{1}), std::min(*size + by, frame_bytes_max)};
    }
};

/// What `--source bytes:…` says; nullopt where it says no sizes.
std::optional<FrameSizes> sizes_of(const std::string& source) {
    const auto bytes = argument_of(source, "bytes");
    return bytes ? FrameSizes::read(*bytes) : std::nullopt;
}

std::expected<media::Shutter::Input, std::string> input_of(const std::string& source) {
    if (argument_of(source, "pattern")) return media::PatternSource{};
    if (argument_of(source, "numbers")) return media::Shutter::Numbers{};
    if (const auto device = argument_of(source, "v4l2")) return media::CameraSource{*device};
    if (const auto film = argument_of(source, "film")) return media::VideoFileSource{*film, true};
    if (const auto stills = argument_of(source, "stills")) {
        const std::filesystem::path path{*stills};
        std::error_code error;
        if (std::filesystem::is_directory(path, error)) return media::Shutter::Stills{path, {}};
        return media::Shutter::Stills{path.parent_path(), path.filename().string()};
    }
    return std::unexpected{source + " is no source: name v4l2, v4l2:DEVICE, film:FILE, stills:FOLDER/PREFIX, pattern, "
                                    "numbers or bytes:SIZE~PERCENT."};
}

/// Error: why `--source` names nothing.
std::expected<void, std::string> check_source(const std::string& source) {
    if (!argument_of(source, "bytes")) {
        const auto input = input_of(source);
        return input ? std::expected<void, std::string>{} : std::unexpected{input.error()};
    }
    if (sizes_of(source)) return {};
    return std::unexpected{source + " names no size from 1 to " + std::to_string(frame_bytes_max) +
                           ", or no percentage up to 100 behind it."};
}

/// Nullopt for the conference's clock.
std::expected<std::optional<media::ReferenceClock::Source>, std::string> clock_source_of(const std::string& clock) {
    if (clock == "relay") return std::nullopt;
    std::optional<media::ReferenceClock::Source> source;
    if (const auto domain = argument_of(clock, "ptp")) {
        const auto known = domain->empty() ? std::optional<std::uint8_t>{0} : number<std::uint8_t>(*domain);
        if (known) source = media::ReferenceClock::Ptp{*known};
    } else if (const auto net = argument_of(clock, "net")) {
        const auto colon = net->rfind(':');
        const auto port = colon == std::string::npos ? std::nullopt : number<std::uint16_t>(net->substr(colon + 1));
        if (port.value_or(0) != 0 && colon > 0) source = media::ReferenceClock::Net{net->substr(0, colon), *port};
    }
    if (!source)
        return std::unexpected{clock + " is no clock: name relay, ptp, ptp:DOMAIN with a domain up to 255, or "
                                       "net:HOST:PORT."};
    return source;
}

/// Null for the conference's clock.
std::expected<std::unique_ptr<media::ReferenceClock>, std::string>
open_clock(const std::optional<media::ReferenceClock::Source>& source) {
    if (!source) return nullptr;
    auto opened = media::ReferenceClock::open(*source);
    if (!opened) return std::unexpected{opened.error().text};
    return *std::move(opened);
}

/// A sentence about a clock that does not answer.
std::string advice_about(const media::ReferenceClock::Source& source) {
    if (const auto* net = std::get_if<media::ReferenceClock::Net>(&source))
        return "Check that \"plenum-cli clock\" runs on " + net->host + ", and that UDP port " +
               std::to_string(net->port) + " is open there.";
    return "Check that a PTP master serves this network and domain, and that UDP ports 319 and 320 are open.";
}

/// At once: whoever measures wants the lines of a program that is killed, too.
void list_shutter(const cluster::Capture& capture) {
    const auto now = std::chrono::duration_cast<std::chrono::microseconds>(client::Session::now().time_since_epoch());
    fmt::print("{}\n", Json{{"number", capture.ensemble.number.value()}, {"at_us", now.count()}}.dump());
    std::fflush(stdout);
}

class CameraProgram {
  public:
    explicit CameraProgram(const CameraOptions& options) : options_{options} {}
    int run();

  private:
    [[nodiscard]] std::expected<std::unique_ptr<app::CameraWorker>, std::string> open();
    void handle(const client::Event& event);
    void tell_trouble();
    void tell_clock();
    int conclude();

    CameraOptions options_;
    std::unique_ptr<client::Session> session_;
    /// As the camera's thread, which begins before there is a session, sees it.
    std::atomic<const client::Session*> clock_of_{nullptr};
    std::optional<app::CameraClient> camera_;
    /// Absent for the conference's clock.
    std::optional<app::ClockWatch> clock_watch_;
    std::optional<base::LocalTime> joined_at_;
    std::optional<client::Finished> finished_;
    std::string told_;
};

std::expected<std::unique_ptr<app::CameraWorker>, std::string> CameraProgram::open() {
    if (const auto sizes = sizes_of(options_.source)) {
        return std::make_unique<app::CameraWorker>(
            [sizes = *sizes, draw = std::minstd_rand{std::random_device{}()},
             lists = options_.list_shutters](const cluster::Capture& capture) mutable -> media::Result<base::Bytes> {
                if (lists) list_shutter(capture);
                return base::Bytes(std::uniform_int_distribution<std::size_t>{sizes.least, sizes.most}(draw));
            });
    }
    const auto input = input_of(options_.source);
    if (!input) return std::unexpected{input.error()};
    media::Shutter::Options shutter;
    shutter.input = *input;
    shutter.width = options_.width;
    shutter.height = options_.height;
    shutter.rate_hz = options_.rate_hz;
    shutter.clock = [this] {
        const auto* session = clock_of_.load();
        const auto clock = session != nullptr ? session->conference_clock() : std::nullopt;
        return clock ? clock->to_conference(client::Session::now()) : base::ConferenceTime{};
    };
    auto opened = media::Shutter::open(shutter);
    if (!opened) return std::unexpected{opened.error().text};
    media::PictureEncoder::Options coding;
    coding.codec = codecs.at(options_.codec);
    coding.quality = options_.quality;
    auto encoder = media::PictureEncoder::create(coding);
    if (!encoder) return std::unexpected{encoder.error().text};
    return std::make_unique<app::CameraWorker>(
        [shutter = std::shared_ptr{*std::move(opened)}, encoder = std::shared_ptr{*std::move(encoder)},
         lists = options_.list_shutters](const cluster::Capture& capture) -> media::Result<base::Bytes> {
            if (lists) list_shutter(capture);
            const auto frame = shutter->take(capture.ensemble.number.value());
            if (!frame) return std::unexpected{frame.error()};
            const auto picture = encoder->encode(*frame);
            if (!picture) return std::unexpected{picture.error()};
            return media::pack(*picture);
        });
}

void CameraProgram::handle(const client::Event& event) {
    if (const auto* finished = std::get_if<client::Finished>(&event)) finished_ = *finished;
    const auto* content = std::get_if<node::Event>(&event);
    if (content == nullptr) return;
    camera_->handle(*content);
    const auto* phase = std::get_if<node::PhaseChanged>(content);
    if (phase != nullptr && phase->phase == node::Phase::joined && !joined_at_) joined_at_ = client::Session::now();
}

void CameraProgram::tell_trouble() {
    const auto text = camera_->error() ? camera_->error()->text : std::string{};
    if (text == told_) return;
    told_ = text;
    if (!text.empty()) fmt::print(stderr, "plenum-cli: {}\n", text);
}

void CameraProgram::tell_clock() {
    if (!clock_watch_) return;
    if (const auto line = clock_watch_->look(camera_->reads_reference(), client::Session::now()))
        fmt::print(stderr, "plenum-cli: {}\n", *line);
}

int CameraProgram::run() {
    if (const auto named = check_source(options_.source); !named) return fail_usage(named.error());
    const auto clock = clock_source_of(options_.clock);
    if (!clock) return fail_usage(clock.error());
    auto worker = open();
    if (!worker) return fail(worker.error());
    auto reference = open_clock(*clock);
    if (!reference) return fail(reference.error());
    auto session = client::Session::join({options_.link, options_.name, {client::Identity::Kind::ephemeral, {}}, {}});
    if (!session) return fail(session.error());
    session_ = std::move(*session);
    clock_of_ = session_.get();
    camera_.emplace(*session_, options_.cluster, *std::move(worker), *std::move(reference));
    if (*clock) clock_watch_.emplace(options_.clock, advice_about(**clock), client::Session::now());
    bool leaving = false;
    const auto limit = std::chrono::duration_cast<base::Duration>(std::chrono::duration<double>{options_.duration_s});
    while (!finished_) {
        camera_->run_for(50ms);
        for (const auto& event : session_->events().drain())
            handle(event);
        tell_trouble();
        tell_clock();
        const bool over = limit > base::Duration{} && joined_at_ && client::Session::now() - *joined_at_ >= limit;
        if ((stop_asked() || over) && !std::exchange(leaving, true)) session_->leave();
    }
    return conclude();
}

int CameraProgram::conclude() {
    const bool well = finished_->reason == decltype(finished_->reason){node::EndReason::left};
    if (options_.json) {
        const auto& counts = camera_->counts();
        fmt::print("{}\n", Json{{"name", options_.name},
                                {"taken", counts.taken},
                                {"failed", counts.failed},
                                {"bytes", counts.bytes},
                                {"reads_clock", camera_->reads_reference()},
                                {"lateness_max_ms", base::to_ms(counts.lateness_max)}}
                               .dump());
    }
    return well ? 0 : fail(finished_->sentence);
}

} // namespace

int run_camera(const CameraOptions& options) {
    catch_stop_signals();
    return CameraProgram{options}.run();
}

} // namespace plenum::cli
