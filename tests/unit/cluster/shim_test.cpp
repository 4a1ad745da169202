// SPDX-License-Identifier: Apache-2.0
#include "core/cluster/shim.h"

#include <gtest/gtest.h>

namespace plenum::cluster {
namespace {

OutboundShim full_outbound() {
    OutboundShim shim{ApplicationId{9}, FlowNumber{63}};
    for (std::size_t i = 0; i < limits::cells_per_datagram; ++i)
        shim.operations[i] = {general(static_cast<std::uint8_t>(i)), Cell{0xab'cdef}};
    return shim;
}

TEST(Shim, comes_back_as_it_was_written) {
    InboundShim inbound{ApplicationId{255}, FlowNumber{0}};
    inbound.reports[1] = {Cell{limits::cell_value_max}, ValidationId{200}};
    inbound.reports[3] = {Cell{0}, ValidationId{0}};
    const Shim shims[] = {OutboundShim{}, full_outbound(), InboundShim{}, inbound};
    for (const auto& shim : shims)
        EXPECT_EQ(decode_shim(encode(shim)), shim);
}

TEST(Shim, has_the_layout_of_the_document) {
    OutboundShim shim{ApplicationId{2}, FlowNumber{5}};
    shim.operations[2] = {Address{7}, Cell{0x01'0203}};
    EXPECT_EQ(encode(shim), (base::Bytes{1, 2, 5, 0b100, 7, 1, 2, 3}));
    InboundShim answer{ApplicationId{2}, FlowNumber{5}};
    answer.reports[0] = {Cell{0x01'0203}, ValidationId{9}};
    EXPECT_EQ(encode(answer), (base::Bytes{2, 2, 5, 0b1, 1, 2, 3, 9}));
}

TEST(Shim, takes_20_bytes_at_most) {
    EXPECT_EQ(encode(OutboundShim{}).size(), shim_bytes_min);
    EXPECT_EQ(encode(full_outbound()).size(), shim_bytes_max);
    EXPECT_EQ(shim_bytes_max, 20U);
}

TEST(Shim, is_refused_with_bytes_that_have_no_meaning) {
    auto bytes = encode(full_outbound());
    const auto with = [&](std::size_t at, std::uint8_t value) {
        auto changed = bytes;
        changed[at] = value;
        return decode_shim(changed);
    };
    EXPECT_TRUE(with(1, 0).has_value());
    EXPECT_FALSE(with(0, 0).has_value()) << "type";
    EXPECT_FALSE(with(0, 3).has_value()) << "type";
    EXPECT_FALSE(with(2, 64).has_value()) << "flow";
    EXPECT_FALSE(with(3, 0b1'1111).has_value()) << "a fifth place";
    EXPECT_FALSE(with(3, 0b111).has_value()) << "bytes that no place has";
    bytes.pop_back();
    EXPECT_FALSE(decode_shim(bytes).has_value()) << "cut";
    EXPECT_FALSE(decode_shim({}).has_value());
}

} // namespace
} // namespace plenum::cluster
