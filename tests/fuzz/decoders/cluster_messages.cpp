// SPDX-License-Identifier: Apache-2.0
// Shims, pieces of frames, triggers and captured frames: a value has one encoding and keeps its bounds.
#include "core/cluster/captured_frame.h"
#include "core/cluster/frame_messages.h"
#include "core/cluster/shim.h"
#include "core/cluster/trigger_messages.h"

#include "core/base/check.h"
#include "tests/fuzz/bodies.h"

#include <algorithm>

namespace plenum::fuzz {
namespace {

using namespace cluster;

void check_same(const base::Bytes& encoded, base::ByteView input) { CHECK(std::ranges::equal(encoded, input)); }

void run_shim(base::ByteView input) {
    const auto shim = decode_shim(input);
    if (!shim) return;
    check_same(encode(*shim), input);
    CHECK(input.size() >= shim_bytes_min && input.size() <= shim_bytes_max);
    CHECK(is_flow(std::visit([](const auto& each) { return each.flow; }, *shim)));
}

void run_frame_message(base::ByteView input) {
    const auto message = decode_frame_message(input);
    if (!message) return;
    check_same(encode(*message), input);
    if (const auto* piece = std::get_if<FramePiece>(&*message)) {
        CHECK(!piece->bytes.empty() && piece->left < limits::pieces_per_frame_max);
        return;
    }
    const auto& ranges = std::get<FrameAck>(*message).received;
    for (std::size_t i = 0; i < ranges.size(); ++i)
        CHECK(ranges[i].first <= ranges[i].last && (i == 0 || ranges[i].last < ranges[i - 1].first));
}

void run_trigger_message(base::ByteView input) {
    const auto message = decode_trigger_message(input);
    if (!message) return;
    check_same(encode(*message), input);
    if (const auto* ready = std::get_if<Ready>(&*message)) CHECK(is_sound(ready->through));
    if (const auto* report = std::get_if<PathReport>(&*message)) CHECK(report->flows >= 1 && report->flows <= 64);
}

void run_captured_frame(base::ByteView input) {
    const auto frame = decode_captured_frame(input);
    if (!frame) return;
    check_same(encode(*frame), input);
    CHECK(is_sound(frame->ensemble));
}

base::Bytes with_kind(std::uint8_t kind, base::Bytes message) {
    message.insert(message.begin(), kind);
    return message;
}

} // namespace

/// The first byte says which decoder gets the others.
void run_cluster_messages(base::ByteView input) {
    if (input.empty()) return;
    const auto rest = input.subspan(1);
    switch (input.front() % 4) {
    case 0: return run_shim(rest);
    case 1: return run_frame_message(rest);
    case 2: return run_trigger_message(rest);
    default: return run_captured_frame(rest);
    }
}

std::vector<base::Bytes> cluster_messages_seeds() {
    const EnsembleId id{{3, base::MemberIndex{300}}, base::SequenceNumber{70'000}};
    OutboundShim outbound{ApplicationId{1}, FlowNumber{63}};
    outbound.operations[0] = {general(7), Cell{0x12'3456}};
    outbound.operations[3] = {report_pointer(0), Cell{9}};
    InboundShim inbound{ApplicationId{1}, FlowNumber{2}};
    inbound.reports[1] = {Cell{77}, ValidationId{8}};
    return {with_kind(0, encode(outbound)),
            with_kind(0, encode(inbound)),
            with_kind(1, encode(FramePiece{70'000, 300, 2, {1, 2, 3}})),
            with_kind(1, encode(FrameAck{300, base::from_us(900), {{40, 70}, {3, 9}}})),
            with_kind(2, encode(Trigger{id, base::ConferenceTime{base::from_us(123'456)}, {}, {id, id, 2}})),
            with_kind(2, encode(Beacon{id, {}})),
            with_kind(2, encode(Ready{id, base::from_us(700)})),
            with_kind(2, encode(PathReport{1'000'000, 8})),
            with_kind(2, encode(CaptureSettings{2, true, Pace::periodic, base::from_us(40'000), {{3, 9}}})),
            with_kind(3, encode(CapturedFrame{id, base::ConferenceTime{base::from_us(5)}, {9, 9}}))};
}

} // namespace plenum::fuzz
