// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/call_keeper.h"

#include "core/runtime/files.h"

#include <chrono>
#include <tuple>
#include <utility>

namespace plenum::app {
namespace {

constexpr std::chrono::milliseconds save_delay{400};

std::filesystem::path folder_in(const std::filesystem::path& config_folder) {
    return config_folder.empty() ? runtime::state_folder().value_or(std::filesystem::path{}) : config_folder;
}

} // namespace

CallKeeper::CallKeeper(const ui::ConferencePorts& ports, const std::filesystem::path& config_folder,
                       const std::optional<CrashWatch::Crash>& crash, QObject* parent)
    : QObject{parent},
      session_{ports.session},
      media_{ports.media},
      records_{folder_in(config_folder)} {
    records_.remove_stale(crash ? crash->process : 0);
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
    records_.remove();
}

CallKeeper::~CallKeeper() {
    if (in_call_)
        forget();
    else
        records_.remove_spent();
}

/// Where it cannot be written, a crash leads to the start screen instead of the call.
void CallKeeper::save() {
    const auto facts = session_.conference();
    record_.link = facts.link;
    record_.title = facts.title;
    record_.hosted = facts.hosted_here;
    if (!record_.hosted) record_.relay.reset();
    record_.microphone_on = media_.microphone_wanted();
    record_.camera_on = media_.camera_on();
    if (!record_.link.isEmpty()) std::ignore = records_.write(record_);
}

} // namespace plenum::app
