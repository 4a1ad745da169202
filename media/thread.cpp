// SPDX-License-Identifier: Apache-2.0
#include "media/thread.h"

#include <pthread.h>

namespace plenum::media {

void raise_thread_priority() {
    sched_param parameters{};
    parameters.sched_priority = 5;
    pthread_setschedparam(pthread_self(), SCHED_RR, &parameters);
}

} // namespace plenum::media
