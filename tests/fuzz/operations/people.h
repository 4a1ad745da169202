// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/random.h"
#include "core/link/dialer.h"
#include "core/link/link.h"
#include "core/log/kept_log.h"
#include "core/node/node.h"
#include "core/peer/log_state.h"
#include "core/wire/control.h"

#include <array>
#include <functional>
#include <optional>
#include <vector>

namespace plenum::fuzz {

/// Somebody with keys, a session by hand and whatever they like to sign.
struct Person {
    crypto::IdentityKeyPair identity;
    crypto::ExchangeKeyPair exchange;
    base::Address address;
    std::optional<link::Link> link{};
    /// Of a log that the relay asked for, or that it is given back.
    std::optional<node::LogSender> giving{};
    std::uint64_t sequence{0};
    bool attached{false};
    /// Runs of their program so far: each has a key of its own.
    std::uint32_t runs{0};
    /// Log entries they were shown.
    base::LogPosition read{};
    /// Reasons that they were told.
    base::EnumArray<log::Refusal, std::uint64_t> refused{};
    std::uint64_t refused_unknown{0};
};

/// A relay, and those who dial it: no network between them, virtual time. One conference, with its log as all were
/// shown it, verified entry by entry.
class People {
  public:
    static constexpr std::size_t count = 5;

    People();

    [[nodiscard]] Person& at(std::size_t number) { return people_[number]; }
    [[nodiscard]] std::vector<Person>& all() { return people_; }
    [[nodiscard]] const log::State& state() const { return state_; }
    [[nodiscard]] base::LocalTime now() const { return now_; }
    [[nodiscard]] const node::Node& relay() const { return *relay_; }
    [[nodiscard]] const std::vector<base::Bytes>& entries() const { return entries_; }
    /// As members keep it.
    [[nodiscard]] const log::KeptLog& kept() const { return kept_; }
    /// Signed joins of those who knock and are not members.
    [[nodiscard]] const std::vector<base::Bytes>& knocks() const { return knocks_; }
    [[nodiscard]] log::SignedOperation join_of(Person& person);
    [[nodiscard]] log::SignedOperation draft_of(Person& person);
    [[nodiscard]] log::EpochTurn turn() const;

    /// Dials anew where there is no session, and knocks or attaches.
    void appear(Person& person);
    /// As somebody who was never there.
    void appear_anew(Person& person);
    /// The relay ends, and comes back with so much of the log on its disk; all sessions are gone. `behind`: its store
    /// knows that there was more.
    void restart(base::LogPosition kept, bool behind);
    /// Gives a relay that came back with nothing the log, if `honest`; else what the caller then says for it.
    void give_back(Person& person, bool honest);
    void say(Person& person, const wire::ControlMessage& message);
    void submit(Person& person, const log::SignedOperation& operation);
    void say_bytes(Person& person, base::PriorityClass stream, base::ByteView message);
    /// Everything that is on its way arrives, then time passes.
    void pass(base::Duration time);
    /// Steps of 10 ms, for a second at most.
    void pass_until(const std::function<bool()>& done);
    /// How many incidents of a kind the relay told of.
    [[nodiscard]] std::uint64_t incidents(node::RelayIncident::Kind kind) const { return incidents_[kind]; }
    [[nodiscard]] const base::EnumArray<log::Refusal, std::uint64_t>& refused() const { return refused_; }
    /// As the relay counts them, with what it counted before its last restart.
    [[nodiscard]] base::EnumArray<log::Refusal, std::uint64_t> counted() const;
    /// A copy of the log made from nothing is the same.
    void check_whole_log() const;
    [[nodiscard]] std::uint64_t datagrams() const { return datagrams_; }

  private:
    void begin_relay();
    void begin_conference();
    [[nodiscard]] std::optional<link::Session> shake_hands(Person& person, link::DialOptions options);
    void begin(Person& person, link::Session session);
    void give(Person& person);
    void deliver(const base::Address& from, base::ByteView bytes);
    void drain();
    void handle_event(const node::Event& event);
    void exchange_all();
    void hear(Person& person, base::ByteView datagram);
    void hear_control(Person& person, const wire::ControlMessage& message);
    void read(Person& person, const base::Bytes& entry);
    [[nodiscard]] static std::size_t number_of(const base::Address& address) { return address.port - 1000; }

    std::unique_ptr<node::Node> relay_;
    base::Address relay_address_{base::Address::v4(10, 0, 0, 1, 7700)};
    base::LocalTime now_{std::chrono::seconds{1}};
    base::LocalTime wake_{};
    std::vector<Person> people_;
    std::array<std::vector<base::Bytes>, count> mail_;
    base::ConferenceHandle handle_{};
    base::SecretKey access_{};
    log::State state_;
    std::vector<base::Bytes> entries_;
    log::KeptLog kept_;
    std::vector<base::Bytes> knocks_;
    std::uint32_t sessions_{0};
    std::uint32_t restarts_{0};
    base::EnumArray<log::Refusal, std::uint64_t> counted_before_;
    std::uint64_t datagrams_{0};
    base::EnumArray<node::RelayIncident::Kind, std::uint64_t> incidents_;
    base::EnumArray<log::Refusal, std::uint64_t> refused_;
};

} // namespace plenum::fuzz
