// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/conversation/delivery_buffer.h"

#include <deque>
#include <expected>

/// In which order a receiver hands a conversation's messages to its application (MCP, "Δ-Causal Synchronization").
///
/// The problem: messages of many senders, on many flows, arrive in any order or not at all, and must be handed over
/// after all that they depend on, yet never be kept longer than until their deadline. The intuition: of each sender a
/// single number tells what is settled, since what a sender sends is handed over in the order it was sent; a message
/// waits for one unsettled predecessor at a time, and is looked at again when that sender's number moves. At its
/// deadline it is handed over whatever is missing, and what its own sender sent before it is given up. The alternative,
/// to hold what depends on a loss until the loss is repaired, is causal order without Δ: late for sound, and for ever
/// where nothing repairs.
///
/// What was thinned out on purpose is said in gap spans, which stand in the order like messages but are handed to
/// nobody: they name what the missing ones depended on, so that causes behind them are still waited for.
///
/// It knows numbers, deadlines and dependencies; what a message says lies with the caller, by slot. Senders may lie in
/// all three. So a message speaks for its own sender alone: its deadline ends its own waiting, and gives up nothing of
/// those that it names. A cause that is here goes before its effects at their deadline only if it is due by then, as it
/// is wherever nobody lies, since deadlines never go back from cause to effect; else the effect waits until it is. The
/// alternative, to give up for everyone what one message waited for in vain, spares others a second wait for the same
/// loss, and lets one liar end the order of anybody's messages.
namespace plenum::conversation {

class DeliveryOrder {
  public:
    /// Bounds of the buffer (docs/security.md, Limits). When they are reached, the message with the earliest deadline
    /// is handed over at once.
    struct Bounds {
        std::size_t messages{512};
        std::size_t bytes{1024 * 1024};
        /// No message is held longer than this, whatever deadline it names: Δ's upper end.
        base::Duration hold{std::chrono::seconds{2}};
    };
    /// What others' messages depend on of `self`'s is settled.
    DeliveryOrder(base::MemberIndex self, Bounds bounds) : self_{self}, bounds_{bounds} {}

    /// Gaps that wait for what the messages in them depended on.
    static constexpr std::size_t gaps_max = 64;

    struct Arrival {
        /// One message, or those of a bundle.
        Span span;
        base::ConferenceTime deadline{};
        std::span<const Dependency> dependencies;
        /// Otherwise it waits for its deadline.
        bool complete{true};
        /// What it takes of the buffer.
        std::size_t bytes{0};
        /// The deadline as its sender named it, where `deadline` allows for doubts of the receiver's clock.
        std::optional<base::ConferenceTime> named{};
    };
    enum class Refusal : std::uint8_t {
        malformed = 1, ///< no number, or one that ends before it begins
        full = 2,      ///< too many senders
    };
    /// A member who may send: others' messages that depend on theirs wait for these. What depends on someone of a lower
    /// index than any known member who is none waits for nothing. Unless heard `from_first`, what they sent before is
    /// unknown: their first message is handed over at its deadline, and nothing before it counts as missing.
    void expect(base::MemberIndex sender, bool from_first = true);
    /// These were handed over elsewhere. Never goes back.
    void settle_to(base::MemberIndex sender, base::Ordinal last);
    /// Settles a message that waits for nothing and that nothing else goes before, as nearly all are where little is
    /// lost; the caller hands it over, in order, and polls. False: nothing changed, and it is to be added.
    [[nodiscard]] bool pass(const Span& span, std::span<const Dependency> dependencies);
    /// Takes a message that arrived at `now`; `poll` then says which slot's message goes when. The caller hands in no
    /// message twice. Time never goes back.
    [[nodiscard]] std::expected<Slot, Refusal> add(const Arrival& arrival, base::ConferenceTime now);
    /// These will never come. `dependencies`: what they depended on. Of what says nothing or too much, nothing is kept.
    void add_gap(Span span, std::span<const Dependency> dependencies, base::ConferenceTime now);

    struct Release {
        /// Valid until the next call of `add`.
        Slot slot{};
        Span span;
        Order order{Order::in_order};
        /// Of a forced one: what was missing of what it depends on, as far as it was known. Valid until the next call.
        std::span<const Span> missing;
    };
    /// What goes next, at `now`; nullopt until there is more.
    [[nodiscard]] std::optional<Release> poll(base::ConferenceTime now);
    /// Its deadline is another one, as clocks are compared anew; no later than it was held at most before. `named` as
    /// in `Arrival`.
    void move_deadline(Slot slot, base::ConferenceTime deadline, base::ConferenceTime named);
    /// When `poll` has more to give if nothing comes.
    [[nodiscard]] std::optional<base::ConferenceTime> next_wakeup() const;
    /// Who left sends nothing more: nobody waits for it.
    void forget(base::MemberIndex sender);

    [[nodiscard]] const Bounds& bounds() const { return bounds_; }
    /// Where less is left, what is due first goes with the next that comes.
    void set_bounds(const Bounds& bounds) { bounds_ = bounds; }

    /// What waits.
    [[nodiscard]] const DeliveryBuffer& buffer() const { return buffer_; }
    [[nodiscard]] std::size_t senders() const { return streams_.size(); }
    struct Counters {
        std::uint64_t in_order{0};
        std::uint64_t forced{0};
        std::uint64_t behind{0};
        /// Of the forced ones, those that went before their deadline since the buffer was full.
        std::uint64_t overrun{0};
    };
    [[nodiscard]] const Counters& counters() const { return counters_; }
    /// The most messages ever held at once.
    [[nodiscard]] std::size_t held_most() const { return buffer_.size_most(); }

  private:
    using Message = DeliveryBuffer::Message;
    using State = DeliveryBuffer::State;
    using Due = DeliveryBuffer::Due;

    void expire_gaps(base::ConferenceTime now);
    [[nodiscard]] bool waits_for_own(const Message& message) const;
    [[nodiscard]] std::pair<Stream*, base::Ordinal> waits_for_other(const Message& message);
    void look(Slot slot);
    void settle(Stream& stream, base::Ordinal next);
    void wake(Stream& stream);
    void look_at_woken();
    void release(Slot slot, Order order);
    void reach_deadline(Slot slot);
    [[nodiscard]] std::optional<base::ConferenceTime> causes_due(const Message& message);
    void force(Slot slot);
    [[nodiscard]] std::optional<Slot> held_before(const Message& message, const Due& by);
    void give_up_missing(Message& message);

    base::MemberIndex self_;
    Bounds bounds_;
    StreamTable streams_;
    DeliveryBuffer buffer_;
    std::deque<Slot> ready_;
    std::vector<Slot> woken_;
    std::optional<Slot> polled_;
    Counters counters_;
};

} // namespace plenum::conversation
