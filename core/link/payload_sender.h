// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/enums.h"
#include "core/base/flow_spec.h"
#include "core/base/time.h"
#include "core/link/link_event_queue.h"
#include "core/link/link_stats.h"
#include "core/link/packet_draft.h"
#include "core/link/sent_packets.h"
#include "core/link/stream_sender.h"
#include "core/sched/class_queue.h"
#include "core/wire/datagram.h"
#include "core/wire/frames.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace plenum::link {

/// All that waits to be sent for the link's owner, and is sent again when lost: streams until acknowledged, fragments
/// until their deadline. The most urgent class goes first; of one class, its stream before its fragments.
class PayloadSender {
  public:
    PayloadSender();
    // The queue hands what it drops to this place.
    PayloadSender(const PayloadSender&) = delete;
    PayloadSender& operator=(const PayloadSender&) = delete;

    /// False if it does not fit the stream's buffer.
    [[nodiscard]] bool push_message(base::PriorityClass stream, base::ByteView message);
    /// Of the datagram that carries this fragment, which is pushed next. Left out where it would not fit; of many that
    /// wait, the oldest are forgotten.
    void push_shim(const std::shared_ptr<const base::Bytes>& frame, wire::Shim shim);
    /// `twice`: a copy goes behind it, in case it is lost.
    sched::PushResult push_fragment(SentFragment&& fragment, bool twice, base::LocalTime now);

    /// The most urgent class of which something waits.
    [[nodiscard]] std::optional<base::PriorityClass> next() const {
        const auto waiting = classes_waiting();
        if (waiting == 0) return std::nullopt;
        return sched::most_urgent_of(waiting);
    }
    /// Fills the datagram.
    void write(PacketDraft& draft, base::LocalTime now);

    void handle_acknowledged(const SentStreamRange& range);
    /// Streams send it again. Fragments too, as long as `rtt` leaves them a chance; if not, `events` are told.
    void handle_lost(SentPacket& packet, base::Duration rtt, LinkEventQueue& events, base::LocalTime now);
    /// What streams carried in the packet goes again, though it is not known to be lost.
    void resend_streams(const SentPacket& packet);
    /// Drops fragments whose deadline passed.
    void expire(base::LocalTime now) { queue_.expire(now); }
    /// Tells of fragments that were dropped and awaited.
    void tell_dropped(LinkEventQueue& events) {
        for (auto& item : dropped_) {
            if (!item.fragment.awaited || item.fragment.copy) continue;
            events.push(FragmentDropped{std::move(item.fragment.frame)});
        }
        dropped_.clear();
    }
    /// Drops all fragments without telling.
    void clear() {
        queue_.clear();
        shims_.clear();
    }

    [[nodiscard]] const StreamSender& stream(base::PriorityClass stream) const { return streams_[stream]; }
    void report(LinkStats& stats) const;
    void report(LinkLoad& load) const;

  private:
    struct QueuedFragment {
        SentFragment fragment;
        bool again;
    };
    /// After whatever changes what a stream has to send.
    void note_stream(base::PriorityClass stream) {
        streams_ready_ &= ~sched::bit_of(stream);
        if (streams_[stream].ready()) streams_ready_ |= sched::bit_of(stream);
    }
    /// One bit for each class in which something is to be sent, the most urgent's lowest.
    [[nodiscard]] std::uint32_t classes_waiting() const { return streams_ready_ | queue_.classes(); }
    [[nodiscard]] bool write_stream(PacketDraft& draft, base::PriorityClass priority);
    [[nodiscard]] bool write_fragments(PacketDraft& draft, base::PriorityClass priority, base::LocalTime now);
    void handle_lost(SentFragment&& fragment, base::Duration rtt, LinkEventQueue& events, base::LocalTime now);

    /// Whether the datagram has room for the fragment and its shim, which it then takes.
    [[nodiscard]] bool take_shim(PacketDraft& draft, const base::Bytes* frame, std::size_t bytes);

    sched::ClassQueue<QueuedFragment> queue_;
    struct WaitingShim {
        std::shared_ptr<const base::Bytes> frame;
        wire::Shim shim;
    };
    /// Few fragments have one, so these stand beside the queue.
    std::deque<WaitingShim> shims_;
    /// Out of `queue_`, until it is told.
    std::vector<QueuedFragment> dropped_;
    base::EnumArray<base::PriorityClass, StreamSender> streams_;
    /// One bit for each stream that has something to send.
    std::uint32_t streams_ready_{0};
    wire::Frame stream_frame_{wire::StreamFrame{}};
    std::uint64_t stream_bytes_resent_{0};
    std::uint64_t fragments_sent_{0};
    std::uint64_t fragments_resent_{0};
    std::uint64_t fragments_given_up_{0};
};

} // namespace plenum::link
