// SPDX-License-Identifier: Apache-2.0
#include "core/wire/control.h"

#include "core/base/variant_members.h"

template class plenum::base::Variant<plenum::wire::AnyControlMessage>;

namespace plenum::wire {
template base::Bytes encode_choice(const AnyControlMessage&);
template std::expected<ControlMessage, DecodeError> decode_choice(base::ByteView);
} // namespace plenum::wire
