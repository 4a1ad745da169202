// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/commands.h"
#include "core/api/events.h"
#include "core/base/random.h"
#include "tests/sim/virtual_time.h"

#include <array>
#include <deque>
#include <map>
#include <optional>
#include <set>

namespace plenum::sim {

/// How a simulated person has a camera in two sizes: offers them, sends those that are wanted, each with layers and key
/// frames of its own, and now and then finds the small size of somebody else enough, or no longer.
class CameraHabit {
  public:
    /// `every`: the mean time between two such wishes; 0: none.
    CameraHabit(base::Duration every, base::Random random) : every_{every}, random_{random} {}

    /// `cameras`: flows that are sent in two sizes; `own`: those on which this person sends.
    void begin(const std::set<base::FlowId>& cameras, const std::set<base::FlowId>& own, VirtualTime now);
    void end();
    void handle(const node::Event& event);
    /// What is sent of the next picture: a message for each size that is wanted.
    [[nodiscard]] std::deque<wire::MessageFlags> take_picture(base::FlowId flow);

    [[nodiscard]] VirtualTime next_action() const { return offers_.empty() ? due_ : VirtualTime{}; }
    [[nodiscard]] std::optional<node::Command> act(VirtualTime now);

  private:
    struct Encoder {
        std::uint64_t pictures{0};
        bool key_wanted{true};
    };
    struct Camera {
        base::PictureSizes wanted{true, false};
        /// Of the large size, and of the small one.
        std::array<Encoder, 2> encoders{};
    };
    void draw_due(VirtualTime now);

    base::Duration every_;
    base::Random random_;
    VirtualTime due_{VirtualTime::max()};
    std::set<base::FlowId> cameras_;
    /// Not said yet.
    std::set<base::FlowId> offers_;
    std::map<base::FlowId, Camera> own_;
    /// Of whom something was received.
    std::set<base::MemberIndex> senders_;
};

} // namespace plenum::sim
