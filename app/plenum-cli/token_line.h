// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/client/session.h"

#include <expected>
#include <sstream>
#include <string>
#include <string_view>

/// The shell's lines about tokens: every primitive of core/token, and wanting one.
namespace plenum::cli {

struct TokenLine {
    /// Its label or number.
    std::string token;
    /// Without the token's number.
    client::Session::FloorAct act;
};

/// Whether this is such a command.
[[nodiscard]] bool is_token_command(std::string_view name);
/// `words` stands behind the command's name. Error: how it is used. Precondition: `is_token_command`.
[[nodiscard]] std::expected<TokenLine, std::string> parse_token_line(std::string_view name, std::istringstream& words);

inline constexpr std::string_view token_help =
    "want TOKEN [normal|priority|order] · unwant TOKEN · request TOKEN [normal|priority|order] · cancel TOKEN MEMBER · "
    "deny TOKEN MEMBER · place TOKEN MEMBER [PLACE] · grant TOKEN MEMBER · transfer TOKEN FROM TO · copy TOKEN FROM TO "
    "· "
    "delete-copy TOKEN MEMBER · distribute TOKEN · recall TOKEN · release TOKEN · revoke TOKEN MEMBER · "
    "declare-token NUMBER LABEL FLOW[,FLOW...] [SETTING...] · configure-token TOKEN [SETTING...] (settings not named "
    "stay), "
    "where SETTING is style=NAME (empty: moderators decide), with=PARAMETER (again for each), arbiter=MEMBER (0: "
    "relay), "
    "holders=COUNT (0: any; else as the style has it), warn=SECONDS, limit=SECONDS, panel=[MEMBER,...], "
    "[no-]moderated, "
    "[no-]locked, [no-]transfer or [no-]copies";

} // namespace plenum::cli
