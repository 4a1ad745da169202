// SPDX-License-Identifier: Apache-2.0
#include "core/base/limits.h"
#include "core/base/random.h"
#include "core/link/stream_receiver.h"
#include "core/link/stream_sender.h"
#include "core/wire/cursor.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace plenum::link {
namespace {

using Taken = StreamReceiver::Taken;

base::Bytes filled(std::size_t size, std::uint8_t with) { return base::Bytes(size, with); }

struct Copy {
    std::uint64_t offset;
    base::Bytes bytes;
};

TEST(StreamSender, GivesEachByteOnceAndAgainWhenLost) {
    StreamSender sender;
    EXPECT_FALSE(sender.ready());
    ASSERT_TRUE(sender.push(filled(99, 5)));
    EXPECT_EQ(sender.buffered(), 101U); // two bytes of length
    const auto first = sender.take(60).value();
    EXPECT_EQ(first.offset, 0U);
    EXPECT_EQ(first.bytes.size(), 60U);
    EXPECT_FALSE(first.again);
    EXPECT_EQ(sender.take(60)->bytes.size(), 41U);
    EXPECT_FALSE(sender.ready());
    EXPECT_FALSE(sender.take(60));
    sender.handle_lost(0, 60);
    EXPECT_TRUE(sender.ready());
    const auto again = sender.take(1000).value();
    EXPECT_EQ(again.offset, 0U);
    EXPECT_EQ(again.bytes.size(), 60U);
    EXPECT_TRUE(again.again);
    sender.handle_acknowledged(60, 41);
    EXPECT_EQ(sender.buffered(), 101U);
    sender.handle_acknowledged(0, 60);
    EXPECT_EQ(sender.buffered(), 0U);
}

TEST(StreamSender, WhatArrivedAfterAllIsNotSentAgain) {
    StreamSender sender;
    ASSERT_TRUE(sender.push(filled(198, 5)));
    while (sender.take(50)) {
    }
    sender.handle_lost(50, 100);
    sender.handle_acknowledged(50, 50);
    const auto again = sender.take(1000).value();
    EXPECT_EQ(again.offset, 100U);
    EXPECT_EQ(again.bytes.size(), 50U);
    sender.handle_lost(100, 50);
    sender.handle_acknowledged(0, 200);
    EXPECT_FALSE(sender.ready());
    sender.handle_lost(0, 200);
    EXPECT_FALSE(sender.ready());
}

TEST(StreamSender, WhatWasAcknowledgedIsNeitherLostNorAcknowledgedAgain) {
    StreamSender sender;
    ASSERT_TRUE(sender.push(filled(198, 5)));
    while (sender.take(50)) {
    }
    sender.handle_acknowledged(0, 100);
    const auto left = sender.buffered();
    sender.handle_lost(0, 100);
    sender.handle_lost(50, 50);
    EXPECT_FALSE(sender.ready());
    sender.handle_acknowledged(0, 100);
    sender.handle_acknowledged(0, 50);
    sender.handle_acknowledged(100, 0);
    EXPECT_EQ(sender.buffered(), left);
    sender.handle_lost(50, 100);
    EXPECT_EQ(sender.take(1000)->offset, 100U) << "of what was half acknowledged, the other half";
}

TEST(StreamSender, NoMoreThanTheWindowIsInFlight) {
    StreamSender sender;
    EXPECT_TRUE(sender.has_room());
    for (int i = 0; i < 8; ++i)
        ASSERT_TRUE(sender.push(filled(60'000, 1)));
    EXPECT_FALSE(sender.has_room());
    std::size_t taken = 0;
    while (const auto piece = sender.take(1000))
        taken += piece->bytes.size();
    EXPECT_EQ(taken, stream_window(0));
    sender.handle_acknowledged(0, 5000);
    EXPECT_EQ(sender.take(100'000)->bytes.size(), 5000U);
}

TEST(StreamSender, TheWindowGrowsWithWhatWasCarried) {
    StreamSender sender;
    std::uint64_t sent = 0;
    std::size_t widest = 0;
    for (int turn = 0; turn < 5; ++turn) {
        while (sender.has_room())
            ASSERT_TRUE(sender.push(filled(1022, 1)));
        const auto base = sent;
        while (const auto piece = sender.take(1000))
            sent += piece->bytes.size();
        EXPECT_EQ(sent - base, stream_window(base));
        widest = std::max<std::size_t>(widest, sent - base);
        sender.handle_acknowledged(base, sent - base);
    }
    EXPECT_EQ(stream_window(300'000), 300'000U);
    EXPECT_EQ(widest, base::limits::stream_buffer_bytes_max);
}

TEST(StreamSender, SaysWhenFull) {
    StreamSender sender;
    std::size_t pushed = 0;
    while (sender.push(filled(10'000, 1)))
        pushed += 10'002;
    EXPECT_EQ(sender.buffered(), pushed);
    EXPECT_GT(pushed, base::limits::stream_buffer_bytes_max - 10'002);
    EXPECT_LE(pushed, base::limits::stream_buffer_bytes_max);
}

TEST(StreamSender, ManyScatteredLossesAreAllSentAgain) {
    StreamSender sender;
    ASSERT_TRUE(sender.push(filled(60'000, 1)));
    std::vector<std::uint64_t> offsets;
    while (const auto piece = sender.take(10))
        offsets.push_back(piece->offset);
    offsets.pop_back(); // a shorter one
    for (std::size_t i = 0; i < offsets.size(); i += 2)
        sender.handle_lost(offsets[i], 10);
    std::vector<bool> again(70'000);
    while (const auto piece = sender.take(10)) {
        for (std::size_t i = 0; i < piece->bytes.size(); ++i)
            again[piece->offset + i] = true;
    }
    for (std::size_t i = 0; i < offsets.size(); i += 2)
        EXPECT_TRUE(again[offsets[i]]);
}

TEST(StreamReceiver, MessagesComeWholeInOrderAndOnce) {
    StreamReceiver receiver;
    base::Bytes stream;
    wire::Writer to{stream};
    to.varint(3);
    to.bytes(filled(3, 1));
    to.varint(0);
    to.varint(100);
    to.bytes(filled(100, 2));
    const base::ByteView all{stream};
    EXPECT_EQ(receiver.handle(2, all.subspan(2)), Taken::taken);
    EXPECT_FALSE(receiver.next_message());
    EXPECT_EQ(receiver.handle(0, all.first(2)), Taken::taken);
    EXPECT_EQ(receiver.next_message(), filled(3, 1));
    EXPECT_EQ(receiver.next_message(), base::Bytes{});
    EXPECT_EQ(receiver.next_message(), filled(100, 2));
    EXPECT_FALSE(receiver.next_message());
    EXPECT_EQ(receiver.handle(0, all), Taken::taken);
    EXPECT_FALSE(receiver.next_message());
    EXPECT_EQ(receiver.buffered(), 0U);
}

TEST(StreamReceiver, ALengthThatArrivesInHalvesIsNoError) {
    StreamReceiver receiver;
    base::Bytes stream;
    wire::Writer{stream}.varint(16'500);
    base::append(stream, filled(16'500, 3));
    const base::ByteView all{stream};
    for (std::size_t i = 0; i < 6; ++i)
        EXPECT_EQ(receiver.handle(i, all.subspan(i, 1)), Taken::taken);
    EXPECT_EQ(receiver.handle(6, all.subspan(6)), Taken::taken);
    EXPECT_EQ(receiver.next_message(), filled(16'500, 3));
}

TEST(StreamReceiver, BeyondTheWindowOrTheLimitIsAViolation) {
    StreamReceiver receiver;
    EXPECT_EQ(receiver.handle(stream_window(0) - 1, filled(1, 1)), Taken::taken);
    EXPECT_EQ(receiver.handle(stream_window(0), filled(1, 1)), Taken::violation);
    EXPECT_EQ(receiver.handle(wire::varint_max, filled(1, 1)), Taken::violation);
    base::Bytes length;
    wire::Writer{length}.varint(base::limits::control_message_bytes_max);
    EXPECT_EQ(receiver.handle(0, length), Taken::taken);
    StreamReceiver other;
    length.clear();
    wire::Writer{length}.varint(base::limits::control_message_bytes_max + 1);
    EXPECT_EQ(other.handle(0, length), Taken::violation);
    StreamReceiver third;
    EXPECT_EQ(third.handle(0, base::Bytes{0x40, 0x01}), Taken::violation) << "a longer form than needed";
}

TEST(StreamReceiver, TheWindowGrowsWithWhatCame) {
    StreamReceiver receiver;
    std::uint64_t next = 0;
    while (next < 300'000) {
        base::Bytes message;
        wire::Writer{message}.varint(9998);
        base::append(message, filled(9998, 1));
        ASSERT_EQ(receiver.handle(next, message), Taken::taken);
        ASSERT_TRUE(receiver.next_message());
        next += message.size();
    }
    EXPECT_EQ(receiver.handle(2 * next - 1, filled(1, 1)), Taken::taken);
    EXPECT_EQ(receiver.handle(2 * next, filled(1, 1)), Taken::violation);
}

TEST(StreamReceiver, ManySmallPiecesAreBounded) {
    StreamReceiver receiver;
    std::size_t refused = 0;
    for (std::uint64_t i = 1; i < 50'000; i += 2)
        refused += receiver.handle(i, filled(1, 0)) == Taken::no_room ? 1 : 0;
    EXPECT_GT(refused, 20'000U);
    EXPECT_LE(receiver.buffered(), 2048U);
}

/// A window moves on with what came, taken or not: alone it bounds nothing.
TEST(StreamReceiver, WhatNobodyTakesIsBounded) {
    StreamReceiver receiver;
    base::Bytes message;
    wire::Writer{message}.varint(9998);
    base::append(message, filled(9998, 1));
    std::uint64_t next = 0;
    while (next < 4 * base::limits::stream_buffer_bytes_max && receiver.handle(next, message) == Taken::taken)
        next += message.size();
    EXPECT_GT(next, base::limits::stream_buffer_bytes_max);
    EXPECT_LE(next, base::limits::stream_buffer_bytes_max + message.size());
    EXPECT_EQ(receiver.buffered(), next);
    EXPECT_EQ(receiver.handle(next, message), Taken::no_room);
    while (receiver.next_message()) {
    }
    EXPECT_EQ(receiver.handle(next, message), Taken::taken) << "what was not acknowledged comes again";
}

/// Pieces of any size, in any order, overlapping and repeated: the messages come out as they went in.
TEST(Streams, AnyCutAndOrderGivesTheSameMessages) {
    base::Random random{4};
    for (int run = 0; run < 50; ++run) {
        StreamSender sender;
        StreamReceiver receiver;
        std::vector<base::Bytes> messages;
        for (int i = 0; i < 60; ++i) {
            messages.push_back(filled(random.below(900), static_cast<std::uint8_t>(random.next())));
            ASSERT_TRUE(sender.push(messages.back()));
        }
        std::vector<Copy> pieces;
        while (const auto piece = sender.take(1 + random.below(700)))
            pieces.push_back({piece->offset, {piece->bytes.begin(), piece->bytes.end()}});
        const auto count = pieces.size();
        for (std::size_t from = 0; from + 1 < count; from += 5) {
            // Two neighbours joined overlap with both.
            Copy both = pieces[from];
            base::append(both.bytes, pieces[from + 1].bytes);
            both.bytes.erase(both.bytes.begin(), both.bytes.begin() + 1);
            ++both.offset;
            pieces.push_back(std::move(both));
        }
        for (std::size_t i = pieces.size(); i > 1; --i)
            std::swap(pieces[i - 1], pieces[random.below(i)]);
        std::vector<base::Bytes> received;
        for (const auto& piece : pieces) {
            ASSERT_EQ(receiver.handle(piece.offset, piece.bytes), Taken::taken);
            sender.handle_acknowledged(piece.offset, piece.bytes.size());
            while (auto message = receiver.next_message())
                received.push_back(std::move(*message));
        }
        EXPECT_EQ(received, messages);
        EXPECT_EQ(sender.buffered(), 0U);
        EXPECT_EQ(receiver.buffered(), 0U);
    }
}

} // namespace
} // namespace plenum::link
