// SPDX-License-Identifier: Apache-2.0
/// Canaries of files; see checkers_test.cpp.

#include "tests/sim/checkers/files_arrive.h"

#include "tests/sim/test/canary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace plenum::sim {
namespace {

using namespace base;
using namespace canary;
using testing::HasSubstr;
using testing::Optional;

constexpr FlowId notes{4};

class FileCanary : public testing::Test {
  protected:
    void SetUp() override {
        auto flow = declared(notes, {});
        flow.name = FileHabit::flow_name;
        for (const auto& session : {alice, bob}) {
            checker.on_event(session, flow, start);
            checker.on_event(session, node::PhaseChanged{node::Phase::joined}, start);
        }
    }
    void say(Session session, const FileNote& note) {
        checker.on_command(session, node::Publish{notes, {}, encode(note), {}}, start);
    }
    void hear(Session session, const FileNote& note) {
        checker.on_event(
            session, node::MessageReceived{notes, alice_member, SequenceNumber{1}, {}, {}, {}, encode(note)}, start);
    }

    const FileNote offer{false, {Hash{{7}}, 100}, 4711, 1};
    const FileNote arrival{true, {Hash{{7}}, 100}, 4711, 2};
    FilesArrive checker;
};

TEST_F(FileCanary, accepts_a_file_that_arrived) {
    say(alice, offer);
    hear(bob, offer);
    say(bob, arrival);
    EXPECT_FALSE(checker.broken());
    EXPECT_EQ(checker.unmet(), std::nullopt);
}

TEST_F(FileCanary, catches_a_file_that_is_another) {
    say(alice, offer);
    hear(bob, offer);
    auto other = arrival;
    other.checksum = 4712;
    say(bob, other);
    note_canary(checker);
}

TEST_F(FileCanary, catches_a_file_that_did_not_arrive) {
    say(alice, offer);
    hear(bob, offer);
    EXPECT_THAT(checker.unmet(), Optional(HasSubstr("node 2 lacks a file that node 1 has")));
}

TEST_F(FileCanary, asks_for_no_file_of_a_program_that_ended) {
    say(alice, offer);
    hear(bob, offer);
    checker.on_end(alice, start);
    EXPECT_EQ(checker.unmet(), std::nullopt);
}

} // namespace
} // namespace plenum::sim
