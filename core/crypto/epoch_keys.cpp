// SPDX-License-Identifier: Apache-2.0
#include "core/crypto/epoch_keys.h"

#include "core/crypto/hash.h"

#include <sodium.h>

#include <array>

namespace plenum::crypto {

namespace {

constexpr std::size_t tag_bytes = crypto_aead_chacha20poly1305_ietf_ABYTES;
static_assert(KeyWrap::size == base::ExchangeKey::size + EpochSecret::size + tag_bytes);

/// The keys of wraps and of history links are used once, so their nonce is constant.
constexpr std::array<std::uint8_t, crypto_aead_chacha20poly1305_ietf_NPUBBYTES> single_use_nonce{};

/// Of a key id. At four epochs a second they last for 34 years.
constexpr unsigned epoch_bits = 32;
constexpr std::uint64_t epoch_mask = (std::uint64_t{1} << epoch_bits) - 1;

SecretKey derive_from(const EpochSecret& secret, std::string_view label, base::ByteView context = {}) {
    return derive(*SecretKey::from(secret.view()), label, context);
}

void append_u64(base::Bytes& out, std::uint64_t value) {
    for (int i = 0; i < 8; ++i)
        out.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}

/// Both public keys go in, so that a wrap moved under other keys does not open.
SecretKey wrap_key(const SecretKey& shared, const base::ExchangeKey& ephemeral, const base::ExchangeKey& recipient,
                   base::ByteView context) {
    base::Bytes bound;
    bound.reserve(ephemeral.size + recipient.size + context.size());
    base::append(bound, ephemeral.view());
    base::append(bound, recipient.view());
    base::append(bound, context);
    return derive(shared, "plenum epoch wrap", bound);
}

} // namespace

SecretKey media_root(const EpochSecret& secret) { return derive_from(secret, "plenum media root"); }
SecretKey history_root(const EpochSecret& secret) { return derive_from(secret, "plenum history root"); }
SecretKey link_key(const EpochSecret& secret) { return derive_from(secret, "plenum link key"); }

namespace {

base::Bytes history_context(const base::ConferenceHandle& conference, base::KeyEpoch epoch) {
    base::Bytes context{conference.bytes.begin(), conference.bytes.end()};
    append_u64(context, epoch.value());
    return context;
}

} // namespace

HistoryLink seal_history(const SecretKey& before, const SecretKey& root, const base::ConferenceHandle& conference,
                         base::KeyEpoch epoch) {
    const auto key = derive(root, "plenum history link");
    const auto context = history_context(conference, epoch);
    HistoryLink link;
    crypto_aead_chacha20poly1305_ietf_encrypt(link.bytes.data(), nullptr, before.view().data(), before.size,
                                              context.data(), context.size(), nullptr, single_use_nonce.data(),
                                              key.view().data());
    return link;
}

std::optional<SecretKey> open_history(const HistoryLink& link, const SecretKey& root,
                                      const base::ConferenceHandle& conference, base::KeyEpoch epoch) {
    const auto key = derive(root, "plenum history link");
    const auto context = history_context(conference, epoch);
    std::optional<SecretKey> before{std::in_place};
    const auto refused = crypto_aead_chacha20poly1305_ietf_decrypt(
                             before->mutable_view().data(), nullptr, nullptr, link.bytes.data(), link.size,
                             context.data(), context.size(), single_use_nonce.data(), key.view().data()) != 0;
    if (refused) return std::nullopt;
    return before;
}

SecretKey sender_key(const SecretKey& root, base::MemberIndex sender, base::FlowId flow) {
    base::Bytes context;
    append_u64(context, sender.value());
    append_u64(context, flow.value());
    return derive(root, "plenum sender key", context);
}

base::Hash commitment(const EpochSecret& secret, const base::ConferenceHandle& conference, base::KeyEpoch epoch) {
    base::Bytes context{conference.bytes.begin(), conference.bytes.end()};
    append_u64(context, epoch.value());
    return {derive_from(secret, "plenum epoch commitment", context).expose().bytes};
}

base::Hash group_commitment(const EpochSecret& secret, base::ByteView context) {
    return {derive_from(secret, "plenum group commitment", context).expose().bytes};
}

/// The group's is the key, and the conference's the context: those outside the group have the latter.
SecretKey root_in_group(const SecretKey& conference_root, const SecretKey& group_root) {
    return derive(group_root, "plenum root in group", conference_root.view());
}

std::optional<SecretKey> pair_root(const ExchangeKeyPair& own, const base::ExchangeKey& other) {
    const auto shared = exchange(own, other);
    if (!shared) return std::nullopt;
    const auto [first, second] = std::minmax(own.public_key, other);
    base::Bytes both{first.bytes.begin(), first.bytes.end()};
    both.insert(both.end(), second.bytes.begin(), second.bytes.end());
    return derive(*shared, "plenum pair root", both);
}

SecretKey root_in_pair(const SecretKey& conference_root, const SecretKey& pair_root) {
    return derive(pair_root, "plenum root in pair", conference_root.view());
}

ContentKeyId ContentKeyId::from(std::uint64_t key_id) {
    return {base::KeyEpoch{key_id & epoch_mask}, base::GroupEpoch{key_id >> epoch_bits}};
}

std::uint64_t ContentKeyId::value() const { return (group.value() << epoch_bits) | (epoch.value() & epoch_mask); }

EpochSecret ratchet(const EpochSecret& secret) {
    return *EpochSecret::from(derive_from(secret, "plenum epoch ratchet").view());
}

std::optional<KeyWrap> wrap(const EpochSecret& secret, const base::ExchangeKey& recipient,
                            const base::Seed& ephemeral_seed, base::ByteView context) {
    const auto ephemeral = ExchangeKeyPair::from_seed(ephemeral_seed);
    const auto shared = exchange(ephemeral, recipient);
    if (!shared) return std::nullopt;
    const auto key = wrap_key(*shared, ephemeral.public_key, recipient, context);
    KeyWrap result;
    const auto& public_key = ephemeral.public_key.bytes;
    std::copy(public_key.begin(), public_key.end(), result.bytes.begin());
    crypto_aead_chacha20poly1305_ietf_encrypt(result.bytes.data() + public_key.size(), nullptr, secret.view().data(),
                                              secret.size, nullptr, 0, nullptr, single_use_nonce.data(),
                                              key.view().data());
    return result;
}

std::optional<EpochSecret> unwrap(const KeyWrap& wrapped, const ExchangeKeyPair& recipient, base::ByteView context) {
    const auto ephemeral = *base::ExchangeKey::from(wrapped.view().first(base::ExchangeKey::size));
    const auto shared = exchange(recipient, ephemeral);
    if (!shared) return std::nullopt;
    const auto key = wrap_key(*shared, ephemeral, recipient.public_key, context);
    const auto sealed = wrapped.view().subspan(base::ExchangeKey::size);
    std::optional<EpochSecret> result{std::in_place};
    const auto refused = crypto_aead_chacha20poly1305_ietf_decrypt(result->mutable_view().data(), nullptr, nullptr,
                                                                   sealed.data(), sealed.size(), nullptr, 0,
                                                                   single_use_nonce.data(), key.view().data()) != 0;
    if (refused) return std::nullopt;
    return result;
}

} // namespace plenum::crypto
