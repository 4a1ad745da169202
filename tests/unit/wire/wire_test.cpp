// SPDX-License-Identifier: Apache-2.0
#include "core/base/random.h"
#include "core/log/entry.h"
#include "core/wire/control.h"
#include "core/wire/datagram.h"
#include "core/wire/message.h"

#include <gtest/gtest.h>

namespace plenum::wire {
namespace {

base::Bytes bytes_of(std::initializer_list<int> values) {
    base::Bytes bytes;
    for (const int value : values)
        bytes.push_back(static_cast<std::uint8_t>(value));
    return bytes;
}

std::uint64_t read_varint(const base::Bytes& bytes, bool& ok) {
    Reader from{bytes};
    const auto value = from.varint();
    ok = from.ok() && from.at_end();
    return value;
}

// RFC 9000 appendix A.1.
TEST(Varint, reads_the_figures_of_the_rfc) {
    bool ok = false;
    EXPECT_EQ(read_varint(bytes_of({0xc2, 0x19, 0x7c, 0x5e, 0xff, 0x14, 0xe8, 0x8c}), ok), 151'288'809'941'952'652U);
    EXPECT_TRUE(ok);
    EXPECT_EQ(read_varint(bytes_of({0x9d, 0x7f, 0x3e, 0x7d}), ok), 494'878'333U);
    EXPECT_TRUE(ok);
    EXPECT_EQ(read_varint(bytes_of({0x7b, 0xbd}), ok), 15'293U);
    EXPECT_TRUE(ok);
    EXPECT_EQ(read_varint(bytes_of({0x25}), ok), 37U);
    EXPECT_TRUE(ok);
}

TEST(Varint, has_one_form_for_each_value) {
    bool ok = true;
    read_varint(bytes_of({0x40, 0x25}), ok); // 37 in two bytes, as the RFC would allow
    EXPECT_FALSE(ok);
    for (const std::uint64_t value : {0ULL, 63ULL, 64ULL, 16'383ULL, 16'384ULL, (1ULL << 30) - 1, 1ULL << 30,
                                      static_cast<unsigned long long>(varint_max)}) {
        base::Bytes bytes;
        Writer{bytes}.varint(value);
        EXPECT_EQ(bytes.size(), varint_size(value));
        EXPECT_EQ(read_varint(bytes, ok), value);
        EXPECT_TRUE(ok);
    }
}

TEST(Reader, fails_for_good_past_the_end) {
    const auto bytes = bytes_of({1, 2});
    Reader from{bytes};
    EXPECT_EQ(from.u32(), 0U);
    EXPECT_FALSE(from.ok());
    EXPECT_EQ(from.u8(), 0U);
    EXPECT_TRUE(from.bytes(0).empty());
    EXPECT_FALSE(from.ok());
}

Frame sample(std::size_t which) {
    switch (which) {
    case 0: return AckFrame{base::PacketNumber{900}, base::from_us(25), 3, {{1, 2}, {0, 7}}, 77};
    case 1: return PingFrame{};
    case 2: return StreamFrame{base::PriorityClass::chat, 70'000, bytes_of({1, 2, 3})};
    case 3: return ClockRequestFrame{base::LocalTime{base::from_us(123'456)}};
    case 4:
        return ClockResponseFrame{base::LocalTime{base::from_us(1)}, base::ConferenceTime{base::from_us(2)},
                                  base::ConferenceTime{base::from_us(3)}};
    case 5:
        return FragmentFrame{base::FlowId{2},
                             base::MemberIndex{300},
                             base::SequenceNumber{5},
                             base::ConferenceTime{base::from_us(77)},
                             MessageFlags::of(true, false, 1),
                             1,
                             3,
                             bytes_of({9})};
    case 6: return CloseFrame{CloseReason::host_closed};
    case 7: return PathChallengeFrame{0x0123456789abcdef};
    case 8: return PathResponseFrame{0xfedcba9876543210};
    case 9: return PaddingFrame{bytes_of({0, 0, 0})};
    case 11: return TreeFrame{TreeFrame::End::relay, bytes_of({1, 2})};
    default:
        return RelayedFragmentFrame{1,
                                    bytes_of({5}),
                                    base::PriorityClass::video,
                                    true,
                                    base::from_us(900),
                                    {base::FlowId{2},
                                     base::MemberIndex{3},
                                     base::SequenceNumber{5},
                                     base::ConferenceTime{base::from_us(77)},
                                     {},
                                     0,
                                     1,
                                     bytes_of({9})}};
    }
}

TEST(Frames, come_back_as_they_went_and_no_prefix_of_them_does) {
    for (std::size_t i = 0; i < std::variant_size_v<Frame>; ++i) {
        const auto frame = sample(i);
        ASSERT_EQ(frame.index(), i);
        const auto bytes = encode_choice(frame);
        const auto back = decode_choice<Frame>(bytes);
        ASSERT_TRUE(back.has_value());
        EXPECT_EQ(*back, frame);
        for (std::size_t size = 0; size < bytes.size(); ++size) {
            EXPECT_FALSE(decode_choice<Frame>(base::ByteView{bytes}.first(size)).has_value()) << i << " at " << size;
        }
    }
}

TEST(Frames, refuse_values_that_a_field_cannot_have) {
    EXPECT_EQ(decode_choice<Frame>(bytes_of({7, 0})).error(), DecodeError::malformed);  // close without a reason
    EXPECT_EQ(decode_choice<Frame>(bytes_of({7, 99})).error(), DecodeError::malformed); // of no known one
    EXPECT_EQ(decode_choice<Frame>(bytes_of({0})).error(), DecodeError::unknown);
    EXPECT_EQ(decode_choice<Frame>(bytes_of({200, 1})).error(), DecodeError::unknown);
    EXPECT_EQ(decode_choice<Frame>(bytes_of({2, 0})).error(), DecodeError::trailing);
    // An acknowledgement that claims 32 ranges and has one.
    EXPECT_EQ(decode_choice<Frame>(bytes_of({1, 5, 0, 0, 32, 0, 0})).error(), DecodeError::malformed);
}

TEST(Records, that_decode_encode_to_the_same_bytes) {
    base::Random random{7};
    std::size_t decoded = 0;
    const auto frame = encode_choice(sample(5));
    for (int round = 0; round < 20'000; ++round) {
        auto bytes = frame;
        bytes[random.below(bytes.size())] ^= static_cast<std::uint8_t>(1U << random.below(8));
        const auto back = decode_choice<Frame>(bytes);
        if (!back) continue;
        ++decoded;
        EXPECT_EQ(encode_choice(*back), bytes);
    }
    EXPECT_GT(decoded, 5'000U);
    EXPECT_LT(decoded, 20'000U);
}

TEST(Datagrams, have_the_sizes_that_the_protocol_promises) {
    EXPECT_EQ(encode(HandshakeInit{}).size(), handshake_init_bytes);
    EXPECT_EQ(encode(CookieReply{}).size(), cookie_reply_bytes);
    EXPECT_EQ(encode(HandshakeFinal{}).size() + final_noise_bytes_max, 75U);
    EXPECT_LE(encode(FinalPayload{}).size() + 64, final_noise_bytes_max);
    EXPECT_EQ(encode(SealedHeader{}).size(), SealedHeader::size);
    HandshakeResponse longest;
    longest.noise.assign(101, 0);
    EXPECT_EQ(encode(longest).size(), handshake_response_bytes_max);
}

std::vector<ControlMessage> edge_samples() {
    const BodyReference body{{}, 70'000, 300, 2};
    return {Locate{{}, true},
            Located{{}, {}, {7, 9}},
            RelayedMember{{}, {}, {}, {{1, 2}}, 7700, 9, 300, 2},
            RelayedSilence{true},
            DeliveryMark{300},
            OfferSizes{base::FlowId{2}, true},
            body,
            BodyWanted{body},
            BodyGiven{body, bytes_of({1, 2})},
            RelayedIndex{base::MemberIndex{300}}};
}

TEST(ControlMessages, of_every_type_come_back) {
    std::vector<ControlMessage> samples{
        Hello{1, {}, {}},
        CreateConference{{}, {}, bytes_of({1})},
        CreateAnswer{CreateOutcome::full},
        Attach{base::LogPosition{7}, {{base::FlowId{3}, base::MemberIndex{1}, base::SequenceNumber{9}}}},
        Attached{base::LogPosition{8}, true, {}},
        Submit{bytes_of({2})},
        SubmitRefused{4, 5},
        LogEntry{bytes_of({3})},
        KeyFrameRequest{base::FlowId{2}, base::MemberIndex{4}, true},
        Accepted{base::FlowId{3}, base::SequenceNumber{6}},
        Knock{bytes_of({4})},
        KnockAnswer{KnockOutcome::closed},
        Knocking{bytes_of({5})},
        KnockEnded{{}},
        RefuseKnock{{}},
        LogWanted{base::LogPosition{4}},
        WordsWanted{{{base::FlowId{3}, base::MemberIndex{2}, base::SequenceNumber{9}}}},
        GivenWord{base::FlowId{3}, base::MemberIndex{2}, base::SequenceNumber{9}, base::LogPosition{7}, {1, 2, 3}},
        WordsGiven{},
        Restore{{}, {}, base::LogPosition{9}},
        WordRefused{base::FlowId{3}, base::SequenceNumber{6}},
        HolderSilent{base::TokenId{1}, base::MemberIndex{4}, std::chrono::milliseconds{1900}},
        DelayReport{base::ConversationId{1}, std::chrono::milliseconds{84}},
        DelayAdvice{base::ConversationId{1}, std::chrono::milliseconds{120}},
        Gap{base::FlowId{1}, base::MemberIndex{4}, 2, bytes_of({7, 25})},
        Standby{{{"198.51.100.7", {{1, 2}}, 7700}},
                base::ConferenceTime{std::chrono::milliseconds{7}},
                base::MemberIndex{2}},
        StandbyOffer{{{"198.51.100.7", {{1, 2}}, 7700}}},
        StandbyAppointed{{}, {"198.51.100.7", {{1, 2}}, 7700}, {}},
        StandbyRemoval{base::ConferenceTime{std::chrono::milliseconds{7}}, true},
        Causes{base::ConversationId{1}, base::ConferenceTime{std::chrono::milliseconds{7}}, bytes_of({7, 25})},
        Replicate{{},
                  {},
                  base::LogPosition{9},
                  true,
                  false,
                  true,
                  7,
                  {},
                  {},
                  4,
                  {{base::FlowId{3}, base::MemberIndex{1}, {}}}},
        ReplicaState{ReplicaStatus::synced, base::LogPosition{9}, {}, {}},
        ReplicaMark{12, base::ConferenceTime{std::chrono::milliseconds{7}}, {}},
        ReplicaAcknowledged{12},
        ReplicaSynced{5},
        ReplicaForgotten{},
        ReplicaResigned{},
        ReplicaHandedOver{},
        LogState{70'000, bytes_of({3})},
        LogStatePart{bytes_of({4, 5})},
        Subscribe{base::FlowId{2}, base::MemberIndex{4}, 15, 3},
        Demand{base::FlowId{2}, 30},
        FlowExcess{base::FlowId{2}, 7},
        PullRequest{base::PullId{5}, base::FlowId{2}, base::MemberIndex{4}, 2, 3, 0,
                    base::ConferenceTime{std::chrono::milliseconds{7}}, base::ConferenceTime{std::chrono::seconds{7}}},
        PullRefused{base::PullId{5}, 2},
    };
    for (const auto& message : edge_samples())
        samples.push_back(message);
    ASSERT_EQ(samples.size(), std::variant_size_v<base::AlternativesOf<ControlMessage>>);
    for (const auto& message : samples) {
        const auto back = decode_choice<ControlMessage>(encode_choice(message));
        ASSERT_TRUE(back.has_value());
        EXPECT_EQ(*back, message);
    }
}

TEST(Text, is_refused_unless_it_is_clean_utf8) {
    const auto decode_label = [](std::string_view text) {
        log::FlowDeclaration flow;
        flow.label = "x";
        auto bytes = encode(flow);
        // Replace the label: flow (2), length (1), one byte.
        base::Bytes changed{bytes.begin(), bytes.begin() + 2};
        changed.push_back(static_cast<std::uint8_t>(text.size()));
        base::append(changed, base::as_bytes(text));
        changed.insert(changed.end(), bytes.begin() + 4, bytes.end());
        return decode<log::FlowDeclaration>(changed).has_value();
    };
    EXPECT_TRUE(decode_label("camera"));
    EXPECT_TRUE(decode_label("Übung 会議"));
    EXPECT_FALSE(decode_label("\x1b[2J"));
    EXPECT_FALSE(decode_label("\xc0\xaf"));     // overlong
    EXPECT_FALSE(decode_label("\xed\xa0\x80")); // surrogate
    EXPECT_FALSE(decode_label(std::string(33, 'a')));
}

TEST(ReliableMessage, can_be_passed_on_whatever_numbers_come_before_it) {
    const base::Bytes largest(base::limits::reliable_sealed_bytes_max);
    const ReliableMessage message{base::FlowId{1}, base::MemberIndex{1}, base::SequenceNumber{1}, largest, {}};
    EXPECT_TRUE(decode<ReliableMessage>(encode(message)).has_value());
    const GivenWord given{base::FlowId{0xffff}, base::MemberIndex{0xffff'ffff}, base::SequenceNumber{varint_max},
                          base::LogPosition{varint_max}, largest};
    EXPECT_LE(encode_choice(ControlMessage{given}).size(), base::limits::control_message_bytes_max);
    // It fits a stream on its way to the relay, and not with the relay's numbers.
    auto larger = message;
    larger.sealed.resize(base::limits::control_message_bytes_max - 5);
    ASSERT_LE(encode(larger).size(), base::limits::control_message_bytes_max);
    EXPECT_FALSE(decode<ReliableMessage>(encode(larger)).has_value());
}

} // namespace
} // namespace plenum::wire
