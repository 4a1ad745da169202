// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/conversation/context.h"
#include "core/conversation/stream_table.h"

#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <tuple>

namespace plenum::conversation {

/// Messages of one sender, both ends included.
struct Span {
    base::MemberIndex sender{};
    base::Ordinal first{};
    base::Ordinal last{};
    friend bool operator==(const Span&, const Span&) = default;
};

enum class Order : std::uint8_t {
    in_order = 1, ///< all that it depends on was settled before
    forced = 2,   ///< its deadline came first, or the buffer was full
    behind = 3,   ///< it came after it had been given up, or after a gap that said it would not
};

/// What waits to be handed over, and gaps that wait likewise: by slot, by deadline and by sender.
class DeliveryBuffer {
  public:
    enum class State : std::uint8_t {
        unused = 1,
        waiting,
        leaving, ///< to be forced once those before it are
        going,   ///< handed over next, or polled
    };
    /// Of a message whose deadline came: what it depends on goes before it if it is due by these.
    struct Due {
        base::ConferenceTime deadline{};
        base::ConferenceTime named{};
    };
    struct Message {
        State state{State::unused};
        bool gap{false};
        bool complete{true};
        /// By deadline and in its stream's `held`, or among the gaps and in its stream's.
        bool kept{false};
        Span span;
        base::ConferenceTime deadline{};
        /// As its sender has it: no later than that of what depends on it.
        base::ConferenceTime named{};
        /// Both are no later than this.
        base::ConferenceTime latest{};
        std::size_t bytes{0};
        Order order{Order::in_order};
        std::vector<Dependency> dependencies;
        std::vector<Span> missing;
        /// Its sender's; while it waits.
        Stream* own{nullptr};
        /// Whose waiter it is, or `own` for what its sender sent before; null while it waits for its deadline.
        Stream* waits_for{nullptr};

        [[nodiscard]] bool is_due(const Due& by) const { return deadline <= by.deadline || named <= by.named; }
    };

    /// A slot for a message, not kept yet.
    [[nodiscard]] Slot take(Stream& own, const Span& span, std::span<const Dependency> dependencies);
    void free(Slot slot) {
        messages_[slot].state = State::unused;
        unused_.push_back(slot);
    }
    [[nodiscard]] Message& operator[](Slot slot) { return messages_[slot]; }
    [[nodiscard]] const Message& operator[](Slot slot) const { return messages_[slot]; }
    void keep(Slot slot);
    void drop(Slot slot);
    /// It waits for nobody.
    void detach(Slot slot);
    /// Nothing is left of it.
    void end_gap(Slot slot) {
        detach(slot);
        drop(slot);
        free(slot);
    }
    void set_deadline(Slot slot, const Due& due);

    /// The message with the earliest deadline, and the gap that came first, whose deadline is the earliest, too.
    [[nodiscard]] std::optional<Slot> first() const {
        return deadlines_.empty() ? std::nullopt : std::optional{std::get<Slot>(*deadlines_.begin())};
    }
    [[nodiscard]] std::optional<Slot> first_gap() const {
        return gaps_.empty() ? std::nullopt : std::optional{gaps_.front()};
    }
    /// The first message of the stream that waits here with a number below the bound; `by`: and that is due.
    [[nodiscard]] std::optional<Slot> first_below(const Stream* stream, base::Ordinal bound,
                                                  const Due* by = nullptr) const;
    /// Messages by deadline.
    [[nodiscard]] std::vector<Slot> waiting() const;

    /// Messages, gaps left out, and their bytes; and the most ever held at once.
    [[nodiscard]] std::size_t size() const { return deadlines_.size(); }
    [[nodiscard]] std::size_t bytes() const { return bytes_; }
    [[nodiscard]] std::size_t size_most() const { return size_most_; }
    [[nodiscard]] std::size_t bytes_most() const { return bytes_most_; }
    [[nodiscard]] std::size_t gaps() const { return gaps_.size(); }

  private:
    /// Deadline, the one that its sender named, slot.
    using Turn = std::tuple<base::ConferenceTime, base::ConferenceTime, Slot>;
    [[nodiscard]] Turn turn_of(Slot slot) const { return {messages_[slot].deadline, messages_[slot].named, slot}; }

    std::vector<Message> messages_;
    std::vector<Slot> unused_;
    std::set<Turn> deadlines_;
    /// In the order they came.
    std::vector<Slot> gaps_;
    std::size_t bytes_{0};
    std::size_t size_most_{0};
    std::size_t bytes_most_{0};
};

} // namespace plenum::conversation
