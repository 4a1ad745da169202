// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cluster/arrival_alignment.h"
#include "core/cluster/path_meter.h"
#include "core/link/rate/controller.h"

#include <memory>
#include <utility>

namespace plenum::cluster {

/// The rate controller of one link that shares its path with other links: all report to one `PathMeter`, and each may
/// send at the rate of all flows together, since the endpoints keep to their shares.
class SharedRate final : public link::RateController {
  public:
    explicit SharedRate(std::shared_ptr<PathMeter> path) : path_{std::move(path)} { path_->add_link(); }
    SharedRate(const SharedRate&) = delete;
    SharedRate& operator=(const SharedRate&) = delete;
    ~SharedRate() override { path_->remove_link(); }

    void handle_sent(const Sent& packet) override { path_->handle_sent(packet); }
    void handle_acknowledged(const Acknowledged& packet) override { path_->handle_acknowledged(packet); }
    void handle_lost(const Lost& packet) override { path_->handle_lost(packet); }
    void handle_feedback(const Feedback& feedback) override {
        auto aligned = feedback;
        aligned.arrived_us = alignment_.align(feedback.arrived_us, feedback.sent_at, feedback.at);
        path_->handle_feedback(aligned);
    }
    void expire(base::LocalTime now) override { path_->expire(now); }
    /// The others' path is still the same.
    void handle_path_changed(base::LocalTime now) override {
        alignment_ = {};
        if (path_->links() == 1) path_->handle_path_changed(now);
    }
    [[nodiscard]] base::ByteRate rate() const override { return path_->aggregate(); }
    [[nodiscard]] bool clear() const override { return path_->clear(); }
    [[nodiscard]] link::RateStats stats() const override { return path_->stats(); }

  private:
    std::shared_ptr<PathMeter> path_;
    ArrivalAlignment alignment_;
};

} // namespace plenum::cluster
