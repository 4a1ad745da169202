// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/error.h"
#include "ui/port/port_types.h"

#include <optional>
#include <set>

namespace plenum::app {

/// Which devices do not work, and which faults the person was told of.
class DeviceFaults {
  public:
    [[nodiscard]] bool works(ui::DeviceKind kind) const { return !faulty_.contains(kind); }
    /// The problem, where it was not told yet.
    [[nodiscard]] std::optional<ui::Problem> report(ui::DeviceKind kind, const media::MediaError& error);
    /// It is known not to be there.
    void report_absent(ui::DeviceKind kind) { faulty_.insert(kind); }
    /// It is tried again; the same fault is not told again.
    void retry(ui::DeviceKind kind) { faulty_.erase(kind); }
    /// It works, or is another one; any fault is told.
    void clear(ui::DeviceKind kind);

  private:
    std::set<ui::DeviceKind> faulty_;
    std::set<ui::ProblemKind> told_;
};

} // namespace plenum::app
