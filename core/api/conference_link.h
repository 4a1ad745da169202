// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/ids.h"

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

namespace plenum::node {

/// 128 random bits from which a conference's handle and keys are derived (security.md, Link).
using LinkSecret = base::FixedBytes<struct ConferenceLinkSecretTag, 16>;
/// First 16 bytes of the BLAKE2b-256 hash of a key.
using KeyFingerprint = base::FixedBytes<struct KeyFingerprintTag, 16>;

/// `plenum://HOST:PORT/CONFERENCE#SECRET`: where to find a conference and the right to knock. What follows `#` is, in
/// base64url: version (1 byte), secret (16), the relay's X25519 key (32), root key fingerprint (16), expiry in Unix
/// seconds or 0 (4), check (3). The whole relay key stands there, since XKpsk3 needs it before the first message.
struct ConferenceLink {
    std::string host;
    std::uint16_t port{0};
    /// What people see; the relay never gets it.
    std::string title;
    LinkSecret secret{};
    base::ExchangeKey relay_key{};
    KeyFingerprint root{};
    /// Unix seconds; 0 is never.
    std::uint32_t expires_at{0};

    friend bool operator==(const ConferenceLink&, const ConferenceLink&) = default;
};

enum class LinkTextError : std::uint8_t {
    not_a_link = 1,      ///< no plenum:// in it
    bad_address = 2,     ///< no host, or no port from 1 to 65535
    no_secret = 3,       ///< nothing after #, often cut off when copied
    damaged = 4,         ///< the check does not hold: characters are missing or changed
    unknown_version = 5, ///< made by a newer program
};

[[nodiscard]] std::string to_text(const ConferenceLink& link);
/// Words may stand before and behind it, as in an invitation. An IPv6 host stands in brackets.
[[nodiscard]] std::expected<ConferenceLink, LinkTextError> parse_link(std::string_view text);
/// One sentence for people: what is wrong and what to do.
[[nodiscard]] std::string_view explain(LinkTextError error);

} // namespace plenum::node
