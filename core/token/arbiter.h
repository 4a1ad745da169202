// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/token/policy.h"
#include "core/token/table.h"

#include <optional>
#include <span>
#include <vector>

namespace plenum::token {

/// Decides for one token on behalf of whoever is its arbiter: leases, speaking time, then the policy, in this order, so
/// that nobody who is waiting waits for someone who is gone (timers before requests: docs/floor.md).
class Arbiter {
  public:
    /// As whom it speaks. Whoever the arbiter is, a relay takes the token from who is lost and from whose time is over,
    /// and it decides while that arbiter is away.
    explicit Arbiter(Author self) : self_{self} {}

    /// A holder of whom nothing is heard for this long loses the token (docs/floor.md, "Lease").
    static constexpr base::Duration lease = std::chrono::seconds{3};

    /// A policy that does nothing is asked again within these, whatever it wishes, so that none can keep a node busy;
    /// or when something changes.
    static constexpr base::Duration pause_min = std::chrono::milliseconds{10};
    static constexpr base::Duration pause_max = std::chrono::hours{1};

    /// A member, as this node knows them now.
    struct Person {
        base::MemberIndex member{};
        bool present{true};
        bool moderates{false};
        /// When anything authentic last came from them.
        base::ConferenceTime heard_at{};
        /// When anything but silence last came on the token's flows; zero for never.
        base::ConferenceTime spoke_at{};
        /// False outside the group whose token it is: they can neither hold it nor ask for it.
        bool may_hold{true};
    };

    /// The next entry to make, or none; then `next_wakeup` says when to ask again though nothing changed. `policy` may
    /// be null: nobody knows the style here. `people` ascending by index.
    [[nodiscard]] std::optional<Operation> decide(const Table& table, base::TokenId token,
                                                  std::span<const Person> people, FloorPolicy* policy,
                                                  base::ConferenceTime now);
    [[nodiscard]] base::ConferenceTime next_wakeup() const { return next_wakeup_; }
    /// Choices of policies that the rules refused.
    [[nodiscard]] std::uint64_t refused() const { return refused_; }

  private:
    [[nodiscard]] bool is_relay() const { return self_.member == base::MemberIndex{}; }
    [[nodiscard]] std::optional<Operation> end_lease(const Token& token, std::span<const Person> people,
                                                     base::ConferenceTime now);
    /// As whom it decides about this token; nullopt where another does, or nobody but moderators.
    [[nodiscard]] std::optional<Author> deciding(const Token& token, std::span<const Person> people) const;
    [[nodiscard]] std::optional<Operation> end_time(const Token& token, base::ConferenceTime now);
    [[nodiscard]] std::optional<Operation> ask(const Token& token, std::span<const Person> people, FloorPolicy& policy,
                                               base::ConferenceTime now);

    Author self_;
    base::ConferenceTime next_wakeup_{base::ConferenceTime::max()};
    std::uint64_t refused_{0};
    // Kept for their memory.
    std::vector<HolderView> holders_;
    std::vector<RequestView> requests_;
    std::vector<PersonView> people_;
};

} // namespace plenum::token
