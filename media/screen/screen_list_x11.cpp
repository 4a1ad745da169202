// SPDX-License-Identifier: Apache-2.0
#include "media/screen/picture_scaler_gst.h"
#include "media/screen/screen_list.h"
#include "media/screen/window_grabber_x11.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <thread>
#include <unistd.h>
#include <xcb/randr.h>

namespace plenum::media {
namespace {

using x11::own;

/// More are not shown.
constexpr std::size_t windows_max = 64;
constexpr std::uint32_t title_words_max = 64; ///< of four bytes
/// Smaller ones are no windows of people: panels' helpers, hidden owners of the clipboard.
constexpr int window_side_min = 64;

class Lister {
  public:
    Lister(const x11::Connection& connection, const ShareListOptions& options)
        : connection_{connection},
          options_{options},
          client_list_{connection.atom("_NET_CLIENT_LIST_STACKING")},
          utf8_name_{connection.atom("_NET_WM_NAME")},
          process_{connection.atom("_NET_WM_PID")} {}

    [[nodiscard]] std::vector<ShareChoice> list() {
        std::vector<ShareChoice> choices;
        add_monitors(choices);
        auto windows = property(connection_.screen().root, client_list_, 4096);
        if (windows.empty()) windows = children();
        std::ranges::reverse(windows);
        // All are asked for their own pixels first, so that they are painted at the same time.
        std::vector<std::unique_ptr<x11::WindowGrabber>> grabbers;
        const auto screens = choices.size();
        for (const auto window : windows) {
            if (choices.size() >= windows_max) break;
            auto choice = describe(window);
            if (!choice) continue;
            grabbers.push_back(grabber_of(choice->source));
            choices.push_back(std::move(*choice));
        }
        xcb_flush(connection_.raw());
        if (!grabbers.empty()) std::this_thread::sleep_for(x11::repaint_time);
        for (std::size_t at = 0; at < grabbers.size(); ++at)
            choices[screens + at].picture = picture_of(*grabbers[at]);
        return choices;
    }

  private:
    void add_monitors(std::vector<ShareChoice>& choices) {
        auto* raw = connection_.raw();
        const auto root = connection_.screen().root;
        const auto* extension = xcb_get_extension_data(raw, &xcb_randr_id);
        if (extension != nullptr && extension->present != 0) {
            const auto version = own(xcb_randr_query_version_reply(raw, xcb_randr_query_version(raw, 1, 5), nullptr));
            const auto reply = own(xcb_randr_get_monitors_reply(raw, xcb_randr_get_monitors(raw, root, 1), nullptr));
            for (auto at = reply ? xcb_randr_get_monitors_monitors_iterator(reply.get())
                                 : xcb_randr_monitor_info_iterator_t{};
                 at.rem > 0; xcb_randr_monitor_info_next(&at)) {
                const auto& monitor = *at.data;
                add_screen(choices, {0, monitor.x, monitor.y, monitor.width, monitor.height}, name_of(monitor.name));
            }
        }
        if (choices.empty())
            add_screen(choices, {0, 0, 0, connection_.screen().width_in_pixels, connection_.screen().height_in_pixels},
                       {});
    }

    void add_screen(std::vector<ShareChoice>& choices, const ScreenSource& source, std::string title) {
        if (source.width < 2 || source.height < 2) return;
        choices.push_back({source, std::move(title), picture_of(*grabber_of(source))});
    }

    [[nodiscard]] std::unique_ptr<x11::WindowGrabber> grabber_of(const ScreenSource& source) const {
        const x11::Rectangle part{source.x, source.y, source.width, source.height};
        return std::make_unique<x11::WindowGrabber>(connection_, source.window, part);
    }

    [[nodiscard]] VideoFrame picture_of(x11::WindowGrabber& grabber) const {
        if (grabber.grab() != x11::WindowGrabber::Outcome::taken) return {};
        return PictureScaler{}.convert(grabber.pixels(), {grabber.width(), grabber.height()},
                                       {options_.picture_width_max, options_.picture_height_max});
    }

