// SPDX-License-Identifier: Apache-2.0
// Windows on a real X server, captured.
#include "media/clock.h"
#include "media/screen/picture_scaler_gst.h"
#include "media/screen/screen_list.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <string>
#include <xcb/xcb.h>

namespace plenum::media {
namespace {

using namespace std::chrono_literals;

constexpr std::uint32_t white = 0xffffff;
constexpr std::uint32_t black = 0;

/// A program of its own with windows of one colour.
class Desktop {
  public:
    Desktop() : connection_{xcb_connect(nullptr, nullptr)} {}
    ~Desktop() { xcb_disconnect(connection_); }
    Desktop(const Desktop&) = delete;
    Desktop& operator=(const Desktop&) = delete;

    std::uint32_t open(int x, int y, int width, int height, std::uint32_t colour, const std::string& title) {
        const auto* screen = xcb_setup_roots_iterator(xcb_get_setup(connection_)).data;
        const auto window = xcb_generate_id(connection_);
        xcb_create_window(connection_, XCB_COPY_FROM_PARENT, window, screen->root, static_cast<std::int16_t>(x),
                          static_cast<std::int16_t>(y), static_cast<std::uint16_t>(width),
                          static_cast<std::uint16_t>(height), 0, XCB_WINDOW_CLASS_INPUT_OUTPUT, screen->root_visual,
                          XCB_CW_BACK_PIXEL, &colour);
        xcb_change_property(connection_, XCB_PROP_MODE_REPLACE, window, XCB_ATOM_WM_NAME, XCB_ATOM_STRING, 8,
                            static_cast<std::uint32_t>(title.size()), title.data());
        xcb_map_window(connection_, window);
        sync();
        return window;
    }
    void resize(std::uint32_t window, std::uint32_t width, std::uint32_t height) {
        const std::uint32_t values[] = {width, height};
        xcb_configure_window(connection_, window, XCB_CONFIG_WINDOW_WIDTH | XCB_CONFIG_WINDOW_HEIGHT, values);
        sync();
    }
    void paint(std::uint32_t window, std::uint32_t colour) {
        xcb_change_window_attributes(connection_, window, XCB_CW_BACK_PIXEL, &colour);
        xcb_clear_area(connection_, 0, window, 0, 0, 0, 0);
        sync();
    }
    void hide(std::uint32_t window) {
        xcb_unmap_window(connection_, window);
        sync();
    }
    void show(std::uint32_t window) {
        xcb_map_window(connection_, window);
        sync();
    }
    void close(std::uint32_t window) {
        xcb_destroy_window(connection_, window);
        sync();
    }
    /// Away from all windows.
    void move_pointer(int x, int y) {
        const auto root = xcb_setup_roots_iterator(xcb_get_setup(connection_)).data->root;
        xcb_warp_pointer(connection_, XCB_NONE, root, 0, 0, 0, 0, static_cast<std::int16_t>(x),
                         static_cast<std::int16_t>(y));
        sync();
    }

