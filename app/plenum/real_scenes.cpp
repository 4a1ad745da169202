// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/real_scenes.h"

namespace plenum::app {

void RealScenes::watch(base::MemberIndex) {}

} // namespace plenum::app
