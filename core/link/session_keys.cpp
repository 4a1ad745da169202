// SPDX-License-Identifier: Apache-2.0
#include "core/link/session_keys.h"

#include "core/base/check.h"

#include <utility>

namespace plenum::link {

KeyLimits KeyLimits::of(crypto::Cipher cipher) {
    KeyLimits limits;
    if (cipher != crypto::Cipher::aes256_gcm) return limits;
    limits.rekey_packets = std::uint64_t{1} << 22;
    limits.refuse_packets = std::uint64_t{1} << 23;
    limits.forgeries_max = std::uint64_t{1} << 52;
    return limits;
}

SessionKeys::SessionKeys(Keying first, base::LocalTime now, std::optional<KeyLimits> limits)
    : limits_{limits},
      current_{make(std::move(first), now)} {}

SessionKeys::Generation SessionKeys::make(Keying keying, base::LocalTime now) const {
    return {.local = keying.local,
            .remote = keying.remote,
            .sealer = crypto::DatagramSealer{std::move(keying.keys.send), keying.cipher},
            .opener = crypto::DatagramOpener{std::move(keying.keys.receive), keying.cipher},
            .limits = limits_.value_or(KeyLimits::of(keying.cipher)),
            .born = now};
}

void SessionKeys::add(Keying keying, bool proven, base::LocalTime now) {
    if (proven) {
        next_.reset();
        replace_current(make(std::move(keying), now));
    } else {
        next_ = make(std::move(keying), now);
    }
}

void SessionKeys::replace_current(Generation by) {
    previous_ = std::exchange(current_, std::move(by));
    previous_until_ = base::local_time_max;
}

SessionKeys::Generation* SessionKeys::find(base::SessionIndex local, base::LocalTime now) {
    if (previous_ && now >= previous_until_) previous_.reset();
    Generation* found = nullptr;
    if (current_.local == local) found = &current_;
    if (previous_ && previous_->local == local) found = &*previous_;
    if (next_ && next_->local == local) found = &*next_;
    if (found == nullptr || now >= found->born + found->limits.refuse_after) return nullptr;
    return found->forged < found->limits.forgeries_max ? found : nullptr;
}

SessionKeys::Opened SessionKeys::open(base::MutableByteView out, const wire::SealedHeader& header,
                                      base::ByteView datagram, base::LocalTime now) {
    auto* keys = find(header.receiver, now);
    if (keys == nullptr) return {};
    const auto opened = keys->opener.open(out, datagram.first(wire::SealedHeader::size),
                                          datagram.subspan(wire::SealedHeader::size), header.number);
    if (opened.result == crypto::OpenResult::forged) ++keys->forged;
    if (opened.result != crypto::OpenResult::opened) return {opened.result, 0, false};
    const bool is_next = next_ && keys == &*next_;
    const bool first = !keys->confirmed() && (is_next || (previous_ && keys == &current_));
    ++keys->opened;
    if (is_next) replace_current(*std::exchange(next_, std::nullopt));
    if (first) previous_until_ = now + current_.limits.old_kept;
    return {opened.result, opened.size, first};
}

void SessionKeys::seal(base::MutableByteView datagram, base::PacketNumber number) {
    CHECK(current_.sealed < current_.limits.refuse_packets);
    ++current_.sealed;
    current_.sealer.seal_in_place(datagram, wire::SealedHeader::size, number);
}

bool SessionKeys::usable(base::LocalTime now) const {
    return now < unusable_at() && current_.sealed < current_.limits.refuse_packets;
}

base::LocalTime SessionKeys::rekey_at() const {
    if (next_) return base::local_time_max;
    const auto many = current_.limits.rekey_packets;
    if (current_.sealed >= many || current_.opened >= many) return current_.born;
    return current_.born + current_.limits.rekey_after;
}

bool SessionKeys::takes(base::SessionIndex local) const {
    return current_.local == local || (next_ && next_->local == local) || (previous_ && previous_->local == local);
}

} // namespace plenum::link
