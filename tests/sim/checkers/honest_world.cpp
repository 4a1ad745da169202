// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/checkers/honest_world.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace plenum::sim {

namespace {

/// Whether it is what a person says who does not look whether they may.
bool is_drawn(const node::CommandRefused& refused) {
    using enum node::CommandError;
    const auto of = [&](const node::Command& command) { return refused.command == node::CommandKind{command}; };
    const auto meets = [&](std::initializer_list<node::CommandError> errors) {
        return std::ranges::find(errors, refused.error) != errors.end();
    };
    if (of(node::Publish{})) return meets({not_in_group, unknown_flow});
    // A token for flows of a group that another closed meanwhile.
    if (of(node::ActOnToken{}) && refused.error == bad_token_flow) return true;
    if (of(node::WantToken{}) || of(node::ActOnToken{}))
        return meets({not_permitted, token_full, bad_settings, no_such_token});
    if (of(node::OpenGroup{}) && refused.error == name_taken) return true;
    if (of(node::Record{})) return meets({not_permitted, no_change});
    if (of(node::OpenGroup{}) || of(node::ActOnConversation{}) || of(node::SetRole{}) || of(node::AskMute{}))
        return meets({not_permitted, no_such_conversation, no_change, unknown_person, token_full});
    return false;
}

} // namespace

namespace {

/// What is said of a flow that others change too, or by somebody who does not own it.
bool is_of_created_flow(const node::CommandRefused& refused) {
    using enum node::CommandError;
    const auto of = [&](const node::Command& command) { return refused.command == node::CommandKind{command}; };
    const auto meets = [&](std::initializer_list<node::CommandError> errors) {
        return std::ranges::find(errors, refused.error) != errors.end();
    };
    if (refused.error == no_interval && (of(node::CreateFlow{}) || of(node::ChangeFlow{})))
        return !refused.too_slow.empty() && !refused.too_strict.empty();
    if (of(node::CreateFlow{}))
        return meets({name_taken, too_many_flows, unknown_person, no_such_conversation, not_permitted});
    return (of(node::ChangeFlow{}) || of(node::CloseFlow{})) && meets({unknown_flow, not_permitted});
}

} // namespace

void HonestWorld::on_event(Session session, const node::Event& event, VirtualTime) {
    using node::EndReason;
    static constexpr std::array impossible{
        EndReason::ended_for_all,   EndReason::relay_closed, EndReason::removed,        EndReason::relay_refused,
        EndReason::not_trustworthy, EndReason::link_expired, EndReason::unknown_version};
    if (const auto* removed = std::get_if<node::FlowRemoved>(&event)) removed_.insert(removed->flow);
    if (const auto* violation = std::get_if<node::ProtocolViolation>(&event)) {
        fail(fmt::format("{}: member {} accused: {}", to_text(session), violation->member.value(), violation->what));
    } else if (const auto* exceeded = std::get_if<node::FlowExceeded>(&event)) {
        if (excess_) return;
        fail(fmt::format("{}: flow {} is said to exceed what it declares", to_text(session), exceeded->flow.value()));
    } else if (const auto* ended = std::get_if<node::Ended>(&event)) {
        if (std::ranges::find(impossible, ended->reason) == impossible.end()) return;
        fail(fmt::format("{}: ended with reason {}", to_text(session), static_cast<int>(ended->reason)));
    } else if (const auto* refused = std::get_if<node::CommandRefused>(&event)) {
        // What a busy or unlinked node may say; all else is a mistake of one side.
        using enum node::CommandError;
        if (refused->error == wrong_state || refused->error == queue_full) return;
        // Nor has it the token always, and what it says of one may be overtaken.
        static constexpr std::array overtaken{no_such_token, no_such_request, not_holder,
                                              no_change,     number_taken,    unknown_person};
        const bool of_token = refused->token != base::TokenId{};
        if (of_token && std::ranges::find(overtaken, refused->error) != overtaken.end()) return;
        if (refused->flow != base::FlowId{} && (refused->error == no_token || refused->error == not_wanted)) return;
        if (is_of_created_flow(*refused)) return;
        const bool was_closed = refused->error == unknown_flow && removed_.contains(refused->flow);
        if (refused->command == node::CommandKind::of<node::Publish>() && was_closed) return;
        // To somebody who has left meanwhile.
        if (refused->command == node::CommandKind::of<node::Subscribe>() && refused->error == unknown_person) return;
        if (floor_drawn_ && is_drawn(*refused)) return;
        fail(
            fmt::format("{}: a command was refused with error {}", to_text(session), static_cast<int>(refused->error)));
    }
}

} // namespace plenum::sim
