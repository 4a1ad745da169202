// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/device_faults.h"

#include "app/plenum/translate.h"

namespace plenum::app {

std::optional<ui::Problem> DeviceFaults::report(ui::DeviceKind kind, const media::MediaError& error) {
    faulty_.insert(kind);
    const auto problem = problem_of(kind, error);
    return told_.insert(problem.kind).second ? std::optional{problem} : std::nullopt;
}

void DeviceFaults::clear(ui::DeviceKind kind) {
    faulty_.erase(kind);
    told_.erase(problem_of(kind, {media::MediaError::Kind::no_device, {}}).kind);
    told_.erase(problem_of(kind, {}).kind);
}

} // namespace plenum::app
