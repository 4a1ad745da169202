// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/conversation/context_writer.h"
#include "core/conversation/delay_gauge.h"
#include "core/conversation/delivery_order.h"
#include "core/wire/control.h"

namespace plenum::conversation {

/// One conversation at one member: what its own messages depend on, and in which order others' are handed over
/// (docs/conversations.md). Log entries count as messages of sender 0, handed over when the application is told of
/// them.
class CausalOrder {
  public:
    CausalOrder(base::MemberIndex self, DeltaInterval interval, DeliveryOrder::Bounds bounds);

    /// Where Δ may lie from here on; Δ is drawn into it.
    void set_interval(const DeltaInterval& interval) { own_.set_interval(interval); }
    /// Δ from here on; what lies outside the interval is drawn into it.
    void set_delta(base::Duration delta) { own_.set_delta(delta); }
    [[nodiscard]] base::Duration delta() const { return own_.delta(); }
    [[nodiscard]] const DeltaInterval& interval() const { return own_.interval(); }
    void set_room(const DeliveryOrder::Bounds& bounds) { order_.set_bounds(bounds); }

    /// Someone who may send. `from_first`: they joined after this member, who hears all they send.
    void expect(base::MemberIndex sender, bool from_first) { order_.expect(sender, from_first); }
    void forget(base::MemberIndex sender);
    /// The application knows of so many entries at `now`.
    void handle_log(base::LogPosition size, base::ConferenceTime now);
    /// The same, one entry later. False: what its author had said, as `causes` has it, was not all handed over yet, or
    /// an entry before it waits; `poll` gives it back. `causes` may be null.
    [[nodiscard]] bool take_entry(base::LogPosition size, base::MemberIndex author, const wire::Causes* causes,
                                  const base::ClockOffset& clock, base::LocalTime now, base::Duration doubt);
    /// What an entry that this member submits at `now` is to wait for; empty where there is nothing. Written as the
    /// context of its next message.
    [[nodiscard]] base::Bytes causes(base::ConferenceTime now) const { return own_.causes(now); }

    /// Numbers an own message, or the first of a bundle, and writes its context. `captured`: its send time is that of a
    /// capture and stays; otherwise it is moved behind those of its causes.
    void stamp(wire::MessageHeader& header, bool captured, base::ConferenceTime now) {
        own_.stamp(header, captured, now);
    }
    /// One more in the bundle that was stamped last; nothing was handed over since.
    void extend() { own_.extend(); }
    /// Rises with everything that the next message could depend on.
    [[nodiscard]] std::uint64_t past() const { return own_.past(); }

    /// Another's message, authentic; bundles are one.
    struct Held {
        wire::MessageHeader header;
        base::LocalTime received_at;
        base::Bytes plaintext;
        /// Entries that the log had then, by which its sender was found to hold the token.
        base::LogPosition log_size{};
        /// Said before this member was there: none of it is late for it.
        bool before{false};
    };
    enum class Taken : std::uint8_t {
        refused = 1, ///< its context is none that its author can have written; nothing changed
        waits,       ///< `poll` gives it back
        goes,        ///< it is handed over now, in order: `held` is left as it was
        goes_late,   ///< the same, after its deadline
    };
    /// `doubt`: by how much `clock` may be wrong. So much later than its deadline a message goes without those before
    /// it, as long as it is worth something then, so that it does not go before a deadline of theirs.
    [[nodiscard]] Taken take(Held&& held, const base::ClockOffset& clock, base::LocalTime now,
                             base::Duration doubt = {});
    /// The same of what does not expire, while nobody knows what time it is in the conference: what lacks something
    /// waits as long as anything may, until `follow_clock` says better.
    [[nodiscard]] Taken take_without_clock(Held&& held, base::LocalTime now);
    /// The clock is another one than when what waits was taken.
    void follow_clock(const base::ClockOffset& clock, base::Duration doubt);
    /// Something that is handed over outside the order, as it was said before this member was there.
    void handle_heard(const wire::MessageHeader& header, base::ConferenceTime now);
    struct Outcome {
        Order order{Order::in_order};
        /// After its deadline; where λ is finite, maybe after it.
        bool past_deadline{false};
        /// How many messages were missing that it depends on.
        std::uint64_t missing{0};
    };
    struct Release {
        Held held;
        Outcome outcome;
        /// So many entries may be told now; there is no message then.
        std::optional<base::LogPosition> entries;
    };
    /// What is handed over next. `at`: the same time by the conference's clock; zero where that is not known.
    [[nodiscard]] std::optional<Release> poll(base::ConferenceTime at, base::LocalTime now);
    [[nodiscard]] std::optional<base::LocalTime> next_wakeup() const;
    /// These will not come.
    void handle_gap(const wire::Gap& gap, base::LocalTime now);
    [[nodiscard]] const DeliveryOrder& delivery() const { return order_; }
    /// What would have been enough for nearly all messages that came since the last call; nullopt where none did.
    [[nodiscard]] std::optional<base::Duration> take_delay() { return gauge_.take(); }
    /// What became of messages; the caller counts.
    struct Figures {
        std::uint64_t in_order{0};
        std::uint64_t forced{0};
        std::uint64_t late{0};
        std::uint64_t discarded{0};
    };
    Figures figures;

  private:
    struct Item {
        Held held;
        Context context;
        /// From here on its deadline may be over.
        base::LocalTime due;
        /// An entry of the log; of `held` the send time alone counts.
        std::optional<base::LogPosition> entries{};
    };

    void note_log(base::LogPosition size, base::ConferenceTime deadline);
    /// Into `context_`; false where no peer that goes by the rules wrote it.
    [[nodiscard]] bool read_context(const wire::MessageHeader& header);
    void name_grant(base::TokenEpoch epoch);
    /// Of ours, as `context_` has it.
    [[nodiscard]] bool names_what_was_not_said() const;
    /// What waits for something, as `context_` says.
    [[nodiscard]] Taken hold(Held&& held, const Span& span, const base::ClockOffset& clock, base::LocalTime now,
                             base::Duration doubt);
    /// Into the order, with `context_`; nullopt where that takes no more senders.
    [[nodiscard]] std::optional<Slot> add(Held&& held, const Span& span, const base::ClockOffset& clock,
                                          base::LocalTime now, base::Duration doubt);
    void note(const wire::MessageHeader& header, const Context& context, base::ConferenceTime now);

    base::MemberIndex self_;
    ContextWriter own_;
    /// Its times are this node's own, which never go back; those of the conference do where clocks are compared anew.
    DeliveryOrder order_;
    /// By slot.
    std::vector<Item> items_;
    /// The latest deadline of an entry that waits; none waits past it.
    base::ConferenceTime entries_until_{};
    DelayGauge gauge_;
    /// Kept for its memory.
    Context context_;
};

} // namespace plenum::conversation
