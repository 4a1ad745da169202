// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/runtime/driver.h"

#include <poll.h>

#include <functional>

/// What tests of loop and driver share.
namespace plenum::runtime {

inline constexpr auto loopback = base::Address::v4(127, 0, 0, 1, 0);

inline UdpSocket open() { return UdpSocket::open({.bind = loopback}).value(); }

class Recorder final : public Sink {
  public:
    void handle_event(node::Event event) override {
        events.push_back(event);
        if (on_event) on_event(event);
    }
    void handle_notice(StoreNotice notice) override {
        notices.push_back(std::move(notice.sentence));
        if (on_notice) on_notice();
    }
    std::vector<node::Event> events;
    std::vector<std::string> notices;
    std::function<void(const node::Event&)> on_event;
    std::function<void()> on_notice;
};

inline base::Bytes receive_one(UdpSocket& socket) {
    pollfd waited{socket.descriptor(), POLLIN, 0};
    if (::poll(&waited, 1, 5000) != 1) return {};
    const auto received = socket.receive();
    return received.empty() ? base::Bytes{} : base::Bytes{received[0].bytes.begin(), received[0].bytes.end()};
}

} // namespace plenum::runtime
