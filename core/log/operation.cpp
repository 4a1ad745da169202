// SPDX-License-Identifier: Apache-2.0
#include "core/log/operation.h"

#include "core/base/variant_members.h"

namespace plenum::log {

std::string_view name_of(const Operation& operation) {
    return std::visit([]<class T>(const T&) { return T::name; }, operation);
}

} // namespace plenum::log

template class plenum::base::Variant<plenum::log::AnyOperation>;

namespace plenum::wire {
template base::Bytes encode_choice(const log::AnyOperation&);
template std::expected<log::Operation, DecodeError> decode_choice(base::ByteView);
} // namespace plenum::wire
