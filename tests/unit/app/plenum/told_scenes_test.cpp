// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/told_scenes.h"

#include <gtest/gtest.h>

namespace plenum::app {
namespace {

constexpr base::FlowId chat{4};
constexpr base::FlowId group{9};
constexpr chat::SharedScene slide{base::MemberIndex{2}, 7};

ui::ChatId id(std::uint32_t number) { return ui::ChatId{number}; }

TEST(ToldScenes, a_scene_is_told_once_on_each_flow) {
    ToldScenes told;
    EXPECT_FALSE(told.tell(chat, {}, id(1))) << "nobody thinks that it is about a screen";
    EXPECT_TRUE(told.tell(chat, slide, id(2)));
    EXPECT_FALSE(told.tell(chat, slide, id(3)));
    EXPECT_TRUE(told.tell(group, slide, id(4)));
    EXPECT_TRUE(told.tell(chat, {}, id(5)));
    EXPECT_FALSE(told.tell(chat, {}, id(6)));
}

TEST(ToldScenes, what_went_to_nobody_is_told_again) {
    ToldScenes told;
    std::ignore = told.tell(chat, slide, id(1));
    told.handle_failed(id(2));
    EXPECT_FALSE(told.tell(chat, slide, id(3))) << "another message failed";
    told.handle_failed(id(1));
    EXPECT_TRUE(told.tell(chat, slide, id(4)));
}

TEST(ToldScenes, whoever_is_somebody_new_tells_it_again_even_if_it_is_nothing) {
    ToldScenes told;
    std::ignore = told.tell(chat, slide, id(1));
    told.doubt();
    EXPECT_TRUE(told.tell(chat, {}, id(2))) << "the former one may come again, in the new name";
}

} // namespace
} // namespace plenum::app
