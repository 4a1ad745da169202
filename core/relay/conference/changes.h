// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

namespace plenum::node {

/// What a conference's last steps mean for its relay, which looks once they are done.
class Changes {
  public:
    Changes() = default;
    /// The parts of one conference refer to it.
    Changes(const Changes&) = delete;
    Changes& operator=(const Changes&) = delete;

    /// Entries or messages came: every session may need a pump.
    void note_news() { news_ = true; }
    /// The conference may want to be woken at another time.
    void note_timing() { timing_ = true; }
    /// Whether any came since the last call.
    [[nodiscard]] bool take_news() { return std::exchange(news_, false); }
    [[nodiscard]] bool take_timing() { return std::exchange(timing_, false); }

  private:
    bool news_{false};
    bool timing_{false};
};

} // namespace plenum::node
