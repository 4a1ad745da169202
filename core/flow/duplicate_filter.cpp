// SPDX-License-Identifier: Apache-2.0
#include "core/flow/duplicate_filter.h"

namespace plenum::flow {

bool DuplicateFilter::pass(const wire::FragmentFrame& fragment) {
    const Key key{fragment.flow, fragment.sequence, fragment.index};
    if (!seen_.insert(key).second) return false;
    order_.push_back(key);
    if (order_.size() > fragments_max) {
        seen_.erase(order_.front());
        order_.pop_front();
    }
    return true;
}

} // namespace plenum::flow
