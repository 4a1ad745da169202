// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/conversation/causal_order.h"
#include "core/flow/bundle.h"
#include "core/flow/history.h"
#include "core/flow/reassembly.h"
#include "core/flow/stream_id.h"
#include "core/link/frame_pool.h"
#include "core/link/link.h"
#include "core/member/attestation/pulse.h"
#include "core/member/conference_clock.h"
#include "core/member/entry_teller.h"
#include "core/member/heard_words.h"
#include "core/member/sent_messages.h"
#include "core/member/waiting_messages.h"
#include "core/peer/context_book.h"
#include "core/wire/control.h"
#include "core/wire/message.h"

#include <deque>
#include <map>
#include <set>

namespace plenum::node {

/// A member's messages on flows, both ways: numbered, signed where the flow is reliable, sealed, cut into fragments;
/// and back. Reliable messages are kept until newer ones push them out, so that a relay that lost its memory, or was
/// away, gets them again.
class Traffic {
  public:
    Traffic(Roster& roster, SentMessages& sent, Outbox& outbox)
        : roster_{roster},
          sent_{sent},
          outbox_{outbox},
          pulse_{roster, outbox},
          teller_{outbox} {}

    /// `link` may be null: then live messages are dropped and reliable ones wait. Small live ones may wait for others
    /// of the same turn until `send_bundles`.
    [[nodiscard]] std::expected<void, CommandError> publish(const Publish& message, link::Link* link,
                                                            base::LocalTime now);
    /// The turn is over.
    void send_bundles(link::Link* link, base::LocalTime now);
    /// Takes what the fragment holds.
    void handle_fragment(wire::FragmentFrame& fragment, link::Link* link, base::LocalTime now);
    void handle_reliable(base::ByteView bytes, link::Link* link, base::LocalTime now);
    void handle_accepted(const wire::Accepted& accepted);
    void handle_refused(const wire::WordRefused& refused);
    /// The log went on by an entry: live messages sealed with keys that were not known yet are opened now. What it did
    /// to tokens is told once what its author had said, as `causes` has it, is handed over.
    void handle_entry(const std::optional<wire::Causes>& causes, const link::Link* link, base::LocalTime now);
    /// What is said with an operation that this member submits now; nullopt where nothing was said before.
    [[nodiscard]] std::optional<wire::Causes> causes_of(const log::SignedOperation& operation,
                                                        base::ConferenceTime at) const;
    /// How tokens stand after the log came, as `Roster` has it.
    void tell_tokens();

    /// Where every reliable stream stands, for `attach`.
    [[nodiscard]] std::vector<wire::StreamPosition> positions() const;
    /// The relay told what it has of ours; the rest is sent again.
    void resume(const std::vector<wire::StreamPosition>& relay_has, link::Link& link);
    /// Sends what waited for a key, or for the key leader's word.
    void publish_held(base::LocalTime now);
    /// Confirms to the others what is due.
    void send_pulse(link::Link& link, base::LocalTime now);
    [[nodiscard]] Pulse& pulse() { return pulse_; }
    /// What was heard on reliable flows.
    [[nodiscard]] HeardMessages& words() { return words_; }
    [[nodiscard]] const Pulse& pulse() const { return pulse_; }
    /// Sends what the stream has room for.
    void pump(link::Link& link);
    /// Drops what waited too long for a key.
    void expire(base::LocalTime now);
    // traffic_order.cpp
    void handle(const wire::DelayAdvice& advice);
    void handle(const wire::Gap& gap, base::LocalTime now);
    /// The link dropped an own fragment, or it was lost for good.
    void handle_dropped(base::ByteView frame, link::Link& link, base::LocalTime now);
    /// Tells the relay how long messages took, and the application how it goes.
    void report_conversations(link::Link& link);
    /// Hands over what waited long enough for those before it.
    void deliver_due(base::LocalTime now);
    /// What waits although nobody knew what time it is goes by the clock as soon as there is one.
    void find_clock(const link::Link* link, base::LocalTime now) {
        if (!clock_.offset()) read_clock(link, now);
    }
    [[nodiscard]] base::LocalTime next_wakeup() const;

    /// What the relay has not confirmed must stay in the history, sealed and with its overhead: whether so much may
    /// wait on one flow.
    [[nodiscard]] static bool has_room_unconfirmed(std::size_t messages, std::size_t bytes);
    /// Reliable messages that the relay has not confirmed; a new run of the membership sends them anew.
    [[nodiscard]] std::vector<Publish> unconfirmed() const;

