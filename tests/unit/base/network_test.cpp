// SPDX-License-Identifier: Apache-2.0
#include "core/base/network.h"

#include <gtest/gtest.h>

namespace plenum::base {
namespace {

Address v4(std::uint8_t c, std::uint8_t d) { return Address::v4(192, 0, c, d, 5000); }

Address v6(std::uint8_t byte, std::uint8_t value) {
    Address address{{0x20, 0x01, 0x0d, 0xb8}, 5000};
    address.ip[byte] = value;
    return address;
}

TEST(Network, OfIpv4IsTheAddressAndTheNetworkThatIsRouted) {
    EXPECT_EQ(subnet_of(v4(2, 1)), subnet_of(Address::v4(192, 0, 2, 1, 9))) << "ports are free";
    EXPECT_NE(subnet_of(v4(2, 1)), subnet_of(v4(2, 2)));
    EXPECT_EQ(site_of(v4(2, 1)), site_of(v4(2, 255)));
    EXPECT_NE(site_of(v4(2, 1)), site_of(v4(3, 1)));
}

TEST(Network, OfIpv6IsTheHalfThatAHostCannotChooseAndTheSite) {
    for (std::uint8_t byte = 8; byte < 16; ++byte)
        EXPECT_EQ(subnet_of(v6(byte, 0xff)), subnet_of(v6(byte, 0)));
    for (std::uint8_t byte = 0; byte < 8; ++byte)
        EXPECT_NE(subnet_of(v6(byte, 0xff)), subnet_of(v6(byte, 0)));
    for (std::uint8_t byte = 6; byte < 16; ++byte)
        EXPECT_EQ(site_of(v6(byte, 0xff)), site_of(v6(byte, 0)));
    for (std::uint8_t byte = 0; byte < 6; ++byte)
        EXPECT_NE(site_of(v6(byte, 0xff)), site_of(v6(byte, 0)));
}

TEST(Network, OfOneKindIsNoneOfTheOther) {
    // IPv6 whose first bytes are those of an IPv4 address, and all zero.
    EXPECT_NE(site_of({{192, 0, 2}, 1}), site_of(v4(2, 1)));
    EXPECT_NE(site_of({{}, 1}), site_of(Address::v4(0, 0, 0, 0, 1)));
    EXPECT_NE(subnet_of(v6(7, 1)), site_of(v6(7, 0))) << "a site and its first subnet";
    EXPECT_TRUE(is_v4(v4(2, 1)));
    EXPECT_FALSE(is_v4(v6(7, 1)));
}

} // namespace
} // namespace plenum::base
