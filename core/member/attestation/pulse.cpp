// SPDX-License-Identifier: Apache-2.0
#include "core/member/attestation/pulse.h"

#include <algorithm>

namespace plenum::node {
namespace {

/// security.md, Control log.
constexpr base::Duration heartbeat_interval = std::chrono::seconds{2};
constexpr base::Duration late_after = 3 * heartbeat_interval;
constexpr base::Duration lost_after = 10 * heartbeat_interval;
/// Between two looks at the time, a second apart: what is longer was sleep.
constexpr base::Duration listening_max = std::chrono::seconds{2};
/// security.md, Sender proof.
constexpr base::Duration digest_interval = std::chrono::seconds{1};
/// When the leader's log has been ahead for so long, this member says where it stands itself.
constexpr base::Duration claim_after = std::chrono::seconds{2};
/// Heartbeats about entries that are still on their way.
constexpr std::size_t ahead_max = 16;

constexpr std::string_view pulse_context = "plenum-pulse-v1";

template <class Message>
base::Bytes signed_part(Message message, const base::ConferenceHandle& conference, const wire::MessageHeader& header) {
    message.signature = {};
    base::Bytes bytes{conference.bytes.begin(), conference.bytes.end()};
    base::append(bytes, wire::encode(header));
    base::append(bytes, wire::encode_choice(wire::PulseMessage{std::move(message)}));
    return bytes;
}

} // namespace

void Pulse::set(Agreement agreement) {
    if (agreement_ == agreement && told_forked_ == forked_) return;
    agreement_ = agreement;
    told_forked_ = forked_;
    outbox_.event(AgreementChanged{agreement, forked_});
}

void Pulse::handle_sent(const wire::MessageHeader& header, base::ByteView message, base::LocalTime now) {
    if (sent_.empty()) digest_at_ = now + digest_interval;
    sent_.add(header, mark_of(message));
}

void Pulse::handle_received(const wire::MessageHeader& header, base::ByteView message, base::LocalTime now) {
    const auto verdict = received_[header.sender].add(header, mark_of(message), now);
    if (verdict == ReceivedMarks::Verdict::forged) tell_forged(header.sender);
}

void Pulse::tell_forged(base::MemberIndex sender) {
    outbox_.event(ProtocolViolation{sender, "someone else sent sound or pictures in this member's name"});
}

base::Bytes Pulse::sign(wire::PulseMessage message, const wire::MessageHeader& header) const {
    std::visit(
        [&](auto& content) {
            const auto part = signed_part(content, roster_.state().conference, header);
            content.signature = crypto::sign(roster_.own().identity, pulse_context, part);
        },
        message);
    return wire::encode_choice(message);
}

void Pulse::handle(const wire::MessageHeader& header, base::ByteView body, base::LocalTime now) {
    const auto message = wire::decode_choice<wire::PulseMessage>(body);
    const auto* sender = roster_.people().find(header.sender);
    if (!message || sender == nullptr) return;
    const bool genuine = std::visit(
        [&](const auto& content) {
            const auto part = signed_part(content, roster_.state().conference, header);
            return crypto::verify(sender->identity, pulse_context, part, content.signature);
        },
        *message);
    if (!genuine) return;
    if (const auto* heartbeat = std::get_if<wire::Heartbeat>(&*message)) handle(*heartbeat, header, now);
    if (const auto* digest = std::get_if<wire::Digest>(&*message)) handle(*digest, header, now);
}

void Pulse::handle(const wire::Heartbeat& heartbeat, const wire::MessageHeader& header, base::LocalTime now) {
    const auto leader = roster_.leader();
    if (leader.value() == 0 || forked_) return;
    if (leader != header.sender) return handle_claim(heartbeat, header.sender);
    if (agrees(heartbeat) == false) return find_fork(header.sender);
    if (heartbeat.log_size <= roster_.state().size) return confirm(now);
    // Says nothing before the entries came: they may be held back.
    if (ahead_.empty()) claim_at_ = now + claim_after;
    if (ahead_.size() >= ahead_max) ahead_.pop_front();
    ahead_.push_back(heartbeat);
}

/// Of a member whom the leader's entries do not reach. Whether it lies, or the relay, nobody can tell from this alone.
void Pulse::handle_claim(const wire::Heartbeat& claim, base::MemberIndex sender) {
    if (agrees(claim) != false || !contradicted_.insert(sender).second) return;
    outbox_.event(
        ProtocolViolation{sender, "this member says that it is shown another log: the relay lies, or it does"});
}

void Pulse::confirm(base::LocalTime now) {
    silence_ = {};
    listened_at_ = now;
    set(Agreement::confirmed);
}

void Pulse::find_fork(base::MemberIndex leader) {
    if (forked_) return;
    forked_ = true;
    accuser_ = leader;
    outbox_.event(ProtocolViolation{{}, "the relay shows this member and the key leader different logs"});
    set(Agreement::lost);
}

std::optional<bool> Pulse::agrees(const wire::Heartbeat& heartbeat) const {
    auto same = is_head(heartbeat.log_size.value(), heartbeat.head);
    std::uint64_t before = 1;
    for (const auto& head : heartbeat.heads_before) {
        if (before >= heartbeat.log_size.value() || same == false) break;
        if (const auto earlier = is_head(heartbeat.log_size.value() - before, head)) same = earlier;
        before *= 2;
    }
    return same;
}

const base::Hash* Pulse::head_at(std::uint64_t log_size) const {
    const auto& state = roster_.state();
    const auto size = state.size.value();
    if (log_size > size || log_size == 0 || size - log_size >= state.recent_heads.size()) return nullptr;
    return &state.recent_heads[state.recent_heads.size() - 1 - (size - log_size)];
}

std::optional<bool> Pulse::is_head(std::uint64_t log_size, const base::Hash& hash) const {
    const auto* head = head_at(log_size);
    return head == nullptr ? std::nullopt : std::optional{*head == hash};
}

void Pulse::handle(const wire::Digest& digest, const wire::MessageHeader& header, base::LocalTime now) {
    if (received_[header.sender].handle(digest, now) == ReceivedMarks::Verdict::forged) tell_forged(header.sender);
}

void Pulse::handle_entry(base::LocalTime now) {
    std::erase_if(received_, [&](const auto& item) { return roster_.state().find(item.first) == nullptr; });
    while (!ahead_.empty() && ahead_.front().log_size <= roster_.state().size) {
        const bool same = agrees(ahead_.front()) != false;
        ahead_.pop_front();
        const auto leader = roster_.leader();
        if (!same && leader.value() != 0) return find_fork(leader);
        if (!forked_) confirm(now);
    }
}

void Pulse::handle_attached(base::LocalTime now) {
    listened_at_ = now;
    ahead_.clear();
    received_.clear();
}

void Pulse::handle_wakeup(base::LocalTime now) {
    for (auto& [member, received] : received_) {
        if (received.expire(now))
            outbox_.event(ProtocolViolation{member, "this member's sound and pictures come without its signature"});
    }
    const auto leader = roster_.leader();
    // It was one member's word against the relay's; the next one's counts as much.
    if (forked_ && leader.value() != 0 && leader != accuser_) {
        forked_ = false;
        silence_ = late_after;
    }
    if (forked_) return;
    if (listened_at_) silence_ += std::min(now - *listened_at_, listening_max);
    listened_at_ = now;
    if (roster_.leads()) silence_ = {};
    if (silence_ >= lost_after)
        set(Agreement::lost);
    else if (silence_ >= late_after)
        set(Agreement::late);
    else
        set(Agreement::confirmed);
}

/// Alone there is nobody to tell.
bool Pulse::beats() const { return roster_.leads() && roster_.state().members.size() > 1; }

std::optional<wire::PulseMessage> Pulse::poll(base::LocalTime now) {
    if (beats() && now >= heartbeat_at_) {
        heartbeat_at_ = now + heartbeat_interval;
        return make_heartbeat();
    }
    if (!ahead_.empty() && now >= claim_at_) {
        claim_at_ = now + heartbeat_interval;
        return make_heartbeat();
    }
    if (now < digest_at_) return std::nullopt;
    if (auto digest = sent_.take()) return std::move(*digest);
    return std::nullopt;
}

wire::Heartbeat Pulse::make_heartbeat() const {
    const auto& state = roster_.state();
    wire::Heartbeat heartbeat{state.size, state.head, {}, state.epoch, {}};
    for (std::uint64_t before = 1; before < 1024; before *= 2) {
        const auto* head = before < state.size.value() ? head_at(state.size.value() - before) : nullptr;
        if (head == nullptr) break;
        heartbeat.heads_before.push_back(*head);
    }
    return heartbeat;
}

base::LocalTime Pulse::next_wakeup() const {
    auto at = sent_.empty() ? base::local_time_max : digest_at_;
    if (!ahead_.empty()) at = std::min(at, claim_at_);
    return beats() ? std::min(at, heartbeat_at_) : at;
}

} // namespace plenum::node
