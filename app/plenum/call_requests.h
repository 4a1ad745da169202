// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum/call.h"
#include "app/plenum/conference_maker.h"
#include "app/plenum/options.h"
#include "core/runtime/plugin/style_registry.h"

namespace plenum::app {

/// How the session is opened that a person asked for.
class CallRequests {
  public:
    /// `styles` outlives this.
    CallRequests(Options options, const runtime::StyleRegistry& styles)
        : options_{std::move(options)},
          styles_{styles} {}

    /// On a relay in this program.
    [[nodiscard]] client::HostOptions host(const ui::HostRequest& request);
    /// What a relay server needs to make a conference.
    [[nodiscard]] client::CreateOptions create(const ui::HostRequest& request) const;
    [[nodiscard]] client::JoinOptions join(const ui::JoinRequest& request);

    /// The next `join` finds the relay at its standby too.
    void expect_standby(node::RelayStandby standby) { standby_ = std::move(standby); }
    /// The next `host` gets this relay back, with the conference of its link.
    void resume_relay(client::HostedRelay relay) { resumed_relay_ = std::move(relay); }
    /// The person changed their mind: neither comes next.
    void forget_return() {
        resumed_relay_.reset();
        standby_ = {};
    }
    [[nodiscard]] bool resumes_relay() const { return resumed_relay_.has_value(); }
    /// The call goes on through another program.
    void forget_relay() { relay_seed_.reset(); }
    /// Of the relay of the last `host`.
    [[nodiscard]] const std::optional<base::Seed>& relay_seed() const { return relay_seed_; }

  private:
    [[nodiscard]] client::Identity identity() const;

    Options options_;
    const runtime::StyleRegistry& styles_;
    std::optional<client::HostedRelay> resumed_relay_;
    node::RelayStandby standby_;
    std::optional<base::Seed> relay_seed_;
};

} // namespace plenum::app
