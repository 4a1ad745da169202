// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace plenum::base {

/// A visitor for `std::visit`: one lambda for each alternative.
template <class... Cases>
struct Overloaded : Cases... {
    using Cases::operator()...;
};

} // namespace plenum::base
