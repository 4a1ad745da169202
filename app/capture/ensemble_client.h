// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/client/session.h"
#include "core/cluster/exchange/receiving_member.h"

#include <functional>
#include <utility>

namespace plenum::app {

/// A session that receives a cluster of cameras.
class EnsembleClient {
  public:
    /// `session` outlives this. `taken` gets each ensemble.
    EnsembleClient(client::Session& session, std::string_view cluster, const cluster::Ensembles::Options& options,
                   std::function<void(const cluster::Ensemble&)> taken)
        : session_{session},
          member_{cluster, options},
          taken_{std::move(taken)} {}

    void handle(const node::Event& event);
    void set_settings(cluster::CaptureSettings settings) { member_.set_settings(std::move(settings)); }
    /// Does what is due.
    void pump();
    /// The same, and waits for what comes next, at most so long.
    void run_for(base::Duration time_max);

    [[nodiscard]] const cluster::ReceivingMember& member() const { return member_; }

  private:
    client::Session& session_;
    cluster::ReceivingMember member_;
    std::function<void(const cluster::Ensemble&)> taken_;
};

} // namespace plenum::app
