// SPDX-License-Identifier: Apache-2.0
// The targets under libFuzzer: `plenum-libfuzzer --target=NAME` and then libFuzzer's own arguments.
#include "tests/fuzz/target.h"

#include <cstdio>
#include <cstdlib>
#include <string_view>

// Names and types are libFuzzer's (LLVM 19, "libFuzzer - a library for coverage-guided fuzz testing").
namespace {
const plenum::fuzz::Target* target = nullptr;
}

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv);
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size);

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
    constexpr std::string_view option = "--target=";
    for (int i = 1; i < *argc; ++i) {
        const std::string_view argument{(*argv)[i]};
        if (argument.starts_with(option)) target = plenum::fuzz::find_target(argument.substr(option.size()));
    }
    if (target == nullptr) {
        std::fputs("plenum-libfuzzer: --target=NAME, one of plenum-fuzz --list\n", stderr);
        std::exit(2);
    }
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    target->run({bytes, size});
    return 0;
}
