// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/node/hall.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace plenum::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Words, come_to_nobody_before_the_entries_that_explain_them) {
    Hall hall;
    auto& relay = hall.add_relay();
    auto& alice = hall.add_endpoint();
    auto& bob = hall.add_endpoint();
    auto& carol = hall.add_endpoint();
    const auto link = hall.create(alice, relay);
    hall.join(alice, relay, link, "Alice");
    hall.join(bob, relay, link, "Bob");
    hall.run(1s);
    hall.join(carol, relay, link, "Carol");
    // Bob misses that Carol came, but not what she says at once.
    hall.drop_all_to(bob.address, true);
    while (!Hall::joined(carol) && hall.now < base::LocalTime{10s})
        hall.run(1ms);
    hall.say(carol, "hello");
    hall.run(4ms);
    hall.drop_all_to(bob.address, false);
    hall.run(1s);
    EXPECT_THAT(Hall::texts(bob), ElementsAre("hello"));
    hall.say(carol, "here I am");
    hall.run(1s);
    EXPECT_THAT(Hall::texts(bob), ElementsAre("hello", "here I am"));
    EXPECT_THAT(Hall::all<node::MessagesMissed>(bob), IsEmpty());
}

} // namespace
} // namespace plenum::test
