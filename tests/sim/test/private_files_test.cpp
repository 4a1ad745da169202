// SPDX-License-Identifier: Apache-2.0
/// Canaries of private files; see checkers_test.cpp.

#include "tests/sim/checkers/private_files.h"

#include "core/file/messages.h"
#include "tests/sim/file_habit.h"
#include "tests/sim/test/canary.h"

#include <gtest/gtest.h>

namespace plenum::sim {
namespace {

using namespace base;
using namespace canary;

constexpr FlowId private_notes{4};
constexpr FlowId between_them{5};
constexpr FlowId for_all{6};
constexpr MemberIndex cem_member{9};
constexpr Session cem{NodeIndex{7}, 1};

class PrivateFileCanary : public testing::Test {
  protected:
    void SetUp() override {
        declare(private_notes, "file notes/1/1", bob_member);
        declare(between_them, "files/ask/2/1/1", bob_member);
        declare(for_all, "files/ask/1/1", {});
        for (const auto& [session, member] :
             {std::pair{alice, alice_member}, std::pair{bob, bob_member}, std::pair{cem, cem_member}}) {
            node::MemberJoined joined;
            joined.member = member;
            joined.self = true;
            checker.on_event(session, joined, start);
        }
        checker.on_command(alice, node::Publish{private_notes, {}, encode(note), {}}, start);
    }
    void declare(FlowId id, std::string name, MemberIndex peer) {
        auto flow = declared(id, {});
        flow.name = std::move(name);
        flow.owner = alice_member;
        flow.peer = peer;
        checker.on_event(alice, flow, start);
    }
    void say(Session session, FlowId flow, const file::Message& message) {
        checker.on_command(session, node::Publish{flow, {}, file::encode(message), {}}, start);
    }
    void hear(Session session, FlowId flow, const file::Message& message) {
        checker.on_event(
            session, node::MessageReceived{flow, alice_member, SequenceNumber{1}, {}, {}, {}, file::encode(message)},
            start);
    }

    const FileNote note{false, {Hash{{7}}, 100}, 4711, 1};
    const file::Want want{Hash{{7}}, alice_member, {{0, 1}}};
    const file::Piece piece{Hash{{7}}, 0, {1, 2, 3}};
    PrivateFiles checker;
};

TEST_F(PrivateFileCanary, accepts_what_the_two_say_to_each_other_and_others_about_other_files) {
    say(bob, between_them, want);
    hear(alice, between_them, want);
    hear(bob, between_them, piece);
    say(bob, for_all, file::Want{Hash{{8}}, alice_member, {{0, 1}}});
    hear(cem, for_all, file::Piece{Hash{{8}}, 0, {1, 2, 3}});
    EXPECT_FALSE(checker.broken());
}

TEST_F(PrivateFileCanary, catches_a_request_that_all_hear) {
    say(bob, for_all, want);
    note_canary(checker);
}

TEST_F(PrivateFileCanary, catches_an_answer_to_all_that_names_it) {
    say(alice, for_all, file::Have{Hash{{7}}, cem_member});
    note_canary(checker);
}

TEST_F(PrivateFileCanary, catches_a_third_who_hears_a_piece) {
    hear(cem, between_them, piece);
    note_canary(checker);
}

} // namespace
} // namespace plenum::sim
