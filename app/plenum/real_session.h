// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum/call_requests.h"
#include "app/plenum/kept_relays.h"
#include "app/plenum/real_media.h"
#include "ui/port/session_port.h"

#include <functional>

namespace plenum::app {

/// Begins and ends the call, and tells what conference it is.
class RealSession : public ui::SessionPort {
    Q_OBJECT

  public:
    /// All outlive this. `before_end`: the call is about to be over, and its session and media are still there.
    RealSession(std::optional<CurrentCall>& call, Background& background, CallRequests& requests, RealMedia& media,
                ui::DiagnosticsPort& diagnostics, std::function<void()> before_end);

    // SessionPort
    void host(const ui::HostRequest& request) override;
    void join(const ui::JoinRequest& request) override;
    void leave() override;
    void leave_relay_running() override;
    [[nodiscard]] bool relay_running() const override { return kept_relays_.any(); }
    void stop_relay() override { kept_relays_.close(); }
    void end_for_all() override;
    [[nodiscard]] std::optional<ui::LinkFacts> read_link(const QString& text) const override;
    [[nodiscard]] ui::ConnectionState state() const override { return call_ ? call_->state : without_call_; }
    [[nodiscard]] ui::ConferenceFacts conference() const override {
        return call_ ? call_->facts : ui::ConferenceFacts{};
    }
    [[nodiscard]] ui::EncryptionFacts encryption() const override {
        return call_ ? call_->encryption : ui::EncryptionFacts{};
    }

    /// The program ends: leaves, and closes the relays.
    void close();
    /// Who we are and what we may do, anew; tells where it changed.
    void update_self();
    /// The same of what the encryption rests on.
    void update_encryption();
    void handle(const node::PhaseChanged& event);
    void handle(const node::ConferenceCreated& event);
    void handle(const node::EpochChanged& event);
    void handle(const node::RelayDurability& event);
    void handle(const node::AgreementChanged& event);
    void handle(const node::PolicyChanged& event);
    void handle(const node::LinkChanged& event);
    void handle(const node::CommandRefused& event);

  signals:
    /// We were let in.
    void entered();
    void told(const plenum::node::Event& event);

  private:
    void begin(ui::ConnectionState state);
    void connect_to(const node::ConferenceLink& link, const ui::JoinRequest& request);
    void open(Call::Request request);
    void enter();
    void end(const ui::EndFacts& facts);
    void tell_facts();

    std::optional<CurrentCall>& call_;
    CallRequests& requests_;
    RealMedia& media_;
    ui::DiagnosticsPort& diagnostics_;
    std::function<void()> before_end_;
    ConferenceMaker maker_;
    KeptRelays kept_relays_;
    /// `idle` before the first call, then `ended`.
    ui::ConnectionState without_call_{ui::ConnectionState::idle};
};

} // namespace plenum::app
