// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/call_keeper.h"

#include "core/runtime/files.h"

#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <string>
#include <string_view>
#include <tuple>
#include <unistd.h>
#include <utility>

namespace plenum::app {
namespace {

constexpr std::size_t file_bytes_max = 1U << 20U;
constexpr std::chrono::milliseconds save_delay{400};
constexpr std::string_view name_begin = "call-";
constexpr std::string_view name_end = ".json";

} // namespace

std::filesystem::path CallKeeper::file_of(pid_t process) const {
    return folder_ / (std::string{name_begin} + std::to_string(process) + std::string{name_end});
}

std::optional<CallRecord> CallKeeper::take(pid_t process) const {
    if (folder_.empty()) return std::nullopt;
    std::error_code error;
    std::filesystem::rename(file_of(process), file_, error);
    if (error) return std::nullopt;
    const auto text = runtime::read_private(file_, file_bytes_max);
    if (!text) return std::nullopt;
    return CallRecord::from_json(
        QByteArray{reinterpret_cast<const char*>(text->data()), static_cast<qsizetype>(text->size())});
}

/// Of those that were killed: they hold a link, and for a host the seed of a relay.
void CallKeeper::remove_stale(pid_t but) const {
    std::error_code error;
    for (std::filesystem::directory_iterator at{folder_, error}, end; !error && at != end; at.increment(error)) {
        const auto name = at->path().filename().string();
        if (!name.starts_with(name_begin) || !name.ends_with(name_end)) continue;
        const auto digits =
            std::string_view{name}.substr(name_begin.size(), name.size() - name_begin.size() - name_end.size());
        pid_t process = 0;
        std::ignore = std::from_chars(digits.data(), digits.data() + digits.size(), process);
        const bool gone = process <= 0 || (kill(process, 0) != 0 && errno == ESRCH);
        std::error_code ignored;
        if (gone && process != but) std::filesystem::remove(at->path(), ignored);
    }
}

CallKeeper::CallKeeper(const ui::ConferencePorts& ports, const std::filesystem::path& config_folder,
                       const std::optional<CrashWatch::Crash>& crash, QObject* parent)
    : QObject{parent},
      session_{ports.session},
      media_{ports.media},
      folder_{config_folder} {
    if (folder_.empty()) folder_ = runtime::state_folder().value_or(std::filesystem::path{});
    if (!folder_.empty()) {
        file_ = file_of(getpid());
        remove_stale(crash ? crash->process : 0);
    }
    save_timer_.setSingleShot(true);
    save_timer_.setInterval(save_delay);
    connect(&save_timer_, &QTimer::timeout, this, &CallKeeper::save);
    connect(&ports.session, &ui::SessionPort::state_changed, this, &CallKeeper::follow);
    const auto soon = [this] {
        if (in_call_) save_timer_.start();
    };
    connect(&ports.session, &ui::SessionPort::conference_changed, this, soon);
    connect(&ports.media, &ui::MediaPort::microphone_on_changed, this, soon);
    connect(&ports.media, &ui::MediaPort::camera_on_changed, this, soon);
}

void CallKeeper::set_drafts(const QList<ui::Draft>& drafts) {
    record_.drafts = drafts;
    if (in_call_) save_timer_.start();
}

void CallKeeper::set_standby(node::RelayStandby standby) {
    record_.standby = std::move(standby);
    if (in_call_) save();
}

void CallKeeper::follow(ui::ConnectionState state) {
    if (state == ui::ConnectionState::in_call) {
        in_call_ = true;
        save();
    } else if (state == ui::ConnectionState::ended) {
        forget();
    }
}

void CallKeeper::forget() {
    in_call_ = false;
    record_.standby = {};
    save_timer_.stop();
    std::error_code error;
    if (!file_.empty()) std::filesystem::remove(file_, error);
}

CallKeeper::~CallKeeper() { forget(); }

/// Where it cannot be written, a crash leads to the start screen instead of the call.
void CallKeeper::save() {
    const auto facts = session_.conference();
    record_.link = facts.link;
    record_.title = facts.title;
    record_.hosted = facts.hosted_here;
    if (!record_.hosted) record_.relay.reset();
    record_.microphone_on = media_.microphone_wanted();
    record_.camera_on = media_.camera_on();
    if (file_.empty() || record_.link.isEmpty()) return;
    if (!runtime::make_folder(folder_)) return;
    const auto text = record_.to_json();
    std::ignore = runtime::write_atomically(
        file_, base::as_bytes(std::string_view{text.constData(), static_cast<std::size_t>(text.size())}));
}

} // namespace plenum::app
