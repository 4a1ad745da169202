// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/link/link.h"
#include "core/tag/sample_history.h"
#include "core/wire/control_tag.h"
#include "core/wire/message.h"

#include <optional>

/// Pulls as they go over a link, and their answers.
namespace plenum::node {

void set_pull(wire::PullRequest& request, const tag::Pull& what);
/// Nullopt for what this version does not know.
[[nodiscard]] std::optional<tag::Pull> pull_of(const wire::PullRequest& request);

/// Pieces of one answer.
inline constexpr std::size_t pull_parts_max =
    base::limits::pull_answer_samples_max + base::limits::pull_answer_bytes_max / wire::PulledPart::bytes_max;

/// Whether a whole answer fits the link beside what is on its way.
[[nodiscard]] bool has_room_for_answer(const link::Link& link);
/// Precondition: `has_room_for_answer`. Nothing is sent on a link that is closed.
void send_answer(link::Link& link, base::PullId request, const tag::Selected& answer);
void send_refusal(link::Link& link, base::PullId request, tag::PullError why);

} // namespace plenum::node
