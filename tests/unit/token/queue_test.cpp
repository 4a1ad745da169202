// SPDX-License-Identifier: Apache-2.0
#include "core/token/queue.h"

#include <gtest/gtest.h>

namespace plenum::token {
namespace {

constexpr auto normal = RequestClass::normal;
constexpr auto point = RequestClass::point_of_order;

Request request(std::uint32_t member, RequestClass priority, bool accepted) {
    return {base::MemberIndex{member}, priority, accepted, {}};
}

std::vector<std::uint32_t> members(const std::vector<Request>& requests) {
    std::vector<std::uint32_t> order;
    for (const auto& item : requests)
        order.push_back(item.member.value());
    return order;
}

using Order = std::vector<std::uint32_t>;

TEST(Queue, orders_by_acceptance_then_class_then_time) {
    std::vector<Request> requests;
    enqueue(requests, request(1, normal, false));
    enqueue(requests, request(2, normal, true));
    enqueue(requests, request(3, normal, true));
    enqueue(requests, request(4, point, true));
    enqueue(requests, request(5, point, false));
    enqueue(requests, request(6, RequestClass::priority, true));
    EXPECT_EQ(members(requests), (Order{4, 6, 2, 3, 5, 1}));
    EXPECT_EQ(accepted_count(requests), 4U);
    EXPECT_EQ(place_of(requests, base::MemberIndex{2}), 2U);
    EXPECT_EQ(place_of(requests, base::MemberIndex{5}), std::nullopt) << "not accepted";
    EXPECT_EQ(place_of(requests, base::MemberIndex{9}), std::nullopt);
}

TEST(Queue, lets_people_be_placed) {
    std::vector<Request> requests;
    for (std::uint32_t member = 1; member <= 4; ++member)
        enqueue(requests, request(member, normal, member < 4));
    place(requests, base::MemberIndex{3}, 0);
    EXPECT_EQ(members(requests), (Order{3, 1, 2, 4}));
    place(requests, base::MemberIndex{3}, 1);
    EXPECT_EQ(members(requests), (Order{1, 3, 2, 4}));
    place(requests, base::MemberIndex{4}, 2);
    EXPECT_EQ(members(requests), (Order{1, 3, 4, 2}));
    EXPECT_EQ(accepted_count(requests), 4U);
    place(requests, base::MemberIndex{1}, 77);
    EXPECT_EQ(members(requests), (Order{3, 4, 2, 1}));
    enqueue(requests, request(5, normal, true));
    EXPECT_EQ(members(requests), (Order{3, 4, 2, 1, 5})) << "whoever comes later is behind them";
}

} // namespace
} // namespace plenum::token
