// SPDX-License-Identifier: Apache-2.0
// plenum-cli with its own checks taken out. The linker leads the calls named below to here (CMakeLists.txt, --wrap), so
// that all else is the program that people have. Of a wish for a token it makes the entry that `entry=` says:
//   grant    the token to itself, as a moderator might, and truly signed by itself
//   role     itself a moderator, likewise
//   broken   its own wish, with a signature that is none
//   name     a grant to itself in a moderator's name, signed by itself
//   again    what a moderator signed long ago, byte for byte
// where it is the member that `member=` names; and `epoch=N` has it send on every flow that demands a token, by the
// grant of that number (0: by none).
#include "core/client/conference_view.h"
#include "core/link/link.h"
#include "core/member/roster.h"
#include "core/peer/hello.h"
#include "tests/integration/forger/forgery.h"

namespace plenum::test {
namespace {

/// Touched by the session's thread alone.
struct Known {
    std::optional<crypto::IdentityKeyPair> own;
    /// The first grant that somebody else signed.
    std::optional<log::SignedOperation> grant;
};

Known& known() {
    static Known known;
    return known;
}

log::SignedOperation forged(log::SignedOperation wish, const token::RequestToken& wanted, const std::string& how) {
    const base::MemberIndex self{static_cast<std::uint32_t>(forgery_number("member"))};
    const auto& [own, grant] = known();
    if (how == "again" && grant) return *grant;
    if (how == "grant") return log::sign_operation(std::move(wish), token::GrantToken{wanted.token, self}, *own);
    if (how == "role")
        return log::sign_operation(std::move(wish), log::SetRole{self, base::MemberRole::moderator}, *own);
    if (how == "broken") wish.signature.bytes[5] ^= 1;
    if (how != "name" || !grant) return wish;
    wish.author_exchange = grant->author_exchange;
    wish = log::sign_operation(std::move(wish), token::GrantToken{wanted.token, self}, *own);
    wish.author = grant->author;
    return wish;
}

/// Of the log's entries: the first grant that a person signed.
void note_grant(const node::Roster& roster, base::ByteView bytes) {
    const auto entry = wire::decode<log::Entry>(bytes);
    if (!entry || known().grant) return;
    const auto said = wire::decode<log::SignedOperation>(entry->signed_operation);
    if (!said || roster.state().find(said->author_exchange) == nullptr) return;
    const auto content = wire::decode_choice<log::Operation>(said->operation);
    if (content && std::holds_alternative<token::GrantToken>(*content)) known().grant = *said;
}

/// What this message of the control stream asks to have put into the log; nullopt where it asks for nothing.
std::optional<log::SignedOperation> submitted(base::ByteView message) {
    const auto control = wire::decode_choice<wire::ControlMessage>(message);
    const auto* submit = control ? std::get_if<wire::Submit>(&*control) : nullptr;
    if (submit == nullptr) return std::nullopt;
    auto operation = wire::decode<log::SignedOperation>(submit->operation);
    return operation ? std::optional{std::move(*operation)} : std::nullopt;
}

/// Nullopt where it is no wish for a token, or none is to be forged.
std::optional<base::Bytes> forged(base::ByteView message) {
    const auto how = forgery("entry");
    const auto said = how ? submitted(message) : std::nullopt;
    if (!said) return std::nullopt;
    const auto content = wire::decode_choice<log::Operation>(said->operation);
    const auto* wanted = content ? std::get_if<token::RequestToken>(&*content) : nullptr;
    if (wanted == nullptr) return std::nullopt;
    const wire::Submit forgery{wire::encode(forged(*said, *wanted, *how))};
    return wire::encode_choice(wire::ControlMessage{forgery});
}

} // namespace

// What is led here, and by their names what it was.

std::optional<base::TokenEpoch>
real_epoch_of(const token::Token*,
              base::MemberIndex) asm("__real__ZNK6plenum5token5Token8epoch_ofENS_4base6NumberINS2_9MemberTagEjEE");
std::optional<base::TokenEpoch>
epoch_of(const token::Token*,
         base::MemberIndex) asm("__wrap__ZNK6plenum5token5Token8epoch_ofENS_4base6NumberINS2_9MemberTagEjEE");
std::optional<base::TokenEpoch> epoch_of(const token::Token* token, base::MemberIndex member) {
    if (!forgery("epoch")) return real_epoch_of(token, member);
    return base::TokenEpoch{forgery_number("epoch")};
}

bool permits(const client::ConferenceView*,
             base::FlowId) asm("__wrap__ZNK6plenum6client14ConferenceView7permitsENS_4base6NumberINS2_7FlowTagEtEE");
/// It is asked once after each event alone; what its core sends is decided above.
bool permits(const client::ConferenceView*, base::FlowId) { return true; }

wire::Hello
real_make_hello(const crypto::IdentityKeyPair&, const crypto::Sha512&,
                bool) asm("__real__ZN6plenum4node10make_helloERKNS_6crypto15IdentityKeyPairERKSt5arrayIhLm64EEb");
wire::Hello
make_hello(const crypto::IdentityKeyPair&, const crypto::Sha512&,
           bool) asm("__wrap__ZN6plenum4node10make_helloERKNS_6crypto15IdentityKeyPairERKSt5arrayIhLm64EEb");
wire::Hello make_hello(const crypto::IdentityKeyPair& identity, const crypto::Sha512& handshake, bool initiator) {
    if (!known().own) known().own = identity.copy();
    return real_make_hello(identity, handshake, initiator);
}

using Taken = node::Roster::Followed;
Taken real_apply(node::Roster*, base::ByteView, base::LocalTime) asm(
    "__real__ZN6plenum4node6Roster5applyESt4spanIKhLm18446744073709551615EENSt6chrono10time_pointINS_4base10LocalClock"
    "ENS5_8durationIlSt5ratioILl1ELl1000000000EEEEEE");
Taken apply(node::Roster*, base::ByteView, base::LocalTime) asm(
    "__wrap__ZN6plenum4node6Roster5applyESt4spanIKhLm18446744073709551615EENSt6chrono10time_pointINS_4base10LocalClock"
    "ENS5_8durationIlSt5ratioILl1ELl1000000000EEEEEE");
Taken apply(node::Roster* roster, base::ByteView bytes, base::LocalTime now) {
    note_grant(*roster, bytes);
    return real_apply(roster, bytes, now);
}

std::expected<void, link::SendError> real_send_stream(link::Link*, base::PriorityClass, base::ByteView) asm(
    "__real__ZN6plenum4link4Link11send_streamENS_4base13PriorityClassESt4spanIKhLm18446744073709551615EE");
std::expected<void, link::SendError> send_stream(link::Link*, base::PriorityClass, base::ByteView) asm(
    "__wrap__ZN6plenum4link4Link11send_streamENS_4base13PriorityClassESt4spanIKhLm18446744073709551615EE");
std::expected<void, link::SendError> send_stream(link::Link* link, base::PriorityClass stream, base::ByteView message) {
    const auto forgery = stream == base::PriorityClass::control ? forged(message) : std::nullopt;
    return real_send_stream(link, stream, forgery ? base::ByteView{*forgery} : message);
}

} // namespace plenum::test
