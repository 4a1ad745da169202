// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/events.h"

#include <map>

namespace plenum::file {

/// Who is in the conference, as events tell.
class Peers {
  public:
    /// Whether we are somebody new from here on.
    bool handle(const node::Event& event);

    /// 0 before we are a member.
    [[nodiscard]] base::MemberIndex self() const { return self_; }
    [[nodiscard]] bool is_joined() const { return joined_ && self_.value() != 0; }
    [[nodiscard]] bool is_present(base::MemberIndex member) const;
    /// Another one who has not left, though the link may be lost.
    [[nodiscard]] bool is_member(base::MemberIndex member) const;
    /// Zero for nobody that is known.
    [[nodiscard]] base::IdentityKey identity_of(base::MemberIndex member) const;
    /// 0 for none.
    [[nodiscard]] base::ConversationId group_of(base::MemberIndex member) const;
    /// Another present member who is this person, also by another name than before; 0 for none.
    [[nodiscard]] base::MemberIndex present_member_of(const base::IdentityKey& person) const;

  private:
    struct Person {
        base::IdentityKey identity;
        bool member{false};
        bool present{false};
        base::ConversationId group{};
    };

    base::MemberIndex self_{};
    bool joined_{false};
    std::map<base::MemberIndex, Person> people_;
};

} // namespace plenum::file
