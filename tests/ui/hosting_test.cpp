// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/in_call.h"
#include "ui/models/hosting.h"
#include "ui/models/reachability.h"
#include "ui/models/relay_address.h"

#include <QFileInfo>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <gmock/gmock.h>

#include <map>

namespace plenum::ui {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using Fault = RelayAddress::Fault;

TEST(RelayAddresses, are_taken_as_people_write_them) {
    const std::map<QString, QString> texts{
        {"relay.example.org", "relay.example.org"},
        {"  Relay.Example.org:7700 ", "relay.example.org"},
        {"relay.example.org:443", "relay.example.org:443"},
        {"192.0.2.7:1", "192.0.2.7:1"},
        {"2001:db8::1", "[2001:db8::1]"},
        {"[2001:db8::1]:7701", "[2001:db8::1]:7701"},
        {QString::fromUtf8("bücher.example"), QString::fromUtf8("bücher.example")},
        {"localhost", "localhost"},
    };
    for (const auto& [typed, text] : texts) {
        const auto address = RelayAddress::parse(typed);
        ASSERT_TRUE(address.has_value()) << typed.toStdString();
        EXPECT_EQ(address->text(), text);
        EXPECT_EQ(RelayAddress::parse(address->text())->text(), text) << "and as they are shown";
    }
}

TEST(RelayAddresses, that_are_none_say_what_is_wrong) {
    const std::map<QString, Fault> faults{
        {"", Fault::empty},
        {"  ", Fault::empty},
        {"https://relay.example.org", Fault::link},
        {"plenum://relay.example.org:7700/x#y", Fault::link},
        {"relay example.org", Fault::host},
        {"relay/x", Fault::host},
        {":7700", Fault::host},
        {"-x.org", Fault::host},
        {"relay.example.org:", Fault::port},
        {"relay.example.org:0", Fault::port},
        {"relay.example.org:65536", Fault::port},
        {"relay.example.org:http", Fault::port},
        {"[2001:db8::1", Fault::brackets},
        {"[2001:db8::1]7700", Fault::brackets},
        {"a:b:c", Fault::brackets},
        {"[relay]:7700", Fault::host},
        {"0.0.0.0", Fault::any},
        {"::", Fault::any},
    };
    for (const auto& [typed, fault] : faults) {
        const auto address = RelayAddress::parse(typed);
        ASSERT_FALSE(address.has_value()) << typed.toStdString();
        EXPECT_EQ(static_cast<int>(address.error()), static_cast<int>(fault)) << typed.toStdString();
        EXPECT_TRUE(RelayAddress::explain(address.error()).endsWith('.'));
    }
}

class HostingTest : public InCall {
  protected:
    HostingTest() { hosting.open(path); }
    HostRequest started() {
        QSignalSpy asked{&conference.session(), &SimulatedSession::host_asked};
        client.session()->prepare_host("Weekly");
        client.session()->enter();
        return asked.isEmpty() ? HostRequest{} : asked.front().front().value<HostRequest>();
    }
    QTemporaryDir folder;
    QString path{folder.filePath(QStringLiteral("relays.json"))};
    Hosting& hosting{*client.hosting()};
};

TEST_F(HostingTest, a_conference_runs_on_this_computer_unless_told_otherwise) {
    EXPECT_EQ(started().relay.address, "");
    EXPECT_TRUE(client.session()->wanted().is_here());
}

TEST_F(HostingTest, a_conference_runs_on_the_relay_server_that_was_chosen) {
    conference.network().wait_for_answer();
    EXPECT_EQ(hosting.add("relay.example.org", "s3cret"), "");
    conference.network().answer(RelayAnswer::reached);
    EXPECT_EQ(hosting.relay(), "relay.example.org") << "whoever adds one that answers wants it";
    const auto request = started();
    EXPECT_EQ(request.relay, (RelayServer{"relay.example.org", "s3cret"}));
    EXPECT_FALSE(client.session()->wanted().is_here());
}

TEST_F(HostingTest, the_choice_and_the_servers_are_remembered_for_their_owner_alone) {
    hosting.add("one.example.org", "s3cret");
    hosting.add("two.example.org:443", {});
    hosting.set_relay("one.example.org");
    EXPECT_EQ(hosting.set_public_address("home.example.org"), "");
    const auto permissions = QFileInfo{path}.permissions();
    EXPECT_EQ(permissions & (QFile::ReadGroup | QFile::ReadOther | QFile::WriteGroup | QFile::WriteOther),
              QFile::Permissions{});
    Hosting again{conference.network()};
    again.open(path);
    EXPECT_THAT(again.relays(), ElementsAre("one.example.org", "two.example.org:443"));
    EXPECT_EQ(again.relay(), "one.example.org");
    EXPECT_EQ(again.server("one.example.org").create_secret, "s3cret");
    EXPECT_EQ(again.public_address(), "home.example.org");
}

TEST_F(HostingTest, a_server_that_is_removed_is_no_longer_chosen) {
    hosting.add("relay.example.org", {});
    hosting.set_relay("relay.example.org");
    hosting.remove("relay.example.org");
    EXPECT_EQ(hosting.relay(), "");
    EXPECT_EQ(hosting.relays(), QStringList{});
}

TEST_F(HostingTest, the_same_server_again_changes_its_secret) {
    hosting.add("relay.example.org", "old");
    hosting.add("RELAY.example.org:7700", "new");
    EXPECT_EQ(hosting.relays(), QStringList{"relay.example.org"});
    EXPECT_EQ(hosting.server("relay.example.org").create_secret, "new");
}

TEST_F(HostingTest, what_is_no_address_is_not_kept) {
    EXPECT_THAT(hosting.add("relay:x", {}).toStdString(), HasSubstr("port"));
    EXPECT_THAT(hosting.set_public_address("home.example.org:7700").toStdString(), HasSubstr("port"));
    EXPECT_EQ(hosting.relays(), QStringList{});
    EXPECT_EQ(hosting.public_address(), "");
}

class ReachabilityTest : public HostingTest {
  protected:
    ReachabilityTest() { conference.network().wait_for_answer(); }
    Reachability& reach{*client.hosting()->reachability()};
};

TEST_F(ReachabilityTest, says_what_a_conference_here_needs_of_the_network) {
    auto& network = conference.network();
    network.set_own({.addresses = {}, .port = 7700});
    reach.look();
    EXPECT_THAT(reach.needs().toStdString(), HasSubstr("no network"));
    network.set_own({.addresses = {{"192.168.1.20", AddressScope::same_network}}, .port = 7700});
    reach.look();
    EXPECT_THAT(reach.needs().toStdString(), HasSubstr("forwards UDP port 7700"));
    EXPECT_THAT(reach.addresses(), ElementsAre("192.168.1.20 – for computers in the same network"));
    hosting.set_public_address("home.example.org");
    EXPECT_THAT(reach.needs().toStdString(), HasSubstr("leads to home.example.org"));
    hosting.set_public_address({});
    network.set_own({.addresses = {{"203.0.113.5", AddressScope::everywhere}}, .port = 7700});
    reach.look();
    EXPECT_THAT(reach.needs().toStdString(), HasSubstr("public address"));
    network.set_own({.addresses = {}, .port = 7700, .port_state = PortState::taken});
    reach.look();
    EXPECT_FALSE(reach.port_usable());
    EXPECT_THAT(reach.port_state().toStdString(), HasSubstr("Another program uses UDP port 7700"));
}

TEST_F(ReachabilityTest, a_relay_that_answers_is_reached_in_the_time_it_took) {
    hosting.add("relay.example.org", "s3cret");
    EXPECT_EQ(reach.checking(), "relay.example.org");
    EXPECT_EQ(reach.verdict("relay.example.org"), "");
    EXPECT_EQ(hosting.relay(), "");
    EXPECT_EQ(conference.network().asked().create_secret, "s3cret");
    conference.network().answer(RelayAnswer::reached, std::chrono::microseconds{11'200});
    EXPECT_EQ(reach.checking(), "");
    EXPECT_EQ(reach.verdict("relay.example.org"), "Reached in 12 ms.");
    EXPECT_TRUE(reach.reached("relay.example.org"));
    EXPECT_EQ(hosting.relay(), "relay.example.org");
}

TEST_F(ReachabilityTest, what_was_found_of_each_relay_stays) {
    hosting.add("relay.example.org", {});
    conference.network().answer(RelayAnswer::reached, std::chrono::milliseconds{12});
    hosting.add("dead.example.org", {});
    conference.network().answer(RelayAnswer::silent);
    EXPECT_EQ(reach.verdict("relay.example.org"), "Reached in 12 ms.");
    EXPECT_THAT(reach.verdict("dead.example.org").toStdString(), HasSubstr("Does not answer"));
    EXPECT_EQ(hosting.relay(), "relay.example.org") << "one that does not answer is kept, not chosen";
    EXPECT_EQ(reach.verdicts().size(), 2);
}

TEST_F(ReachabilityTest, a_silent_relay_says_which_port_and_what_to_do) {
    hosting.add("relay.example.org:443", {});
    reach.check("relay.example.org:443");
    conference.network().answer(RelayAnswer::silent);
    const QString relay{"relay.example.org:443"};
    EXPECT_FALSE(reach.reached(relay));
    EXPECT_THAT(reach.verdict(relay).toStdString(), HasSubstr("UDP port 443"));
    EXPECT_THAT(reach.verdict(relay).toStdString(), HasSubstr("creation secret"));
}

TEST_F(ReachabilityTest, a_check_can_be_stopped) {
    reach.check("relay.example.org");
    reach.stop();
    EXPECT_EQ(reach.checking(), "");
    EXPECT_EQ(conference.network().asked().address, "");
    EXPECT_EQ(reach.verdict("relay.example.org"), "");
}

} // namespace
} // namespace plenum::ui
