// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/enums.h"
#include "core/base/flow_spec.h"
#include "core/base/ring.h"
#include "core/link/link_events.h"
#include "core/link/stream_receiver.h"
#include "core/sched/class_queue.h"
#include "core/wire/frames.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

namespace plenum::link {

/// What comes for the link's owner: fragments, read into memory that comes back, and streams, put in order.
class PayloadReceiver {
  public:
    /// The fragment whose type byte stands first. Nothing of it holds if the reader is not ok afterwards.
    [[nodiscard]] wire::FragmentFrame read_fragment(wire::Reader& from) {
        wire::FragmentFrame frame;
        if (!spare_data_.empty()) frame.data = spare_data_.pop_front();
        std::ignore = from.u8();
        wire::get(from, frame);
        return frame;
    }
    /// Memory of a fragment that came, for the next.
    void reuse(base::Bytes data) {
        if (spare_data_.size() < spare_data_max) spare_data_.push_back(std::move(data));
    }

    [[nodiscard]] StreamReceiver::Taken handle(const wire::StreamFrame& frame) {
        streams_readable_ |= sched::bit_of(frame.stream);
        return streams_[frame.stream].handle(frame.offset, frame.data);
    }
    /// The next message of the most urgent stream that has one and is not held, with a bit for each that is.
    [[nodiscard]] std::optional<StreamMessage> next_message(std::uint32_t held) {
        for (auto open = streams_readable_ & ~held; open != 0; open &= open - 1) {
            const auto stream = sched::most_urgent_of(open);
            // There may be another, so the stream stays readable.
            if (auto message = streams_[stream].next_message()) return StreamMessage{stream, std::move(*message)};
            streams_readable_ &= ~sched::bit_of(stream);
        }
        return std::nullopt;
    }
    [[nodiscard]] std::size_t buffered(base::PriorityClass stream) const { return streams_[stream].buffered(); }
    [[nodiscard]] std::size_t buffered() const {
        std::size_t bytes = 0;
        for (const auto& stream : streams_)
            bytes += stream.buffered();
        return bytes;
    }

  private:
    /// Memory kept for fragments to come: of one picture or so.
    static constexpr std::size_t spare_data_max = 16;

    base::EnumArray<base::PriorityClass, StreamReceiver> streams_;
    /// One bit for each stream that may have a message.
    std::uint32_t streams_readable_{0};
    base::Ring<base::Bytes> spare_data_;
};

} // namespace plenum::link
