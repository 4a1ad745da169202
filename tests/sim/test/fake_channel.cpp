// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/test/fake_channel.h"

#include <algorithm>

namespace plenum::sim {

namespace {

using namespace base;

constexpr std::uint8_t reliable = 1;
constexpr std::uint8_t acknowledgement = 2;
constexpr std::uint8_t unreliable = 3;
constexpr std::size_t window = 16;
constexpr Duration resend_period = 100ms;

void put(Bytes& to, std::uint64_t value) {
    for (int byte = 0; byte < 8; ++byte, value >>= 8)
        to.push_back(static_cast<std::uint8_t>(value));
}

std::uint64_t get(ByteView from, std::size_t at) {
    std::uint64_t value = 0;
    for (std::size_t byte = 8; byte-- > 0;)
        value = value << 8 | from[at + byte];
    return value;
}

Bytes framed(std::uint8_t type, std::uint64_t number, ByteView rest) {
    Bytes result{type};
    put(result, number);
    append(result, rest);
    return result;
}

} // namespace

Bytes FakeMessage::encode() const {
    Bytes result{static_cast<std::uint8_t>(kind)};
    for (const auto number : {a, b, c})
        put(result, number);
    append(result, body);
    return result;
}

FakeMessage FakeMessage::decode(ByteView bytes) {
    return {static_cast<Kind>(bytes[0]), get(bytes, 1), get(bytes, 9), get(bytes, 17),
            Bytes(bytes.begin() + 25, bytes.end())};
}

void FakeChannel::push(const FakeMessage& message, LocalTime now, const Send& send) {
    if (out_.empty()) {
        resend_at_ = now + resend_period;
        waiting_since_ = now;
    }
    out_.push_back(message.encode());
    if (out_.size() <= window) send(framed(reliable, out_first_ + out_.size() - 1, out_.back()));
}

void FakeChannel::resend(LocalTime now, const Send& send) {
    if (out_.empty() || now < resend_at_) return;
    resend_at_ = now + resend_period;
    for (std::size_t index = 0; index < std::min(window, out_.size()); ++index) {
        send(framed(reliable, out_first_ + index, out_[index]));
    }
}

Bytes FakeChannel::once(const FakeMessage& message) { return framed(unreliable, 0, message.encode()); }

std::vector<FakeMessage> FakeChannel::receive(ByteView datagram, LocalTime now, const Send& send) {
    const auto number = get(datagram, 1);
    if (datagram[0] == unreliable) return {FakeMessage::decode(datagram.subspan(9))};
    if (datagram[0] == acknowledgement) {
        for (; out_first_ < number && !out_.empty(); ++out_first_) {
            out_.pop_front();
            waiting_since_ = now;
        }
        return {};
    }
    std::vector<FakeMessage> result;
    if (number == in_next_) {
        ++in_next_;
        result.push_back(FakeMessage::decode(datagram.subspan(9)));
    }
    send(framed(acknowledgement, in_next_, {}));
    return result;
}

} // namespace plenum::sim