    struct Counters {
        std::uint64_t received{0};
        std::uint64_t discarded{0}; ///< past λ
        std::uint64_t undecryptable{0};
        std::uint64_t refused{0}; ///< inconsistent, duplicate or forged
    };
    [[nodiscard]] const Counters& counters() const { return counters_; }
    [[nodiscard]] std::size_t reassembly_bytes() const;
    [[nodiscard]] std::size_t history_bytes() const;

  private:
    struct OwnReliable {
        flow::History history;
        /// Plain bodies, for `unconfirmed`.
        std::deque<std::pair<base::SequenceNumber, Publish>> unconfirmed;
        std::size_t unconfirmed_bytes{0};
        /// Next to hand to the link.
        base::SequenceNumber send_next{1};
        /// Accepted, but not kept, up to there; 0 if there is nothing such.
        base::SequenceNumber unkept{};
        /// Of `unconfirmed`: they go to nobody.
        std::set<base::SequenceNumber> refused{};
        /// The first that the relay is not known to have taken.
        base::SequenceNumber relay_next{1};
        /// `KeyRing::history_begins` when `unconfirmed` was sealed.
        base::KeyEpoch history_begins{};
    };
    [[nodiscard]] std::expected<void, CommandError> may_send(const log::FlowDeclaration& flow) const;
    [[nodiscard]] std::expected<void, CommandError> may_publish(const Publish& message,
                                                                const log::FlowDeclaration& declaration);
    void publish_sealed(const Publish& message, const log::FlowDeclaration& declaration, link::Link* link,
                        base::LocalTime now);
    /// What tells a member's messages on a flow apart.
    struct Stamp {
        base::SequenceNumber sequence;
        base::ConferenceTime sent_at;
        wire::MessageFlags flags;
        base::TokenEpoch token_epoch{};
        /// The send time is that of a capture.
        bool captured{false};
    };
    struct OwnFlow {
        /// Live messages of this turn.
        flow::BundleDraft draft;
        /// What it could depend on when it was begun (conversation::CausalOrder::past).
        std::uint64_t past{0};
    };
    [[nodiscard]] wire::MessageHeader header_of(base::FlowId flow, const base::FlowSpec& spec,
                                                const Stamp& stamp) const;
    /// Writes over `message`.
    void seal(const wire::MessageHeader& header, base::ByteView body, base::LocalTime now, base::Bytes& message);
    // traffic_live.cpp
    void publish_live(const Publish& message, const Stamp& stamp, const log::FlowDeclaration& flow, link::Link& link,
                      base::LocalTime now);
    /// Those of its conversation: what follows is ordered after them.
    void send_bundles_before(const log::FlowDeclaration& flow, link::Link* link, base::LocalTime now);
    void send_bundle(flow::BundleDraft& draft, link::Link& link, base::LocalTime now);
    void send_live(const wire::MessageHeader& header, base::ByteView plaintext, const base::FlowSpec& spec,
                   link::Link& link, base::LocalTime now);
    void cut_and_send(const wire::MessageHeader& header, const base::FlowSpec& spec, link::Link& link,
                      base::LocalTime now);

    // traffic_words.cpp
    /// Before anything of the flow is sealed or sent: what the relay may not have taken is sealed anew where a turn of
    /// the keys closed it to newcomers, and sent again. The relay passes none of it on as it was.
    void renew(OwnReliable& own);
    void keep_reliable(const Publish& message, const wire::MessageHeader& header, base::Bytes sealed);
    [[nodiscard]] bool past_loss_delay(base::ConferenceTime sent_at, base::Duration loss_delay,
                                       base::LocalTime now) const;
    /// One sender's reliable stream on one flow.
    struct Heard {
        /// The first that is missing.
        base::SequenceNumber next{1};
        /// Whether any of it could be read; until then `next` is only what the relay says.
        bool readable{false};
    };

