// SPDX-License-Identifier: Apache-2.0
// Whoever answers for etcd may be anybody: what is read of its answers is bounded.
#include "app/plenumd/cluster_register.h"

#include "tests/unit/runtime/canned_http.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <future>

namespace plenum::app {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

/// An etcd at that server.
EtcdOptions at(const runtime::CannedHttp& server) {
    return {{"http://127.0.0.1:" + std::to_string(server.port())}, {}, {}, {}};
}

/// As the gateway writes a key: RFC 4648 §4, with any padding.
std::string key_text(std::string_view key) {
    auto text = base::to_base64url(base::as_bytes(key));
    std::ranges::replace(text, '-', '+');
    std::ranges::replace(text, '_', '/');
    return text;
}

TEST(EtcdClient, reads_lists_also_those_that_the_gateway_leaves_out) {
    const runtime::CannedHttp full{{{"/v3/kv/range", R"({"kvs":[{"key":"YQ==","value":"Yg==","mod_revision":"7"}]})"}}};
    const auto values = EtcdClient{at(full)}.list("a");
    ASSERT_TRUE(values.has_value()) << values.error();
    ASSERT_THAT(*values, SizeIs(1));
    EXPECT_EQ(values->front().key, "a");
    EXPECT_EQ(values->front().value, "b");
    EXPECT_EQ(values->front().revision, 7U);
    const runtime::CannedHttp empty{{}};
    EXPECT_EQ(EtcdClient{at(empty)}.list("a").value().size(), 0U);
    const runtime::CannedHttp other{{{"/v3/kv/range", "[]"}}};
    EXPECT_FALSE(EtcdClient{at(other)}.list("a").has_value()) << "no etcd answers so";
}

TEST(EtcdClient, refuses_answers_that_are_nested_deeply) {
    const auto list = [](const std::string& name, std::size_t levels) {
        const auto nested = std::string(levels, '[') + std::string(levels, ']');
        const runtime::CannedHttp etcd{{{"/v3/kv/range", "{\"" + name + "\":" + nested + "}"}}};
        return EtcdClient{at(etcd)}.list("a");
    };
    EXPECT_TRUE(list("header", 14).has_value());
    for (const std::size_t levels : {20U, 1'000'000U}) {
        for (const std::string name : {"header", "kvs"}) {
            const auto values = list(name, levels);
            ASSERT_FALSE(values.has_value()) << name << " " << levels;
            EXPECT_THAT(values.error(), HasSubstr("does not speak its JSON gateway"));
        }
    }
}

TEST(ClusterRegister, takes_a_bounded_number_of_peers) {
    std::string kvs;
    for (int relay = 1; relay <= 100; ++relay)
        kvs += (kvs.empty() ? "" : ",") +
               (R"({"key":")" + key_text("/plenum/relays/192.0.2." + std::to_string(relay) + ":7700") + R"("})");
    const runtime::CannedHttp etcd{{{"/v3/lease/grant", R"({"ID":"7"})"},
                                    {"/v3/lease/keepalive", R"({"result":{"TTL":"5"}})"},
                                    {"/v3/kv/range", R"({"kvs":[)" + kvs + "]}"}}};
    std::promise<std::size_t> told;
    ClusterRegister::Handlers handlers;
    handlers.answer = [](const node::AnswerAssignment&) {};
    handlers.peers = [&, first = true](const node::SetPeers& peers) mutable {
        if (std::exchange(first, false)) told.set_value(peers.peers.size());
    };
    handlers.health = [](const std::optional<std::string>&) {};
    const ClusterRegister cluster{{at(etcd), {"198.51.100.1", base::Address::v4(198, 51, 100, 1, 7700)}},
                                  std::move(handlers)};
    auto count = told.get_future();
    ASSERT_EQ(count.wait_for(std::chrono::seconds{20}), std::future_status::ready);
    EXPECT_EQ(count.get(), 64U);
}

} // namespace
} // namespace plenum::app
