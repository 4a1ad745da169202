// SPDX-License-Identifier: Apache-2.0
// Packets of the multicast transport service, their bodies and parameters: a value has one encoding and keeps its
// bounds.
#include "core/tree/error_object.h"
#include "core/tree/exchange/poll_book.h"
#include "core/tree/method_invocation.h"
#include "core/tree/packet.h"
#include "core/tree/poll.h"
#include "core/tree/state_setup.h"
#include "core/tree/stream/stream_objects.h"
#include "core/tree/tally.h"
#include "core/tree/type_registry.h"

#include "core/base/check.h"
#include "core/base/overloaded.h"
#include "tests/fuzz/bodies.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace plenum::fuzz {
namespace {

using namespace tree;

void check_encoding(const base::Bytes& encoded, base::ByteView input) { CHECK(std::ranges::equal(encoded, input)); }

void run_packet(base::ByteView input) {
    const auto packet = decode_packet(input);
    if (!packet) return;
    check_encoding(encode(*packet), input);
    CHECK(input.size() <= limits::packet_bytes_max);
}

void run_setup(base::ByteView input) {
    const auto setup = decode_state_setup(input);
    if (!setup) return;
    check_encoding(encode(*setup), input);
    std::set<ObjectId> ids;
    for (const auto& object : setup->objects)
        CHECK(object.object != error_object && object.lifetime.count() > 0 && ids.insert(object.object).second);
    CHECK(!ids.empty() && ids.size() <= limits::objects_per_setup_max);
}

void run_invocation(base::ByteView input) {
    const auto invocation = decode_method_invocation(input);
    if (!invocation) return;
    check_encoding(encode(*invocation), input);
    CHECK(!invocation->entries.empty() && invocation->entries.size() <= limits::invocations_per_packet_max);
    CHECK(invocation->invocation == InvocationId{} || invocation->entries.size() == 1);
}

void run_parameters(base::ByteView input) {
    if (const auto update = decode_receiver_update(input)) check_encoding(wire::encode(*update), input);
    if (const auto forward = decode_forward(input)) {
        check_encoding(wire::encode(*forward), input);
        CHECK(forward->sequence <= limits::sequence_max);
    }
    if (const auto report = decode_error_report(input)) check_encoding(wire::encode(*report), input);
    if (const auto data = decode_repair_data(input)) check_encoding(encode(*data), input);
}

void run_report(base::ByteView input) {
    const auto report = decode_tally_report(input);
    if (!report) return;
    check_encoding(wire::encode(*report), input);
    CHECK(report->answered <= report->members && report->columns.size() <= limits::columns_max);
}

/// Two askers say it; the book stays within its bounds, with one poll open at most.
void run_poll_messages(base::ByteView input) {
    PollBook book;
    wire::Reader from{input};
    while (!from.at_end() && from.ok()) {
        const base::MemberIndex asker{from.u8() % 2U + 1U};
        const auto bytes = from.bytes(from.u8());
        const auto message = decode_poll_message(bytes);
        if (!message) continue;
        check_encoding(encode(*message), bytes);
        std::visit(base::Overloaded{[&](const PollAsked& asked) { book.handle(asker, asked, asked.asked_at); },
                                    [&](const PollCounted& counted) { book.handle(asker, counted); }},
                   *message);
        while (const auto change = book.poll_change())
            CHECK(change->votes.size() == change->question.columns());
        const auto all = book.all();
        CHECK(all.size() <= PollBook::polls_max);
        CHECK(std::ranges::count_if(all, &PollState::is_open) <= 1);
    }
}

const SessionKey voted{NodeId{1}, GroupId{}, SessionId{1}};

base::Bytes question(std::uint32_t round, std::size_t columns, std::uint32_t sequence) {
    ObjectDeclaration tally{poll_tally,
                            types::tally,
                            ObjectSequence{sequence},
                            base::from_us(10'000'000),
                            {},
                            {{TallyVariables::round, round}}};
    for (std::size_t i = 0; i < std::min(columns, limits::columns_max); ++i)
        tally.variables.push_back({VariableId{static_cast<std::uint8_t>(TallyVariables::first_column.value() + i)},
                                   static_cast<std::uint64_t>(Combine::sum)});
    return encode(SetupPacket{{voted, voted.source, 0, false}, encode(StateSetup{{std::move(tally)}})});
}

/// What a member says is a report that its node takes.
void check_votes(PollMember& member) {
    while (const auto sent = member.poll()) {
        const auto packet = decode_packet(*sent);
        const auto* carrier = packet ? std::get_if<InvocationPacket>(&*packet) : nullptr;
        CHECK(carrier != nullptr);
        const auto invocation = decode_method_invocation(carrier->body);
        CHECK(invocation.has_value());
        for (const auto& entry : invocation->entries) {
            if (entry.object != poll_tally) continue;
            const auto report = decode_tally_report(entry.parameters);
            CHECK(report && report->members == 1);
            CHECK(std::accumulate(report->columns.begin(), report->columns.end(), std::uint64_t{0}) <= 1);
        }
    }
}

/// A member answers while a source says what it likes.
void run_voter(base::ByteView input) {
    PollMember member{NodeId{5}, voted};
    base::LocalTime now{base::from_us(1'000'000'000)};
    wire::Reader from{input};
    while (!from.at_end() && from.ok()) {
        const auto act = from.u8() % 5U;
        const auto value = from.u8();
        switch (act) {
        case 0: member.handle(question(value % 4U, value / 4U, from.u8()), now); break;
        case 1: std::ignore = member.answer({value % limits::columns_max}, now); break;
        case 2: std::ignore = member.withdraw(now); break;
        case 3: member.handle(from.bytes(value), now); break;
        default: now += base::from_us(value * std::int64_t{100'000}); member.handle_wakeup(now);
        }
        check_votes(member);
    }
}

base::Bytes with_decoder(std::uint8_t which, base::Bytes bytes) {
    bytes.insert(bytes.begin(), which);
    return bytes;
}

base::Bytes said_by(std::uint8_t asker, const PollMessage& message) {
    auto bytes = encode(message);
    bytes.insert(bytes.begin(), {asker, static_cast<std::uint8_t>(bytes.size())});
    return bytes;
}

} // namespace

/// The first byte says which decoder gets the others.
void run_tree_packets(base::ByteView input) {
    if (input.empty()) return;
    const auto rest = input.subspan(1);
    switch (input.front() % 7) {
    case 0: return run_packet(rest);
    case 1: return run_setup(rest);
    case 2: return run_invocation(rest);
    case 3: return run_parameters(rest);
    case 4: return run_report(rest);
    case 6: return run_voter(rest);
    default: return run_poll_messages(rest);
    }
}

std::vector<base::Bytes> tree_packets_seeds() {
    const SessionKey session{NodeId{300}, GroupId{7}, SessionId{70'000}};
    const ObjectDeclaration object{ObjectId{1},
                                   TypeId{1},
                                   ObjectSequence{2},
                                   base::from_us(10'000'000),
                                   {{MethodId{1}, true, false, true}},
                                   {{VariableId{1}, 16}, {VariableId{2}, 9000}}};
    const ReceiverUpdate update{70'000, 1};
    const Forward forward{70'000, 0, ForwardStateFunction::value, ForwardInterfaceFunction::minus_one,
                          encode(RepairData{RepairSymbol{70'000, SymbolIndex{40}, {1, 2, 3}}})};
    const MethodInvocation invocation{
        Direction::upstream, NodeId{5}, InvocationId{3}, {invocation_of(ObjectId{1}, update)}};
    return {with_decoder(0, encode(SetupPacket{{session, NodeId{4}, 2, false}, encode(StateSetup{{object}})})),
            with_decoder(0, encode(InvocationPacket{{session, NodeId{4}, 2, true}, encode(invocation)})),
            with_decoder(0, encode(AckPacket{session, NodeId{5}, InvocationId{3}})),
            with_decoder(0, encode(DataPacket{session, 300, {1, 2}})), with_decoder(1, encode(StateSetup{{object}})),
            with_decoder(2, encode(invocation)), with_decoder(3, wire::encode(update)),
            with_decoder(3, wire::encode(forward)),
            with_decoder(3, wire::encode(ErrorReport{FaultyPacket::method_invocation, 300})),
            with_decoder(3, encode(RepairData{SourceSymbol{300, {1, 2}}})),
            with_decoder(5, said_by(1, PollAsked{1, 1, {}, "Lunch?", {"yes", "no"}})),
            with_decoder(5, said_by(2, PollAsked{300, 2, {}, "Hands?", {}})),
            with_decoder(5, said_by(1, PollCounted{1, 9, 7, {4, 3}, 2, 1})),
            // Ten choices, the last is chosen, and the question has one choice then.
            with_decoder(6, {0, 41, 1, 1, 9, 0, 5, 2, 4, 255}),
            with_decoder(6, {0, 9, 1, 1, 0, 4, 50, 2, 0, 0, 10, 2, 1, 1}),
            with_decoder(4, wire::encode(TallyReport{3, 300, 70, 60, {1, 2, 300}}))};
}

} // namespace plenum::fuzz
