// SPDX-License-Identifier: Apache-2.0
#include "core/log/minutes.h"

#include "core/log/checkpoint.h"

#include "tests/unit/log/log_fixture.h"

namespace plenum::log {
namespace {

class MinutesTest : public Log {
  protected:
    /// As the log goes on, kept.
    void enter(const SignedOperation& operation) {
        const auto made = entry(operation);
        ASSERT_TRUE(apply(state, made).has_value());
        entries.push_back(wire::encode(made));
    }
    void SetUp() override {
        // From the first entry on, which the fixture has made already.
        state = {};
        Genesis genesis;
        genesis.relay_exchange = relay.exchange.public_key;
        genesis.relay_identity = relay.identity.public_key;
        enter(sign_operation(draft(alice), genesis, alice.identity));
        enter(join(alice));
        enter(make(alice, turn()));
        enter(make(alice, token::DeclareToken{base::TokenId{1}, "voice", {}, {}}));
        enter(make(alice, token::GrantToken{base::TokenId{1}, base::MemberIndex{1}}));
    }
    Minutes minutes() const {
        Minutes made;
        made.taken_at = state.at;
        made.clock_us = 1'790'000'000'000'000;
        made.title = "Design review";
        made.names = {{base::MemberIndex{1}, "Alice"}};
        made.entries = entries;
        return made;
    }
    static std::expected<State, MinutesError> check(const Minutes& taken) {
        return check_minutes(taken, [](const Applied&, const State&) {});
    }
    std::vector<base::Bytes> entries;
};

TEST_F(MinutesTest, what_was_written_is_read_and_holds) {
    const auto file = write_minutes(minutes(), alice.identity);
    const auto read = read_minutes(file);
    ASSERT_TRUE(read.has_value());
    auto expected = minutes();
    expected.taken_by = alice.identity.public_key;
    EXPECT_EQ(*read, expected);
    std::size_t told = 0;
    const auto end = check_minutes(*read, [&](const Applied&, const State& after) {
        ++told;
        EXPECT_EQ(after.size.value(), told);
    });
    ASSERT_TRUE(end.has_value());
    EXPECT_EQ(*end, state);
    EXPECT_EQ(told, entries.size());
}

/// Where nobody keeps the entries before a checkpoint any more.
class MinutesFromCheckpoint : public MinutesTest {
  protected:
    void SetUp() override {
        MinutesTest::SetUp();
        auto before = state;
        condense(before);
        covered = encode_state(before);
        entries.clear();
        enter(make(alice, checkpoint_of(state)));
        enter(make(alice, token::ReleaseToken{base::TokenId{1}, {}}));
    }
    static void expect_bad(const Minutes& taken, MinutesFault fault) {
        const auto checked = check(taken);
        ASSERT_FALSE(checked.has_value());
        EXPECT_EQ(checked.error().fault, fault);
    }
    Minutes from_checkpoint() const {
        auto made = minutes();
        made.state = covered;
        return made;
    }
    base::Bytes covered;
};

TEST_F(MinutesFromCheckpoint, hold_as_those_from_the_first_entry_do) {
    const auto read = read_minutes(write_minutes(from_checkpoint(), alice.identity));
    ASSERT_TRUE(read.has_value());
    const auto end = check(*read);
    ASSERT_TRUE(end.has_value());
    EXPECT_EQ(*end, state);
}

TEST_F(MinutesFromCheckpoint, believe_no_state_but_the_checkpoints) {
    auto invented = decode_state(covered).value();
    invented.policy.moderators_only = !invented.policy.moderators_only;
    auto other_state = from_checkpoint();
    other_state.state = encode_state(invented);
    expect_bad(other_state, MinutesFault::bad_entry);
    // An entry that fits, but is no checkpoint, vouches for nothing.
    ASSERT_TRUE(apply(invented = decode_state(covered).value(), wire::decode<Entry>(entries[0]).value()).has_value());
    invented.policy.moderators_only = !invented.policy.moderators_only;
    auto no_checkpoint = from_checkpoint();
    no_checkpoint.state = encode_state(invented);
    no_checkpoint.entries.erase(no_checkpoint.entries.begin());
    expect_bad(no_checkpoint, MinutesFault::bad_state);
    auto damaged = from_checkpoint();
    damaged.state.resize(damaged.state.size() / 2);
    expect_bad(damaged, MinutesFault::bad_state);
    auto without = from_checkpoint();
    without.entries.clear();
    expect_bad(without, MinutesFault::damaged);
}

TEST_F(MinutesTest, no_byte_can_be_altered) {
    const auto file = write_minutes(minutes(), alice.identity);
    for (std::size_t at = 0; at < file.size(); at += 7) {
        auto altered = file;
        altered[at] ^= 0x20;
        EXPECT_FALSE(read_minutes(altered).has_value()) << at;
    }
    auto altered = file;
    altered[minutes_magic.size() + 33] ^= 1; // in the time
    EXPECT_EQ(read_minutes(altered).error().fault, MinutesFault::bad_signature);
}

TEST_F(MinutesTest, nor_cut_off_or_put_behind) {
    const auto file = write_minutes(minutes(), alice.identity);
    for (std::size_t size = 0; size < file.size(); size += 5)
        EXPECT_FALSE(read_minutes(base::ByteView{file}.first(size)).has_value()) << size;
    auto longer = file;
    longer.push_back(0);
    EXPECT_FALSE(read_minutes(longer).has_value());
    EXPECT_EQ(read_minutes(base::as_bytes("a letter")).error().fault, MinutesFault::not_minutes);
    EXPECT_EQ(read_minutes(base::as_bytes(minutes_magic)).error().fault, MinutesFault::damaged);
}

TEST_F(MinutesTest, whoever_takes_them_cannot_make_up_entries) {
    auto false_ones = minutes();
    false_ones.entries.erase(false_ones.entries.begin() + 3);
    const auto left_out = check(read_minutes(write_minutes(false_ones, bob.identity)).value());
    EXPECT_EQ(left_out.error().fault, MinutesFault::bad_entry);
    EXPECT_EQ(left_out.error().entry.value(), 3U);
    EXPECT_EQ(left_out.error().why, Refusal::wrong_position);

    false_ones = minutes();
    auto last = wire::decode<Entry>(false_ones.entries.back()).value();
    last.at += 1s;
    false_ones.entries.back() = wire::encode(last);
    EXPECT_EQ(check(false_ones).error().why, Refusal::bad_signature);

    false_ones = minutes();
    false_ones.entries[2] = {1, 2, 3};
    EXPECT_EQ(check(false_ones).error().why, Refusal::malformed);
    false_ones.entries.clear();
    EXPECT_EQ(check(false_ones).error().fault, MinutesFault::damaged) << "a log without genesis";
}

} // namespace
} // namespace plenum::log
