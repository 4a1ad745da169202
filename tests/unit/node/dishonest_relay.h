// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/random.h"
#include "core/link/acceptor.h"
#include "core/link/handshake_rules.h"
#include "core/relay/relay_conference.h"
#include "core/wire/message.h"
#include "tests/unit/node/stranger.h"

#include <map>

namespace plenum::test {

/// A relay where no node is. Its log verifies, or nobody would believe any of it; whom it puts there, what it holds
/// back and what it makes up is the test's. It passes reliable messages on, and of live ones those that are asked for.
class DishonestRelay final : private link::AcceptorHost {
  public:
    explicit DishonestRelay(Hall& hall);

    /// `flows`: empty for those that people expect.
    [[nodiscard]] node::ConferenceLink create(Hall::Place& maker, std::vector<log::FlowDeclaration> flows = {});
    void join(Hall::Place& endpoint, const node::ConferenceLink& link, std::string name);
    /// Moves virtual time on.
    void run(base::Duration duration);

    /// A member by name only: its keys are the relay's.
    struct Puppet {
        crypto::IdentityKeyPair identity;
        crypto::ExchangeKeyPair exchange;
        std::uint64_t sequence{0};
        base::MemberIndex member{};
    };
    /// Without `link` it cannot prove that it has it.
    [[nodiscard]] Puppet join_puppet(std::uint8_t salt, const node::ConferenceLink* link = nullptr);
    void write(Puppet& by, const log::Operation& operation);
    void write(const log::Operation& operation);
    void sequence(const log::SignedOperation& operation);
    /// From now on this endpoint is shown another log, which begins with this entry of the relay's own.
    void fork(const Hall::Place& place, const log::Operation& operation);
    /// Whether the puppet's wrap in this entry gives the secret that everyone else gets.
    [[nodiscard]] bool can_open(const Puppet& puppet, const log::EpochTurn& turn) const;

    void send(const Hall::Place& to, const wire::ReliableMessage& message);
    void send(const Hall::Place& to, const wire::FragmentFrame& fragment);
    /// Any bytes as a message of a stream.
    void say(const Hall::Place& to, base::PriorityClass stream, base::ByteView message);
    /// Ends the endpoint's session, so that it dials and attaches again.
    void cut_off(const Hall::Place& endpoint);

    log::State state;
    /// While set, operations are not sequenced, messages not passed on, entries not sent.
    bool hold_submitted{false};
    bool hold_messages{false};
    bool hold_entries{false};
    /// What the log's rules are against is left out, and links may be closed: for whoever tries just anything.
    bool lenient{false};
    /// Answers who asks for the conference's clock; where not, whoever comes from then on never learns it.
    bool tells_time{true};
    /// Of what is sent to it, so many are lost on the way.
    std::uint32_t loss_permille{0};
    /// Its log, in order.
    [[nodiscard]] const std::vector<base::Bytes>& entries() const { return entries_; }
    /// Live flows that it passes on.
    std::set<base::FlowId> live_flows;
    /// All that came, in order.
    std::vector<log::SignedOperation> submitted;
    std::vector<wire::ReliableMessage> messages;
    std::vector<wire::Attach> attaches;
    std::vector<wire::FragmentFrame> fragments;
    /// Takes new sessions, where set; none of the above happens on them.
    std::function<void(link::Session)> on_session;

    const base::Address address{base::Address::v4(198, 51, 100, 1, 7700)};
    const node::RelayKeys keys{node::RelayKeys::from(seed_of(200))};

  private:
    struct Guest {
        base::Address address;
        link::Link link;
        base::ExchangeKey exchange{};
        bool attached{false};
        /// Waits to be let in.
        std::optional<wire::Knock> knock{};
        std::size_t next_entry{0};
        /// Another log than everyone's.
        std::optional<std::vector<base::Bytes>> entries{};
    };

    const crypto::SecretKey* access_key(wire::HandshakePattern pattern, const base::ConferenceHandle& handle) override;
    base::SessionIndex draw_index() override;
    base::Seed draw_seed() override;

    void take(const Hall::Sent& sent);
    void open(link::Session session);
    void drain(Guest& guest);
    void take_knock(Guest& guest, const wire::Knock& knock);
    void attach(Guest& guest, const wire::Attach& attach);
    void let_in();
    void take_control(Guest& guest, const wire::ControlMessage& message);
    void take_live(const Guest& guest, const wire::FragmentFrame& fragment);
    void take_reliable(const Guest& guest, wire::ReliableMessage message);
    void pump(Guest& guest);
    Guest& guest_at(const base::Address& endpoint);

    Hall& hall_;
    crypto::SecretKey creation_key_{node::creation_key("")};
    crypto::SecretKey access_key_;
    link::Acceptor acceptor_{{.static_keys = keys.exchange.copy(), .ciphers = link::available_ciphers(true)}, *this};
    /// The newest session of an endpoint has the highest index.
    std::map<base::SessionIndex, Guest> guests_;
    std::uint64_t own_sequence_{0};
    std::vector<base::Bytes> entries_;
    std::uint32_t drawn_{0};
    base::Random losses_{9};
};

} // namespace plenum::test
