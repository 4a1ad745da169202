// SPDX-License-Identifier: Apache-2.0
#include "core/node/attestation.h"

#include "core/base/limits.h"
#include "core/crypto/hash.h"

#include <algorithm>
#include <utility>

namespace plenum::node {
namespace {

/// Messages of one flow that wait for their digest: three seconds of sound and pictures.
constexpr std::size_t waiting_max = wire::marks_per_digest_max;
/// A digest is a second behind, and may be late by its own lifetime.
constexpr base::Duration digest_wait_max = std::chrono::seconds{5};
/// Three seconds of sound and pictures, and one message in six.
constexpr std::uint32_t unproven_max = 240;
constexpr std::uint32_t proven_each = 5;
constexpr base::Duration fading_interval = std::chrono::seconds{30};

} // namespace

MessageMark mark_of(base::ByteView message) {
    return *MessageMark::from(crypto::hash(message).view().first(MessageMark::size));
}

void SentMarks::add(const wire::MessageHeader& header, const MessageMark& mark) {
    auto& stream = streams_[header.flow];
    const auto count = stream.marks.size() / MessageMark::size;
    const bool follows = count > 0 && header.sequence.value() == stream.first.value() + count;
    if (!follows || count >= wire::marks_per_digest_max) {
        stream = {header.flow, header.sequence, {}};
    }
    base::append(stream.marks, mark.view());
}

std::optional<wire::Digest> SentMarks::take() {
    wire::Digest digest;
    for (auto& [flow, stream] : streams_)
        digest.streams.push_back(std::move(stream));
    streams_.clear();
    if (digest.streams.empty()) return std::nullopt;
    return digest;
}

void ReceivedMarks::add(const wire::MessageHeader& header, const MessageMark& mark, base::LocalTime now) {
    if (streams_.size() >= base::limits::flows_per_conference_max && !streams_.contains(header.flow)) return;
    auto& stream = streams_[header.flow];
    stream.push_back({header.sequence, mark, now});
    if (stream.size() > waiting_max) stream.pop_front();
}

ReceivedMarks::Verdict ReceivedMarks::handle(const wire::Digest& digest) {
    auto verdict = Verdict::proven;
    for (const auto& sent : digest.streams) {
        const auto stream = streams_.find(sent.flow);
        if (stream == streams_.end()) continue;
        const auto count = sent.marks.size() / MessageMark::size;
        std::erase_if(stream->second, [&](const Received& received) {
            const auto offset = received.sequence.value() - sent.first.value();
            if (received.sequence < sent.first || offset >= count) return false;
            const auto mark = base::ByteView{sent.marks}.subspan(offset * MessageMark::size, MessageMark::size);
            if (!std::ranges::equal(mark, received.mark.view())) verdict = Verdict::forged;
            ++proven_;
            return true;
        });
    }
    return verdict;
}

bool ReceivedMarks::expire(base::LocalTime now) {
    for (auto& [flow, stream] : streams_) {
        for (; !stream.empty() && now - stream.front().at > digest_wait_max; stream.pop_front())
            ++unproven_;
    }
    const bool much = unproven_ > unproven_max && unproven_ > proven_ / proven_each;
    if (now >= fades_at_) {
        fades_at_ = now + fading_interval;
        proven_ /= 2;
        unproven_ /= 2;
    }
    return much && !std::exchange(told_, true);
}

} // namespace plenum::node
