// SPDX-License-Identifier: Apache-2.0
#include "media/thread.h"

#include "core/runtime/threads.h"

namespace plenum::media {

void raise_thread_priority() { (void)runtime::raise_thread_priority(runtime::ThreadWork::sound); }

} // namespace plenum::media
