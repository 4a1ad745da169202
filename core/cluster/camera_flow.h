// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"
#include "core/cluster/captured_frame.h"
#include "core/cluster/cell_exchange.h"
#include "core/cluster/drop_order.h"
#include "core/cluster/flow_shares.h"
#include "core/cluster/frame_sender.h"

#include <optional>

namespace plenum::cluster {

/// One camera's flow to the host that receives the cluster: the frame transport, at this flow's share of the bandwidth
/// that the aggregation point reports (CP §3.0.2).
class CameraFlow {
  public:
    CameraFlow(ApplicationId application, FlowNumber flow);

    /// Takes a frame. False, with nothing taken, if the send buffer is full, or if it is empty or too long.
    [[nodiscard]] bool push(const CapturedFrame& frame) { return sender_.push(frame.ensemble, encode(frame)); }
    [[nodiscard]] bool is_ready() const { return sender_.is_ready(); }
    /// Drops whole frames of which nothing was sent. Returns how many.
    std::size_t drop(const DropOrder& drops);
    void set_weight(Cell weight);

    /// Of the aggregation point; ignored if it is of another flow.
    void handle_reports(const InboundShim& shim, base::LocalTime now);
    /// Of the receiver. False, with nothing changed, if it is none that it sends.
    bool handle_message(base::ByteView message, base::LocalTime now);
    struct Datagram {
        base::Bytes message;
        OutboundShim shim;
    };
    [[nodiscard]] std::optional<Datagram> poll_datagram(base::LocalTime now);
    [[nodiscard]] base::LocalTime next_wakeup() const { return sender_.next_wakeup(); }

    struct Figures {
        base::ByteRate bandwidth; ///< of one flow
        base::Duration rtt{};
        std::size_t flows{1};
        Cell weight_sum{1};
        base::ByteRate share; ///< ours
        bool reported{false}; ///< an aggregation point has told them
    };
    [[nodiscard]] const Figures& figures() const { return figures_; }
    /// The newest ensemble of which any camera began to send a frame, as far as it was reported.
    [[nodiscard]] base::SequenceNumber newest_begun() const { return newest_begun_; }
    [[nodiscard]] const FrameSender& sender() const { return sender_; }

  private:
    void watch_next(base::LocalTime now);
    void use_figures();

    FrameSender sender_;
    CellExchange cells_;
    Cell weight_{limits::weight_mean};
    Figures figures_;
    base::SequenceNumber newest_begun_;
    /// The last pointer reports the round-trip time or the newest ensemble that was begun, in turn.
    bool watches_begun_{false};
    base::LocalTime watched_since_{};
};

} // namespace plenum::cluster
