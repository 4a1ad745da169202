// SPDX-License-Identifier: Apache-2.0
#include "core/tree/fec/reed_solomon.h"
#include "tests/bench/multicast/code.h"

namespace plenum::bench::multicast {

std::unique_ptr<tree::ErasureCode> make_code(std::size_t source_symbols) {
    return tree::ReedSolomon::make(source_symbols);
}

} // namespace plenum::bench::multicast
