// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/link/dialer.h"
#include "core/member/duties.h"
#include "core/peer/hello.h"
#include "tests/unit/node/hall.h"

namespace plenum::test {

/// Seeds of those in a hall who are no nodes.
[[nodiscard]] base::Seed seed_of(std::uint8_t number);

/// A sealed datagram with a number and frames that no link would choose.
[[nodiscard]] base::Bytes seal_by_hand(const link::Session& session, base::PacketNumber number,
                                       const std::vector<wire::Frame>& frames);

/// What was sent, since this was last asked, to an address where no node is. Asks the hall to capture from now on.
[[nodiscard]] std::vector<Hall::Sent> take_mail(Hall& hall, const base::Address& address);

/// Someone where no node is, who speaks to a relay by hand and may say what no node would. One at a time in a hall,
/// since each takes everyone's mail.
class Stranger {
  public:
    Stranger(Hall& hall, const Hall::Place& relay, const base::Address& address, std::uint8_t salt);

    /// As one does to make a conference: without a link, with the creation key that everyone knows.
    [[nodiscard]] link::DialOptions without_link() const;
    [[nodiscard]] link::DialOptions with_link(const node::ConferenceLink& link) const;
    /// A whole handshake at once, past the network; nullopt where the relay is silent.
    [[nodiscard]] std::optional<link::Session> shake_hands(link::DialOptions options);

    /// From now on it sends from there.
    void move_to(const base::Address& address) { address_ = address; }
    /// From now on with a link of its own, and a hello.
    void begin(link::Session session);
    void say(const wire::ControlMessage& message);
    /// Moves virtual time on. Precondition: begun.
    void run(base::Duration duration);

    [[nodiscard]] link::Link& link() { return *link_; }
    [[nodiscard]] crypto::IdentityKeyPair identity() const;
    [[nodiscard]] crypto::ExchangeKeyPair exchange() const;

    std::vector<wire::ControlMessage> heard;
    std::optional<wire::CloseReason> closed;

  private:
    void hear(base::ByteView datagram);

    Hall& hall_;
    base::Address relay_;
    base::ExchangeKey relay_key_;
    base::Address address_;
    std::uint8_t salt_;
    std::optional<link::Link> link_;
};

/// A stranger who has the link: a member like any other, but each of its bytes is the test's.
class HandMember {
  public:
    HandMember(Hall& hall, const Hall::Place& relay, const node::ConferenceLink& link, std::uint8_t salt);

    void run(base::Duration duration);
    void leave() { duties_.wish(node::Duties::Wish::leave); }
    /// Signed by this member, as due as it likes.
    void submit(const log::Operation& operation);
    /// What it would sign next, but for the operation.
    [[nodiscard]] log::SignedOperation draft();
    /// Any of it may be false.
    void submit(const log::SignedOperation& operation);
    [[nodiscard]] const node::Roster& roster() const { return roster_; }
    [[nodiscard]] link::Link& link() { return stranger_.link(); }
    [[nodiscard]] base::MemberIndex self() const { return roster_.self(); }
    [[nodiscard]] bool keyed() const { return roster_.keys().ring().can_seal(); }
    /// How often the relay said that it is in.
    std::size_t attached{0};
    /// What the relay confirmed of its reliable messages.
    std::vector<wire::Accepted> accepted;
    /// Of these it said that they go to nobody.
    std::vector<wire::WordRefused> refused;
    /// What the entries that it got wait for.
    std::vector<wire::Causes> causes;
    /// What a program says to the log by itself, but for the knock.
    bool does_its_duties{true};

  private:
    void take(const wire::ControlMessage& message);

    Hall& hall_;
    Stranger stranger_;
    node::Outbox outbox_{false};
    node::Roster roster_;
    node::Lobby lobby_;
    node::SentMessages sent_;
    node::Duties duties_;
    /// Far past that of its duties.
    std::uint64_t author_sequence_{1000};
};

} // namespace plenum::test
