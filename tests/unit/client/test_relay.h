// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/runtime/entropy.h"
#include "core/runtime/event_loop.h"
#include "core/runtime/node_core.h"
#include "core/runtime/store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

    void handle_event(node::Event) override {}
    void handle_notice(std::string sentence) override { notices_.push_back(std::move(sentence)); }

  private:
    static node::NodeOptions options_of(const base::Seed& identity) {
        node::NodeOptions options;
        options.seed = runtime::draw_seed().value();
        options.relay = node::RelayOptions{identity, {}};
        return options;
    }

    std::vector<std::string> notices_;
    runtime::Store store_;
    runtime::NodeCore core_;
    std::unique_ptr<runtime::EventLoop> loop_;
    base::Address address_;
    std::thread thread_;
};

} // namespace plenum::client
