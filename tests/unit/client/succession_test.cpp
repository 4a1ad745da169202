// SPDX-License-Identifier: Apache-2.0
// A host whose process is killed, and members of whom one carries the call on (docs/replication.md#succession).
#include "tests/unit/client/session_fixture.h"

#include <gmock/gmock.h>

#include <array>
#include <csignal>
#include <set>
#include <sys/wait.h>
#include <unistd.h>

namespace plenum::client {
namespace {

using testing::Contains;
using testing::Pair;
using namespace std::chrono_literals;

/// A host in a process of its own.
class HostProcess {
  public:
    HostProcess() {
        std::array<int, 2> ends{};
        EXPECT_EQ(::pipe(ends.data()), 0);
        pid_ = ::fork();
        if (pid_ == 0) host(ends[1]);
        ::close(ends[1]);
        std::array<char, 1024> text{};
        const auto size = ::read(ends[0], text.data(), text.size());
        if (size > 0) link_.assign(text.data(), static_cast<std::size_t>(size));
        ::close(ends[0]);
    }
    ~HostProcess() { kill(); }
    HostProcess(const HostProcess&) = delete;
    HostProcess& operator=(const HostProcess&) = delete;

    [[nodiscard]] const std::string& link() const { return link_; }
    void kill() {
        if (pid_ <= 0) return;
        ::kill(pid_, SIGKILL);
        ::waitpid(std::exchange(pid_, 0), nullptr, 0);
    }

  private:
    [[noreturn]] static void host(int to) {
        auto options = host_options();
        options.succession = true;
        Listener host{Session::host(options)};
        if (!host.until_joined()) ::_exit(1);
        const auto text = node::to_text(*host.link);
        if (::write(to, text.data(), text.size()) < 0) ::_exit(1);
        std::ignore = host.until([] { return false; });
        ::_exit(0);
    }

    pid_t pid_{0};
    std::string link_;
};

/// Guests who talk all the time, and what of it each hears of each other.
class Talk {
  public:
    explicit Talk(std::vector<std::unique_ptr<Listener>>& guests) : guests_{guests} {}

    /// From here on; the time until everyone hears everyone who speaks after that.
    [[nodiscard]] base::Duration until_all_hear(base::LocalTime from) {
        const auto give_up = from + 20s;
        std::set<std::pair<std::size_t, base::MemberIndex>> heard;
        while (heard.size() < guests_.size() * (guests_.size() - 1) && Session::now() < give_up) {
            for (auto& guest : guests_)
                std::ignore = guest->session().publish({guest->flow(base::FlowKind::audio), {}, base::Bytes(40, 7)});
            std::ignore = guests_.front()->session().media().wait(20ms);
            for (std::size_t number = 0; number < guests_.size(); ++number)
                for (auto& event : guests_[number]->session().media().drain())
                    note(heard, number, from, event);
        }
        return Session::now() - from;
    }

  private:
    void note(std::set<std::pair<std::size_t, base::MemberIndex>>& heard, std::size_t number, base::LocalTime from,
              const MediaEvent& event) {
        const auto* media = std::get_if<MediaMessage>(&event);
        // What was on its way at the kill does not count.
        if (media == nullptr || media->message.received_at < from + 200ms) return;
        for (const auto& guest : guests_)
            if (guest->self == media->message.sender) heard.emplace(number, guest->self);
    }

    std::vector<std::unique_ptr<Listener>>& guests_;
};

std::vector<std::unique_ptr<Listener>> join_three(const node::ConferenceLink& link) {
    std::vector<std::unique_ptr<Listener>> guests;
    for (const auto* name : {"Ben", "Cleo", "Dan"}) {
        auto options = join_options(link, name);
        options.stands_by = true;
        guests.push_back(std::make_unique<Listener>(Session::join(options)));
        EXPECT_TRUE(guests.back()->until_joined()) << name;
    }
    for (auto& guest : guests)
        EXPECT_TRUE(guest->until_present(4));
    return guests;
}

TEST(Succession, everyone_hears_everyone_within_five_seconds_of_the_kill_of_the_host) {
    HostProcess host;
    ASSERT_FALSE(host.link().empty());
    const auto link = node::parse_link(host.link());
    ASSERT_TRUE(link.has_value());
    auto guests = join_three(*link);
    ASSERT_FALSE(testing::Test::HasFailure());
    ASSERT_TRUE(guests[1]->until([&] { return guests[1]->standby == guests[0]->self; }));
    const auto reports = guests[0]->health_reports;
    ASSERT_TRUE(guests[0]->until([&] { return guests[0]->health_reports >= reports + 2; }));

    host.kill();
    const auto took = Talk{guests}.until_all_hear(Session::now());
    EXPECT_LT(took, 5s);
    std::printf("everyone heard everyone %lld ms after the kill\n", static_cast<long long>(took / 1ms));
    for (auto& guest : guests)
        EXPECT_TRUE(guest->until([&] { return guest->relay == guests[0]->self; }));

    // The successor leaves: the next one has the call at once.
    ASSERT_TRUE(guests[1]->until([&] { return guests[1]->standby == guests[1]->self; }));
    const auto later = guests[1]->health_reports;
    ASSERT_TRUE(guests[1]->until([&] { return guests[1]->health_reports >= later + 2; }));
    guests[0]->drop();
    ASSERT_TRUE(guests[1]->until([&] { return guests[1]->relay == guests[1]->self; }));
    ASSERT_TRUE(guests[2]->until([&] { return guests[2]->relay == guests[1]->self; }));
    guests[2]->say("still here");
    EXPECT_TRUE(guests[1]->until([&] { return !guests[1]->chat.empty(); }));
}

TEST(Succession, chat_goes_on_within_five_seconds_of_the_kill_of_the_host) {
    HostProcess host;
    ASSERT_FALSE(host.link().empty());
    const auto link = node::parse_link(host.link());
    ASSERT_TRUE(link.has_value());
    auto guests = join_three(*link);
    ASSERT_FALSE(testing::Test::HasFailure());
    // The standby has a copy after some round trips.
    const auto reports = guests[0]->health_reports;
    ASSERT_TRUE(guests[0]->until([&] { return guests[0]->health_reports >= reports + 3; }));
    guests[1]->say("before");
    ASSERT_TRUE(guests[1]->until([&] { return guests[1]->accepted == 1; }));

    const auto killed_at = Session::now();
    host.kill();
    guests[1]->say("after");
    for (const auto number : {0U, 2U}) {
        auto& guest = *guests[number];
        ASSERT_TRUE(guest.until([&] { return guest.chat.size() == 2; })) << number;
        EXPECT_THAT(guest.chat, Contains(Pair(guests[1]->self, "before")));
        EXPECT_THAT(guest.chat, Contains(Pair(guests[1]->self, "after")));
    }
    const auto took = Session::now() - killed_at;
    EXPECT_LT(took, 5s);
    std::printf("chat went on %lld ms after the kill\n", static_cast<long long>(took / 1ms));
}

} // namespace
} // namespace plenum::client
