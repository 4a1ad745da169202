// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/member/roster.h"
#include "core/wire/control.h"

#include <set>

namespace plenum::node {

/// What one knocks with: the same bytes as often as it takes, since it counts once.
[[nodiscard]] base::Bytes make_knock(const Roster& roster, crypto::SeededRandom& random);
/// Of a member's first operation after its join.
inline constexpr std::uint64_t author_sequence_of_join = 1;

/// Those who knock, as a member who may let them in hears of them. A knock without proof of the link is not heard of,
/// but refused at once, so that it takes nobody's place.
class Lobby {
  public:
    Lobby(const Roster& roster, Outbox& outbox) : roster_{roster}, outbox_{outbox} {}

    void handle(const wire::Knocking& knocking);
    void handle(const wire::KnockEnded& ended);
    /// The way to the relay is new: it tells anew who waits, and who is not named within a while is gone.
    void handle_attached(base::LocalTime now);
    /// Forgets whoever got in, and tells the application whom it is to decide about. `at` is absent before the
    /// conference's clock is known.
    void update(std::optional<base::ConferenceTime> at, base::LocalTime now);
    [[nodiscard]] base::LocalTime next_wakeup() const;

    /// Whom to refuse, each once; what is lost of it costs a place until they go.
    [[nodiscard]] std::vector<base::ExchangeKey> take_refusals();

    /// The application turned this person away; it is told if somebody else let them in first.
    void note_refused(const base::ExchangeKey& exchange);
    /// As they knocked; null if this person does not wait.
    [[nodiscard]] const base::Bytes* join_of(const base::ExchangeKey& exchange) const;
    /// Whom the policy lets in, so that the key leader need ask nobody.
    [[nodiscard]] std::vector<base::Bytes> welcome() const;

  private:
    struct Waiting {
        base::Bytes join;
        base::IdentityKey identity;
        std::string name;
        base::ConferenceHandle door;
        /// The application was asked about them.
        bool told{false};
        bool heard_again{true};
    };

    void judge(const log::SignedOperation& operation, const base::Bytes& bytes);
    void judge_unread();
    void forget(const base::ExchangeKey& exchange);

    const Roster& roster_;
    Outbox& outbox_;
    std::map<base::ExchangeKey, Waiting> waiting_;
    /// Who knocked with another link than the newest that this member knows.
    std::map<base::ExchangeKey, base::Bytes> unread_;
    std::vector<base::ExchangeKey> refusals_;
    /// By this application, as far as the log does not show that they got in.
    std::set<base::ExchangeKey> turned_away_;
    std::optional<base::LocalTime> sweep_at_;
};

} // namespace plenum::node
