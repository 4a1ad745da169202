// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/relay/conference/admission.h"
#include "core/relay/conference/fan_out.h"
#include "core/relay/conference/presence.h"
#include "core/relay/conference/sequencer.h"
#include "core/relay/history_recovery.h"

namespace plenum::node {

/// How a conference begins that was there before: from the store, after a failure, as a copy of another relay's, or
/// from what members give back; and what a relay that lost something gets from them.
class LogRecovery {
  public:
    struct Parts {
        SettlingPeriod& settling;
        Sequencer& sequencer;
        Archive& archive;
        Presence& presence;
        Admission& admission;
    };
    explicit LogRecovery(Parts parts) : parts_{parts} {}

    /// What the store kept. All members count as absent from `now` on.
    [[nodiscard]] std::expected<void, log::Refusal> load(ConferenceStored stored, base::LocalTime now);
    /// All that outlives a failure: what its members have heard of, or may have.
    struct Remains {
        base::ConferenceHandle handle;
        crypto::SecretKey access;
        log::KeptLog log;
        Archive::Kept kept;
        ClockLead lead{};
        /// Of a copy of an appointed standby (replication/replicas.h); else 0.
        base::ConferenceTime fence{};
    };
    /// Then the conference is to be destroyed.
    [[nodiscard]] Remains take_remains();
    /// Of a new one. All members count as absent from `now` on. `told`: this relay has told people of it before.
    [[nodiscard]] std::expected<void, log::Refusal> resume(Remains remains, bool told, base::LocalTime now);

    /// The next entry, as some relay run of ours had signed it; one that is there already changes nothing.
    [[nodiscard]] std::expected<void, log::Refusal> give(base::ByteView entry, base::LocalTime now);
    /// Where there is nothing yet: the state that a checkpoint covers, encoded, and its entry, as some relay run of
    /// ours had signed it. After an error it is of no use.
    [[nodiscard]] std::expected<void, log::Refusal> give_state(base::Bytes state, base::ByteView checkpoint);
    /// Makes the conference from what was given, where there was nothing before.
    void begin_restored(base::LocalTime now);
    /// Whether entries that a member holds and this log lacks can still be put in their place.
    [[nodiscard]] bool may_be_given() const { return parts_.settling.may_be_given(); }

    /// Nothing new is put into the log until members who were there have shown whether they know more, or had the time.
    [[nodiscard]] bool settling() const { return parts_.settling.settling(); }
    [[nodiscard]] bool settles_now(base::LocalTime now) const;
    void settle(const std::vector<const RelaySession*>& attached, base::ConferenceTime at);
    /// It waits until then; false where too many do.
    [[nodiscard]] bool hold(base::SessionIndex from, const wire::ControlMessage& message);
    struct Held {
        base::SessionIndex session;
        wire::ControlMessage message;
    };
    [[nodiscard]] std::vector<Held> take_held() { return std::exchange(held_, {}); }
    void ask_standby(base::LocalTime now);
    void handle_standby_heard() { parts_.settling.handle_standby_heard(); }

    [[nodiscard]] HistoryRecovery& history() { return history_; }
    [[nodiscard]] const HistoryRecovery& history() const { return history_; }
    /// Whom to ask now for messages of senders who left: of those there, whoever came first and was not asked. Null
    /// while somebody is at it, and where nothing can have been lost.
    [[nodiscard]] RelaySession* ask_for_messages(std::span<RelaySession* const> receivers, base::LocalTime now);

  private:
    [[nodiscard]] std::expected<void, log::Refusal> begin_at(base::Bytes state);

    /// Operations and knocks.
    static constexpr std::size_t held_max = 1024;

    Parts parts_;
    HistoryRecovery history_;
    std::vector<Held> held_;
};

} // namespace plenum::node
