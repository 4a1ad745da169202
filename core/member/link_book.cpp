// SPDX-License-Identifier: Apache-2.0
#include "core/member/link_book.h"

#include "core/crypto/hash.h"

namespace plenum::node {
namespace {

std::string_view text_of(const LinkSecret& secret) {
    return {reinterpret_cast<const char*>(secret.bytes.data()), secret.bytes.size()};
}

std::optional<LinkSecret> open_secret(const crypto::SecretKey& key, const base::ConferenceHandle& door,
                                      base::ByteView sealed) {
    const auto opened = crypto::open_text(key, door.view(), sealed);
    return opened ? LinkSecret::from(base::as_bytes(*opened)) : std::nullopt;
}

/// Seals the secret before with the one after it.
crypto::SecretKey chain_key(const LinkSecret& secret) {
    return crypto::derive(*crypto::SecretKey::from(crypto::hash(secret.view()).view()), "plenum link chain");
}

} // namespace

LinkKeys LinkKeys::from(const LinkSecret& bits) {
    const auto secret = *crypto::LinkSecret::from(bits.view());
    auto lobby = crypto::lobby_key(secret);
    auto names = crypto::names_key(lobby);
    return {crypto::conference_handle(secret), crypto::access_key(secret), std::move(lobby), std::move(names)};
}

KeyFingerprint fingerprint(const base::IdentityKey& key) {
    return *KeyFingerprint::from(crypto::hash(key.view()).view().first(KeyFingerprint::size));
}

LinkBook::LinkBook(const LinkSecret& own) : newest_{own}, newest_keys_{LinkKeys::from(own)} {}

void LinkBook::handle_genesis(const base::ConferenceHandle& conference) {
    if (newest_keys_.door == conference) learn(0, newest_, {});
}

void LinkBook::begin(const log::State& state) {
    if (newest_keys_.door == state.door.handle) learn(state.door.generation, newest_, state.archive.sealed_links);
}

bool LinkBook::handle(const log::ChangeLink& change, std::uint64_t generation, const crypto::SecretKey* epoch_key,
                      const log::SealedLinks& sealed) {
    if (newest_keys_.door == change.door) {
        learn(generation, newest_, sealed);
        return keys_.contains(generation - 1) && newest_keys_.access.expose() == change.access;
    }
    const auto secret = epoch_key == nullptr ? std::nullopt : open_secret(*epoch_key, change.door, change.secret);
    // Before the link we were given there is nothing that we could read.
    if (!secret) return keys_.empty();
    const auto keys = LinkKeys::from(*secret);
    if (keys.door != change.door || keys.access.expose() != change.access) return false;
    learn(generation, *secret, sealed);
    return true;
}

void LinkBook::learn(std::uint64_t generation, const LinkSecret& secret, const log::SealedLinks& sealed) {
    secrets_.insert_or_assign(generation, secret);
    keys_.insert_or_assign(generation, LinkKeys::from(secret));
    if (secrets_.rbegin()->first == generation) {
        newest_ = secret;
        newest_keys_ = LinkKeys::from(secret);
    }
    learn_earlier(generation, sealed);
}

void LinkBook::learn_earlier(std::uint64_t generation, const log::SealedLinks& sealed) {
    while (generation > 0 && !secrets_.contains(generation - 1)) {
        const auto before = sealed.find(generation - 1);
        if (before == sealed.end()) return;
        const auto& after = secrets_.at(generation);
        const auto secret = open_secret(chain_key(after), LinkKeys::from(after).door, before->second);
        if (!secret) return;
        --generation;
        secrets_.insert_or_assign(generation, *secret);
        keys_.insert_or_assign(generation, LinkKeys::from(*secret));
    }
}

const LinkKeys* LinkBook::keys(std::uint64_t generation) const {
    const auto found = keys_.find(generation);
    return found == keys_.end() ? nullptr : &found->second;
}

log::ChangeLink LinkBook::make_change(const LinkSecret& fresh, base::KeyEpoch epoch, const crypto::SecretKey& epoch_key,
                                      crypto::SeededRandom& random) const {
    const auto keys = LinkKeys::from(fresh);
    log::ChangeLink change;
    change.door = keys.door;
    change.access = keys.access.expose();
    change.epoch = epoch;
    change.secret = crypto::seal_text(epoch_key, keys.door.view(), text_of(fresh), random);
    change.secret_before = crypto::seal_text(chain_key(fresh), keys.door.view(), text_of(newest_), random);
    return change;
}

} // namespace plenum::node
