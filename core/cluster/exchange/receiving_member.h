// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cluster/cluster_receiver.h"
#include "core/cluster/exchange/cluster_flows.h"

#include <optional>

namespace plenum::cluster {

/// The member who receives a cluster and says how its cameras are triggered.
class ReceivingMember {
  public:
    ReceivingMember(std::string_view cluster, const Ensembles::Options& options)
        : flows_{cluster},
          receiver_{options} {}

    void handle(const node::Event& event, base::LocalTime now);
    void set_settings(CaptureSettings settings) { receiver_.set_settings(std::move(settings)); }
    /// The next for the node to do. Call until it returns nullopt.
    [[nodiscard]] std::optional<Command> poll(base::LocalTime now);
    [[nodiscard]] std::optional<Ensemble> poll_ensemble(base::LocalTime now) { return receiver_.poll_ensemble(now); }
    [[nodiscard]] base::LocalTime next_wakeup() const;

    [[nodiscard]] const ClusterReceiver& receiver() const { return receiver_; }
    [[nodiscard]] const ClusterFlows& flows() const { return flows_; }
    /// Another member receives a cluster of this name.
    [[nodiscard]] bool is_taken() const { return flows_.receiver().value() != 0 && !is_ours(); }

  private:
    [[nodiscard]] bool is_ours() const { return flows_.receiver() == flows_.self() && flows_.self().value() != 0; }
    void settle(base::LocalTime now);

    ClusterFlows flows_;
    ClusterReceiver receiver_;
    base::LocalTime create_at_{};
};

} // namespace plenum::cluster
