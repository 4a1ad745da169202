// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/commands.h"
#include "core/api/events.h"
#include "core/base/limits.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace plenum::app {

/// The flows of shared scenes in a conference: live, for all, named "scene NAME", created by who shares it. One whose
/// owner left counts no more.
class SceneFlows {
  public:
    /// Messages of all cameras together. One ensemble has a message for each pair.
    static constexpr std::uint32_t rate_hz = 8;
    static constexpr std::size_t message_bytes_max = base::limits::created_messages_max / rate_hz;

    /// Whether anything changed that is asked here.
    bool handle(const node::Event& event);

    /// 0 before we are a member.
    [[nodiscard]] base::MemberIndex self() const { return self_; }
    /// Owners by flow; ours too.
    [[nodiscard]] std::map<base::FlowId, base::MemberIndex> shared() const;
    /// Of our own; 0 where there is none.
    [[nodiscard]] base::FlowId own() const;
    /// The owner, if this is a scene's flow; else 0.
    [[nodiscard]] base::MemberIndex owner_of(base::FlowId flow) const;
    /// With the first name that no open flow has.
    [[nodiscard]] node::CreateFlow make(std::string_view name) const;

  private:
    struct Flow {
        std::string name;
        base::MemberIndex owner;
    };
    base::MemberIndex self_;
    std::set<base::MemberIndex> members_;
    std::map<base::FlowId, Flow> flows_;
};

} // namespace plenum::app
