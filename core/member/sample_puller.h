// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/commands.h"
#include "core/member/conference_clock.h"
#include "core/member/message_sealer.h"
#include "core/member/pull_responder.h"

#include <map>

namespace plenum::node {

/// The subscriber's side of pulls: asks, and makes authentic samples of the answers (push-pull §2.3). They go past the
/// order of delivery. What a member received itself is pulled without the network.
///
/// The relay answers one pull after the other, so a pull fails when nothing of any came for as long as patience lasts.
class SamplePuller {
  public:
    /// `received`: what this member was sent, opened. All outlive this.
    SamplePuller(const Roster& roster, Outbox& outbox, MessageSealer& sealer, const ConferenceClock& clock,
                 tag::SampleHistories& received, PullResponder& own)
        : roster_{roster},
          outbox_{outbox},
          sealer_{sealer},
          clock_{clock},
          received_{received},
          own_{own} {}

    /// `link` may be null.
    void handle(const Pull& pull, link::Link* link, base::LocalTime now);
    void handle(const wire::PullRefused& refused, base::LocalTime now);
    void handle_part(base::ByteView message, base::LocalTime now);
    /// The session is over, and with it what was asked in it.
    void handle_lost();
    /// Samples of closed flows.
    void forget_closed();
    /// Pulls that were not answered in time fail.
    void expire(base::LocalTime now);
    [[nodiscard]] base::LocalTime next_wakeup() const;

  private:
    struct Asked {
        Pull pull;
        base::LocalTime at;
        /// Of the sample that arrives in pieces.
        base::Bytes message{};
        std::size_t bytes{0};
        std::size_t parts{0};
    };
    using Pulls = std::map<base::PullId, Asked>;
    struct Told {
        base::SequenceNumber sequence;
        base::ConferenceTime sent_at;
        wire::MessageFlags flags;
        base::ByteView body;
        bool readable{true};
        bool last{false};
    };
    /// A whole sample, sealed.
    struct Arrived {
        base::ByteView message;
        base::SequenceNumber only;
        bool last{false};
    };

    [[nodiscard]] bool is_live(base::FlowId flow) const;
    void answer_here(const Pull& pull, base::LocalTime now);
    /// False if it is not what was asked for, or not authentic.
    [[nodiscard]] bool give(const Pull& pull, const Arrived& arrived, base::LocalTime now);
    /// Whether a sample with this header can be what was meant, and its token lets it be heard.
    [[nodiscard]] bool is_sound(const Pull& pull, const wire::MessageHeader& header, base::SequenceNumber only) const;
    [[nodiscard]] bool is_heard(const wire::MessageHeader& header) const;
    void tell(const Pull& pull, const Told& told, base::LocalTime now);
    void fail(const Pull& pull, tag::PullError why);
    [[nodiscard]] base::LocalTime fails_at(const Asked& asked) const;

    const Roster& roster_;
    Outbox& outbox_;
    MessageSealer& sealer_;
    const ConferenceClock& clock_;
    tag::SampleHistories& received_;
    PullResponder& own_;
    Pulls asked_;
    base::PullId next_{1};
    /// When anything of an answer came last.
    base::LocalTime answered_at_{};
};

} // namespace plenum::node
