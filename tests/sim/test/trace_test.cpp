// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/trace.h"

#include <gtest/gtest.h>

#include <sstream>

namespace plenum::sim {
namespace {

using namespace base;

TEST(TraceWriter, KeysStandInTheirOrder) {
    std::ostringstream out;
    TraceWriter writer{&out};
    TraceEvent event;
    event.kind = TraceEvent::Kind::send;
    event.flow = FlowId{3};
    event.sender = MemberIndex{2};
    event.sequence = SequenceNumber{7};
    event.dependencies = {{MemberIndex{1}, SequenceNumber{4}}, {MemberIndex{3}, SequenceNumber{9}}};
    event.sent_at = ConferenceTime{1500us};
    event.deadline = ConferenceTime{2ms};
    writer.write(VirtualTime{1234567ns}, NodeIndex{5}, event);
    EXPECT_EQ(out.str(), R"({"t_us":1234,"node":5,"ev":"send","flow":3,"sender":2,"seq":7,"deps":[[1,4],[3,9]],)"
                         R"("sent_us":1500,"deadline_us":2000})"
                         "\n");
}

TEST(TraceWriter, LogEntriesAndReasonsAreQuoted) {
    std::ostringstream out;
    TraceWriter writer{&out};
    TraceEvent event;
    event.kind = TraceEvent::Kind::log;
    event.position = LogPosition{0};
    event.hash = Hash{};
    event.hash->bytes[31] = 0xab;
    event.entry = "join";
    event.why = "a \"b\"\n";
    writer.write(VirtualTime{}, NodeIndex{0}, event);
    EXPECT_EQ(out.str(), R"({"t_us":0,"node":0,"ev":"log","pos":0,"hash":")" + std::string(62, '0') +
                             R"(ab","entry":"join","why":"a \"b\"\u000a"})"
                             "\n");
}

TEST(TraceWriter, WhatBefallsANode) {
    std::ostringstream out;
    TraceWriter writer{&out};
    writer.write(VirtualTime{1s}, NodeIndex{2}, "crash");
    EXPECT_EQ(out.str(), "{\"t_us\":1000000,\"node\":2,\"ev\":\"crash\"}\n");
}

} // namespace
} // namespace plenum::sim
