// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/known_people.h"

#include <gtest/gtest.h>

namespace plenum::app {
namespace {

using ui::Familiarity;

base::IdentityKey key(int number) {
    base::IdentityKey result;
    result.bytes[0] = static_cast<std::uint8_t>(number);
    result.bytes[1] = static_cast<std::uint8_t>(number >> 8U);
    return result;
}

QDateTime at(int seconds) { return QDateTime::fromSecsSinceEpoch(1'800'000'000 + seconds, Qt::UTC); }

TEST(KnownPeople, a_key_is_new_once_and_known_from_then_on) {
    KnownPeople people;
    EXPECT_EQ(people.assess(key(1), "Anna").familiarity, Familiarity::newcomer);
    people.meet(key(1), "Anna", at(0));
    people.meet(key(1), "Anna", at(50));
    const auto how = people.assess(key(1), "Anna");
    EXPECT_EQ(how.familiarity, Familiarity::known);
    EXPECT_EQ(how.since, at(0));
    EXPECT_EQ(people.find(key(1))->last_met, at(50));
    EXPECT_EQ(people.assess(key(2), "Bob").familiarity, Familiarity::newcomer);
}

TEST(KnownPeople, a_known_name_with_another_key_is_changed_until_it_is_accepted) {
    KnownPeople people;
    people.meet(key(1), "Anna", at(0));
    people.meet(key(3), "Anna", at(70));
    people.meet(key(1), "Anna", at(60));
    const auto how = people.assess(key(2), "Anna");
    EXPECT_EQ(how.familiarity, Familiarity::changed);
    EXPECT_EQ(how.since, at(70));
    people.meet(key(2), "Anna", at(100));
    EXPECT_EQ(people.assess(key(2), "Anna").familiarity, Familiarity::known);
    EXPECT_EQ(people.assess(key(1), "Anna").familiarity, Familiarity::known);
}

TEST(KnownPeople, whom_we_know_may_not_take_anothers_name_unseen) {
    KnownPeople people;
    people.meet(key(1), "Anna", at(0));
    people.meet(key(2), "Bob", at(0));
    people.set_verified(key(2), true);
    EXPECT_EQ(people.assess(key(2), "Anna").familiarity, Familiarity::changed);
    EXPECT_EQ(people.assess(key(2), "Bobby").familiarity, Familiarity::verified);
    EXPECT_EQ(people.assess(key(2), "Bobby").other_names, QStringList{"Bob"});
}

TEST(KnownPeople, names_that_look_the_same_are_the_same) {
    KnownPeople people;
    people.meet(key(1), "Anna Müller", at(0));
    for (const auto* name : {"anna müller", " Anna  Müller ", "An\u200Bna Müller", "Ａnna Mu\u0308ller"})
        EXPECT_EQ(people.assess(key(2), QString::fromUtf8(name)).familiarity, Familiarity::changed) << name;
    EXPECT_EQ(people.assess(key(2), "Anna Muller").familiarity, Familiarity::newcomer);
}

TEST(KnownPeople, verified_is_a_mark_that_can_be_taken_back) {
    KnownPeople people;
    EXPECT_FALSE(people.set_verified(key(1), true));
    people.meet(key(1), "Anna", at(0));
    EXPECT_TRUE(people.set_verified(key(1), true));
    EXPECT_EQ(people.assess(key(1), "Anna").familiarity, Familiarity::verified);
    people.meet(key(1), "Anna", at(9));
    EXPECT_EQ(people.assess(key(1), "Anna").familiarity, Familiarity::verified);
    people.set_verified(key(1), false);
    EXPECT_EQ(people.assess(key(1), "Anna").familiarity, Familiarity::known);
}

TEST(KnownPeople, names_and_people_are_bounded_and_the_verified_stay) {
    KnownPeople people;
    people.meet(key(0), "Zoe", at(-100));
    people.set_verified(key(0), true);
    for (int number = 1; number <= static_cast<int>(KnownPeople::people_max) + 3; ++number)
        people.meet(key(number), QStringLiteral("P%1").arg(number), at(number));
    EXPECT_EQ(people.size(), KnownPeople::people_max);
    EXPECT_NE(people.find(key(0)), nullptr);
    EXPECT_EQ(people.find(key(1)), nullptr);
    EXPECT_EQ(people.find(key(4)), nullptr);
    EXPECT_NE(people.find(key(5)), nullptr);
    for (int number = 0; number < 20; ++number)
        people.meet(key(7), QStringLiteral("N%1").arg(number), at(9000 + number));
    EXPECT_EQ(people.find(key(7))->names.size(), KnownPeople::names_max);
    EXPECT_EQ(people.find(key(7))->names.first(), "N19");
}

TEST(KnownPeople, comes_back_from_its_text) {
    KnownPeople people;
    people.meet(key(1), "Anna \"quoted\" \\", at(0));
    people.meet(key(1), "Ännchen", at(5));
    people.meet(key(2), "Bob", at(7));
    people.set_verified(key(2), true);
    const auto read = KnownPeople::from_json(people.to_json());
    ASSERT_TRUE(read);
    EXPECT_EQ(*read, people);
}

TEST(KnownPeople, refuses_what_it_did_not_write) {
    KnownPeople people;
    people.meet(key(1), "Anna", at(0));
    const auto text = people.to_json();
    const auto fault_of = [](const QByteArray& changed) {
        const auto read = KnownPeople::from_json(changed);
        return read ? 0 : static_cast<int>(read.error());
    };
    constexpr auto damaged = static_cast<int>(KnownPeople::Fault::damaged);
    EXPECT_EQ(fault_of(text), 0);
    const auto with = [&](const char* old, const char* now) { return QByteArray{text}.replace(old, now); };
    EXPECT_EQ(fault_of({}), damaged);
    EXPECT_EQ(fault_of(text.left(text.size() / 2)), damaged);
    EXPECT_EQ(fault_of(with("\"Anna\"", "")), damaged);
    EXPECT_EQ(fault_of(with("\"Anna\"", "7")), damaged);
    EXPECT_EQ(fault_of(with("\"0100", "\"01")), damaged);
    EXPECT_EQ(fault_of(with("\"0100", "\"zz00")), damaged);
    EXPECT_EQ(fault_of(with("false", "\"yes\"")), damaged);
    EXPECT_EQ(fault_of(with("2027", "soon")), damaged);
    EXPECT_EQ(fault_of(with("\"version\": 1", "\"version\": 2")), static_cast<int>(KnownPeople::Fault::newer));
}

} // namespace
} // namespace plenum::app