    [[nodiscard]] std::optional<ShareChoice> describe(xcb_window_t window) {
        auto* raw = connection_.raw();
        const auto attributes =
            own(xcb_get_window_attributes_reply(raw, xcb_get_window_attributes(raw, window), nullptr));
        const auto geometry = own(xcb_get_geometry_reply(raw, xcb_get_geometry(raw, window), nullptr));
        if (!attributes || !geometry || attributes->_class != XCB_WINDOW_CLASS_INPUT_OUTPUT ||
            attributes->map_state != XCB_MAP_STATE_VIEWABLE || geometry->width < window_side_min ||
            geometry->height < window_side_min)
            return std::nullopt;
        const auto process = property(window, process_, 1);
        if (!process.empty() && process.front() == static_cast<std::uint32_t>(getpid())) return std::nullopt;
        auto title = text(window, utf8_name_);
        if (title.empty()) title = text(window, XCB_ATOM_WM_NAME);
        if (title.empty()) return std::nullopt;
        const ScreenSource source{window, 0, 0, geometry->width, geometry->height};
        return ShareChoice{source, std::move(title), {}};
    }

    /// Where no window manager keeps a list.
    [[nodiscard]] std::vector<std::uint32_t> children() const {
        auto* raw = connection_.raw();
        const auto reply = own(xcb_query_tree_reply(raw, xcb_query_tree(raw, connection_.screen().root), nullptr));
        if (!reply) return {};
        const auto* first = xcb_query_tree_children(reply.get());
        return {first, first + xcb_query_tree_children_length(reply.get())};
    }

    [[nodiscard]] std::vector<std::uint32_t> property(xcb_window_t window, xcb_atom_t name,
                                                      std::uint32_t words_max) const {
        if (name == XCB_ATOM_NONE) return {};
        auto* raw = connection_.raw();
        const auto asked = xcb_get_property(raw, 0, window, name, XCB_GET_PROPERTY_TYPE_ANY, 0, words_max);
        const auto reply = own(xcb_get_property_reply(raw, asked, nullptr));
        if (!reply || reply->format != 32) return {};
        const auto* first = static_cast<const std::uint32_t*>(xcb_get_property_value(reply.get()));
        return {first, first + xcb_get_property_value_length(reply.get()) / 4};
    }

    [[nodiscard]] std::string text(xcb_window_t window, xcb_atom_t name) const {
        if (name == XCB_ATOM_NONE) return {};
        auto* raw = connection_.raw();
        const auto asked = xcb_get_property(raw, 0, window, name, XCB_GET_PROPERTY_TYPE_ANY, 0, title_words_max);
        const auto reply = own(xcb_get_property_reply(raw, asked, nullptr));
        if (!reply || reply->format != 8) return {};
        const auto* first = static_cast<const char*>(xcb_get_property_value(reply.get()));
        return {first, static_cast<std::size_t>(xcb_get_property_value_length(reply.get()))};
    }

    [[nodiscard]] std::string name_of(xcb_atom_t atom) const {
        auto* raw = connection_.raw();
        const auto reply = own(xcb_get_atom_name_reply(raw, xcb_get_atom_name(raw, atom), nullptr));
        if (!reply) return {};
        return {xcb_get_atom_name_name(reply.get()),
                static_cast<std::size_t>(xcb_get_atom_name_name_length(reply.get()))};
    }

    const x11::Connection& connection_;
    const ShareListOptions& options_;
    xcb_atom_t client_list_;
    xcb_atom_t utf8_name_;
    xcb_atom_t process_;
};

} // namespace

Result<std::vector<ShareChoice>> list_screens(const ShareListOptions& options) {
    const auto connection = x11::Connection::open();
    if (!connection) return std::unexpected{connection.error()};
    return Lister{**connection, options}.list();
}

} // namespace plenum::media
