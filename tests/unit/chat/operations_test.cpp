// SPDX-License-Identifier: Apache-2.0
#include "core/chat/operations.h"

#include "tests/unit/chat/world.h"

#include <gtest/gtest.h>

namespace plenum::chat {
namespace {

base::Bytes bytes_of(std::string_view text) {
    const auto bytes = base::as_bytes(text);
    return {bytes.begin(), bytes.end()};
}

TEST(ChatOperations, plain_text_is_a_line_as_older_programs_say_it) {
    EXPECT_EQ(encode(Say{"hello\nthere"}), bytes_of("hello\nthere"));
    EXPECT_EQ(decode(bytes_of("grüß dich")), Operation{Say{"grüß dich"}});
}

TEST(ChatOperations, each_operation_comes_back_as_it_was) {
    for (const Operation& operation :
         {Operation{Say{"a"}}, Operation{Reply{id(7, 300), "b"}}, Operation{Edit{id(7, 300), Version{9}, "c"}},
          Operation{Delete{id(1, 1), Version{1}}}, Operation{React{id(1, 1), Version{2}, ReactionSet{129}}},
          Operation{Look{}}, Operation{Look{{base::MemberIndex{7}, 1U << 30}}}}) {
        EXPECT_TRUE(is_sound(operation));
        EXPECT_EQ(decode(encode(operation)), operation);
    }
}

TEST(ChatOperations, no_plain_text_is_taken_for_an_operation) {
    const auto encoded = encode(Reply{id(1, 1), "b"});
    EXPECT_FALSE(base::is_clean_text(base::to_text(encoded)));
}

TEST(ChatOperations, what_is_out_of_bounds_is_refused) {
    const std::string longest(limits::text_bytes_max, 'x');
    EXPECT_TRUE(decode(encode(Reply{id(1, 1), longest})).has_value());
    EXPECT_EQ(decode(encode(Reply{id(1, 1), longest + "x"})), std::unexpected{Refusal::malformed});
    EXPECT_EQ(decode(encode(Reply{id(0, 1), "a"})), std::unexpected{Refusal::malformed});
    EXPECT_EQ(decode(encode(Reply{id(1, 1), ""})), std::unexpected{Refusal::malformed});
    EXPECT_EQ(decode(encode(Reply{id(1, 1), "a\x02"})), std::unexpected{Refusal::malformed});
    EXPECT_EQ(decode(encode(Edit{id(1, 1), Version{0}, "a"})), std::unexpected{Refusal::malformed});
    EXPECT_EQ(decode({}), std::unexpected{Refusal::malformed});
    EXPECT_EQ(decode(base::Bytes(limits::message_bytes_max + 1, 'x')), std::unexpected{Refusal::malformed});
    auto trailing = encode(Delete{id(1, 1), Version{1}});
    trailing.push_back(0);
    EXPECT_EQ(decode(trailing), std::unexpected{Refusal::malformed});
}

TEST(ChatOperations, what_newer_programs_say_is_passed_over) {
    EXPECT_EQ(decode(base::Bytes{2, 1, 1}), std::unexpected{Refusal::unknown});
    EXPECT_EQ(decode(base::Bytes{1, 99, 1}), std::unexpected{Refusal::unknown});
}

} // namespace
} // namespace plenum::chat
