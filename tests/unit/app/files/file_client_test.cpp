// SPDX-License-Identifier: Apache-2.0
// Who gets a file from us, by what was said of it in the chats.
#include "app/files/file_client.h"

#include "core/chat/operations.h"
#include "core/crypto/hash.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

namespace plenum::app {
namespace {

using namespace std::chrono_literals;

constexpr base::MemberIndex self{1};
constexpr base::MemberIndex ann{2};
constexpr base::MemberIndex mallory{3};
constexpr base::ConversationId red{7};
constexpr base::FlowId chat_flow{5};
constexpr base::FlowId red_chat{6};
constexpr base::FlowId private_chat{8};
constexpr base::FlowId ask_flow{10};

class FileClientTest : public testing::Test {
  protected:
    void SetUp() override {
        std::string name = (std::filesystem::temp_directory_path() / "plenum-files-XXXXXX").string();
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        folder = name;
        client = std::move(*FileClient::open(folder));
        for (const auto member : {self, ann, mallory}) {
            base::IdentityKey key{};
            key.bytes[0] = static_cast<std::uint8_t>(member.value());
            tell(node::MemberJoined{member, "somebody", key, {}, member == self});
        }
        tell(node::MembersPlaced{red, {self, ann}});
        declare(chat_flow, "chat", base::FlowKind::chat);
        declare(red_chat, "chat", base::FlowKind::chat, {}, {}, red);
        declare(private_chat, "private/2/1", base::FlowKind::chat, ann, self);
        declare(ask_flow, "files/ask/2/1", base::FlowKind::bulk, ann);
        tell(node::PhaseChanged{node::Phase::joined});
    }
    void TearDown() override {
        client.reset();
        std::filesystem::remove_all(folder);
    }
    void tell(const node::Event& event) {
        view.handle(event);
        client->handle(event);
        if (const auto* message = std::get_if<node::MessageReceived>(&event)) client->note(view, *message);
    }
    void declare(base::FlowId id, std::string name, base::FlowKind kind, base::MemberIndex owner = {},
                 base::MemberIndex peer = {}, base::ConversationId group = {}) {
        node::FlowDeclared flow;
        flow.flow = id;
        flow.name = std::move(name);
        flow.spec.kind = kind;
        flow.spec.message_bytes_max = base::limits::chat_bytes_max;
        flow.owner = owner;
        flow.peer = peer;
        flow.conversation = group;
        tell(flow);
    }
    void hear(base::FlowId flow, base::MemberIndex by, base::Bytes body) {
        tell(node::MessageReceived{flow, by, base::SequenceNumber{++sequence}, {}, {}, {}, std::move(body)});
    }
    void announce(base::FlowId flow, base::MemberIndex by) {
        hear(flow, by, chat::encode(chat::ShareFile{{"a.txt", content.bytes, "text/plain", content.hash}}));
    }
    /// All commands for the next ten seconds.
    std::vector<file::Command> commands() {
        std::vector<file::Command> all;
        for (auto later = 0s; later < 10s; later += 1s)
            while (auto next = client->exchange().next(client::Session::now() + later))
                all.push_back(*std::move(next));
        return all;
    }
    /// Ann gives it on a flow between us.
    void arrive() {
        declare(base::FlowId{20}, "files/give/2/1", base::FlowKind::bulk, ann, self);
        hear(base::FlowId{20}, ann, file::encode(file::Piece{content.hash, 0, bytes}));
        (void)commands();
        ASSERT_EQ(client->exchange().find(content.hash)->state, file::FetchState::complete);
    }
    /// Whether we begin to give it when this one asks as all can hear.
    bool gives_to(base::MemberIndex member) {
        hear(ask_flow, member, file::encode(file::Want{content.hash, self, {{0, 1}}}));
        return std::ranges::any_of(commands(), [&](const file::Command& command) {
            const auto* create = std::get_if<node::CreateFlow>(&command);
            return create != nullptr && create->with == member;
        });
    }

    std::filesystem::path folder;
    std::unique_ptr<FileClient> client;
    client::ConferenceView view;
    base::Bytes bytes{1, 2, 3};
    file::Content content{crypto::hash(bytes), 3};
    std::uint64_t sequence{0};
};

TEST_F(FileClientTest, a_file_of_a_group_is_for_nobody_else_who_announces_its_hash) {
    announce(red_chat, ann);
    announce(chat_flow, mallory);
    ASSERT_TRUE(client->fetch(content, ann));
    (void)commands();
    arrive();
    EXPECT_FALSE(gives_to(mallory));
    announce(chat_flow, mallory);
    EXPECT_FALSE(gives_to(mallory)) << "also now that it is here";
}

TEST_F(FileClientTest, somebody_of_the_group_may_announce_it_to_all) {
    announce(red_chat, ann);
    announce(chat_flow, ann);
    ASSERT_TRUE(client->fetch(content, ann));
    (void)commands();
    arrive();
    EXPECT_TRUE(gives_to(mallory));
}

TEST_F(FileClientTest, somebody_of_the_group_may_announce_to_all_what_is_here) {
    announce(red_chat, ann);
    ASSERT_TRUE(client->fetch(content, ann));
    (void)commands();
    arrive();
    EXPECT_FALSE(gives_to(mallory));
    announce(chat_flow, ann);
    EXPECT_TRUE(gives_to(mallory));
}

TEST_F(FileClientTest, a_private_file_is_asked_for_in_private_and_given_to_nobody) {
    announce(chat_flow, mallory);
    announce(private_chat, ann);
    ASSERT_TRUE(client->fetch_privately(content, ann));
    const auto asking = commands();
    ASSERT_EQ(asking.size(), 1U);
    const auto* create = std::get_if<node::CreateFlow>(&asking.front());
    ASSERT_NE(create, nullptr);
    EXPECT_EQ(create->with, ann);
    declare(base::FlowId{21}, create->name, base::FlowKind::bulk, self, ann);
    (void)commands();
    arrive();
    for (int time = 0; time < 2; ++time) {
        EXPECT_FALSE(gives_to(mallory));
        announce(chat_flow, mallory);
        announce(chat_flow, ann);
        ASSERT_TRUE(client->fetch(content, mallory));
    }
    EXPECT_FALSE(gives_to(mallory));
}

TEST_F(FileClientTest, an_own_one_that_is_deleted_is_given_to_those_alone_to_whom_it_is_sent_next) {
    (void)client->store().write(content, 0, bytes);
    ASSERT_TRUE(client->offer(content, {}));
    client->set_offered(content, false);
    EXPECT_FALSE(gives_to(mallory));
    client->set_offered(content, true);
    EXPECT_TRUE(gives_to(mallory)) << "the deletion was taken back";
    client->set_offered(content, false);
    ASSERT_TRUE(client->offer_privately(content, ann));
    EXPECT_FALSE(gives_to(mallory));
    ASSERT_TRUE(client->offer(content, red));
    EXPECT_FALSE(gives_to(mallory));
}

} // namespace
} // namespace plenum::app
