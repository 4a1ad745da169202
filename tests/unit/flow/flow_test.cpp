// SPDX-License-Identifier: Apache-2.0
#include "core/base/random.h"
#include "core/flow/bundle.h"
#include "core/flow/duplicate_filter.h"
#include "core/flow/fragment.h"
#include "core/flow/history.h"
#include "core/flow/reassembly.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace plenum::flow {
namespace {

using namespace std::chrono_literals;
namespace limits = base::limits;

wire::FragmentFrame head(std::uint64_t sequence, std::uint32_t sender = 4) {
    wire::FragmentFrame frame;
    frame.flow = base::FlowId{2};
    frame.sender = base::MemberIndex{sender};
    frame.sequence = base::SequenceNumber{sequence};
    frame.sent_at = base::ConferenceTime{5s};
    return frame;
}

base::Bytes message(std::size_t size, std::uint8_t salt = 1) {
    base::Bytes bytes(size);
    for (std::size_t i = 0; i < size; ++i)
        bytes[i] = static_cast<std::uint8_t>(i * 7 + salt);
    return bytes;
}

/// The message, if that made it whole.
std::expected<std::optional<base::Bytes>, Reassembler::Refusal>
add(Reassembler& reassembler, wire::FragmentFrame fragment, base::LocalTime now = {}) {
    const auto whole = reassembler.add(fragment, now);
    if (!whole) return std::unexpected{whole.error()};
    return *whole ? std::optional{std::move(fragment.data)} : std::nullopt;
}

class Reassembly : public testing::TestWithParam<std::size_t> {};

TEST_P(Reassembly, gives_back_what_was_split_in_any_order_and_with_duplicates) {
    const auto sent = message(GetParam());
    auto fragments = split(head(1), sent);
    ASSERT_EQ(fragments.size(), (GetParam() + limits::fragment_bytes_max - 1) / limits::fragment_bytes_max);
    base::Random random{GetParam()};
    for (std::size_t i = fragments.size(); i > 1; --i)
        std::swap(fragments[i - 1], fragments[random.below(i)]);
    Reassembler reassembler;
    std::optional<base::Bytes> whole;
    for (const auto& fragment : fragments) {
        ASSERT_FALSE(whole.has_value());
        whole = add(reassembler, fragment, base::LocalTime{1s}).value();
        EXPECT_FALSE(add(reassembler, fragment, base::LocalTime{1s}).has_value());
    }
    ASSERT_TRUE(whole.has_value());
    EXPECT_EQ(*whole, sent);
    EXPECT_EQ(reassembler.bytes(), 0U);
}

INSTANTIATE_TEST_SUITE_P(Sizes, Reassembly,
                         testing::Values(1, 2, limits::fragment_bytes_max - 1, limits::fragment_bytes_max,
                                         limits::fragment_bytes_max + 1, 10 * limits::fragment_bytes_max, 150'000,
                                         limits::message_bytes_max));

TEST(Reassembler, keeps_messages_apart) {
    Reassembler reassembler;
    const auto one = split(head(1), message(3000, 1));
    const auto two = split(head(2), message(3000, 2));
    for (std::size_t i = 0; i + 1 < one.size(); ++i) {
        EXPECT_FALSE(add(reassembler, one[i]).value().has_value());
        EXPECT_FALSE(add(reassembler, two[i]).value().has_value());
    }
    EXPECT_EQ(add(reassembler, two.back()).value().value(), message(3000, 2));
    EXPECT_EQ(add(reassembler, one.back()).value().value(), message(3000, 1));
}

TEST(Reassembler, refuses_what_contradicts_itself_or_what_came_before) {
    Reassembler reassembler;
    auto fragments = split(head(1), message(3000));
    auto odd = fragments[0];
    odd.count = 0;
    EXPECT_EQ(add(reassembler, odd).error(), Reassembler::Refusal::inconsistent);
    odd = fragments[0];
    odd.index = odd.count;
    EXPECT_EQ(add(reassembler, odd).error(), Reassembler::Refusal::inconsistent);
    odd = fragments[0];
    odd.data.pop_back();
    EXPECT_EQ(add(reassembler, odd).error(), Reassembler::Refusal::inconsistent);
    ASSERT_TRUE(add(reassembler, fragments[0]).has_value());
    odd = fragments[1];
    odd.count = 2;
    EXPECT_EQ(add(reassembler, odd).error(), Reassembler::Refusal::inconsistent);
    odd = fragments[1];
    odd.sent_at += 1us;
    EXPECT_EQ(add(reassembler, odd).error(), Reassembler::Refusal::inconsistent);
}

TEST(Reassembler, refuses_a_shape_that_no_split_gives) {
    Reassembler reassembler;
    auto odd = split(head(1), message(3000))[0];
    odd.count = static_cast<std::uint16_t>(limits::fragments_per_message_max + 1);
    EXPECT_EQ(add(reassembler, odd).error(), Reassembler::Refusal::inconsistent);
    odd = split(head(1), message(3000))[2];
    odd.data.clear();
    EXPECT_EQ(add(reassembler, odd).error(), Reassembler::Refusal::inconsistent);
    EXPECT_EQ(reassembler.bytes(), 0U);
}

TEST(Reassembler, takes_no_piece_of_another_message_with_the_same_number) {
    Reassembler reassembler;
    const auto fragments = split(head(1), message(3000));
    ASSERT_TRUE(add(reassembler, fragments[0]).has_value());
    auto odd = fragments[1];
    odd.flags = wire::MessageFlags::of(true, false, 0);
    EXPECT_EQ(add(reassembler, odd).error(), Reassembler::Refusal::inconsistent);
    odd = fragments[1];
    odd.sender = odd.sender.next();
    EXPECT_EQ(add(reassembler, odd).error(), Reassembler::Refusal::inconsistent);
    EXPECT_EQ(add(reassembler, split(head(1), message(10))[0]).error(), Reassembler::Refusal::inconsistent);
    auto other = split(head(1), message(3000, 2));
    for (auto& fragment : other)
        fragment.flow = base::FlowId{3};
    for (std::size_t i = 0; i < 2; ++i)
        EXPECT_FALSE(add(reassembler, other[i]).value().has_value());
    EXPECT_EQ(add(reassembler, other[2]).value().value(), message(3000, 2)) << "another flow has numbers of its own";
}

TEST(Reassembler, holds_no_more_bytes_than_told_and_lets_the_oldest_go) {
    Reassembler reassembler;
    const auto large = message(limits::message_bytes_max);
    for (std::uint64_t number = 1; number <= 6; ++number) {
        const auto fragments = split(head(number), large);
        for (std::size_t i = 0; i + 1 < fragments.size(); ++i) {
            ASSERT_FALSE(add(reassembler, fragments[i]).value().has_value());
            ASSERT_LE(reassembler.bytes(), limits::reassembly_bytes_max);
        }
    }
    EXPECT_EQ(reassembler.dropped(), 2U);
    EXPECT_EQ(add(reassembler, split(head(6), large).back()).value().value(), large);
    EXPECT_FALSE(add(reassembler, split(head(1), large).back()).value().has_value());
}

TEST(Reassembler, gives_no_message_whose_pieces_lie_too_far_apart) {
    Reassembler reassembler;
    const auto fragments = split(head(1), message(1500));
    ASSERT_TRUE(add(reassembler, fragments[0], base::LocalTime{1s}).has_value());
    EXPECT_FALSE(add(reassembler, fragments[1], base::LocalTime{2s}).value().has_value());
}

TEST(Reassembler, remembers_the_newest_that_were_whole) {
    Reassembler reassembler;
    constexpr std::uint64_t last = 1000;
    const auto give = [&](std::uint64_t number) { return add(reassembler, split(head(number), message(10))[0]); };
    for (std::uint64_t number = 1; number <= last; ++number)
        ASSERT_TRUE(give(number).value().has_value());
    for (auto number = last; number > last - limits::reassembly_messages_max; --number)
        EXPECT_EQ(give(number).error(), Reassembler::Refusal::finished);
    EXPECT_TRUE(give(last - limits::reassembly_messages_max).has_value());
}

TEST(Reassembler, holds_no_more_than_its_bounds_whatever_is_claimed) {
    Reassembler reassembler;
    for (std::uint64_t i = 1; i <= 10'000; ++i) {
        auto fragment = head(i);
        fragment.count = static_cast<std::uint16_t>(limits::fragments_per_message_max);
        fragment.data = message(limits::fragment_bytes_max);
        EXPECT_TRUE(add(reassembler, fragment).has_value());
        ASSERT_LE(reassembler.bytes(), limits::reassembly_messages_max * limits::fragment_bytes_max);
    }
    EXPECT_EQ(reassembler.dropped(), 10'000 - limits::reassembly_messages_max);
}

TEST(Reassembler, forgets_what_is_too_old) {
    Reassembler reassembler;
    const auto fragments = split(head(1), message(3000));
    ASSERT_TRUE(add(reassembler, fragments[0], base::LocalTime{1s}).has_value());
    reassembler.expire(base::LocalTime{1s} + limits::reassembly_age_max);
    EXPECT_GT(reassembler.bytes(), 0U);
    reassembler.expire(base::LocalTime{1s} + limits::reassembly_age_max + 1ns);
    EXPECT_EQ(reassembler.bytes(), 0U);
    EXPECT_EQ(reassembler.dropped(), 1U);
}

TEST(History, keeps_the_newest_in_order_within_its_bounds) {
    History history;
    EXPECT_EQ(history.push(base::SequenceNumber{1}, message(10)), History::Push::added);
    EXPECT_EQ(history.push(base::SequenceNumber{1}, message(10)), History::Push::duplicate);
    EXPECT_EQ(history.items().size(), 1U);
    constexpr std::uint64_t more = limits::history_messages_max + 1000;
    for (std::uint64_t i = 2; i <= more; ++i) {
        ASSERT_EQ(history.push(base::SequenceNumber{i}, message(100)), History::Push::added);
    }
    EXPECT_EQ(history.items().size(), limits::history_messages_max);
    EXPECT_EQ(history.items().back().sequence, base::SequenceNumber{more});
    EXPECT_EQ(history.bytes(), limits::history_messages_max * 100);
    for (std::uint64_t i = more + 1; i <= more + 600; ++i)
        history.push(base::SequenceNumber{i}, message(16'000));
    EXPECT_LE(history.bytes(), limits::history_bytes_max);
    EXPECT_GT(history.bytes(), limits::history_bytes_max - 32'000);
}

TEST(History, starts_anew_after_a_gap) {
    History history;
    history.push(base::SequenceNumber{1}, message(10));
    EXPECT_EQ(history.push(base::SequenceNumber{5}, message(20)), History::Push::gap);
    EXPECT_EQ(history.items().size(), 1U);
    EXPECT_EQ(history.bytes(), 20U);
    EXPECT_EQ(history.next(), base::SequenceNumber{6});
}

TEST(History, begins_where_it_begins_and_keeps_the_newest_however_large) {
    History history;
    EXPECT_EQ(history.push(base::SequenceNumber{5}, message(10)), History::Push::added) << "no gap";
    history.push(base::SequenceNumber{6}, message(limits::history_bytes_max + 1));
    EXPECT_EQ(history.items().size(), 1U);
    EXPECT_EQ(history.items().back().sequence, base::SequenceNumber{6});
}

TEST(DuplicateFilter, forgets_the_oldest_past_its_bound) {
    DuplicateFilter filter;
    wire::FragmentFrame fragment;
    const auto passes = [&](std::uint64_t sequence) {
        fragment.sequence = base::SequenceNumber{sequence};
        return filter.pass(fragment);
    };
    for (std::uint64_t sequence = 0; sequence < DuplicateFilter::fragments_max; ++sequence)
        EXPECT_TRUE(passes(sequence));
    EXPECT_FALSE(passes(0)) << "full, and nothing forgotten yet";
    EXPECT_TRUE(passes(DuplicateFilter::fragments_max));
    EXPECT_FALSE(passes(1));
    EXPECT_TRUE(passes(0));
}

TEST(DuplicateFilter, passes_each_fragment_once_and_remembers_a_whole_message) {
    DuplicateFilter filter;
    wire::FragmentFrame fragment;
    fragment.flow = base::FlowId{2};
    for (const int expected : {1, 0}) {
        for (std::uint16_t index = 0; index < limits::fragments_per_message_max; ++index) {
            fragment.index = index;
            EXPECT_EQ(filter.pass(fragment), expected == 1);
        }
    }
    fragment.sequence = base::SequenceNumber{2};
    EXPECT_TRUE(filter.pass(fragment));
    fragment.flow = base::FlowId{4};
    EXPECT_TRUE(filter.pass(fragment));
}

wire::MessageHeader first_header(std::uint64_t sequence) {
    wire::MessageHeader header;
    header.flow = base::FlowId{2};
    header.sender = base::MemberIndex{4};
    header.sequence = base::SequenceNumber{sequence};
    header.sent_at = base::ConferenceTime{5s};
    header.lifetime = 500ms;
    return header;
}

/// As the next of those in the draft.
bool takes_next(BundleDraft& draft, std::size_t bytes) {
    const auto& header = draft.header();
    return draft.takes(base::SequenceNumber{header.sequence.value() + header.count}, header.sent_at,
                       header.flags.alone(), bytes);
}

TEST(Bundle, gives_back_what_was_put_into_it) {
    BundleDraft draft;
    EXPECT_TRUE(draft.empty());
    draft.begin(first_header(7), message(100));
    EXPECT_EQ(draft.header(), first_header(7));
    const auto alone = message(100);
    EXPECT_TRUE(std::ranges::equal(draft.plaintext(), alone)) << "as without a bundle";
    for (std::size_t size : {0U, 64U, 5U}) {
        ASSERT_TRUE(takes_next(draft, size));
        draft.add(message(size));
    }
    EXPECT_EQ(draft.header().count, 4U);
    EXPECT_TRUE(draft.header().flags.is_bundle());
    std::vector<base::ByteView> bodies;
    ASSERT_TRUE(split_bundle(draft.plaintext(), 4, 100, bodies));
    for (std::size_t i = 0; const auto size : {100U, 0U, 64U, 5U})
        EXPECT_TRUE(std::ranges::equal(bodies[i++], message(size)));
    draft.clear();
    EXPECT_TRUE(draft.empty());
    EXPECT_FALSE(takes_next(draft, 0));
}

TEST(Bundle, takes_what_follows_and_nothing_else) {
    BundleDraft draft;
    const auto header = first_header(7);
    draft.begin(header, message(10));
    const auto next = header.sequence.next();
    EXPECT_TRUE(draft.takes(next, header.sent_at, header.flags, 10));
    EXPECT_FALSE(draft.takes(next.next(), header.sent_at, header.flags, 10)) << "a gap";
    EXPECT_FALSE(draft.takes(header.sequence, header.sent_at, header.flags, 10)) << "the same again";
    EXPECT_FALSE(draft.takes(next, header.sent_at + 1us, header.flags, 10)) << "later";
    EXPECT_FALSE(draft.takes(next, header.sent_at, wire::MessageFlags::of(true, false, 0), 10)) << "other flags";
}

TEST(Bundle, fits_a_fragment_whatever_its_numbers_are) {
    for (const auto sequence : {std::uint64_t{1}, std::uint64_t{1} << 29, wire::varint_max - 256}) {
        BundleDraft draft;
        auto header = first_header(sequence);
        header.sender = base::MemberIndex{0xffff'ffff};
        header.lifetime = limits::loss_delay_max;
        draft.begin(header, message(3));
        while (takes_next(draft, 3))
            draft.add(message(3));
        constexpr std::size_t seal_bytes_max = 17 + 16;
        const auto bytes = wire::encode(draft.header()).size() + seal_bytes_max + draft.plaintext().size();
        EXPECT_LE(bytes, limits::fragment_bytes_max);
        EXPECT_TRUE(draft.header().count == bundle_messages_max || bytes + 4 > limits::fragment_bytes_max);
    }
}

TEST(Bundle, has_so_many_messages_and_so_many_bytes) {
    BundleDraft draft;
    draft.begin(first_header(1), {});
    while (takes_next(draft, 0) && draft.header().count <= bundle_messages_max)
        draft.add({});
    EXPECT_EQ(draft.header().count, bundle_messages_max);
    EXPECT_FALSE(BundleDraft::is_small(limits::fragment_bytes_max / 2));
    for (int round = 0; round < 2; ++round) {
        draft.clear();
        draft.begin(first_header(1), message(500));
        ASSERT_TRUE(takes_next(draft, 500));
        draft.add(message(500));
        EXPECT_FALSE(takes_next(draft, 500));
    }
    std::vector<base::ByteView> bodies(3);
    ASSERT_TRUE(split_bundle(draft.plaintext(), 2, 500, bodies));
    EXPECT_EQ(bodies.size(), 2U) << "what stood there before is gone";
}

/// The header of a later bundle may be longer, and leaves it less room.
TEST(Bundle, measures_its_room_anew_each_time) {
    BundleDraft draft;
    draft.begin(first_header(1), message(3));
    ASSERT_TRUE(takes_next(draft, 3));
    draft.clear();
    auto header = first_header(wire::varint_max - 256);
    header.sender = base::MemberIndex{0xffff'ffff};
    header.lifetime = limits::loss_delay_max;
    draft.begin(header, message(3));
    for (const std::size_t size : {100U, 3U}) {
        while (takes_next(draft, size))
            draft.add(message(size));
    }
    EXPECT_LE(wire::encode(draft.header()).size() + 17 + 16 + draft.plaintext().size(), limits::fragment_bytes_max);
}

TEST(Bundle, is_not_split_unless_all_of_it_is_sound) {
    BundleDraft draft;
    draft.begin(first_header(1), message(10));
    draft.add(message(20));
    const base::Bytes sound{draft.plaintext().begin(), draft.plaintext().end()};
    std::vector<base::ByteView> bodies;
    EXPECT_TRUE(split_bundle(sound, 2, 20, bodies));
    EXPECT_FALSE(split_bundle(sound, 2, 19, bodies)) << "longer than the flow allows";
    EXPECT_FALSE(split_bundle(sound, 1, 20, bodies));
    EXPECT_FALSE(split_bundle(sound, 3, 20, bodies));
    EXPECT_FALSE(split_bundle(base::ByteView{sound}.first(sound.size() - 1), 2, 20, bodies));
}

} // namespace
} // namespace plenum::flow
