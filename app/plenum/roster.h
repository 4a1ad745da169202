// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/events.h"
#include "ui/port/port_types.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace plenum::app {

/// Who is in the conference as the screens show it, made of what the control log says and of whether sound and pictures
/// come from them.
class Roster {
  public:
    struct Media {
        bool microphone_on{false};
        bool camera_on{false};
        bool speaks_to_all{false};
    };

    /// The member as it is now, to be shown.
    const ui::Member& add(const node::MemberJoined& joined);
    /// False for a stranger.
    bool remove(base::MemberIndex index);
    /// The changed member, where something changed.
    [[nodiscard]] std::optional<ui::Member> set_present(base::MemberIndex index, bool present);
    [[nodiscard]] std::optional<ui::Member> set_media(base::MemberIndex index, Media media);
    [[nodiscard]] std::optional<ui::Member> set_role(base::MemberIndex index, node::MemberRole role);
    [[nodiscard]] std::optional<ui::Member> set_acquaintance(base::MemberIndex index, const ui::Acquaintance& how);
    void set_host(base::MemberIndex index);
    void clear();

    /// 0 while we are no member.
    [[nodiscard]] base::MemberIndex self() const { return self_; }
    [[nodiscard]] const ui::Member* find(base::MemberIndex index) const;
    /// Also of those who left.
    [[nodiscard]] QString name_of(base::MemberIndex index) const;
    /// In order of index.
    [[nodiscard]] std::vector<ui::Member> members() const;
    /// Also of those who left; zero of a stranger.
    [[nodiscard]] base::IdentityKey identity_of(base::MemberIndex index) const;
    /// Whether it is us, or has our key: before we came back, or in another window.
    [[nodiscard]] bool is_ours(base::MemberIndex index) const;
    /// Keys of all who have not left, for the safety number.
    [[nodiscard]] std::vector<base::IdentityKey> identities() const;

  private:
    struct Entry {
        ui::Member member;
        base::IdentityKey identity;
        bool gone{false};
    };
    [[nodiscard]] Entry* present_entry(base::MemberIndex index);

    std::map<base::MemberIndex, Entry> entries_;
    base::MemberIndex self_;
};

} // namespace plenum::app
