// SPDX-License-Identifier: Apache-2.0
#include "core/tree/method_invocation.h"

namespace plenum::tree {
namespace {

template <class Parameters>
std::optional<Parameters> decode_numbered(base::ByteView bytes) {
    auto parameters = wire::decode<Parameters>(bytes);
    if (!parameters || parameters->sequence > limits::sequence_max) return std::nullopt;
    return *std::move(parameters);
}

} // namespace

std::optional<MethodInvocation> decode_method_invocation(base::ByteView body) {
    auto invocation = wire::decode<MethodInvocation>(body);
    if (!invocation || invocation->entries.empty()) return std::nullopt;
    const bool reliable = invocation->invocation != InvocationId{};
    if (reliable && (invocation->entries.size() != 1 || invocation->direction != Direction::upstream))
        return std::nullopt;
    return *std::move(invocation);
}

std::optional<ReceiverUpdate> decode_receiver_update(base::ByteView parameters) {
    return decode_numbered<ReceiverUpdate>(parameters);
}

std::optional<Forward> decode_forward(base::ByteView parameters) { return decode_numbered<Forward>(parameters); }

} // namespace plenum::tree
