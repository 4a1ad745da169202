// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/flow_spec.h"
#include "core/base/ring.h"
#include "core/base/time.h"
#include "core/link/rtt.h"
#include "core/wire/frames.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

namespace plenum::link {

/// A piece of a stream that a packet carried.
struct SentStreamRange {
    base::PriorityClass stream;
    std::uint64_t offset;
    std::size_t length;
};
/// A fragment that a packet carried.
struct SentFragment {
    std::shared_ptr<const base::Bytes> frame;
    base::PriorityClass priority;
    base::LocalTime deadline;
    wire::MessageFlags flags;
    std::uint64_t tag{0};
    /// Sent beside the same fragment, in case that one is lost: when lost itself, nothing is to be done.
    bool copy{false};
    /// `FragmentDropped` is told of it.
    bool awaited{false};
    /// Sent again when lost.
    bool repaired{true};
};
/// An acknowledgement that a packet carried: once it arrived, the peer knows of everything up to `largest`.
struct SentAck {
    std::uint64_t largest;
};
/// The packet was a probe of the path's MTU and nothing else: its loss says nothing of the path's state.
struct SentMtuProbe {};
using SentItem = std::variant<SentStreamRange, SentFragment, SentAck, SentMtuProbe>;

struct SentPacket {
    enum class State : std::uint8_t {
        in_flight = 1,
        lost = 2,    ///< kept a while, to see whether it was not
        settled = 3, ///< acknowledged, or of no further interest
    };
    base::LocalTime sent_at;
    std::size_t bytes{0};
    State state{State::in_flight};
    std::vector<SentItem> items;

    [[nodiscard]] bool is_mtu_probe() const {
        return items.size() == 1 && std::holds_alternative<SentMtuProbe>(items.front());
    }
};

/// Which packets are on their way, which arrived and which were lost.
///
/// Loss is a matter of time alone (RACK, RFC 8985): a packet is lost when one sent after it was acknowledged and it is
/// itself later than its round trip by the reorder window. Counting packets that overtook it (RFC 9002 §6.1.1) was the
/// alternative; a path of 50 ± 20 ms reorders by dozens, so that counts what jitter does, not what loss does. The
/// window learns: it covers the lateness of packets that came after having been overtaken, lost or not, as seen over
/// the last seconds.
class SentPackets {
  public:
    explicit SentPackets(std::size_t packets_max) : packets_max_{packets_max} {}

    struct Outcome {
        /// Newly acknowledged, with what they carried; late ones that had counted as lost among them.
        std::vector<SentPacket> acknowledged;
        std::vector<SentPacket> lost;
        /// When the highest packet of an acknowledgement was sent, if it was acknowledged for the first time.
        std::optional<base::LocalTime> newest_sent_at;
        [[nodiscard]] bool empty() const { return acknowledged.empty() && lost.empty(); }
        void clear();
    };

    /// The next packet number.
    [[nodiscard]] std::uint64_t next_number() const { return first_number_ + packets_.size(); }
    /// Packets are added in order of their numbers. One that elicits no acknowledgement is never lost. When there are
    /// too many the oldest counts as lost and goes into `outcome`.
    void add(SentPacket packet, bool eliciting, Outcome& outcome);

    /// False if it acknowledges what was never sent, or is no set of ranges at all: then nothing changed.
    [[nodiscard]] bool handle_ack(const wire::AckFrame& ack, base::LocalTime now, RttEstimator& rtt, Outcome& outcome);
    /// Memory for what the next packet carries: an empty list, of one that is gone if possible.
    [[nodiscard]] std::vector<SentItem> spare_items();
    /// Empties `outcome`, once it was looked at, and keeps its memory.
    void reuse(Outcome& outcome);
    /// Declares lost what is overdue.
    void detect_losses(base::LocalTime now, const RttEstimator& rtt, Outcome& outcome);
    /// When the next packet becomes overdue; `local_time_max` if none was overtaken.
    [[nodiscard]] base::LocalTime loss_at(const RttEstimator& rtt) const;

    /// Oldest packet in flight; null if none is.
    [[nodiscard]] const SentPacket* oldest_in_flight() const;
    [[nodiscard]] bool anything_in_flight() const { return in_flight_ > 0; }
    [[nodiscard]] base::LocalTime last_eliciting_at() const { return last_eliciting_at_; }
    [[nodiscard]] base::Duration reorder_window(const RttEstimator& rtt) const;
    [[nodiscard]] std::size_t size() const { return packets_.size(); }
    [[nodiscard]] std::uint64_t lost() const { return lost_; }
    [[nodiscard]] std::uint64_t spurious() const { return spurious_; }

  private:
    /// How long a lost packet is kept to see whether it was not.
    static constexpr base::Duration lost_kept = std::chrono::seconds{2};
    /// For how long (to twice that) an observed lateness widens the window.
    static constexpr base::Duration lateness_period = std::chrono::seconds{5};

    [[nodiscard]] static bool is_sane(const wire::AckFrame& ack);
    void acknowledge(std::uint64_t first, std::uint64_t last, base::LocalTime now, const RttEstimator& rtt,
                     Outcome& outcome);
    void acknowledge_one(SentPacket& packet, bool overtaken, base::LocalTime now, const RttEstimator& rtt,
                         Outcome& outcome);
    void declare_lost(SentPacket& packet, Outcome& outcome);
    void note_lateness(base::Duration lateness, base::LocalTime now, const RttEstimator& rtt);
    void drop_settled(base::LocalTime now);
    void keep_memory(std::vector<SentItem> items);
    /// Index in `packets_` of the oldest packet in flight; its size if none is.
    [[nodiscard]] std::size_t oldest_in_flight_at() const;
    [[nodiscard]] base::Duration overdue_after(const RttEstimator& rtt) const;

    std::size_t packets_max_;
    base::Ring<SentPacket> packets_;
    std::vector<std::vector<SentItem>> spare_items_;
    std::uint64_t first_number_{0};
    /// No packet below it is in flight: lost ones, which stay a while, are not walked through again and again.
    mutable std::uint64_t in_flight_from_{0};
    std::optional<std::uint64_t> largest_acknowledged_;
    std::size_t in_flight_{0};
    base::LocalTime last_eliciting_at_{};
    std::uint64_t lost_{0};
    std::uint64_t spurious_{0};
    /// Greatest lateness of this period and of the one before.
    base::Duration lateness_{};
    base::Duration lateness_before_{};
    base::LocalTime period_began_{};
};

} // namespace plenum::link
