// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/conference_ports.h"

namespace plenum::app {

class RealConference;

// Each port hands its commands to the conference, which emits the signals of all.

class RealSessionPort : public ui::SessionPort {
  public:
    explicit RealSessionPort(RealConference& conference) : conference_{conference} {}

    void host(const ui::HostRequest& request) override;
    void join(const ui::JoinRequest& request) override;
    void leave() override;
    void leave_relay_running() override;
    [[nodiscard]] bool relay_running() const override;
    void stop_relay() override;
    void end_for_all() override;
    [[nodiscard]] std::optional<ui::LinkFacts> read_link(const QString& text) const override;
    [[nodiscard]] ui::ConnectionState state() const override;
    [[nodiscard]] ui::ConferenceFacts conference() const override;
    [[nodiscard]] ui::EncryptionFacts encryption() const override;

  private:
    RealConference& conference_;
};

class RealPeoplePort : public ui::PeoplePort {
  public:
    explicit RealPeoplePort(RealConference& conference) : conference_{conference} {}

    void admit(ui::KnockId knock) override;
    void refuse(ui::KnockId knock) override;
    void remove_member(base::MemberIndex index, bool change_link) override;
    void set_role(base::MemberIndex index, ui::Role role) override;
    void set_policy(const ui::EntryPolicy& policy) override;
    void ask_mute(base::MemberIndex index) override;
    void change_link() override;
    void accept_key(base::MemberIndex index, ui::KeyOwner owner) override;
    void set_blocked(base::MemberIndex index, bool blocked) override;
    void set_verified(base::MemberIndex index, bool verified) override;
    void set_loudness(base::MemberIndex index, double factor) override;

  private:
    RealConference& conference_;
};

class RealGroupPort : public ui::GroupPort {
  public:
    explicit RealGroupPort(RealConference& conference) : conference_{conference} {}

    void act_on_group(const ui::GroupAct& act) override;
    void speak_to_all(bool to_all) override;

  private:
    RealConference& conference_;
};

class RealMediaPort : public ui::MediaPort {
  public:
    explicit RealMediaPort(RealConference& conference) : conference_{conference} {}

    void set_microphone_on(bool on) override;
    void set_camera_on(bool on) override;
    [[nodiscard]] bool microphone_on() const override;
    [[nodiscard]] bool camera_on() const override;
    [[nodiscard]] bool microphone_wanted() const override;
    void start_preview() override;
    void stop_preview() override;

  private:
    RealConference& conference_;
};

class RealDevicePort : public ui::DevicePort {
  public:
    explicit RealDevicePort(RealConference& conference) : conference_{conference} {}

    [[nodiscard]] QList<ui::Device> devices(ui::DeviceKind kind) const override;
    [[nodiscard]] QString selected_device(ui::DeviceKind kind) const override;
    void select_device(ui::DeviceKind kind, const QString& id) override;
    void set_audio_processing(const ui::AudioProcessing& processing) override;
    void set_metering(bool on) override;
    void play_test_sound() override;

  private:
    RealConference& conference_;
};

} // namespace plenum::app
