// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/load.h"
#include "core/api/options.h"
#include "core/member/carried_over.h"
#include "core/member/creation.h"
#include "core/member/participant.h"

#include <memory>
#include <optional>

namespace plenum::node {

/// The endpoint role: makes a conference, takes part in one at a time.
class Endpoint {
  public:
    Endpoint(const EndpointOptions& options, wire::CipherSet ciphers, crypto::SeededRandom random, Outbox& outbox);

    void handle_command(const Command& command, base::LocalTime now);
    void handle_response(base::SessionIndex receiver, base::ByteView datagram, base::LocalTime now);
    /// Nullopt if no session of this one takes it.
    [[nodiscard]] std::optional<link::DatagramResult> handle_sealed(const wire::SealedHeader& header,
                                                                    base::ByteView datagram, base::LocalTime now);
    [[nodiscard]] bool takes(base::SessionIndex index) const;
    void handle_wakeup(base::LocalTime now);
    void flush(base::LocalTime now);
    [[nodiscard]] base::LocalTime next_wakeup() const;
    void add_load(NodeLoad& load) const;
    /// In a conference, and not leaving it.
    [[nodiscard]] bool attends() const { return participant_ && participant_->lifecycle().attends(); }
    /// `Participant::take_appointment`
    [[nodiscard]] std::optional<wire::StandbyAppointed> take_appointment() {
        return participant_ ? participant_->take_appointment() : std::nullopt;
    }

  private:
    void handle(const CreateConference& command, base::LocalTime now);
    void handle(const JoinConference& command, base::LocalTime now);
    void handle(const LeaveConference& command, base::LocalTime now);
    void handle(const Publish& command, base::LocalTime now);
    void handle(const RequestKeyFrame& command, base::LocalTime now);
    void handle(const CloseRelay& command, base::LocalTime now);
    void handle(const SetRelayLimits& command, base::LocalTime now);
    void handle(const AnswerAssignment& command, base::LocalTime now);
    void handle(const SetPeers& command, base::LocalTime now);
    /// All others are for the conference.
    template <class T>
    void handle(const T& command, base::LocalTime now);
    void refuse(const Command& command, CommandError error);
    void start(Participant::Joining joining, base::LocalTime now);
    void rejoin(base::LocalTime now);
    void publish_carried_over(base::LocalTime now);
    [[nodiscard]] bool busy() const;

    std::string create_secret_;
    std::span<const base::PluginDescriptor> floor_styles_;
    CheckpointInterval checkpoints_;
    std::vector<wire::RelayPlace> standby_places_;
    crypto::IdentityKeyPair identity_;
    wire::CipherSet ciphers_;
    crypto::SeededRandom random_;
    Outbox& outbox_;
    std::unique_ptr<Creation> creation_;
    std::unique_ptr<Participant> participant_;
    /// Said goodbye, still telling the relay.
    std::unique_ptr<Participant> parting_;
    /// From being forgotten until joined again.
    std::optional<CarriedOver> carried_over_;
};

/// Not empty, clean and at most limits::name_bytes_max bytes.
[[nodiscard]] bool name_is_sound(std::string_view name);

} // namespace plenum::node
