// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/call_keeper.h"

#include "core/runtime/files.h"

#include <chrono>
#include <utility>

namespace plenum::app {
namespace {

constexpr std::size_t file_bytes_max = 1U << 20U;
constexpr std::chrono::milliseconds save_delay{400};

} // namespace

std::filesystem::path CallKeeper::file_in(const std::filesystem::path& config_folder) {
    if (!config_folder.empty()) return config_folder / file_name;
    const auto folder = runtime::state_folder();
    return folder ? *folder / file_name : std::filesystem::path{};
}

std::optional<CallRecord> CallKeeper::take(const std::filesystem::path& file) {
    const auto text = runtime::read_private(file, file_bytes_max);
    std::error_code error;
    std::filesystem::remove(file, error);
    if (!text) return std::nullopt;
    return CallRecord::from_json(
        QByteArray{reinterpret_cast<const char*>(text->data()), static_cast<qsizetype>(text->size())});
}

CallKeeper::CallKeeper(ui::ConferencePort& port, std::filesystem::path file, QObject* parent)
    : QObject{parent},
      port_{port},
      file_{std::move(file)} {
    save_timer_.setSingleShot(true);
    save_timer_.setInterval(save_delay);
    connect(&save_timer_, &QTimer::timeout, this, &CallKeeper::save);
    connect(&port_, &ui::ConferencePort::state_changed, this, &CallKeeper::follow);
    const auto soon = [this] {
        if (in_call_) save_timer_.start();
    };
    connect(&port_, &ui::ConferencePort::conference_changed, this, soon);
    connect(&port_, &ui::ConferencePort::microphone_on_changed, this, soon);
    connect(&port_, &ui::ConferencePort::camera_on_changed, this, soon);
}

void CallKeeper::set_draft(const QString& draft) {
    record_.draft = draft;
    if (in_call_) save_timer_.start();
}

void CallKeeper::follow(ui::ConnectionState state) {
    if (state == ui::ConnectionState::in_call) {
        in_call_ = true;
        save();
    } else if (state == ui::ConnectionState::ended) {
        in_call_ = false;
        save_timer_.stop();
        std::error_code error;
        std::filesystem::remove(file_, error);
    }
}

/// Where it cannot be written, a crash leads to the start screen instead of the call.
void CallKeeper::save() {
    const auto facts = port_.conference();
    record_.link = facts.link;
    record_.title = facts.title;
    record_.hosted = facts.hosted_here;
    if (!record_.hosted) record_.relay.reset();
    record_.microphone_on = port_.microphone_wanted();
    record_.camera_on = port_.camera_on();
    if (file_.empty() || record_.link.isEmpty()) return;
    if (!runtime::make_folder(file_.parent_path())) return;
    const auto text = record_.to_json();
    std::ignore = runtime::write_atomically(
        file_, base::as_bytes(std::string_view{text.constData(), static_cast<std::size_t>(text.size())}));
}

} // namespace plenum::app
