// SPDX-License-Identifier: Apache-2.0
#include "core/api/io.h"
#include "core/base/variant_members.h"

template class plenum::base::Variant<plenum::node::AnyCommand>;
template class plenum::base::Variant<plenum::node::AnyEvent>;
template class plenum::base::Variant<plenum::node::AnyOutput>;
