// SPDX-License-Identifier: Apache-2.0
#include "core/member/endpoint.h"

#include "core/log/conversation_rules.h"

#include <algorithm>
#include <ranges>

namespace plenum::node {

bool name_is_sound(std::string_view name) {
    return name.size() <= base::limits::name_bytes_max && base::is_clean_line(name);
}

namespace {

std::vector<wire::RelayPlace> on_wire(const std::vector<RelayPlace>& all) {
    std::vector<wire::RelayPlace> places;
    for (const auto& place : all | std::views::take(wire::Standby::places_max))
        places.push_back({place.host, {place.address.ip}, place.address.port});
    return places;
}

} // namespace

Endpoint::Endpoint(const EndpointOptions& options, wire::CipherSet ciphers, crypto::SeededRandom random, Outbox& outbox)
    : create_secret_{options.create_secret},
      floor_styles_{options.floor_styles},
      checkpoints_{options.checkpoints},
      standby_places_{on_wire(options.standby_places)},
      identity_{crypto::IdentityKeyPair::from_seed(options.identity)},
      ciphers_{ciphers},
      random_{std::move(random)},
      outbox_{outbox} {}

void Endpoint::handle_command(const Command& command, base::LocalTime now) {
    if (participant_ && !std::holds_alternative<Publish>(command)) participant_->send_bundles(now);
    std::visit([&](const auto& content) { handle(content, now); }, command);
}

void Endpoint::refuse(const Command& command, CommandError error) {
    CommandRefused refused{CommandKind{command}, error};
    if (const auto* publish = std::get_if<Publish>(&command)) refused.flow = publish->flow;
    if (const auto* create = std::get_if<CreateFlow>(&command)) refused.flow_name = create->name;
    outbox_.event(std::move(refused));
}

bool Endpoint::busy() const {
    return (creation_ && !creation_->answered()) || (participant_ && !participant_->lifecycle().ended());
}

void Endpoint::handle(const CreateConference& command, base::LocalTime now) {
    if (busy()) return refuse(command, CommandError::wrong_state);
    if (!name_is_sound(command.title)) return refuse(command, CommandError::bad_text);
    if (const auto sound = log::check_flows(command.flows, {}); !sound) {
        if (sound.error() != log::Refusal::no_interval) return refuse(command, CommandError::bad_settings);
        auto fault = log::flows_at_fault(command.flows).value_or(conversation::NoDeltaInterval{});
        return outbox_.event(CommandRefused{CommandKind{Command{command}},
                                            CommandError::no_interval,
                                            {},
                                            {},
                                            std::move(fault.too_slow),
                                            std::move(fault.too_strict)});
    }
    creation_ = std::make_unique<Creation>(Creation::Options{command, create_secret_, identity_.copy(), ciphers_},
                                           random_.split(), outbox_, now);
}

void Endpoint::handle(const JoinConference& command, base::LocalTime now) {
    if (busy()) return refuse(command, CommandError::wrong_state);
    if (!name_is_sound(command.display_name)) return refuse(command, CommandError::bad_text);
    carried_over_.reset();
    start({command, on_wire(command.standby.places)}, now);
}

void Endpoint::start(Participant::Joining joining, base::LocalTime now) {
    if (participant_ && !participant_->lifecycle().finished()) parting_ = std::move(participant_);
    participant_ = std::make_unique<Participant>(Participant::Options{std::move(joining), identity_.copy(), ciphers_,
                                                                      floor_styles_, checkpoints_, standby_places_},
                                                 random_.split(), outbox_, now);
}

/// The conference went on without us and took us out; whoever comes back is a new member with a new key.
void Endpoint::rejoin(base::LocalTime now) {
    // Whoever is forgotten again on the way has published nothing since.
    if (!carried_over_) carried_over_.emplace(participant_->carried_over());
    auto joining = participant_->rejoining();
    participant_.reset();
    start(std::move(joining), now);
}

void Endpoint::handle(const LeaveConference& command, base::LocalTime now) {
    if (creation_ && !creation_->answered()) return creation_->abandon(now);
    handle<LeaveConference>(command, now);
}

void Endpoint::handle(const Publish& command, base::LocalTime now) {
    const bool ended = !participant_ || participant_->lifecycle().ended();
    if (ended || !carried_over_) return handle<Publish>(command, now);
    if (const auto kept = carried_over_->add(command); !kept) refuse(command, kept.error());
}

void Endpoint::publish_carried_over(base::LocalTime now) {
    const auto carried_over = *std::exchange(carried_over_, std::nullopt);
    for (const auto& message : carried_over.messages())
        handle<Publish>(message, now);
    participant_->flush(now);
}

void Endpoint::handle(const RequestKeyFrame& command, base::LocalTime now) {
    if (participant_ && !participant_->lifecycle().ended()) handle<RequestKeyFrame>(command, now);
}

void Endpoint::handle(const CloseRelay&, base::LocalTime) {}
void Endpoint::handle(const SetRelayLimits&, base::LocalTime) {}
void Endpoint::handle(const AnswerAssignment&, base::LocalTime) {}
void Endpoint::handle(const SetPeers&, base::LocalTime) {}

template <class T>
void Endpoint::handle(const T& command, base::LocalTime now) {
    if (!participant_ || participant_->lifecycle().ended()) return refuse(command, CommandError::wrong_state);
    if (const auto handled = participant_->commands().handle(command, now); !handled) refuse(command, handled.error());
}

void Endpoint::handle_response(base::SessionIndex receiver, base::ByteView datagram, base::LocalTime now) {
    if (creation_) creation_->connection().handle_response(receiver, datagram, now);
    if (participant_) participant_->handle_response(receiver, datagram, now);
}

std::optional<link::DatagramResult> Endpoint::handle_sealed(const wire::SealedHeader& header, base::ByteView datagram,
                                                            base::LocalTime now) {
    std::optional<link::DatagramResult> result;
    if (creation_) result = creation_->connection().handle_sealed(header, datagram, now);
    if (!result && participant_) result = participant_->handle_sealed(header, datagram, now);
    if (!result && parting_) result = parting_->handle_sealed(header, datagram, now);
    return result;
}

bool Endpoint::takes(base::SessionIndex index) const {
    return (creation_ && creation_->connection().takes(index)) || (participant_ && participant_->takes(index)) ||
           (parting_ && parting_->takes(index));
}

void Endpoint::handle_wakeup(base::LocalTime now) {
    if (creation_) creation_->connection().handle_wakeup(now);
    if (participant_) participant_->handle_wakeup(now);
    if (parting_) parting_->handle_wakeup(now);
}

void Endpoint::flush(base::LocalTime now) {
    if (creation_) creation_->flush(now);
    if (creation_ && creation_->finished()) creation_.reset();
    if (parting_) parting_->flush(now);
    if (parting_ && parting_->lifecycle().finished()) parting_.reset();
    if (!participant_) return;
    participant_->flush(now);
    if (participant_->lifecycle().must_rejoin()) {
        rejoin(now);
        participant_->flush(now);
    }
    if (carried_over_ && participant_->lifecycle().joined()) publish_carried_over(now);
    if (participant_->lifecycle().finished()) participant_.reset();
}

base::LocalTime Endpoint::next_wakeup() const {
    auto at = base::local_time_max;
    if (creation_) at = std::min(at, creation_->connection().next_wakeup());
    if (participant_) at = std::min(at, participant_->next_wakeup());
    if (parting_) at = std::min(at, parting_->next_wakeup());
    return at;
}

void Endpoint::add_load(NodeLoad& load) const {
    if (participant_) participant_->add_load(load);
}

} // namespace plenum::node
