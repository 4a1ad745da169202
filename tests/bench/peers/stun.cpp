// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/peers/stun.h"

#include "core/base/check.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <array>

namespace plenum::bench::stun {

namespace {

/// RFC 8489 §5, §18; of ICE: RFC 8445 §16.1.
constexpr std::size_t header_bytes = 20;
constexpr std::uint16_t binding_request = 0x0001;
constexpr std::uint16_t binding_response = 0x0101;
constexpr std::uint32_t magic_cookie = 0x2112a442;
constexpr std::uint16_t username = 0x0006;
constexpr std::uint16_t message_integrity = 0x0008;
constexpr std::uint16_t xor_mapped_address = 0x0020;
constexpr std::uint16_t priority = 0x0024;
constexpr std::uint16_t use_candidate = 0x0025;
constexpr std::uint16_t fingerprint = 0x8028;
constexpr std::uint16_t ice_controlling = 0x802a;
/// What the fingerprint is mixed with, and the family of an IPv4 address.
constexpr std::uint32_t fingerprint_mask = 0x5354554e;
constexpr std::uint16_t ipv4 = 1;

void put16(base::Bytes& to, std::size_t value) {
    to.push_back(static_cast<std::uint8_t>(value >> 8));
    to.push_back(static_cast<std::uint8_t>(value));
}

void put32(base::Bytes& to, std::uint32_t value) {
    put16(to, value >> 16);
    put16(to, value & 0xffff);
}

void put_attribute(base::Bytes& to, std::uint16_t type, base::ByteView value) {
    put16(to, type);
    put16(to, value.size());
    base::append(to, value);
    to.resize((to.size() + 3) / 4 * 4);
}

/// The header's length as it is with `coming` bytes more: attributes at the end are computed over that.
void set_length(base::Bytes& message, std::size_t coming) {
    const auto length = message.size() - header_bytes + coming;
    message[2] = static_cast<std::uint8_t>(length >> 8);
    message[3] = static_cast<std::uint8_t>(length);
}

/// CRC-32 of ITU-T V.42.
std::uint32_t crc32(base::ByteView bytes) {
    std::uint32_t crc = 0xffffffff;
    for (const auto byte : bytes) {
        crc ^= byte;
        for (int i = 0; i < 8; ++i)
            crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0xedb88320 : 0);
    }
    return ~crc;
}

bool is(std::uint16_t type, base::ByteView datagram) {
    return datagram.size() >= header_bytes && (datagram[0] << 8 | datagram[1]) == type;
}

} // namespace

base::Bytes request(const Credentials& there, const std::string& name_here) {
    // One check at a time, so that all may have one number.
    constexpr std::array<std::uint8_t, 12> transaction{'b', 'e', 'n', 'c', 'h'};
    constexpr std::array<std::uint8_t, 8> tie_breaker{1};
    constexpr std::array<std::uint8_t, 4> peer_reflexive{0x6e, 0xff, 0xff, 0xff};
    base::Bytes message;
    put16(message, binding_request);
    put16(message, 0);
    put32(message, magic_cookie);
    base::append(message, transaction);
    put_attribute(message, username, base::as_bytes(there.name + ":" + name_here));
    put_attribute(message, ice_controlling, tie_breaker);
    put_attribute(message, priority, peer_reflexive);
    put_attribute(message, use_candidate, {});
    sign(message, there.password);
    return message;
}

base::Bytes response(base::ByteView request, const sockaddr_in& from, const std::string& password_here) {
    base::Bytes message;
    put16(message, binding_response);
    put16(message, 0);
    // The cookie and the transaction's number.
    base::append(message, request.subspan(4, header_bytes - 4));
    base::Bytes address;
    put16(address, ipv4);
    put16(address, ntohs(from.sin_port) ^ magic_cookie >> 16);
    put32(address, ntohl(from.sin_addr.s_addr) ^ magic_cookie);
    put_attribute(message, xor_mapped_address, address);
    sign(message, password_here);
    return message;
}

bool is_request(base::ByteView datagram) { return is(binding_request, datagram); }

bool is_response(base::ByteView datagram) { return is(binding_response, datagram); }

void sign(base::Bytes& message, const std::string& password) {
    std::array<std::uint8_t, 20> integrity{};
    set_length(message, 4 + integrity.size());
    CHECK(::HMAC(EVP_sha1(), password.data(), static_cast<int>(password.size()), message.data(), message.size(),
                 integrity.data(), nullptr) != nullptr);
    put_attribute(message, message_integrity, integrity);
    set_length(message, 4 + sizeof fingerprint_mask);
    base::Bytes checksum;
    put32(checksum, crc32(message) ^ fingerprint_mask);
    put_attribute(message, fingerprint, checksum);
}

} // namespace plenum::bench::stun
