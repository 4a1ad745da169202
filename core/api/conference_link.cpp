// SPDX-License-Identifier: Apache-2.0
#include "core/api/conference_link.h"

#include "core/base/limits.h"
#include "core/crypto/hash.h"
#include "core/wire/cursor.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace plenum::node {
namespace {

constexpr std::string_view scheme = "plenum://";
constexpr std::uint8_t link_version = 1;
constexpr std::size_t check_bytes = 3;
constexpr std::size_t secret_bytes = 1 + 16 + 32 + 16 + 4;

/// RFC 3986 §2.3: what stands in a path as it is.
bool is_unreserved(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.' ||
           c == '_' || c == '~';
}

std::string percent_encode(std::string_view text) {
    std::string encoded;
    for (const char c : text) {
        if (is_unreserved(c))
            encoded.push_back(c);
        else
            encoded += "%" + base::to_hex(base::as_bytes({&c, 1}));
    }
    return encoded;
}

std::optional<std::string> percent_decode(std::string_view text) {
    std::string decoded;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            decoded.push_back(text[i]);
            continue;
        }
        const auto byte = base::from_hex(text.substr(std::min(i + 1, text.size()), 2));
        if (!byte || byte->size() != 1) return std::nullopt;
        decoded.push_back(static_cast<char>(byte->front()));
        i += 2;
    }
    const bool sound = decoded.empty() || base::is_clean_line(decoded);
    if (!sound || decoded.size() > base::limits::name_bytes_max) return std::nullopt;
    return decoded;
}

/// From the link on; empty where there is none. Phones begin a line with a capital letter, and a scheme may have any.
std::string_view from_scheme(std::string_view text) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    const auto found = std::ranges::search(text, scheme, {}, lower);
    return {found.begin(), text.end()};
}

/// Behind it may be more of the invitation, such as the bracket that ends the link.
std::string_view until_other(std::string_view secret) {
    constexpr std::string_view base64url = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    return secret.substr(0, secret.find_first_not_of(base64url));
}

base::Bytes secret_part(const ConferenceLink& link) {
    base::Bytes bytes;
    wire::Writer to{bytes};
    to.u8(link_version);
    to.bytes(link.secret.view());
    to.bytes(link.relay_key.view());
    to.bytes(link.root.view());
    to.u32(link.expires_at);
    const auto check = crypto::hash(bytes);
    to.bytes(check.view().first(check_bytes));
    return bytes;
}

std::expected<void, LinkTextError> read_secret(std::string_view text, ConferenceLink& link) {
    const auto bytes = base::from_base64url(text);
    if (!bytes || bytes->empty()) return std::unexpected{LinkTextError::damaged};
    if (bytes->front() != link_version && bytes->size() >= secret_bytes) {
        return std::unexpected{LinkTextError::unknown_version};
    }
    if (bytes->size() != secret_bytes + check_bytes) return std::unexpected{LinkTextError::damaged};
    const auto content = base::ByteView{*bytes}.first(secret_bytes);
    const auto check = crypto::hash(content);
    if (!std::ranges::equal(check.view().first(check_bytes), base::ByteView{*bytes}.last(check_bytes))) {
        return std::unexpected{LinkTextError::damaged};
    }
    wire::Reader from{content.subspan(1)};
    link.secret = *LinkSecret::from(from.bytes(16));
    link.relay_key = *base::ExchangeKey::from(from.bytes(32));
    link.root = *KeyFingerprint::from(from.bytes(16));
    link.expires_at = from.u32();
    return {};
}

/// HOST:PORT or [IPV6]:PORT.
bool read_authority(std::string_view text, ConferenceLink& link) {
    const auto colon = text.rfind(':');
    if (colon == std::string_view::npos || colon == 0) return false;
    auto host = text.substr(0, colon);
    if (host.front() == '[') {
        if (host.back() != ']' || host.size() < 4) return false;
        host = host.substr(1, host.size() - 2);
    } else if (host.find(':') != std::string_view::npos) {
        return false;
    }
    const auto port = text.substr(colon + 1);
    const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), link.port);
    link.host = host;
    return error == std::errc{} && end == port.data() + port.size() && link.port != 0 && host.size() <= 253;
}

} // namespace

std::string to_text(const ConferenceLink& link) {
    const bool ipv6 = link.host.find(':') != std::string::npos;
    const auto host = ipv6 ? "[" + link.host + "]" : link.host;
    return std::string{scheme} + host + ":" + std::to_string(link.port) + "/" + percent_encode(link.title) + "#" +
           base::to_base64url(secret_part(link));
}

std::expected<ConferenceLink, LinkTextError> parse_link(std::string_view text) {
    text = from_scheme(text);
    if (text.empty()) return std::unexpected{LinkTextError::not_a_link};
    text.remove_prefix(scheme.size());
    const auto hash = text.find('#');
    const auto before = text.substr(0, hash);
    const auto slash = before.find('/');
    ConferenceLink link;
    if (!read_authority(before.substr(0, slash), link)) return std::unexpected{LinkTextError::bad_address};
    const auto secret_text = hash == std::string_view::npos ? std::string_view{} : until_other(text.substr(hash + 1));
    if (secret_text.empty()) return std::unexpected{LinkTextError::no_secret};
    if (slash != std::string_view::npos) {
        auto title = percent_decode(before.substr(slash + 1));
        if (!title) return std::unexpected{LinkTextError::damaged};
        link.title = std::move(*title);
    }
    if (const auto secret = read_secret(secret_text, link); !secret) {
        return std::unexpected{secret.error()};
    }
    return link;
}

std::string_view explain(LinkTextError error) {
    switch (error) {
    case LinkTextError::not_a_link:
        return "This is not a Plenum link: it should begin with plenum://; copy the whole link from the invitation.";
    case LinkTextError::bad_address:
        return "The link has no valid HOST:PORT after plenum://; copy the whole link from the invitation.";
    case LinkTextError::no_secret:
        return "The link ends before its secret (the part after #); copy the whole link from the invitation.";
    case LinkTextError::damaged:
        return "The link is damaged, some of its characters are missing or changed; copy it again or ask for a new "
               "one.";
    case LinkTextError::unknown_version:
        return "The link was made by a newer version of Plenum, or changed in copying; copy it again, or update "
               "Plenum.";
    }
    return "The link cannot be read.";
}

} // namespace plenum::node
