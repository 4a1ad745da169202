// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/client/session.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace plenum::app::test {

/// A session of a conference where nobody answers.
[[nodiscard]] inline std::unique_ptr<client::Session> session_with_nobody() {
    node::ConferenceLink link;
    link.host = "127.0.0.1";
    link.port = 9;
    link.title = "Nobody there";
    link.secret.bytes.fill(3);
    link.relay_key.bytes.fill(9);
    link.root.bytes.fill(5);
    auto joined = client::Session::join({node::to_text(link), "Viewer", {client::Identity::Kind::ephemeral, {}}, {}});
    EXPECT_TRUE(joined) << (joined ? "" : joined.error());
    return joined ? *std::move(joined) : nullptr;
}

[[nodiscard]] inline node::Event member_joined(base::MemberIndex member, bool is_self) {
    node::MemberJoined joined;
    joined.member = member;
    joined.self = is_self;
    return node::Event{joined};
}

[[nodiscard]] inline node::Event live_flow_declared(base::FlowId flow, const std::string& name,
                                                    base::MemberIndex owner) {
    node::FlowDeclared declared;
    declared.flow = flow;
    declared.name = name;
    declared.owner = owner;
    declared.spec.kind = base::FlowKind::live;
    return node::Event{declared};
}

} // namespace plenum::app::test
