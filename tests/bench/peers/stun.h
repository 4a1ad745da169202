// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"

#include <netinet/in.h>

#include <string>

/// The messages of STUN (RFC 8489) with which two ends of a WebRTC stream check their path (ICE, RFC 8445).
namespace plenum::bench::stun {

/// What an end names itself by, and signs with; SDP tells it to the other end (RFC 8839 §5.4).
struct Credentials {
    std::string name;
    std::string password;
};

/// A check by the controlling agent, which nominates the path at once.
[[nodiscard]] base::Bytes request(const Credentials& there, const std::string& name_here);
/// To a request that came from `from`.
[[nodiscard]] base::Bytes response(base::ByteView request, const sockaddr_in& from, const std::string& password_here);
[[nodiscard]] bool is_request(base::ByteView datagram);
[[nodiscard]] bool is_response(base::ByteView datagram);
/// Adds MESSAGE-INTEGRITY and FINGERPRINT, the attributes at the end of every message.
void sign(base::Bytes& message, const std::string& password);

} // namespace plenum::bench::stun
