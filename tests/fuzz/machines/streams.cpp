// SPDX-License-Identifier: Apache-2.0
// Both halves of a reliable stream with a bad path between them: messages come out as they went in, in order and once,
// and all of them once the path is well.
#include "core/base/check.h"
#include "core/base/limits.h"
#include "core/link/stream_receiver.h"
#include "core/link/stream_sender.h"
#include "tests/fuzz/bodies.h"
#include "tests/fuzz/input.h"

#include <vector>

namespace plenum::fuzz {
namespace {

struct Piece {
    std::uint64_t offset;
    base::Bytes bytes;
};

base::Bytes message_of(std::uint64_t number, std::size_t size) {
    base::Bytes message(size);
    for (std::size_t i = 0; i < size; ++i)
        message[i] = static_cast<std::uint8_t>(number * 17 + i);
    return message;
}

class Run {
  public:
    void push(std::size_t size) {
        const auto room = base::limits::stream_buffer_bytes_max - sender_.buffered();
        auto message = message_of(pushed_.size(), size);
        const auto taken = sender_.push(message);
        CHECK(taken == (size + (size < 64 ? 1U : size < 16384 ? 2U : 4U) <= room));
        if (taken) pushed_.push_back(std::move(message));
    }
    void take(std::size_t bytes_max) {
        const bool ready = sender_.ready();
        const auto piece = sender_.take(bytes_max);
        CHECK(piece.has_value() == (ready && bytes_max > 0));
        if (!piece) return;
        CHECK(!piece->bytes.empty() && piece->bytes.size() <= bytes_max);
        CHECK(piece->offset + piece->bytes.size() <=
              sender_.acknowledged_end() + link::stream_window(sender_.acknowledged_end()));
        under_way_.push_back({piece->offset, {piece->bytes.begin(), piece->bytes.end()}});
    }
    /// Delivers a piece; `settled` also tells the sender, after which it is not delivered again.
    void deliver(std::size_t which, bool settled) {
        const auto& piece = under_way_[which];
        const auto taken = receiver_.handle(piece.offset, piece.bytes);
        CHECK(taken != link::StreamReceiver::Taken::violation);
        read();
        if (!settled) return;
        if (taken == link::StreamReceiver::Taken::taken)
            sender_.handle_acknowledged(piece.offset, piece.bytes.size());
        else
            sender_.handle_lost(piece.offset, piece.bytes.size());
        under_way_.erase(under_way_.begin() + static_cast<std::ptrdiff_t>(which));
    }
    /// Called lost; it may come after all.
    void lose(std::size_t which, bool gone) {
        sender_.handle_lost(under_way_[which].offset, under_way_[which].bytes.size());
        if (gone) under_way_.erase(under_way_.begin() + static_cast<std::ptrdiff_t>(which));
    }
    void finish() {
        while (!under_way_.empty())
            deliver(under_way_.size() - 1, true);
        while (sender_.ready()) {
            take(60'000);
            deliver(0, true);
        }
        CHECK(received_ == pushed_.size() && sender_.buffered() == 0 && receiver_.buffered() == 0);
    }
    [[nodiscard]] std::size_t under_way() const { return under_way_.size(); }

  private:
    void read() {
        while (const auto message = receiver_.next_message()) {
            CHECK(received_ < pushed_.size() && *message == pushed_[received_]);
            ++received_;
        }
        CHECK(receiver_.buffered() <=
              base::limits::stream_buffer_bytes_max + base::limits::control_message_bytes_max + 4);
    }

    link::StreamSender sender_;
    link::StreamReceiver receiver_;
    std::vector<base::Bytes> pushed_;
    std::size_t received_{0};
    std::vector<Piece> under_way_;
};

} // namespace

void run_streams(base::ByteView input) {
    Input steps{input};
    Run run;
    while (steps.more()) {
        const auto kind = steps.below(8);
        if (kind == 0) run.push(steps.below(steps.rarely(8) ? 65'537 : 300));
        if (kind == 1 || kind == 2) run.take(steps.below(steps.rarely(4) ? 20'000 : 64));
        if (run.under_way() == 0) continue;
        const auto which = steps.below(run.under_way());
        if (kind == 3 || kind == 4) run.deliver(which, true);
        if (kind == 5) run.deliver(which, false);
        if (kind >= 6) run.lose(which, kind == 6);
    }
    run.finish();
}

} // namespace plenum::fuzz
