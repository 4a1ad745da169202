// SPDX-License-Identifier: Apache-2.0
#include "app/plenum-cli/private_writer.h"

#include "core/client/private_flow.h"

#include <algorithm>
#include <utility>

namespace plenum::cli {

std::expected<void, std::string> PrivateWriter::check(base::MemberIndex to) const {
    if (to == view_.self() || !view_.members().contains(to)) return std::unexpected{"no such other member"};
    return {};
}

void PrivateWriter::write(base::MemberIndex to, base::Bytes body) {
    const bool asked = std::ranges::any_of(waiting_, [to](const Message& each) { return each.to == to; });
    const bool there = client::find_private_flow(view_, to).value() != 0;
    waiting_.push_back({to, std::move(body)});
    if (there) return publish_ready();
    if (!asked && !session_.act(client::private_flow_with(to, view_.self(), ++flows_made_)))
        drop("the session is over");
}

void PrivateWriter::handle(const node::Event& event) {
    if (std::holds_alternative<node::FlowDeclared>(event)) return publish_ready();
    const auto* refused = std::get_if<node::CommandRefused>(&event);
    const bool of_flow = refused != nullptr && refused->command == node::CommandKind::of<node::CreateFlow>() &&
                         refused->flow_name.starts_with(client::private_flow_prefix);
    const auto* left = std::get_if<node::MemberLeft>(&event);
    const bool gone = left != nullptr &&
                      std::ranges::any_of(waiting_, [left](const Message& each) { return each.to == left->member; });
    if (of_flow) drop("no private flow could be made");
    if (gone) drop("the person has left");
}

void PrivateWriter::publish_ready() {
    for (auto& message : std::exchange(waiting_, {})) {
        const auto flow = client::find_private_flow(view_, message.to);
        if (flow.value() != 0)
            publish_(flow, message.body);
        else
            waiting_.push_back(std::move(message));
    }
}

void PrivateWriter::drop(std::string_view why) {
    for (std::size_t count = std::exchange(waiting_, {}).size(); count > 0; --count)
        complain_(why);
}

} // namespace plenum::cli
