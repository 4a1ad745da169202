// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/trace.h"
#include "tests/sim/virtual_time.h"

#include <ostream>
#include <string>
#include <string_view>

/// The trace: one JSON object a line, keys in the order of docs (README.md), whole numbers only. Tells what happened
/// and concludes nothing, so that others can check it with a program of their own.
namespace plenum::sim {

class TraceWriter {
  public:
    /// Null writes nothing.
    explicit TraceWriter(std::ostream* to) : to_{to} {}

    [[nodiscard]] bool wanted() const { return to_ != nullptr; }
    /// What a node did.
    void write(VirtualTime at, NodeIndex node, const base::TraceEvent& event);
    /// What befell a node: crash, restart, partition, heal.
    void write(VirtualTime at, NodeIndex node, std::string_view event);

  private:
    void flush_line();

    std::ostream* to_;
    std::string line_;
};

[[nodiscard]] std::string_view name_of(base::TraceEvent::Kind kind);
/// As a JSON string, quotes included.
[[nodiscard]] std::string json_text(std::string_view text);

} // namespace plenum::sim
