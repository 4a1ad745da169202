// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <cstdlib>

/// Our own bug: aborts with the place and the condition, in release too. Never reached by what a peer or a person
/// sends; those get an error value or a counter.
#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) [[unlikely]] {                                                                               \
            std::fprintf(stderr, "%s:%d: CHECK failed: %s\n", __FILE__, __LINE__, #condition);                         \
            std::abort();                                                                                              \
        }                                                                                                              \
    } while (false)
