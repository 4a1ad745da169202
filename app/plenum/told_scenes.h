// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/chat/ids.h"
#include "ui/port/port_types.h"

#include <map>
#include <optional>

namespace plenum::app {

/// What our lines on each flow are about, as the others know it: which scene of a shared screen.
class ToldScenes {
  public:
    /// Whether a line about this scene has to be preceded by `chat::Look`, which then is on its way as `look`.
    [[nodiscard]] bool tell(base::FlowId flow, const chat::SharedScene& scene, ui::ChatId look);
    /// This message went to nobody.
    void handle_failed(ui::ChatId message);
    /// We are somebody new, and what was on its way comes in the new name.
    void doubt();
    void clear();

  private:
    /// Nullopt: not known.
    std::map<base::FlowId, std::optional<chat::SharedScene>> told_;
    /// By flow, the last that was sent.
    std::map<base::FlowId, ui::ChatId> looks_;
};

} // namespace plenum::app
