// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/peers/stun.h"
#include "tests/bench/peers/webrtc_subscriber.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace plenum::bench {
namespace {

using testing::HasSubstr;
using testing::Not;

/// RFC 5769 §2.1, a request; its last two attributes, of 24 and 8 bytes, are what is to be made.
constexpr auto rfc_request =
    "000100582112a442b7e7a701bc34d686fa87dfae802200105354554e207465737420636c69656e74002400046e00"
    "01ff80290008932ff9b151263b36000600096576746a3a68367659202020000800149aeaa70cbfd8cb56781ef2"
    "b5b2d3f249c1b571a280280004e57a3bcf";
constexpr auto rfc_password = "VOkJxbRl1RmTxUk/WvJxBt";

TEST(Stun, signs_as_the_rfc_does) {
    const auto whole = *base::from_hex(rfc_request);
    auto message = base::Bytes{whole.begin(), whole.end() - 32};
    message[3] = 0;
    stun::sign(message, rfc_password);
    EXPECT_EQ(base::to_hex(message), rfc_request);
}

TEST(Stun, tells_who_asked_where_the_question_came_from) {
    sockaddr_in from{};
    from.sin_port = htons(32853);
    from.sin_addr.s_addr = htonl(0xc0000201);
    const auto request = stun::request({"there", "password"}, "here");
    EXPECT_TRUE(stun::is_request(request));
    const auto response = stun::response(request, from, "password");
    EXPECT_TRUE(stun::is_response(response));
    EXPECT_FALSE(stun::is_request(response));
    // The same number as the request; 192.0.2.1 and port 32853 as RFC 5769 §2.2 writes them.
    const auto text = base::to_hex(response);
    EXPECT_EQ(text.substr(8, 32), base::to_hex(request).substr(8, 32));
    EXPECT_EQ(text.substr(40, 24), "002000080001a147e112a643");
    EXPECT_FALSE(stun::is_request(base::ByteView{request}.first(19)));
}

TEST(WebrtcSubscriber, takes_all_that_is_offered_and_tells_of_itself) {
    const WebrtcIdentity identity;
    WebrtcSubscriber subscriber{identity};
    const auto answer =
        subscriber.answer("v=0\r\na=ice-lite\r\na=fingerprint:sha-256 00:11\r\nm=video 9 UDP/TLS/RTP/SAVPF 96\r\n"
                          "a=sendonly\r\na=mid:v\r\na=rtcp-fb:96 nack\r\na=ice-ufrag:them\r\na=ice-pwd:theirs\r\n"
                          "a=setup:actpass\r\na=ssrc:7 cname:janus\r\n"
                          "a=candidate:1 1 udp 2015363327 127.0.0.1 9 typ host\r\n");
    EXPECT_THAT(answer, testing::StartsWith("v=0\r\nm=video 9 UDP/TLS/RTP/SAVPF 96\r\na=mid:v\r\na=rtcp-fb:96 nack\r\n"
                                            "a=recvonly\r\na=setup:active\r\na=fingerprint:sha-256 " +
                                            identity.fingerprint() + "\r\n"));
    EXPECT_THAT(answer, testing::ContainsRegex("a=candidate:1 1 udp [0-9]+ 127\\.0\\.0\\.1 [0-9]+ typ host\r\n"));
    EXPECT_THAT(answer, Not(HasSubstr("them")));
    EXPECT_EQ(subscriber.answer("v=0\r\na=candidate:1 1 udp 1 ::1 9 typ host\r\n"), "");
}

} // namespace
} // namespace plenum::bench
