// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/client/session_fixture.h"
#include "tests/unit/client/test_relay.h"
#include "tests/unit/runtime/temporary_folder.h"

#include <gmock/gmock.h>

#include <filesystem>

namespace plenum::client {
namespace {

using testing::HasSubstr;

node::ConferenceLink some_link() {
    node::ConferenceLink link;
    link.host = "127.0.0.1";
    link.port = 9;
    link.title = "Nobody there";
    link.secret.bytes.fill(3);
    link.relay_key.bytes.fill(9);
    link.root.bytes.fill(5);
    return link;
}

std::string error_of(const Session::Result& result) { return result ? "(no error)" : result.error(); }

TEST(SessionSetup, refuses_links_that_are_none_in_one_sentence) {
    auto options = join_options(some_link(), "Eve");
    const auto sound = options.link;
    options.link = "https://example.org/";
    EXPECT_EQ(error_of(Session::join(options)), node::explain(node::LinkTextError::not_a_link));
    options.link = sound.substr(0, sound.find('#'));
    EXPECT_EQ(error_of(Session::join(options)), node::explain(node::LinkTextError::no_secret));
    options.link = sound.substr(0, sound.size() - 3);
    EXPECT_EQ(error_of(Session::join(options)), node::explain(node::LinkTextError::damaged));
}

TEST(SessionSetup, refuses_expired_links) {
    auto link = some_link();
    link.expires_at = 1;
    EXPECT_EQ(error_of(Session::join(join_options(link, "Eve"))), explain(node::EndReason::link_expired));
}

TEST(SessionSetup, asks_for_names_that_can_be_shown) {
    EXPECT_EQ(error_of(Session::join(join_options(some_link(), ""))), "Your name is missing; give one.");
    EXPECT_THAT(error_of(Session::join(join_options(some_link(), std::string(121, 'x')))), HasSubstr("120 bytes"));
    EXPECT_THAT(error_of(Session::join(join_options(some_link(), "\xff"))), HasSubstr("cannot be shown"));
    EXPECT_EQ(error_of(Session::join(join_options(some_link(), "  "))), "Your name is missing; give one.");
    EXPECT_EQ(error_of(Session::join(join_options(some_link(), "Eve\nBob: I agree"))),
              "Your name has more than one line; write it in one.");
    auto options = host_options();
    options.title.clear();
    EXPECT_EQ(error_of(Session::host(options)), "The conference's title is missing; give one.");
}

TEST(SessionSetup, refuses_relays_that_are_no_address) {
    CreateOptions options{"a:b:c", "Title", {}, {Identity::Kind::ephemeral, {}}};
    EXPECT_THAT(error_of(Session::create(options)), HasSubstr("\"a:b:c\" is no HOST:PORT"));
    options.relay = "127.0.0.1:0";
    EXPECT_THAT(error_of(Session::create(options)), HasSubstr("port 0"));
}

TEST(SessionSetup, refuses_a_damaged_identity) {
    auto options = join_options(some_link(), "Eve");
    options.identity.kind = Identity::Kind::device;
    options.identity.file = "/dev/null";
    EXPECT_THAT(error_of(Session::join(options)), HasSubstr("/dev/null"));
}

TEST(Session, finishes_with_a_sentence_when_the_host_has_no_address) {
    auto link = some_link();
    link.host = "nobody.invalid";
    Listener guest{Session::join(join_options(link, "Eve"))};
    ASSERT_TRUE(guest.until_finished());
    EXPECT_EQ(std::get<FailReason>(guest.finished->reason), FailReason::unknown_host);
    EXPECT_THAT(guest.finished->sentence, HasSubstr("\"nobody.invalid\""));
}

TEST(Session, can_be_left_at_once) {
    Listener guest{Session::join(join_options(some_link(), "Eve"))};
    guest.session().leave();
    ASSERT_TRUE(guest.until_finished());
    EXPECT_EQ(guest.end_reason(), node::EndReason::left);
    EXPECT_TRUE(guest.session().wait_finished({}));
    EXPECT_TRUE(guest.session().media().closed());
}

TEST(Session, takes_another_port_when_the_preferred_one_is_taken) {
    Listener first{Session::host(host_options())};
    ASSERT_TRUE(first.until([&] { return first.link.has_value(); }));
    auto options = host_options();
    options.port_preferred = first.link->port;
    Listener second{Session::host(options)};
    ASSERT_TRUE(second.until([&] { return second.link.has_value(); }));
    EXPECT_NE(second.link->port, first.link->port);
}

TEST(Session, makes_a_conference_on_a_relay_that_it_can_then_join) {
    const runtime::TemporaryFolder folder;
    const TestRelay relay{folder.path(), runtime::draw_seed().value(), base::Address::v4(127, 0, 0, 1, 0)};
    const auto address = "127.0.0.1:" + std::to_string(relay.address().port);
    const CreateOptions options{address, "Second room", {}, {Identity::Kind::ephemeral, {}}};
    const auto link = create_conference(options, std::chrono::seconds{30});
    ASSERT_TRUE(link.has_value()) << link.error();
    EXPECT_EQ(link->title, "Second room");
    Listener guest{Session::join(join_options(*link, "Eve"))};
    EXPECT_TRUE(guest.until_joined());
}

TEST(Session, on_a_hosts_relay_nobody_else_makes_conferences) {
    Listener host{Session::host(host_options())};
    ASSERT_TRUE(host.until([&] { return host.link.has_value(); }));
    const auto relay = "127.0.0.1:" + std::to_string(host.link->port);
    const CreateOptions options{relay, "Second room", {}, {Identity::Kind::ephemeral, {}}};
    EXPECT_FALSE(create_conference(options, base::Duration{500'000'000}).has_value());
}

TEST(Session, says_when_no_relay_answers) {
    // Bound and silent.
    const CreateOptions options{"127.0.0.1:9", "Title", {}, {Identity::Kind::ephemeral, {}}};
    const auto link = create_conference(options, base::Duration{300'000'000});
    ASSERT_FALSE(link.has_value());
    EXPECT_TRUE(link.error().starts_with("Nobody answers at " + options.relay)) << link.error();
}

TEST(Explain, names_the_bounds_of_a_flow) {
    const std::string sentence{explain(node::CommandError::bad_flow)};
    for (const auto bound : {std::size_t{base::limits::created_flow_rate_max}, base::limits::message_body_bytes_max,
                             base::limits::chat_bytes_max, std::size_t{base::limits::created_sound_max / 1024}})
        EXPECT_NE(sentence.find(std::to_string(bound)), std::string::npos) << bound << ": " << sentence;
}

TEST(Explain, tells_a_moderator_why_they_may_not) {
    const auto not_permitted = [](node::CommandKind command) {
        return std::string{explain(node::CommandRefused{command, node::CommandError::not_permitted})};
    };
    using Kind = node::CommandKind;
    EXPECT_NE(not_permitted(Kind::of<node::RemoveMember>()).find("neither themselves"), std::string::npos);
    EXPECT_NE(not_permitted(Kind::of<node::SetRole>()).find("stays a moderator"), std::string::npos);
    EXPECT_NE(not_permitted(Kind::of<node::ActOnToken>()).find("floor's rules"), std::string::npos);
    EXPECT_EQ(not_permitted(Kind::of<node::SetPolicy>()), explain(node::CommandError::not_permitted));
    const node::CommandRefused late{Kind::of<node::SetRole>(), node::CommandError::too_often};
    EXPECT_EQ(explain(late), explain(node::CommandError::too_often));
}

TEST(Explain, tells_of_a_name_in_use_whether_it_is_a_flow_or_a_group) {
    using Kind = node::CommandKind;
    const auto taken = [](Kind command) {
        return std::string{explain(node::CommandRefused{command, node::CommandError::name_taken})};
    };
    EXPECT_NE(taken(Kind::of<node::OpenGroup>()).find("Another group"), std::string::npos);
    EXPECT_EQ(taken(Kind::of<node::CreateFlow>()), explain(node::CommandError::name_taken));
}

TEST(Explain, has_a_sentence_for_everything) {
    std::vector<std::string_view> sentences;
    for (int i = 1; i <= static_cast<int>(node::EndReason::no_key); ++i)
        sentences.push_back(explain(static_cast<node::EndReason>(i)));
    for (int i = 1; i <= static_cast<int>(node::CommandError::bad_token_flow); ++i)
        sentences.push_back(explain(static_cast<node::CommandError>(i)));
    for (int i = 1; i <= static_cast<int>(FailReason::not_begun); ++i)
        sentences.push_back(explain(static_cast<FailReason>(i)));
    for (const auto sentence : sentences) {
        EXPECT_GT(sentence.size(), 20U);
        EXPECT_TRUE(sentence.ends_with('.'));
        EXPECT_EQ(std::count(sentences.begin(), sentences.end(), sentence), 1) << sentence;
    }
}

} // namespace
} // namespace plenum::client
