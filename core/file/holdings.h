// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/file/content.h"
#include "core/file/messages.h"
#include "core/file/peers.h"

#include <map>
#include <optional>
#include <vector>

namespace plenum::file {

/// Contents that we have whole, for whom each is, and answers to members who look for one of them. If several have it,
/// a few answer: each waits a different time, and says nothing once enough others have answered. Nobody answers for
/// what is private.
class Holdings {
  public:
    /// Between the answers of two members.
    static constexpr base::Duration spread = std::chrono::milliseconds{100};

    explicit Holdings(const Peers& peers) : peers_{peers} {}

    /// For this audience besides those of before. False if there are too many.
    bool add(const Content& content, const Audience& audience);
    /// Somebody who is in `group` announced it to more people, which counts if that one gets it. Getting it in private
    /// does not: what is for two stays between them.
    void note(const base::Hash& hash, const Audience& audience, base::ConversationId group);
    void remove(const base::Hash& hash) { contents_.erase(hash); }
    /// It is for nobody any more but those who get it in private.
    void withdraw(const base::Hash& hash);
    /// This one does not get it in private any more.
    void withdraw(const base::Hash& hash, base::MemberIndex member);
    /// Has left, and gets nothing in private any more.
    void forget(base::MemberIndex member);
    /// Null for one that we do not have whole.
    [[nodiscard]] const Content* find(const base::Hash& hash) const;

    /// Null also where this member is not to get it. Whoever gets it in private must ask in private.
    [[nodiscard]] const Content* find_for(base::MemberIndex member, const base::Hash& hash, Privacy asked) const;
    /// Those with whom it can be shared on one flow: our group, or with 0 the whole conference. Nullopt: it is for
    /// others.
    [[nodiscard]] std::optional<base::ConversationId> circle_of(const base::Hash& hash) const;

    void handle(const Seek& seek, base::MemberIndex by, base::LocalTime now);
    void handle(const Have& have);
    /// Whose time has come.
    [[nodiscard]] std::vector<Have> take_answers(base::LocalTime now);
    [[nodiscard]] base::LocalTime due() const;
    /// We are somebody new: nobody waits for our answers, and private conversations are over.
    void begin_anew();

  private:
    struct Answer {
        Have have;
        base::LocalTime due;
        std::size_t others{0};
    };

    struct Holding {
        Content content;
        Audience audience{};
    };

    const Peers& peers_;
    std::map<base::Hash, Holding> contents_;
    std::vector<Answer> answers_;
};

} // namespace plenum::file
