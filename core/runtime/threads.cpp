// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/threads.h"

#include <pthread.h>

#include <string>

namespace plenum::runtime {

void name_thread(std::string_view name) {
    const std::string cut{name.substr(0, 15)};
    (void)::pthread_setname_np(::pthread_self(), cut.c_str());
}

} // namespace plenum::runtime
