// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/runtime/entropy.h"
#include "core/runtime/net/event_loop.h"
#include "core/runtime/node_core.h"
#include "core/runtime/store/store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <thread>

namespace plenum::client {

/// A relay with its store, as plenumd runs one, that dies without a word and may come back.
class TestRelay final : public runtime::Sink {
  public:
    TestRelay(const std::filesystem::path& data, const base::Seed& identity, const base::Address& listen)
        : store_{runtime::Store::open(data).value()},
          core_{options_of(identity)},
          loop_{runtime::EventLoop::create(runtime::UdpSocket::open({.bind = listen}).value(), core_, &store_, *this)
                    .value()},
          address_{loop_->socket().local()},
          thread_{[this] { loop_->run(); }} {}
    /// Tells nobody, as a killed process.
    ~TestRelay() override {
        loop_->stop();
        thread_.join();
        EXPECT_THAT(notices_, testing::IsEmpty());
    }
    [[nodiscard]] const base::Address& address() const { return address_; }
    /// Tells everyone first; returns when all have heard, or half a minute later.
    void close(node::RelayClosing how) {
        closing_ = true;
        EXPECT_TRUE(loop_->post(node::CloseRelay{how}));
        EXPECT_EQ(empty_.get_future().wait_for(std::chrono::seconds{30}), std::future_status::ready);
    }

    void handle_event(node::Event event) override {
        const auto* status = std::get_if<node::RelayStatus>(&event);
        // Once: a relay that is closing lets nobody in.
        if (status != nullptr && status->sessions == 0 && closing_.exchange(false)) empty_.set_value();
    }
    void handle_notice(runtime::StoreNotice notice) override { notices_.push_back(std::move(notice.sentence)); }

  private:
    static node::NodeOptions options_of(const base::Seed& identity) {
        node::NodeOptions options;
        options.seed = runtime::draw_seed().value();
        options.relay = node::RelayOptions{identity, {}, {}, true};
        return options;
    }

    std::vector<std::string> notices_;
    std::promise<void> empty_;
    std::atomic<bool> closing_{false};
    runtime::Store store_;
    runtime::NodeCore core_;
    std::unique_ptr<runtime::EventLoop> loop_;
    base::Address address_;
    std::thread thread_;
};

} // namespace plenum::client
