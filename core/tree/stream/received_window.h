// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/tree/fec/erasure_code.h"
#include "core/tree/limits.h"

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <variant>

namespace plenum::tree {

/// A message of a stream, in order.
struct StreamMessage {
    std::uint64_t sequence{0};
    base::Bytes payload;
    friend bool operator==(const StreamMessage&, const StreamMessage&) = default;
};
/// Messages that never come: the source gave them up. Both included.
struct StreamGap {
    std::uint64_t first{0};
    std::uint64_t last{0};
    friend bool operator==(const StreamGap&, const StreamGap&) = default;
};
using StreamEvent = std::variant<StreamMessage, StreamGap>;

/// In which order messages are handed over.
enum class MessageOrder : std::uint8_t {
    of_stream = 1,
    /// As they arrive, so that a lost one holds up no other. For streams without an erasure code.
    of_arrival = 2,
};

/// Data packets and repair symbols that have arrived, until they are handed over, and as long as blocks need them.
class ReceivedWindow {
  public:
    /// `code`: null for streams without; must outlive the window.
    explicit ReceivedWindow(const ErasureCode* code, MessageOrder order = MessageOrder::of_stream)
        : code_{code},
          order_{code == nullptr ? order : MessageOrder::of_stream} {}

    /// The stream begins here; only before the first packet.
    void begin(std::uint64_t start);
    /// False for what is there, was there, or is too far ahead.
    bool insert(std::uint64_t sequence, base::Bytes payload);
    /// False as above, and for blocks that are whole.
    bool insert_repair(std::uint64_t block, SymbolIndex index, base::Bytes symbol);
    /// Nothing before `start` comes any more.
    void give_up_before(std::uint64_t start);
    [[nodiscard]] std::optional<StreamEvent> poll();

    [[nodiscard]] bool contains(std::uint64_t sequence) const { return sequence < next_ || held_.contains(sequence); }
    /// All before it has arrived, or was given up.
    [[nodiscard]] std::uint64_t next() const { return next_; }
    [[nodiscard]] bool is_near(std::uint64_t sequence) const { return sequence < next_ + limits::data_window_max; }
    /// Source symbols of a block that are not there, less its repair symbols that are.
    [[nodiscard]] std::size_t lacking(std::uint64_t block) const;
    [[nodiscard]] std::size_t symbols() const { return code_ == nullptr ? 1 : code_->source_count(); }
    [[nodiscard]] std::size_t held() const { return held_.size(); }

  private:
    void hand_over();
    void forget();
    void decode(std::uint64_t block);

    const ErasureCode* code_;
    MessageOrder order_;
    std::uint64_t next_{0};
    /// Empty where they were handed over as they arrived.
    std::map<std::uint64_t, base::Bytes> held_;
    std::map<std::uint64_t, std::map<SymbolIndex, base::Bytes>> repairs_;
    std::deque<StreamEvent> events_;
};

} // namespace plenum::tree
