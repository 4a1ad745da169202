// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/runtime/broken_folder.h"

#include <dirent.h>
#include <dlfcn.h>

#include <cerrno>
#include <string_view>

namespace {

enum class Reading { whole, breaks_after_next, broken };
thread_local Reading reading = Reading::whole;

} // namespace

/// Takes the place of the C library's.
extern "C" dirent* readdir(DIR* folder) {
    if (reading == Reading::broken) {
        errno = EIO;
        return nullptr;
    }
    static const auto real = reinterpret_cast<dirent* (*)(DIR*)>(::dlsym(RTLD_NEXT, "readdir"));
    auto* entry = real(folder);
    const std::string_view name{entry == nullptr ? "." : entry->d_name};
    if (reading == Reading::breaks_after_next && name != "." && name != "..") reading = Reading::broken;
    return entry;
}

namespace plenum::runtime {

BrokenFolder::BrokenFolder() { reading = Reading::breaks_after_next; }
BrokenFolder::~BrokenFolder() { reading = Reading::whole; }

} // namespace plenum::runtime
