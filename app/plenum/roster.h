// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/client/conference_view.h"
#include "ui/port/port_types.h"

#include <map>
#include <optional>
#include <vector>

namespace plenum::app {

/// Members as the screens show them: as the conference has them, who they are to us, and whether sound and pictures
/// come from them.
class Roster {
  public:
    struct Media {
        bool microphone_on{false};
        bool camera_on{false};
        bool speaks_to_all{false};
        bool picture_late{false};
        friend bool operator==(const Media&, const Media&) = default;
    };

    /// `view` outlives this.
    explicit Roster(const client::ConferenceView& view) : view_{view} {}

    /// Whether such a flow is created by programs of cameras, or by the receiver of a cluster. Members tell it of
    /// themselves alone: nobody can make a camera of another.
    [[nodiscard]] static bool is_of_cameras(const node::FlowDeclared& flow);

    /// The member as the view has it now; absent for a stranger.
    std::optional<ui::Member> update(base::MemberIndex index);
    /// False for a stranger.
    bool remove(base::MemberIndex index) { return members_.erase(index) > 0; }
    /// The changed member, where something changed.
    [[nodiscard]] std::optional<ui::Member> set_media(base::MemberIndex index, Media media);
    [[nodiscard]] std::optional<ui::Member> set_acquaintance(base::MemberIndex index, const ui::Acquaintance& how);
    void set_host(base::MemberIndex index);
    /// 0: not there.
    [[nodiscard]] base::MemberIndex host() const;

    [[nodiscard]] const ui::Member* find(base::MemberIndex index) const;
    /// Also of those who left.
    [[nodiscard]] QString name_of(base::MemberIndex index) const { return QString::fromUtf8(view_.name_of(index)); }
    /// In order of index.
    [[nodiscard]] std::vector<ui::Member> members() const;

  private:
    const client::ConferenceView& view_;
    std::map<base::MemberIndex, ui::Member> members_;
};

} // namespace plenum::app
