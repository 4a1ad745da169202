// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace plenum::test {

/// The tables of docs/protocol.md, from the fields as the code declares them: one per section, keyed by the name that
/// stands in the document's markers.
[[nodiscard]] std::string protocol_table(const std::string& section);

} // namespace plenum::test
