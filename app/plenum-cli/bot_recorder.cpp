// SPDX-License-Identifier: Apache-2.0
#include "app/plenum-cli/bot_recorder.h"

#include "app/plenum-cli/event_json.h"
#include "media/clock.h"

#include <algorithm>
#include <cstdlib>

namespace plenum::cli {
namespace {

/// −50 dBFS.
constexpr int audible_peak = 104;

/// A name as a file may be called: what separates folders, or is not printable, becomes '_'.
std::string file_name(std::string_view name) {
    std::string safe;
    for (const char c : name)
        safe.push_back(c == '/' || c == '\\' || static_cast<unsigned char>(c) < 0x20 ? '_' : c);
    if (safe.empty() || safe.front() == '.') safe.insert(safe.begin(), '_');
    return safe;
}

} // namespace

BotRecorder::BotRecorder(std::filesystem::path folder) : folder_{std::move(folder)} {
    std::error_code failed;
    std::filesystem::create_directories(folder_, failed);
    for (const auto* name : {"events.jsonl", "mix.wav"}) {
        std::error_code unknown;
        if (!std::filesystem::exists(folder_ / name, unknown)) continue;
        error_ = "The folder " + folder_.string() +
                 " holds a recording already, which stays as it is; choose another folder.";
        return;
    }
    events_.open(folder_ / "events.jsonl");
    auto mix = media::WavWriter::create(folder_ / "mix.wav");
    if (failed || !events_ || !mix) {
        error_ = "Nothing can be recorded in " + folder_.string() + "; give a folder that can be written.";
        return;
    }
    mix_ = std::move(*mix);
}

void BotRecorder::event(const client::Event& event, base::Duration since_start) {
    const std::lock_guard lock{mutex_};
    if (const auto* node_event = std::get_if<node::Event>(&event)) {
        if (const auto* joined = std::get_if<node::MemberJoined>(node_event)) name_member(*joined);
    }
    Json line{{"t_ms", base::to_us(since_start) / 1000}};
    line.update(to_json(event));
    events_ << line.dump(-1, ' ', false, Json::error_handler_t::replace) << '\n' << std::flush;
}

void BotRecorder::name_member(const node::MemberJoined& joined) {
    const auto wanted = file_name(joined.name);
    auto name = wanted;
    const auto taken = [&] {
        return std::ranges::any_of(names_, [&](const auto& item) { return item.second == name; });
    };
    for (int number = 2; taken(); ++number)
        name = wanted + "-" + std::to_string(number);
    names_.insert_or_assign(joined.member, name);
    rename_files(joined.member, name);
}

/// Sound and pictures may be here before the event that tells whose they are. What writes the files has them open, so
/// they may get their names later.
void BotRecorder::rename_files(base::MemberIndex member, const std::string& name) {
    const auto files = files_.find(member);
    if (files == files_.end()) return;
    const auto rename = [&](const char* kind, const char* suffix) {
        std::error_code ignored;
        std::filesystem::rename(folder_ / (kind + files->second.track.name + suffix), folder_ / (kind + name + suffix),
                                ignored);
    };
    if (files->second.sound) rename("audio-", ".wav");
    if (files->second.picture) rename("video-", ".mkv");
    if (files->second.screen) rename("screen-", ".mkv");
    files->second.track.name = name;
}

BotRecorder::Files& BotRecorder::files_of(base::MemberIndex sender) {
    auto& files = files_[sender];
    if (files.track.name.empty()) {
        const auto name = names_.find(sender);
        files.track.name = name == names_.end() ? "member-" + std::to_string(sender.value()) : name->second;
    }
    return files;
}

void BotRecorder::sound(base::MemberIndex sender, const media::AudioBlock& block) {
    const std::lock_guard lock{mutex_};
    auto& files = files_of(sender);
    if (!files.sound) {
        auto writer = media::WavWriter::create(folder_ / ("audio-" + files.track.name + ".wav"));
        if (!writer) return;
        files.sound = std::move(*writer);
    }
    std::ignore = files.sound->write(block);
    ++files.track.audio_blocks;
    const auto loud = [](std::int16_t sample) { return std::abs(int{sample}) > audible_peak; };
    if (std::ranges::any_of(block, loud)) ++files.track.audible_blocks;
}

void BotRecorder::mix(const media::AudioBlock& block) {
    const std::lock_guard lock{mutex_};
    if (mix_) std::ignore = mix_->write(block);
}

bool BotRecorder::write(std::optional<media::VideoRecorder>& recorder, const std::string& file,
                        const media::EncodedFrame& frame) const {
    if (!recorder) {
        auto created = media::VideoRecorder::create(folder_ / file);
        if (!created) return false;
        recorder = std::move(*created);
    }
    return recorder->write(frame);
}

void BotRecorder::screen(base::MemberIndex sender, const media::EncodedFrame& frame) {
    const std::lock_guard lock{mutex_};
    auto& files = files_of(sender);
    if (write(files.screen, "screen-" + files.track.name + ".mkv", frame)) ++files.track.screen_frames;
}

void BotRecorder::picture(base::MemberIndex sender, const media::EncodedFrame& frame) {
    const std::lock_guard lock{mutex_};
    auto& files = files_of(sender);
    if (write(files.picture, "video-" + files.track.name + ".mkv", frame)) ++files.track.frames;
    const auto now = media::local_now();
    auto& track = files.track;
    if (track.frame_at != base::LocalTime{}) track.frame_gap_max = std::max(track.frame_gap_max, now - track.frame_at);
    track.frame_at = now;
}

std::map<base::MemberIndex, BotRecorder::Track> BotRecorder::tracks() const {
    const std::lock_guard lock{mutex_};
    std::map<base::MemberIndex, Track> tracks;
    for (const auto& [member, files] : files_)
        tracks.emplace(member, files.track);
    return tracks;
}

} // namespace plenum::cli