    /// Sets `associated_`, of a message with this encoded header.
    void set_associated(base::ByteView header);
    /// Decrypts, checks the signature where the flow is reliable, and splits what is a bundle.
    [[nodiscard]] std::expected<base::Bytes, KeyRing::OpenError> open(const wire::MessageHeader& header,
                                                                      std::size_t header_bytes, base::ByteView message);
    [[nodiscard]] bool must_wait(base::LocalTime now) const;
    /// Takes its message only if that must wait.
    void take_live(LiveMessage& live, base::LocalTime now);
    /// Authentic. Until which entry it waits, if it does: the one of its grant.
    void take_opened(LiveMessage& live, base::LocalTime now);
    void refuse(const wire::MessageHeader& header, KeyRing::OpenError error);
    /// How a message came that is handed over.
    struct Arrival {
        base::LocalTime received_at;
        base::TraceEvent::Kind kind{base::TraceEvent::Kind::deliver};
        Delivery delivery{Delivery::in_order};
        std::uint64_t missing{0};
    };
    /// One message, or one of a bundle.
    void deliver(const wire::MessageHeader& header, base::SequenceNumber sequence, const Arrival& arrival,
                 base::Bytes body);
    /// What `open` has just given; of a bundle, `bodies_` are views into it.
    void deliver_all(const wire::MessageHeader& header, const Arrival& arrival, base::Bytes plaintext);
    // traffic_order.cpp
    /// What of a message belongs to its conversation; null where its flow is in none.
    [[nodiscard]] conversation::CausalOrder* order_of(const log::FlowDeclaration& flow);
    /// Into the order of its conversation, or at once.
    void take_in_order(conversation::CausalOrder::Held held, base::LocalTime now);
    void deliver_ready(base::ConversationId conversation, conversation::CausalOrder& order, base::LocalTime now);
    void deliver_ordered(conversation::CausalOrder::Held& held, const conversation::CausalOrder::Outcome& outcome,
                         base::LocalTime now);
    /// `told`: so many entries the application knows of, where there is no order yet.
    [[nodiscard]] conversation::CausalOrder& order_of(base::ConversationId conversation, base::LogPosition told);
    void follow_log();
    void take_entry(const std::optional<wire::Causes>& causes, base::LocalTime now);
    [[nodiscard]] bool hears(base::ConversationId conversation) const;
    void choose_delta(base::ConversationId conversation, conversation::CausalOrder& order);
    [[nodiscard]] base::TraceEvent trace_of(const wire::Gap& gap, const log::FlowDeclaration& flow) const;
    void forget_departed();
    /// Flows that were closed: what of ours the relay has not confirmed goes to nobody.
    void forget_flows();
    /// False where the link has none yet, or there is no link.
    bool read_clock(const link::Link* link, base::LocalTime now);
    void name_in_conversation(base::TraceEvent& event, const wire::MessageHeader& header,
                              base::SequenceNumber sequence) const;
    /// Whether its token lets it be heard; traced and counted if not.
    [[nodiscard]] bool permits(const wire::MessageHeader& header);
    /// It will not be handed over: later messages of its sender need not wait for it.
    void pass_over(const wire::MessageHeader& header, base::LocalTime now);
    void skip(const wire::ReliableMessage& message, base::LocalTime now);
    void wait_for_entry(LiveMessage live, base::Duration patience, base::LocalTime now);
    /// The entry that explains it did not come.
    void give_up(const wire::MessageHeader& header, base::LocalTime now);
    /// Nullopt where the flow demands a token that this member does not hold.
    [[nodiscard]] std::optional<base::TokenEpoch> epoch_for(base::FlowId flow) const;
    [[nodiscard]] bool take_signature(const wire::MessageHeader& header, base::ByteView associated, base::Bytes& body);
    void advance(const wire::MessageHeader& header, Heard& heard);
    [[nodiscard]] base::ConferenceTime send_time(const Publish& message, base::LocalTime now) const;
    /// Each message of the header's.
    void trace(base::TraceEvent::Kind kind, const wire::MessageHeader& header, std::string_view why = {});
    void trace(base::TraceEvent::Kind kind, const wire::MessageHeader& header, base::SequenceNumber sequence,
               std::string_view why);

    Roster& roster_;
    SentMessages& sent_;
    Outbox& outbox_;
    Pulse pulse_;
    HeardMessages words_;
    /// Reliable ones that wait for a key which someone taken out has not, or until all are known to see the same.
    std::deque<Publish> held_;
    std::map<base::FlowId, OwnFlow> flows_;
    /// Drafts that are not empty.
    std::size_t drafts_open_{0};
    /// As many as wait in a link that is given more than it can send.
    link::FramePool frames_{base::limits::send_queue_packets_max};
    // Of the last message; these keep their memory.
    base::Bytes associated_;
    base::Bytes sealed_;
    wire::FragmentFrame fragment_;
    std::vector<base::ByteView> bodies_;
    std::map<base::ConversationId, conversation::CausalOrder> orders_;
    std::map<base::ConversationId, base::Duration> delay_advice_;
    ContextBook contexts_;
    /// Whom they know.
    std::set<base::MemberIndex> ordered_members_;
    base::MemberIndex ordered_newest_{};
    std::map<base::FlowId, OwnReliable> own_;
    std::map<flow::StreamId, Heard> heard_;
    std::map<base::MemberIndex, flow::Reassembler> reassemblers_;
    WaitingMessages waiting_;
    ConferenceClock clock_;
    EntryTeller teller_;
    Counters counters_;
};

} // namespace plenum::node
