// SPDX-License-Identifier: Apache-2.0
#include "core/member/keys/key_ring.h"

#include "core/base/check.h"

#include <algorithm>

namespace plenum::node {
namespace {

/// Epochs whose history keys are kept.
constexpr std::size_t kept_epochs_max = base::limits::history_links_max;
/// Streams open at once: members times flows.
constexpr std::size_t openers_max = 8192;

KeyRing::OpenError error_of(crypto::FrameError error) {
    switch (error) {
    case crypto::FrameError::replay:
    case crypto::FrameError::too_old: return KeyRing::OpenError::replay;
    case crypto::FrameError::malformed: return KeyRing::OpenError::malformed;
    default: return KeyRing::OpenError::forged;
    }
}

} // namespace

FormerKeys FormerKeys::copy() const {
    FormerKeys copied{conference};
    for (const auto& [epoch, root] : history)
        copied.history.emplace(epoch, root.copy());
    return copied;
}

KeyRing::KeyRing(base::ConferenceHandle conference, crypto::ExchangeKeyPair own, const FormerKeys& former)
    : conference_{conference},
      own_{own.copy()},
      groups_{conference, own.copy()},
      pairs_{std::move(own)} {
    if (former.conference != conference) return;
    for (const auto& [epoch, root] : former.history)
        epochs_[epoch].history = root.copy();
}

FormerKeys KeyRing::former_keys() const {
    FormerKeys former{conference_};
    for (const auto& [epoch, keys] : epochs_)
        former.history.emplace(epoch, keys.history.copy());
    return former;
}

void KeyRing::follow(const log::State& state, base::MemberIndex self, base::LocalTime now) {
    groups_.follow(state, self, now);
    pairs_.follow(state, self);
}

base::Bytes KeyRing::wrap_context(base::KeyEpoch epoch, base::MemberIndex member) const {
    base::Bytes context;
    wire::Writer to{context};
    to.bytes(conference_.view());
    to.u64(epoch.value());
    to.u32(member.value());
    return context;
}

std::optional<crypto::EpochSecret> KeyRing::secret_of(const log::EpochTurn& turn, base::MemberIndex self) const {
    const auto wrap = std::ranges::find(turn.wraps, self, &log::MemberWrap::member);
    if (wrap != turn.wraps.end()) {
        const auto wrapped = crypto::KeyWrap::from(wrap->wrapped.view());
        return crypto::unwrap(*wrapped, own_, wrap_context(turn.epoch, self));
    }
    if (turn.mode == log::EpochMode::ratchet && secret_ && turn.epoch == newest_.next())
        return crypto::ratchet(*secret_);
    return std::nullopt;
}

bool KeyRing::concerns(const log::EpochTurn& turn, base::MemberIndex self) const {
    if (std::ranges::find(turn.wraps, self, &log::MemberWrap::member) != turn.wraps.end()) return true;
    return turn.mode == log::EpochMode::ratchet && secret_ && turn.epoch == newest_.next();
}

KeyRing::Adoption KeyRing::adopt(const log::EpochTurn& turn, base::MemberIndex self, base::LocalTime now,
                                 base::LocalTime old_seals_until) {
    const bool wrapped = std::ranges::find(turn.wraps, self, &log::MemberWrap::member) != turn.wraps.end();
    auto secret = secret_of(turn, self);
    if (!secret) return wrapped ? Adoption::bad_wrap : Adoption::not_ours;
    if (crypto::commitment(*secret, conference_, turn.epoch) != turn.commitment) return Adoption::bad_wrap;
    install(std::move(*secret), turn.epoch, now);
    auto& seals_from = epochs_.at(newest_).seals_from;
    seals_from = std::min(seals_from, old_seals_until);
    return Adoption::adopted;
}

void KeyRing::install(crypto::EpochSecret secret, base::KeyEpoch epoch, base::LocalTime now) {
    for (auto& [number, keys] : epochs_) {
        const bool last = number == newest_;
        if (last) {
            keys.superseded_at = now;
            expires_at_ = now + base::limits::old_epoch_age_max;
        }
        if (keys.has_media && !last) forget_media(number, keys);
    }
    // A former membership may have had later ones of another history.
    epochs_.erase(epochs_.upper_bound(epoch), epochs_.end());
    Epoch keys;
    keys.media = crypto::media_root(secret);
    keys.has_media = true;
    keys.history = crypto::history_root(secret);
    keys.link = crypto::link_key(secret);
    keys.adopted_at = now;
    keys.seals_from = now + epoch_switch_delay;
    epochs_.insert_or_assign(epoch, std::move(keys));
    if (epochs_.size() > kept_epochs_max) epochs_.erase(epochs_.begin());
    secret_ = std::move(secret);
    newest_ = epoch;
}

void KeyRing::recover_history(const log::HistoryLinks& links) {
    auto from = newest_;
    while (from.value() > 0) {
        const auto link = links.find(from);
        const base::KeyEpoch before{from.value() - 1};
        if (link == links.end() || epochs_.contains(before)) return;
        const bool full = epochs_.size() >= kept_epochs_max;
        if (full && epochs_.begin()->first > before) return;
        auto root = crypto::open_history(*crypto::HistoryLink::from(link->second.view()), epochs_.at(from).history,
                                         conference_, from);
        if (!root) return;
        Epoch keys;
        keys.history = std::move(*root);
        if (full) epochs_.erase(epochs_.begin());
        epochs_.emplace(before, std::move(keys));
        from = before;
    }
}

std::optional<base::LocalTime> KeyRing::newest_since() const {
    const auto newest = epochs_.find(newest_);
    return newest == epochs_.end() ? std::nullopt : std::optional{newest->second.adopted_at};
}

const crypto::SecretKey* KeyRing::link_key(base::KeyEpoch epoch) const {
    const auto keys = epochs_.find(epoch);
    return keys == epochs_.end() || !keys->second.link ? nullptr : &*keys->second.link;
}

std::optional<log::EpochTurn> KeyRing::make_turn(const log::State& state, const std::set<base::MemberIndex>& proven,
                                                 bool fresh, crypto::SeededRandom& random) const {
    const auto* self = state.find(own_.public_key);
    const bool ratchet =
        !fresh && !state.fresh_needed && secret_ && self != nullptr && self->keyed && newest_ == state.epoch;
    const auto secret = ratchet ? crypto::ratchet(*secret_) : random.draw<crypto::EpochSecret::Value>();
    log::EpochTurn turn;
    turn.epoch = state.epoch.next();
    turn.mode = ratchet ? log::EpochMode::ratchet : log::EpochMode::fresh;
    turn.commitment = crypto::commitment(secret, conference_, turn.epoch);
    const auto before = epochs_.find(state.epoch);
    if (state.policy.history_for_newcomers && before != epochs_.end()) {
        const auto root = crypto::history_root(secret);
        const auto link = crypto::seal_history(before->second.history, root, conference_, turn.epoch);
        turn.history = *log::HistoryLink::from(link.view());
    }
    for (const auto& [index, member] : state.members) {
        if (ratchet && member.keyed) continue;
        // Whoever has no right to it, or a key of small order, gets bytes that fit the entry and are worth nothing.
        log::WrappedKey wrap;
        if (proven.contains(index)) {
            const auto wrapped =
                crypto::wrap(secret, member.exchange, random.draw<base::Seed>(), wrap_context(turn.epoch, index));
            if (wrapped) wrap = *log::WrappedKey::from(wrapped->view());
        }
        turn.wraps.push_back({index, wrap});
    }
    return turn;
}

base::KeyEpoch KeyRing::sending_epoch(Chain chain, base::LocalTime now) const {
    if (chain == Chain::history) return newest_;
    const auto& newest = epochs_.at(newest_);
    if (now >= newest.seals_from || epochs_.size() < 2) return newest_;
    const auto before = std::prev(epochs_.find(newest_));
    return before->second.has_media ? before->first : newest_;
}

std::expected<crypto::SecretKey, KeyRing::OpenError> KeyRing::base_key(const StreamKey& key) const {
    const bool of_group = key.stream.group.value() != 0;
    if (of_group != (key.key.group.value() != 0)) return std::unexpected{OpenError::malformed};
    if (key.key.epoch > newest_) return std::unexpected{OpenError::key_to_come};
    const auto epoch = epochs_.find(key.key.epoch);
    if (epoch == epochs_.end() || (key.chain == Chain::media && !epoch->second.has_media))
        return std::unexpected{OpenError::no_key};
    const auto& root = key.chain == Chain::media ? epoch->second.media : epoch->second.history;
    auto inner = root.copy();
    if (of_group) {
        const auto root_of_group = groups_.root(key.chain, key.stream, key.key.group);
        if (!root_of_group) return std::unexpected{root_of_group.error()};
        inner = crypto::root_in_group(inner, **root_of_group);
    }
    if (const auto* of_pair = pairs_.root(key.stream.flow)) inner = crypto::root_in_pair(inner, *of_pair);
    return crypto::sender_key(inner, key.stream.sender, key.stream.flow);
}

void KeyRing::seal(Chain chain, const SealedStream& stream, base::SequenceNumber sequence, base::ByteView associated,
                   base::ByteView plaintext, base::LocalTime now, base::Bytes& to) {
    CHECK(can_seal());
    StreamKey key{{sending_epoch(chain, now), {}}, chain, stream};
    if (stream.group.value() != 0) key.key.group = groups_.sending_epoch(chain, stream.group, now);
    auto sealer = sealers_.find(key);
    if (sealer == sealers_.end()) {
        auto base = base_key(key);
        CHECK(base.has_value());
        sealer = sealers_.emplace(key, crypto::FrameSealer{*base, key.key.value()}).first;
    }
    sealer->second.seal(sequence.value(), associated, plaintext, to);
}

std::expected<base::Bytes, KeyRing::OpenError> KeyRing::open(Chain chain, const SealedStream& stream, Numbers numbers,
                                                             base::ByteView associated, base::ByteView frame) {
    const auto header = crypto::FrameHeader::decode(frame);
    if (!header || header->header.counter != numbers.first.value()) return std::unexpected{OpenError::malformed};
    const StreamKey key{crypto::ContentKeyId::from(header->header.key_id), chain, stream};
    auto opener = openers_.find(key);
    if (opener == openers_.end()) {
        const auto base = base_key(key);
        if (!base) return std::unexpected{base.error()};
        if (openers_.size() >= openers_max) openers_.erase(openers_.begin());
        opener = openers_.emplace(key, crypto::FrameOpener{*base, key.key.value()}).first;
    }
    auto opened = opener->second.open(*header, associated, frame, numbers.count);
    if (opened) return std::move(*opened);
    return std::unexpected{error_of(opened.error())};
}

std::expected<base::Bytes, KeyRing::OpenError> KeyRing::open_again(const SealedStream& stream,
                                                                   base::SequenceNumber first,
                                                                   base::ByteView associated,
                                                                   base::ByteView frame) const {
    const auto header = crypto::FrameHeader::decode(frame);
    if (!header || header->header.counter != first.value()) return std::unexpected{OpenError::malformed};
    const StreamKey key{crypto::ContentKeyId::from(header->header.key_id), Chain::media, stream};
    const auto base = base_key(key);
    if (!base) return std::unexpected{base.error()};
    auto opened = crypto::FrameOpener{*base, key.key.value()}.open(*header, associated, frame, 1);
    if (opened) return std::move(*opened);
    return std::unexpected{error_of(opened.error())};
}

void KeyRing::expire(base::LocalTime now) {
    for (const auto& gone : groups_.expire(now)) {
        const auto over = [&](const auto& item) {
            const auto& [key, chain, stream] = item.first;
            return stream.group == gone.group && key.group == gone.epoch && chain == Chain::media;
        };
        std::erase_if(openers_, over);
        std::erase_if(sealers_, over);
    }
    if (now < expires_at_) return;
    expires_at_ = base::local_time_max;
    for (auto& [number, keys] : epochs_) {
        if (keys.has_media && keys.superseded_at) forget_media(number, keys);
    }
}

void KeyRing::forget_media(base::KeyEpoch epoch, Epoch& keys) {
    keys.media.clear();
    keys.has_media = false;
    const auto over = [epoch](const auto& item) {
        return item.first.key.epoch == epoch && item.first.chain == Chain::media;
    };
    std::erase_if(openers_, over);
    std::erase_if(sealers_, [epoch](const auto& item) { return item.first.key.epoch == epoch; });
}

} // namespace plenum::node
