// SPDX-License-Identifier: Apache-2.0
#include "core/relay/admission/ip_quota.h"

namespace plenum::node {

void IpQuota::add(const base::Address& at) {
    ++counts_[base::subnet_of(at)];
    if (!base::is_v4(at)) ++counts_[base::site_of(at)];
}

void IpQuota::remove(const base::Address& at) {
    const auto one_less = [&](const base::Network& network) {
        const auto found = counts_.find(network);
        if (found != counts_.end() && --found->second == 0) counts_.erase(found);
    };
    one_less(base::subnet_of(at));
    if (!base::is_v4(at)) one_less(base::site_of(at));
}

std::size_t IpQuota::count(const base::Network& network) const {
    const auto found = counts_.find(network);
    return found == counts_.end() ? 0 : found->second;
}

bool IpQuota::is_full(const base::Address& at, std::size_t most) const {
    if (count(base::subnet_of(at)) >= most) return true;
    return !base::is_v4(at) && count(base::site_of(at)) >= most * base::subnets_share;
}

} // namespace plenum::node
