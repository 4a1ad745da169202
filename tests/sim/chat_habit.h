// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/commands.h"
#include "core/base/random.h"
#include "tests/sim/chat_replica.h"
#include "tests/sim/virtual_time.h"

#include <optional>

namespace plenum::sim {

/// How a simulated person chats: says, answers, edits and deletes own lines, brings them back, reacts. Now and then it
/// tries to edit or delete the line of somebody else, as a changed program could.
class ChatHabit {
  public:
    /// `every`: the mean time between two acts; 0: none.
    ChatHabit(base::Duration every, base::Random random) : every_{every}, random_{random} {}

    void begin(VirtualTime now);
    void end() { due_ = VirtualTime::max(); }
    /// The application knows nothing any more.
    void forget();
    void handle(const node::Event& event);

    [[nodiscard]] VirtualTime next_action() const { return due_; }
    [[nodiscard]] std::optional<node::Publish> act(VirtualTime now);

  private:
    void draw_due(VirtualTime now);
    [[nodiscard]] chat::Operation draw();
    /// Not before `version`. So far apart that no two messages are the same: checkers know them by their bytes.
    [[nodiscard]] chat::Version draw_version(chat::Version version);

    base::Duration every_;
    base::Random random_;
    VirtualTime due_{VirtualTime::max()};
    ChatReplica replica_;
};

} // namespace plenum::sim
