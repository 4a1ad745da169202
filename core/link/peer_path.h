// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/address.h"
#include "core/base/time.h"
#include "core/base/units.h"
#include "core/crypto/random.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>

namespace plenum::link {

/// Where the peer is. An authentic datagram from elsewhere makes that place a candidate, if it is the newest so far;
/// the peer must then answer a question that was sent there. Until it does, no more bytes go there than came from
/// there, and what is more goes where the peer was (RFC 9000 §8.2 and §9.3, with a budget of one instead of three).
///
/// An attacker who copies datagrams and is faster than the path can make itself a candidate, and gains nothing by it
/// unless it also passes on the question: then it is the path.
class PeerPath {
  public:
    struct Options {
        base::Address address;
        /// Whether the peer may come from elsewhere at all. A client's relay may not.
        bool may_move{false};
        /// Of the questions: the peer must not know it, or it could have its stream sent to whom it likes.
        base::Seed seed{};
    };
    struct Question {
        base::Address to;
        std::uint64_t data;
    };

    explicit PeerPath(Options options)
        : may_move_{options.may_move},
          address_{options.address},
          random_{options.seed} {}

    /// Something of `bytes` opened.
    void handle_received(const base::Address& from, std::size_t bytes, base::PacketNumber number, base::LocalTime now);
    /// The peer asks whether we are here. Of too many questions the oldest is forgotten.
    void handle_question(std::uint64_t data);
    [[nodiscard]] bool owes_answer() const { return !answers_.empty(); }
    /// The answer to the oldest question. Precondition: `owes_answer`.
    [[nodiscard]] std::uint64_t take_answer();
    /// An answer came from there. True if it was the one: the peer is there now.
    [[nodiscard]] bool handle_answer(const base::Address& from, std::uint64_t data);
    /// The peer showed by a handshake that it is there.
    void move_to(const base::Address& address);
    void handle_sent(const base::Address& to, std::size_t bytes);
    /// Forgets a candidate that does not answer.
    void expire(base::LocalTime now);

    /// Where a datagram of so many bytes goes.
    [[nodiscard]] base::Address destination(std::size_t bytes) const;
    /// The question to ask now in a datagram of so many bytes, if one is due and within the budget.
    [[nodiscard]] std::optional<Question> next_question(std::size_t bytes, base::LocalTime now);
    /// When `next_question` or `expire` has something to do, if datagrams of so many bytes may go.
    [[nodiscard]] base::LocalTime next_at(std::size_t bytes) const;

    [[nodiscard]] const base::Address& address() const { return address_; }
    [[nodiscard]] bool probing() const { return candidate_.has_value(); }

  private:
    /// A question is asked again after this, and given up after that: three times the timeout of a path of which
    /// nothing is known (RFC 9000 §8.2.4, RFC 9002 §6.2.2).
    static constexpr base::Duration question_interval = std::chrono::milliseconds{250};
    static constexpr base::Duration patience = std::chrono::seconds{3};
    static constexpr std::size_t answers_max = 4;

    struct Candidate {
        base::Address address;
        std::uint64_t data;
        std::size_t received;
        std::size_t sent;
        base::LocalTime ask_at;
        base::LocalTime give_up_at;
        [[nodiscard]] bool affords(std::size_t bytes) const { return bytes <= received - sent; }
    };

    bool may_move_;
    base::Address address_;
    crypto::SeededRandom random_;
    std::optional<Candidate> candidate_;
    /// Highest packet number that opened.
    std::optional<base::PacketNumber> newest_;
    /// What the peer's questions held.
    std::deque<std::uint64_t> answers_;
};

} // namespace plenum::link
