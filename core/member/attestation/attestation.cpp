// SPDX-License-Identifier: Apache-2.0
#include "core/member/attestation/attestation.h"

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
/// Of so many seconds and flows, of 12 KiB each at most.
constexpr std::size_t digests_max = 8;
/// Three seconds of sound and pictures, and one message in three: over two links that lose 30 % each, whose delays vary
/// by half a second, a sixth of the digests do not come in time.
constexpr std::uint32_t unproven_max = 240;
constexpr std::uint32_t proven_each = 2;
constexpr base::Duration fading_interval = std::chrono::seconds{30};

/// The first number of each mark, and the number behind the last; empty where the digest says nothing sound.
std::vector<std::uint64_t> firsts_of(const wire::StreamDigest& sent) {
    const auto marks = sent.marks.size() / MessageMark::size;
    const bool sound =
        sent.counts.empty() || (sent.counts.size() == marks && std::ranges::find(sent.counts, 0) == sent.counts.end());
    if (marks == 0 || !sound) return {};
    std::vector<std::uint64_t> firsts{sent.first.value()};
    firsts.reserve(marks + 1);
    for (std::size_t i = 0; i < marks; ++i)
        firsts.push_back(firsts.back() + (sent.counts.empty() ? 1 : sent.counts[i]));
    return firsts;
}

} // namespace

MessageMark mark_of(base::ByteView message) {
    return *MessageMark::from(crypto::hash(message).view().first(MessageMark::size));
}

void SentMarks::add(const wire::MessageHeader& header, const MessageMark& mark) {
    auto& [digest, next] = streams_[header.flow];
    const auto marks = digest.marks.size() / MessageMark::size;
    const bool follows = marks > 0 && header.sequence.value() == next;
    if (!follows || marks >= wire::marks_per_digest_max) {
        digest = {header.flow, header.sequence, {}, {}};
    }
    if (header.count > 1 && digest.counts.empty()) digest.counts.resize(digest.marks.size() / MessageMark::size, 1);
    if (header.count > 1 || !digest.counts.empty()) digest.counts.push_back(header.count);
    base::append(digest.marks, mark.view());
    next = header.sequence.value() + header.count;
}

std::optional<wire::Digest> SentMarks::take() {
    wire::Digest digest;
    for (auto& [flow, stream] : streams_)
        digest.streams.push_back(std::move(stream.digest));
    streams_.clear();
    if (digest.streams.empty()) return std::nullopt;
    return digest;
}

ReceivedMarks::Verdict ReceivedMarks::judge(const Sent& sent, const Received& received) {
    const auto number = received.sequence.value();
    if (number < sent.firsts.front() || number >= sent.firsts.back()) return Verdict::nothing;
    const auto found = std::ranges::lower_bound(sent.firsts, number);
    const auto at = static_cast<std::size_t>(found - sent.firsts.begin()) * MessageMark::size;
    // What began in the middle of a bundle was not sent so.
    const bool sent_so =
        *found == number &&
        std::ranges::equal(base::ByteView{sent.marks}.subspan(at, MessageMark::size), received.mark.view());
    return sent_so ? Verdict::proven : Verdict::forged;
}

ReceivedMarks::Verdict ReceivedMarks::note(Verdict verdict) {
    if (verdict != Verdict::nothing) ++proven_;
    return verdict;
}

ReceivedMarks::Verdict ReceivedMarks::add(const wire::MessageHeader& header, const MessageMark& mark,
                                          base::LocalTime now) {
    const Received received{header.sequence, mark, now};
    for (const auto& sent : digests_) {
        const auto verdict = sent.flow == header.flow ? judge(sent, received) : Verdict::nothing;
        if (verdict != Verdict::nothing) return note(verdict);
    }
    if (streams_.size() >= base::limits::flows_per_conference_max && !streams_.contains(header.flow))
        return Verdict::nothing;
    auto& stream = streams_[header.flow];
    stream.push_back(received);
    if (stream.size() > waiting_max) stream.pop_front();
    return Verdict::nothing;
}

ReceivedMarks::Verdict ReceivedMarks::handle(const wire::Digest& digest, base::LocalTime now) {
    auto verdict = Verdict::proven;
    for (const auto& stream : digest.streams) {
        Sent sent{stream.flow, firsts_of(stream), stream.marks, now};
        if (sent.firsts.empty()) continue;
        if (const auto found = streams_.find(stream.flow); found != streams_.end()) {
            std::erase_if(found->second, [&](const Received& received) {
                const auto judged = note(judge(sent, received));
                if (judged == Verdict::forged) verdict = judged;
                return judged != Verdict::nothing;
            });
        }
        if (digests_.size() >= digests_max) digests_.pop_front();
        digests_.push_back(std::move(sent));
    }
    return verdict;
}

bool ReceivedMarks::expire(base::LocalTime now) {
    while (!digests_.empty() && now - digests_.front().at > digest_wait_max)
        digests_.pop_front();
    for (auto& [flow, stream] : streams_) {
        for (; !stream.empty() && now - stream.front().at > digest_wait_max; stream.pop_front())
            ++unproven_;
    }
    std::erase_if(streams_, [](const auto& item) { return item.second.empty(); });
    const bool much = unproven_ > unproven_max && unproven_ > proven_ / proven_each;
    if (now >= fades_at_) {
        fades_at_ = now + fading_interval;
        proven_ /= 2;
        unproven_ /= 2;
    }
    return much && !std::exchange(told_, true);
}

} // namespace plenum::node
