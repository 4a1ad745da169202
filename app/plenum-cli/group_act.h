// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum-cli/event_json.h"
#include "app/plenum-cli/group_command.h"
#include "core/client/conference_view.h"
#include "core/client/session.h"

namespace plenum::cli {

/// What a line about groups asks of the session, as things stand; `now` is nullopt before the conference's clock is
/// known. Error: why that cannot be.
[[nodiscard]] std::expected<client::Session::FloorAct, std::string>
group_act(const GroupCommand& command, const client::ConferenceView& view, std::optional<base::ConferenceTime> now);

/// The conversations that there are, with who is in each.
[[nodiscard]] Json groups_json(const client::ConferenceView& view);

} // namespace plenum::cli
