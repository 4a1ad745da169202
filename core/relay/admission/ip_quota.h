// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/network.h"

#include <cstddef>
#include <map>

namespace plenum::node {

/// How many sessions come from where, so that nobody takes all places: counted by IPv4 address, and by IPv6 /64 and
/// the /48 around it, since one host has all addresses of the former and may have all of the latter.
class IpQuota {
  public:
    void add(const base::Address& at);
    void remove(const base::Address& at);
    /// Whether no more may come from there: `most` in its subnet, or four times as many in its site of IPv6.
    [[nodiscard]] bool is_full(const base::Address& at, std::size_t most) const;

  private:
    [[nodiscard]] std::size_t count(const base::Network& network) const;

    std::map<base::Network, std::size_t> counts_;
};

} // namespace plenum::node
