// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/commands.h"

#include <string>
#include <vector>

namespace plenum::node {

enum class CommandError : std::uint8_t {
    wrong_state = 1, ///< e.g. publishing before being joined
    unknown_flow = 2,
    too_large = 3, ///< message, title or name beyond its limit
    queue_full = 4,
    not_permitted = 5,  ///< e.g. ending without being a moderator
    bad_text = 6,       ///< not UTF-8, or empty where a name is needed
    unknown_person = 7, ///< no such member, or nobody who knocks by that key
    suspended = 8,      ///< nothing is sent while it is not sure that all see the same (`AgreementChanged`)
    no_token = 9,       ///< the flow demands a token, which this member does not hold
    no_such_token = 10,
    no_such_request = 11,
    not_holder = 12,    ///< who should hold the token does not
    no_change = 13,     ///< it is so already
    token_full = 14,    ///< as many hold it, or ask for it, as may
    bad_settings = 15,  ///< a token's, that make no sense
    unknown_style = 16, ///< the relay does not have it
    no_such_conversation = 17,
    no_interval = 18,    ///< the delays of its flows leave no Δ
    not_in_group = 19,   ///< the flow is of a group that this member is not in
    too_often = 20,      ///< more was asked for than one person may put into the log; later it is taken again
    not_wanted = 21,     ///< nobody wants this message of the flow (`FlowDemand`)
    name_taken = 22,     ///< an open flow or group has this name
    fixed_flow = 23,     ///< the conference or a group began with this flow, and needs it
    too_many_flows = 24, ///< created by this person, or by all
    bad_flow = 25,       ///< a name or values of a flow that make no sense, or are beyond its bounds
    number_taken = 26,   ///< a token has this number, or had it
    bad_token_flow = 27, ///< a new token's flow is not there, has a token, or may have none
};

/// A command had no effect.
struct CommandRefused {
    CommandKind command;
    CommandError error;
    /// Of `Publish`, `ChangeFlow` and `CloseFlow`; else 0.
    base::FlowId flow{};
    /// Of `WantToken` and `ActOnToken`; else 0.
    base::TokenId token{};
    /// Of `no_interval`: flows whose δ is too long for the others, and those whose λ is too short; 0 is the one that
    /// was to be created.
    std::vector<base::FlowId> too_slow{};
    std::vector<base::FlowId> too_strict{};
    /// Of `CreateFlow`: the flow's; else empty.
    std::string flow_name{};
};

} // namespace plenum::node
