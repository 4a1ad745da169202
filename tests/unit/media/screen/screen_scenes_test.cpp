// SPDX-License-Identifier: Apache-2.0
#include "media/screen/screen_scenes.h"

#include "media/screen/picture_blocks.h"

#include <gtest/gtest.h>

namespace plenum::media {
namespace {

using namespace std::chrono_literals;

/// A page of 40 lines of text, and a cursor.
VideoFrame page(int first_line, int cursor = 0) {
    constexpr int width = 640;
    constexpr int lines = 40;
    auto pixels = std::make_shared<base::Bytes>(static_cast<std::size_t>(width * lines * 16 * 3 / 2), 200);
    for (int line = 0; line < lines; ++line)
        for (int x = 0; x < width; ++x)
            (*pixels)[static_cast<std::size_t>((line * 16 + 8) * width + x)] =
                static_cast<std::uint8_t>((first_line + line) * 31 + x);
    (*pixels)[static_cast<std::size_t>(cursor)] = 0;
    return {width, lines * 16, std::move(pixels)};
}

class Scenes : public testing::Test {
  protected:
    /// Shows pictures, one each 33 ms, and answers what the last is called.
    std::uint32_t show(const std::vector<VideoFrame>& pictures) {
        std::uint32_t scene = 0;
        for (const auto& picture : pictures) {
            scenes.handle_picture(picture, changed_share(picture_, picture), now);
            picture_ = picture;
            scene = poll();
            now += 33ms;
        }
        return scene;
    }
    /// The picture stays.
    std::uint32_t rest(base::Duration time) {
        now += time;
        return poll();
    }
    std::uint32_t poll() {
        return scenes.poll(now, base::ConferenceTime{now.time_since_epoch() + base::Duration{24h * 40}});
    }
    ScreenScenes scenes;
    VideoFrame picture_;
    base::LocalTime now{1s};
};

TEST_F(Scenes, the_first_picture_has_a_name_at_once) {
    EXPECT_EQ(poll(), 0U);
    const auto scene = show({page(0)});
    EXPECT_NE(scene, 0U);
    EXPECT_LT(scene, std::uint32_t{1} << 31);
}

TEST_F(Scenes, another_slide_is_another_scene_and_comes_back_under_its_name) {
    const auto first = show({page(0)});
    show({page(100)});
    const auto second = rest(ScreenScenes::rest);
    EXPECT_NE(second, first);
    show({page(0)});
    EXPECT_EQ(rest(ScreenScenes::rest), first);
    show({page(100)});
    EXPECT_EQ(rest(ScreenScenes::rest), second);
}

TEST_F(Scenes, typing_and_the_pointer_change_nothing) {
    const auto first = show({page(0)});
    for (int cursor = 1; cursor < 20; ++cursor)
        EXPECT_EQ(show({page(0, cursor * 640)}), first);
    EXPECT_EQ(rest(10s), first);
}

TEST_F(Scenes, a_film_is_one_scene) {
    const auto first = show({page(0)});
    for (int picture = 1; picture < 100; ++picture)
        EXPECT_EQ(show({page(picture * 50)}), first);
    EXPECT_NE(rest(ScreenScenes::rest), first) << "it stopped at another picture";
}

TEST_F(Scenes, the_same_in_another_size_is_another_scene) {
    const auto first = show({page(0)});
    auto wider = page(0);
    wider.height /= 2;
    show({wider});
    EXPECT_NE(rest(ScreenScenes::rest), first);
}

TEST_F(Scenes, few_are_remembered) {
    const auto first = show({page(0)});
    for (std::size_t slide = 1; slide <= ScreenScenes::scenes_max; ++slide) {
        show({page(static_cast<int>(slide) * 100)});
        rest(1s);
    }
    show({page(0)});
    EXPECT_NE(rest(1s), first);
}

} // namespace
} // namespace plenum::media
