// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/commands.h"
#include "core/api/events.h"
#include "core/cluster/cell.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace plenum::cluster {

using Command = std::variant<node::Publish, node::CreateFlow, node::CloseFlow>;

/// The flows of one cluster in a conference. Its receiver creates one about triggers for all; a member with a camera
/// creates one to the receiver for its frames.
///
/// A flow about triggers stays open when its receiver leaves without closing it. So such a flow counts only while its
/// owner is a member, and a later receiver adds a number to the name. Of several, the one that was created first
/// counts.
class ClusterFlows {
  public:
    /// At most `name_bytes_max` bytes.
    explicit ClusterFlows(std::string_view cluster) : name_{std::string{triggers_prefix} + std::string{cluster}} {}

    /// Whether anything changed that is asked here.
    bool handle(const node::Event& event);

    /// 0 before we are a member.
    [[nodiscard]] base::MemberIndex self() const { return self_; }
    /// The flow about triggers, and its creator; both 0 while there is none.
    [[nodiscard]] base::FlowId triggers() const { return triggers_; }
    [[nodiscard]] base::MemberIndex receiver() const { return receiver_; }
    /// Of cameras to that receiver, by number.
    struct CameraFlowId {
        base::FlowId flow;
        base::MemberIndex host;
    };
    [[nodiscard]] const std::map<FlowNumber, CameraFlowId>& cameras() const { return cameras_; }
    /// In the order of their numbers.
    [[nodiscard]] std::vector<base::MemberIndex> hosts() const;
    [[nodiscard]] std::optional<FlowNumber> number_of(base::FlowId flow) const;

    /// With the first name that no open flow has.
    [[nodiscard]] node::CreateFlow make_triggers() const;
    /// `attempt`: differs where a name was taken.
    [[nodiscard]] node::CreateFlow make_camera(unsigned attempt) const;

    static constexpr std::size_t name_bytes_max = 16;
    /// Begins the names of all flows about triggers.
    static constexpr std::string_view triggers_prefix = "capture ";
    /// Until a flow that was asked for is asked for again.
    static constexpr base::Duration creation_patience = std::chrono::seconds{2};

  private:
    void choose();
    [[nodiscard]] bool is_triggers(const node::FlowDeclared& flow) const;
    [[nodiscard]] bool note_member(const node::Event& event);

    std::string name_;
    std::set<base::MemberIndex> members_;
    base::MemberIndex self_;
    base::FlowId triggers_;
    base::MemberIndex receiver_;
    std::map<FlowNumber, CameraFlowId> cameras_;
    /// All that were declared.
    std::map<base::FlowId, node::FlowDeclared> declared_;
};

} // namespace plenum::cluster
