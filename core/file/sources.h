// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/file/limits.h"
#include "core/file/peers.h"

#include <map>

namespace plenum::file {

/// Who may give one content: its sender, and others who say that they have it. Whoever gave a wrong one is asked no
/// more. Where pieces of several were wrong together, each of them may give all of it alone.
class Sources {
  public:
    /// After a member said that it does not give it.
    static constexpr base::Duration rest = std::chrono::seconds{30};

    /// With `only`, nobody else is ever asked.
    explicit Sources(const base::IdentityKey& sender, base::MemberIndex only = {}) : sender_{sender}, only_{only} {}

    /// Says that it has it.
    void note_offer(base::MemberIndex member);
    void note_unavailable(base::MemberIndex member, base::LocalTime now);
    /// Nothing came of it; others are asked first.
    void note_silent(base::MemberIndex member);
    /// A piece of this one counts.
    void note_piece(base::MemberIndex member);
    /// All pieces together are something else.
    void note_wrong();
    /// Pieces of several do not mix any more.
    [[nodiscard]] bool is_alone() const { return alone_; }
    /// Whether pieces of another than this one are there.
    [[nodiscard]] bool has_others(base::MemberIndex member) const;
    /// The pieces of all are dropped.
    void forget_pieces();
    /// The best present one; 0 for none. `but` is left out.
    [[nodiscard]] base::MemberIndex choose(const Peers& peers, base::LocalTime now, base::MemberIndex but = {}) const;

  private:
    struct Source {
        bool offers{false};
        bool gave{false};
        bool wrong{false};
        std::uint32_t silences{0};
        base::LocalTime not_before{};
    };
    /// Null if there is no room for another.
    [[nodiscard]] Source* at(base::MemberIndex member);

    /// Zero if it is not known.
    base::IdentityKey sender_;
    base::MemberIndex only_;
    std::map<base::MemberIndex, Source> sources_;
    bool alone_{false};
};

} // namespace plenum::file
