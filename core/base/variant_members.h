// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/variant.h"

/// For the one source file that instantiates a `Variant`.
namespace plenum::base {

template <class V>
Variant<V>::Variant() = default;
template <class V>
Variant<V>::Variant(const Variant& other) = default;
template <class V>
Variant<V>::Variant(Variant&& other) noexcept = default;
template <class V>
Variant<V>& Variant<V>::operator=(const Variant& other) = default;
template <class V>
Variant<V>& Variant<V>::operator=(Variant&& other) noexcept = default;
template <class V>
Variant<V>::~Variant() = default;

} // namespace plenum::base
