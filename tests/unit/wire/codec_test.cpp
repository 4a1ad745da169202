// SPDX-License-Identifier: Apache-2.0
// Each kind of field by itself: what it holds at most, and what it refuses.
#include "core/wire/codec.h"

#include "core/base/enums.h"

#include "core/wire/control.h"
#include "core/wire/datagram.h"
#include "core/wire/frames.h"

#include <gtest/gtest.h>

#include <optional>

namespace plenum::wire {
namespace {

/// What a field of this kind is read as; nothing where it is refused.
template <class Field, class T>
std::optional<T> read(const base::Bytes& bytes) {
    Reader from{bytes};
    T value{};
    Field::get(from, value);
    if (!from.ok()) return std::nullopt;
    return std::optional<T>{std::in_place, std::move(value)};
}

template <class Field, class T>
void expect_three_at_most() {
    EXPECT_TRUE((read<Field, T>({3, 'a', 'b', 'c'})));
    EXPECT_FALSE((read<Field, T>({4, 'a', 'b', 'c', 'd'})));
    EXPECT_FALSE((read<Field, T>({3, 'a', 'b'}))) << "cut short";
}

TEST(Fields, hold_no_more_than_they_say) {
    expect_three_at_most<Blob<3>, base::Bytes>();
    expect_three_at_most<BlobView<3>, base::ByteView>();
    expect_three_at_most<Text<3>, std::string>();
    expect_three_at_most<List<U8, 3>, std::vector<std::uint8_t>>();
    EXPECT_TRUE((read<Rest<3>, base::Bytes>({1, 2, 3})));
    EXPECT_FALSE((read<Rest<3>, base::Bytes>({1, 2, 3, 4})));
}

TEST(Fields, that_may_be_absent_are_there_or_not) {
    using Field = Optional<U16>;
    using Value = std::optional<std::uint16_t>;
    const auto none = read<Field, Value>({0});
    ASSERT_TRUE(none);
    EXPECT_FALSE(none->has_value());
    EXPECT_FALSE((read<Field, Value>({2, 0, 7})));
    for (const auto& value : {Value{}, Value{300}}) {
        base::Bytes bytes;
        Writer to{bytes};
        Field::put(to, value);
        const auto back = read<Field, Value>(bytes);
        ASSERT_TRUE(back);
        EXPECT_EQ(*back, value);
    }
}

TEST(Fields, are_no_wider_than_what_they_are_read_into) {
    EXPECT_EQ((read<U16, std::uint8_t>({0, 255})), std::optional<std::uint8_t>{255});
    EXPECT_FALSE((read<U16, std::uint8_t>({1, 0})));
    EXPECT_FALSE((read<Varint, std::uint8_t>({0x41, 0x00})));
    EXPECT_EQ((read<U8, bool>({1})), true);
    EXPECT_EQ((read<U8, bool>({0})), false);
    EXPECT_FALSE((read<U8, bool>({2})));
}

/// Counts from one.
template <class Enum>
void expect_values_up_to(unsigned last) {
    for (unsigned value = 0; value < 256; ++value) {
        const auto found = read<U8, Enum>({static_cast<std::uint8_t>(value)});
        EXPECT_EQ(found.has_value(), value >= 1 && value <= last) << value;
    }
}

TEST(Fields, of_a_choice_are_one_of_those_there_are) {
    expect_values_up_to<DatagramType>(static_cast<unsigned>(DatagramType::cookie_reply));
    expect_values_up_to<HandshakePattern>(static_cast<unsigned>(HandshakePattern::relays));
    expect_values_up_to<Cipher>(static_cast<unsigned>(Cipher::aes256_gcm));
    expect_values_up_to<CloseReason>(static_cast<unsigned>(CloseReason::no_room));
    expect_values_up_to<CreateOutcome>(static_cast<unsigned>(CreateOutcome::full));
    expect_values_up_to<KnockOutcome>(static_cast<unsigned>(KnockOutcome::too_often));
    expect_values_up_to<base::PriorityClass>(static_cast<unsigned>(base::PriorityClass::bulk));
}

TEST(Flags, say_what_they_were_made_of_and_refuse_what_nobody_knows) {
    for (const bool key : {false, true}) {
        for (const bool discardable : {false, true}) {
            for (std::uint8_t layer = 0; layer < 4; ++layer) {
                const auto flags = MessageFlags::of(key, discardable, layer);
                EXPECT_EQ(flags.is_key_frame(), key);
                EXPECT_EQ(flags.is_discardable(), discardable);
                EXPECT_EQ(flags.layer(), layer);
                EXPECT_NE(flags.bundled(), flags);
                EXPECT_EQ(flags.bundled().alone(), flags);
                const auto small = flags.of_size(base::PictureSize::small);
                EXPECT_EQ(flags.size(), base::PictureSize::large);
                EXPECT_EQ(small.size(), base::PictureSize::small);
                EXPECT_EQ(small.layer(), layer);
                EXPECT_EQ(small.of_size(base::PictureSize::large), flags);
            }
        }
    }
    for (const auto authority : base::enum_values<base::Authority>)
        EXPECT_EQ(MessageFlags::of(authority).authority(), authority);
    EXPECT_EQ(MessageFlags{}.authority(), base::Authority::draw);
}

TEST(Cursor, a_record_cut_short_is_malformed_and_one_with_more_behind_it_is_too_long) {
    const auto whole = encode(FinalPayload{});
    ASSERT_TRUE(decode<FinalPayload>(whole));
    for (std::size_t size = 0; size < whole.size(); ++size) {
        const auto cut = decode<FinalPayload>(base::ByteView{whole}.first(size));
        ASSERT_FALSE(cut) << size;
        EXPECT_EQ(cut.error(), DecodeError::malformed);
    }
    auto longer = whole;
    longer.push_back(0);
    const auto more = decode<FinalPayload>(longer);
    ASSERT_FALSE(more);
    EXPECT_EQ(more.error(), DecodeError::trailing);
}

} // namespace
} // namespace plenum::wire
