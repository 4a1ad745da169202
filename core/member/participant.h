// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/member/carried_over.h"
#include "core/member/command_handler.h"
#include "core/member/log_transfer.h"
#include "core/member/own_lease.h"
#include "core/member/relay_places.h"
#include "core/member/state_recovery.h"

namespace plenum::node {

/// One conference, as one endpoint lives through it from joining to leaving.
class Participant {
  public:
    /// How to join, and what an earlier membership was told and could read.
    struct Joining {
        JoinConference join;
        /// Where else the relay may be.
        std::vector<wire::RelayPlace> standby{};
        Roster::Told told{};
        FormerKeys former_keys{};
    };
    struct Options {
        Joining joining;
        crypto::IdentityKeyPair identity;
        wire::CipherSet ciphers{};
        std::span<const base::PluginDescriptor> floor_styles{};
        CheckpointInterval checkpoints{};
        /// `EndpointOptions::standby_places`
        std::vector<wire::RelayPlace> standby_places{};
    };
    Participant(Options options, crypto::SeededRandom random, Outbox& outbox, base::LocalTime now);

    void handle_response(base::SessionIndex receiver, base::ByteView datagram, base::LocalTime now);
    [[nodiscard]] bool takes(base::SessionIndex index) const;
    /// Nullopt if no session of this one takes it.
    [[nodiscard]] std::optional<link::DatagramResult> handle_sealed(const wire::SealedHeader& header,
                                                                    base::ByteView datagram, base::LocalTime now);
    void handle_wakeup(base::LocalTime now);
    [[nodiscard]] CommandHandler& commands() { return commands_; }
    /// Messages published in this turn leave before anything that follows.
    void send_bundles(base::LocalTime now);
    void flush(base::LocalTime now);
    [[nodiscard]] base::LocalTime next_wakeup() const;

    [[nodiscard]] const Lifecycle& lifecycle() const { return lifecycle_; }
    /// For the membership after this one.
    [[nodiscard]] Joining rejoining() const;
    /// What that one has to send again.
    [[nodiscard]] CarriedOver carried_over() const;
    void add_load(NodeLoad& load) const;
    /// The relay wants this program to stand by for it: once.
    [[nodiscard]] std::optional<wire::StandbyAppointed> take_appointment() {
        return std::exchange(appointment_, std::nullopt);
    }

  private:
    struct Parts;
    Participant(Options options, Parts parts, Outbox& outbox, base::LocalTime now);

    void handle_event(Connection::Event& event, base::LocalTime now);
    void handle_connected(const base::IdentityKey& relay_identity);
    void handle_control(const wire::ControlMessage& message, base::LocalTime now);
    void handle_attached(const wire::Attached& attached, base::LocalTime now);
    /// Not to a relay that this very program is.
    void offer_standby();
    [[nodiscard]] bool may_stand_by(const wire::StandbyAppointed& appointed) const;
    void find_clock(base::LocalTime now);
    void look_after_lease(base::LocalTime now);
    [[nodiscard]] bool has_lease() const { return lifecycle_.active() && roster_.self().value() != 0; }

    Outbox& outbox_;
    Roster roster_;
    MessagePipeline messages_;
    RelayConnection relay_;
    Lifecycle lifecycle_;
    Submitter submitter_;
    CommandHandler commands_;
    LogTransfer log_transfer_;
    RelayPlaces places_;
    StandbyWitness witness_;
    StateRecovery recovery_;
    std::vector<wire::RelayPlace> standby_places_;
    std::optional<wire::StandbyAppointed> appointment_;
    OwnLease lease_;
    base::Bytes knock_;
};

} // namespace plenum::node
