// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenumd/metrics.h"
#include "core/runtime/net/event_loop.h"
#include "core/runtime/node_core.h"
#include "core/runtime/threads.h"

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <variant>

namespace plenum::app {

/// One loop of a relay, and all that is its alone: node, socket, its part of the store. Loops share nothing but the
/// figures that each leaves behind once a second.
class Serving final : public runtime::Sink {
  public:
    /// What the store had is restored.
    struct Ready {
        runtime::Standing standing{};
    };
    /// It looked after itself, so much later than it wanted.
    struct Look {
        base::Duration late{};
    };
    using Report = std::variant<node::RelayStatus, node::RelayIncident, runtime::StoreNotice, Ready, Look,
                                node::AssignmentWanted, node::AssignmentOver>;
    struct Options {
        node::NodeOptions node;
        runtime::UdpSocket socket;
        runtime::Store store;
        std::string thread_name;
        /// How often it looks after itself.
        base::Duration interval{};
        /// Leaves its figures behind each time, for another thread.
        bool leaves_figures{false};
        /// Called on the loop's thread.
        std::function<void(Report report)> tell;
    };
    /// Error: one sentence.
    [[nodiscard]] static std::expected<std::unique_ptr<Serving>, std::string> open(Options options);

    /// Until the loop is stopped. On a thread of its own.
    void run();
    [[nodiscard]] runtime::EventLoop& loop() { return *loop_; }
    [[nodiscard]] const node::Node& node() const { return core_.node(); }
    /// Others give this node none, and the cluster's register answers each conference once, so there is room. Any
    /// thread.
    void post(node::Command command);

    /// On the loop's thread.
    [[nodiscard]] Snapshot snapshot() const;
    /// As of at most an interval ago, where it `leaves_figures`. Any thread.
    [[nodiscard]] Snapshot last_snapshot() const;
    /// Conferences that are not whole on disk, once `run` is over.
    [[nodiscard]] std::size_t unstored() const { return store_.counters().failing; }
    /// The next look is no later than that. On the loop's thread.
    void look_within(base::Duration time);
    /// When it last looked after itself. Any thread.
    [[nodiscard]] base::LocalTime looked_at() const { return looked_at_; }

  private:
    explicit Serving(Options options);
    void handle_event(node::Event event) override;
    void handle_notice(runtime::StoreNotice notice) override { tell_(std::move(notice)); }
    void begin();
    void look();

    std::string thread_name_;
    base::Duration interval_;
    bool leaves_figures_;
    std::function<void(Report report)> tell_;
    runtime::Store store_;
    runtime::NodeCore core_;
    std::unique_ptr<runtime::EventLoop> loop_;
    base::LocalTime look_at_{};
    runtime::TimerId look_timer_{};
    std::atomic<base::LocalTime> looked_at_{base::LocalTime{}};
    mutable std::mutex mutex_;
    Snapshot last_;
};

} // namespace plenum::app
