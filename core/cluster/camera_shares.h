// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"
#include "core/cluster/cell.h"
#include "core/cluster/trigger_messages.h"

#include <cstddef>
#include <span>
#include <vector>

namespace plenum::cluster {

struct CameraDemand {
    FlowNumber flow;
    std::size_t frame_bytes{0}; ///< mean; 0 before its first frame
};

/// The weights that leave no bandwidth unused while a camera needs it.
///
/// The problem: cameras of one cluster have frames of very different sizes. With equal shares, the one with the largest
/// frames starves, while the others leave most of theirs unused. The intuition: the receiver knows the size of all
/// frames and how often they are to come, so it knows what each camera can use. It apportions the bandwidth by the
/// weights that were set and by these demands (`FlowShares`), and the result is the weights that it tells. At the paces
/// *blocking* and *together* all cameras capture equally often, so that all frames of an ensemble end together. The
/// alternative, demands measured by each flow, chases its own tail: where cameras wait for each other, what a flow uses
/// follows from what the others get.
///
/// Endpoints share all of the aggregate by these weights (`own_share`), so the sum stays within it. Where all cameras
/// can use their parts, and before sizes and path are known, the weights are in proportion to those of the settings.
/// Their mean is always the same.
[[nodiscard]] std::vector<FlowWeight> weights_for(const CaptureSettings& settings,
                                                  std::span<const CameraDemand> cameras, base::ByteRate aggregate);
/// Weights of the same cameras, none of which differ by more than one eighth.
[[nodiscard]] bool are_near(std::span<const FlowWeight> some, std::span<const FlowWeight> others);

} // namespace plenum::cluster
