// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/address.h"
#include "core/base/ids.h"
#include "core/base/time.h"
#include "core/base/units.h"

#include <string>
#include <vector>

namespace plenum::node {

/// Where a relay can be reached; `host` as links name it.
struct RelayPlace {
    std::string host;
    base::Address address;
    friend bool operator==(const RelayPlace&, const RelayPlace&) = default;
};

/// Which member's program takes over if the relay is lost, and where it and others can be reached then; member 0: none
/// does. Applications keep it with the record of a call, so that they find the call after a crash.
struct RelayStandby {
    base::MemberIndex member{};
    std::vector<RelayPlace> places{};
    base::ConferenceHandle conference{};
    /// Of this appointment (docs/replication.md); 0: the standby takes over without witnesses.
    base::ConferenceTime fence{};
    friend bool operator==(const RelayStandby&, const RelayStandby&) = default;
};

} // namespace plenum::node
