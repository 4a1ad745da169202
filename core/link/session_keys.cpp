// SPDX-License-Identifier: Apache-2.0
#include "core/link/session_keys.h"

#include "core/base/check.h"
#include "core/base/limits.h"

#include <algorithm>
#include <utility>

namespace plenum::link {
namespace {

/// A peer takes the confirmation of a handshake for so long after it answered it, and we had that answer before a later
/// one began.
constexpr base::Duration crossing_max = base::limits::half_open_age_max;

} // namespace

KeyLimits KeyLimits::of(crypto::Cipher cipher) {
    KeyLimits limits;
    if (cipher != crypto::Cipher::aes256_gcm) return limits;
    limits.rekey_packets = std::uint64_t{1} << 22;
    limits.refuse_packets = std::uint64_t{1} << 23;
    limits.forgeries_max = std::uint64_t{1} << 52;
    return limits;
}

SessionKeys::SessionKeys(Keying first, KeyRole role, base::LocalTime now, std::optional<KeyLimits> limits)
    : role_{role},
      limits_{limits},
      current_{make(std::move(first), now)} {}

SessionKeys::Generation SessionKeys::make(Keying keying, base::LocalTime now) const {
    return {.local = keying.local,
            .remote = keying.remote,
            .sealer = crypto::DatagramSealer{std::move(keying.keys.send), keying.cipher},
            .opener = crypto::DatagramOpener{std::move(keying.keys.receive), keying.cipher},
            .limits = limits_.value_or(KeyLimits::of(keying.cipher)),
            .born = now};
}

void SessionKeys::add(Keying keying, base::LocalTime now) {
    if (role_ == KeyRole::responder) return replace_current(make(std::move(keying), now));
    if (awaited_.size() == kept_max) awaited_.erase(awaited_.begin());
    awaited_.push_back(make(std::move(keying), now));
}

void SessionKeys::replace_current(Generation by) {
    if (replaced_.size() == kept_max) replaced_.erase(replaced_.begin());
    replaced_.push_back(std::exchange(current_, std::move(by)));
}

SessionKeys::Generation* SessionKeys::find(base::SessionIndex local, base::LocalTime now) {
    const auto over = [now](const Generation& keys) { return now >= keys.until; };
    const auto is_meant = [local](const Generation& keys) { return keys.local == local; };
    Generation* found = is_meant(current_) ? &current_ : nullptr;
    for (auto* others : {&replaced_, &awaited_}) {
        if (others->empty()) continue; // nearly always
        std::erase_if(*others, over);
        const auto place = std::ranges::find_if(*others, is_meant);
        if (place != others->end()) found = &*place;
    }
    if (found == nullptr || now >= found->born + found->limits.refuse_after) return nullptr;
    return found->forged < found->limits.forgeries_max ? found : nullptr;
}

/// The peer has these keys, current or awaited: it seals with no others but those that crossed them on the way.
void SessionKeys::confirm(const Generation& keys, base::LocalTime now) {
    rekey_requested_ = false;
    if (&keys != &current_) {
        const auto awaited = awaited_.begin() + (&keys - awaited_.data());
        auto taken = std::move(*awaited);
        awaited_.erase(awaited);
        replace_current(std::move(taken));
    }
    for (auto& other : replaced_)
        other.until = std::min(other.until, now + current_.limits.old_kept);
    for (auto& other : awaited_)
        other.until = std::min(other.until, now + crossing_max + current_.limits.old_kept);
}

bool SessionKeys::is_awaited(const Generation& keys) const {
    return std::ranges::any_of(awaited_, [&keys](const auto& item) { return &item == &keys; });
}

SessionKeys::Opened SessionKeys::open(base::MutableByteView out, const wire::SealedHeader& header,
                                      base::ByteView datagram, base::LocalTime now) {
    auto* keys = find(header.receiver, now);
    if (keys == nullptr) return {};
    const auto clear = wire::SealedHeader::size + header.shim_bytes;
    const auto opened = keys->opener.open(out, datagram.first(clear), datagram.subspan(clear), header.number);
    if (opened.result == crypto::OpenResult::forged) ++keys->forged;
    if (opened.result != crypto::OpenResult::opened) return {opened.result, 0, false};
    const bool replaces = keys == &current_ ? !replaced_.empty() : is_awaited(*keys);
    const bool first = replaces && !keys->confirmed();
    ++keys->opened;
    if (first) confirm(*keys, now);
    return {opened.result, opened.size, first};
}

void SessionKeys::seal(base::MutableByteView datagram, std::size_t shim_bytes, base::PacketNumber number) {
    CHECK(current_.sealed < current_.limits.refuse_packets);
    ++current_.sealed;
    current_.sealer.seal_in_place(datagram, wire::SealedHeader::size + shim_bytes, number);
}

bool SessionKeys::usable(base::LocalTime now) const {
    return now < unusable_at() && current_.sealed < current_.limits.refuse_packets;
}

base::LocalTime SessionKeys::rekey_at() const {
    if (!awaited_.empty() && awaited_.back().born >= current_.born) return base::local_time_max;
    const auto many = current_.limits.rekey_packets;
    if (current_.sealed >= many || current_.opened >= many) return current_.born;
    return current_.born + current_.limits.rekey_after;
}

bool SessionKeys::takes(base::SessionIndex local) const {
    const auto is_meant = [local](const Generation& keys) { return keys.local == local; };
    return is_meant(current_) || std::ranges::any_of(awaited_, is_meant) || std::ranges::any_of(replaced_, is_meant);
}

} // namespace plenum::link
