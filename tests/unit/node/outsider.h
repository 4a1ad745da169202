// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/link/link.h"
#include "core/log/entry.h"
#include "core/member/link_book.h"
#include "core/peer/hello.h"
#include "tests/unit/node/hall.h"

#include <array>

namespace plenum::test {

/// What someone may say who has the link and is no member. `media` is a fragment and a request for a key frame.
enum class Saying : std::uint8_t { hello = 1, knock = 2, attach = 3, submit = 4, words = 5, media = 6 };
inline constexpr auto sayings = base::enum_values<Saying>;
using Order = std::vector<Saying>;

/// Who they are: keys from seeds of the test's.
struct OutsiderKeys {
    base::Seed identity;
    base::Seed exchange;
    /// Names no one else's address or session.
    std::uint32_t number{0};
    std::string name{"Mallory"};
};

/// Someone with the link, and each of its messages the test's. Datagrams between it and the relay take no time.
class Outsider {
  public:
    Outsider(Hall& hall, const Hall::Place& relay, const node::ConferenceLink& link, const OutsiderKeys& keys);

    void say(Saying saying);
    /// Takes what came, and answers as links do.
    void pump();
    void leave();

    /// Of the log it had so many entries as a member: these are nothing new to it.
    void had(base::LogPosition entries) { had_ = entries; }
    /// Bytes of the conference that came: all but a hello, the answer to a knock, the refusal of an operation, and what
    /// it had before.
    [[nodiscard]] std::size_t learned() const { return learned_; }
    /// For people: the types of what came.
    [[nodiscard]] const std::vector<std::string>& heard() const { return heard_; }
    [[nodiscard]] bool answered() const { return !heard_.empty(); }

  private:
    void take(const link::LinkEvent& event);
    void take_control(base::ByteView message);
    [[nodiscard]] log::SignedOperation join() const;
    [[nodiscard]] bool is_harmless(const wire::ControlMessage& message) const;

    Hall& hall_;
    const Hall::Place& relay_;
    node::LinkKeys link_keys_;
    crypto::IdentityKeyPair identity_;
    crypto::ExchangeKeyPair exchange_;
    std::string name_;
    base::Address address_;
    crypto::Sha512 handshake_hash_{};
    base::LogPosition had_{};
    std::optional<link::Link> link_;
    std::size_t learned_{0};
    std::vector<std::string> heard_;
};

} // namespace plenum::test