  private:
    void sync() { std::free(xcb_get_input_focus_reply(connection_, xcb_get_input_focus(connection_), nullptr)); }
    xcb_connection_t* connection_;
};

class Screens : public testing::Test {
  protected:
    /// A server without programs begins anew, while the next one connects.
    static void SetUpTestSuite() { static const Desktop always; }
    void SetUp() override { desktop.move_pointer(1, 1); }
    static std::unique_ptr<VideoSource> capture(const ScreenSource& what) {
        VideoSource::Options options;
        options.input = what;
        options.width_max = 1920;
        options.height_max = 1080;
        auto source = VideoSource::open(options);
        EXPECT_TRUE(source.has_value());
        return source ? std::move(*source) : nullptr;
    }
    static std::optional<VideoFrame> next(VideoSource& source) { return source.wait_frame(2s); }
    static int brightness(const VideoFrame& frame) {
        const auto middle = frame.height / 2 * frame.width + frame.width / 2;
        return (*frame.pixels)[static_cast<std::size_t>(middle)];
    }
    Desktop desktop;
};

TEST_F(Screens, lists_screens_and_windows_with_titles_and_pictures) {
    desktop.open(100, 100, 400, 300, white, "Report");
    const auto list = list_screens({});
    ASSERT_TRUE(list.has_value());
    ASSERT_EQ(list->size(), 2U);
    EXPECT_EQ(list->front().source.window, 0U);
    EXPECT_EQ(list->front().source.width, 1600);
    EXPECT_EQ(list->back().title, "Report");
    EXPECT_EQ(list->back().picture.width, 266);
    EXPECT_EQ(list->back().picture.height, 200);
}

TEST_F(Screens, a_covered_window_is_shown_without_what_covers_it) {
    const auto below = desktop.open(100, 100, 400, 300, white, "Shared");
    desktop.open(80, 80, 500, 400, black, "Password");
    const auto source = capture({below, 0, 0, 400, 300});
    const auto frame = next(*source);
    ASSERT_TRUE(frame.has_value());
    EXPECT_EQ(frame->width, 400);
    EXPECT_GE(brightness(*frame), 230);
}

TEST_F(Screens, a_window_that_changes_hides_or_grows_is_followed) {
    const auto window = desktop.open(100, 100, 400, 300, white, "Shared");
    const auto source = capture({window, 0, 0, 400, 300});
    ASSERT_TRUE(next(*source).has_value());
    EXPECT_FALSE(source->wait_frame(200ms).has_value()) << "nothing changed";
    desktop.paint(window, black);
    auto frame = next(*source);
    ASSERT_TRUE(frame.has_value());
    EXPECT_LE(brightness(*frame), 20);
    desktop.hide(window);
    EXPECT_FALSE(source->wait_frame(100ms).has_value());
    desktop.show(window);
    desktop.resize(window, 600, 200);
    do
        frame = next(*source);
    while (frame && frame->width != 600);
    ASSERT_TRUE(frame.has_value());
    EXPECT_EQ(frame->height, 200);
    desktop.close(window);
    EXPECT_FALSE(source->wait_frame(1s).has_value());
    EXPECT_TRUE(source->ended());
    ASSERT_TRUE(source->error().has_value());
    EXPECT_EQ(source->error()->text, "The shared window was closed.");
}

TEST_F(Screens, the_pointer_is_in_the_picture_and_leaves_no_trace) {
    const auto window = desktop.open(100, 100, 400, 300, white, "Shared");
    const auto source = capture({window, 0, 0, 400, 300});
    const auto before = next(*source);
    ASSERT_TRUE(before.has_value());
    desktop.move_pointer(300, 250);
    const auto with = next(*source);
    ASSERT_TRUE(with.has_value());
    EXPECT_NE(*with->pixels, *before->pixels);
    desktop.move_pointer(1, 1);
    const auto after = next(*source);
    ASSERT_TRUE(after.has_value());
    EXPECT_EQ(*after->pixels, *before->pixels);
}

TEST_F(Screens, a_part_of_the_screen_is_captured) {
    desktop.open(800, 0, 800, 1000, white, "Right half");
    const auto source = capture({0, 800, 0, 800, 1000});
    const auto frame = next(*source);
    ASSERT_TRUE(frame.has_value());
    EXPECT_EQ(frame->width, 800);
    EXPECT_GE(brightness(*frame), 230);
}

TEST(Fit, keeps_the_shape_and_never_enlarges) {
    EXPECT_EQ(fit({3840, 2160}, {1920, 1080}), (PictureScaler::Size{1920, 1080}));
    EXPECT_EQ(fit({801, 601}, {1920, 1080}), (PictureScaler::Size{800, 600}));
    EXPECT_EQ(fit({4000, 10}, {1920, 1080}), (PictureScaler::Size{1920, 16}));
}

} // namespace
} // namespace plenum::media
