// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/real_ports.h"

#include "app/plenum/real_conference.h"

namespace plenum::app {

void RealSessionPort::host(const ui::HostRequest& request) { conference_.host(request); }
void RealSessionPort::join(const ui::JoinRequest& request) { conference_.join(request); }
void RealSessionPort::leave() { conference_.leave(); }
void RealSessionPort::leave_relay_running() { conference_.leave_relay_running(); }
bool RealSessionPort::relay_running() const { return conference_.relay_running(); }
void RealSessionPort::stop_relay() { conference_.stop_relay(); }
void RealSessionPort::end_for_all() { conference_.end_for_all(); }
std::optional<ui::LinkFacts> RealSessionPort::read_link(const QString& text) const {
    return conference_.read_link(text);
}
ui::ConnectionState RealSessionPort::state() const { return conference_.state(); }
ui::ConferenceFacts RealSessionPort::conference() const { return conference_.conference(); }
ui::EncryptionFacts RealSessionPort::encryption() const { return conference_.encryption(); }

void RealPeoplePort::admit(ui::KnockId knock) { conference_.admit(knock); }
void RealPeoplePort::refuse(ui::KnockId knock) { conference_.refuse(knock); }
void RealPeoplePort::remove_member(base::MemberIndex index, bool change_link) {
    conference_.remove_member(index, change_link);
}
void RealPeoplePort::set_role(base::MemberIndex index, ui::Role role) { conference_.set_role(index, role); }
void RealPeoplePort::set_policy(const ui::EntryPolicy& policy) { conference_.set_policy(policy); }
void RealPeoplePort::ask_mute(base::MemberIndex index) { conference_.ask_mute(index); }
void RealPeoplePort::change_link() { conference_.change_link(); }
void RealPeoplePort::accept_key(base::MemberIndex index, ui::KeyOwner owner) { conference_.accept_key(index, owner); }
void RealPeoplePort::set_blocked(base::MemberIndex index, bool blocked) { conference_.set_blocked(index, blocked); }
void RealPeoplePort::set_verified(base::MemberIndex index, bool verified) { conference_.set_verified(index, verified); }
void RealPeoplePort::set_loudness(base::MemberIndex index, double factor) { conference_.set_loudness(index, factor); }

void RealGroupPort::act_on_group(const ui::GroupAct& act) { conference_.act_on_group(act); }
void RealGroupPort::speak_to_all(bool to_all) { conference_.speak_to_all(to_all); }

void RealMediaPort::set_microphone_on(bool on) { conference_.set_microphone_on(on); }
void RealMediaPort::set_camera_on(bool on) { conference_.set_camera_on(on); }
bool RealMediaPort::microphone_on() const { return conference_.microphone_on(); }
bool RealMediaPort::camera_on() const { return conference_.camera_on(); }
bool RealMediaPort::microphone_wanted() const { return conference_.microphone_wanted(); }
void RealMediaPort::start_preview() { conference_.start_preview(); }
void RealMediaPort::stop_preview() { conference_.stop_preview(); }

QList<ui::Device> RealDevicePort::devices(ui::DeviceKind kind) const { return conference_.devices(kind); }
QString RealDevicePort::selected_device(ui::DeviceKind kind) const { return conference_.selected_device(kind); }
void RealDevicePort::select_device(ui::DeviceKind kind, const QString& id) { conference_.select_device(kind, id); }
void RealDevicePort::set_audio_processing(const ui::AudioProcessing& processing) {
    conference_.set_audio_processing(processing);
}
void RealDevicePort::set_metering(bool on) { conference_.set_metering(on); }
void RealDevicePort::play_test_sound() { conference_.play_test_sound(); }

} // namespace plenum::app
