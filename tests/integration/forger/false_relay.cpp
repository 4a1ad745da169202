// SPDX-License-Identifier: Apache-2.0
// plenumd on the side of a forger. The linker leads the calls named below to here (CMakeLists.txt, --wrap), so that all
// else is the program that people have. `fence=none` has it pass on what was sent without a token, and of the next
// entry that goes out to the member that `member=` names it makes what `entry=` says:
//   taken     what it refused last, as if its author had a right to it
//   altered   the entry, with another number than its author signed
//   name      that member a moderator, in the name of whoever signed the entry
//   withheld  nothing
// All of it is in its place, chained and truly signed by the relay.
#include "core/log/state.h"
#include "core/relay/relay_conference.h"
#include "tests/integration/forger/forgery.h"

namespace plenum::test {
namespace {

struct Known {
    std::optional<crypto::IdentityKeyPair> own;
    std::optional<log::SignedOperation> refused;
    /// Whose each link is. Read while that link lives alone.
    std::map<const link::Link*, const node::RelaySession*> sessions;
    /// Who was lied to.
    std::set<base::MemberIndex> deceived;
};

/// One loop serves, so one thread.
Known& known() {
    static Known known;
    return known;
}

bool is_deceived_now(const link::Link* link) {
    const auto session = known().sessions.find(link);
    if (session == known().sessions.end()) return false;
    const auto member = session->second->member;
    return member.value() != 0 && member.value() == forgery_number("member") && !known().deceived.contains(member);
}

bool was_said_by_moderator(const log::SignedOperation& signed_operation) {
    const auto operation = wire::decode_choice<log::AnyOperation>(signed_operation.operation);
    return operation && std::holds_alternative<token::RevokeToken>(*operation) &&
           signed_operation.author != known().own->public_key;
}

/// Nullopt where that cannot be made of this entry.
std::optional<log::Entry> forged(log::Entry entry, const std::string& how) {
    auto signed_operation = wire::decode<log::SignedOperation>(entry.signed_operation).value();
    if (how == "taken") {
        if (!known().refused) return std::nullopt;
        signed_operation = *known().refused;
    } else if (how == "altered") {
        ++signed_operation.author_sequence;
    } else {
        // Of whoever might name moderators: for a member without that right it would be refused before its signature is
        // looked at.
        if (!was_said_by_moderator(signed_operation)) return std::nullopt;
        const auto author = signed_operation.author;
        const base::MemberIndex member{static_cast<std::uint32_t>(forgery_number("member"))};
        const log::SetRole role{member, base::MemberRole::moderator};
        signed_operation = log::sign_operation(std::move(signed_operation), role, *known().own);
        signed_operation.author = author;
    }
    entry.signed_operation = wire::encode(signed_operation);
    log::sequence(entry, *known().own);
    return entry;
}

/// Nullopt where the truth is told.
std::optional<base::Bytes> lie(const link::Link* link, base::ByteView message, const std::string& how) {
    const auto control = wire::decode_choice<wire::ControlMessage>(message);
    const auto* told = control ? std::get_if<wire::LogEntry>(&*control) : nullptr;
    if (told == nullptr) return std::nullopt;
    if (how == "withheld") {
        known().deceived.insert(known().sessions.at(link)->member);
        return base::Bytes{};
    }
    const auto entry = forged(wire::decode<log::Entry>(told->entry).value(), how);
    if (!entry) return std::nullopt;
    known().deceived.insert(known().sessions.at(link)->member);
    return wire::encode_choice(wire::ControlMessage{wire::LogEntry{wire::encode(*entry)}});
}

} // namespace

// What is led here, and by their names what it was.

std::optional<token::Hearing> real_fence_live(
    const node::TokenFence*, const wire::FragmentFrame&, const log::State&,
    base::ConferenceTime) asm("__real__ZNK6plenum4node10TokenFence6refuseERKNS_4wire13FragmentFrameERKNS_3log5"
                              "StateENSt6chrono10time_pointINS_4base15ConferenceClockENSA_8durationIlSt5ratio"
                              "ILl1ELl1000000000EEEEEE");
std::optional<token::Hearing>
fence_live(const node::TokenFence*, const wire::FragmentFrame&, const log::State&,
           base::ConferenceTime) asm("__wrap__ZNK6plenum4node10TokenFence6refuseERKNS_4wire13FragmentFrameERKNS_3log5"
                                     "StateENSt6chrono10time_pointINS_4base15ConferenceClockENSA_8durationIlSt5ratio"
                                     "ILl1ELl1000000000EEEEEE");
std::optional<token::Hearing> fence_live(const node::TokenFence* fence, const wire::FragmentFrame& message,
                                         const log::State& state, base::ConferenceTime at) {
    return forgery("fence") ? std::nullopt : real_fence_live(fence, message, state, at);
}

std::optional<token::Hearing> real_fence_word(
    const node::TokenFence*, const wire::ReliableMessage&, const log::State&,
    base::ConferenceTime) asm("__real__ZNK6plenum4node10TokenFence6refuseERKNS_4wire15ReliableMessageERKNS_3log5"
                              "StateENSt6chrono10time_pointINS_4base15ConferenceClockENSA_8durationIlSt5ratio"
                              "ILl1ELl1000000000EEEEEE");
std::optional<token::Hearing>
fence_word(const node::TokenFence*, const wire::ReliableMessage&, const log::State&,
           base::ConferenceTime) asm("__wrap__ZNK6plenum4node10TokenFence6refuseERKNS_4wire15ReliableMessageERKNS_3log5"
                                     "StateENSt6chrono10time_pointINS_4base15ConferenceClockENSA_8durationIlSt5ratio"
                                     "ILl1ELl1000000000EEEEEE");
std::optional<token::Hearing> fence_word(const node::TokenFence* fence, const wire::ReliableMessage& message,
                                         const log::State& state, base::ConferenceTime at) {
    return forgery("fence") ? std::nullopt : real_fence_word(fence, message, state, at);
}

std::expected<void, log::Refusal>
real_submit(node::RelayConference*, const log::SignedOperation&, base::ConferenceTime, base::LocalTime) asm(
    "__real__ZN6plenum4node15RelayConference6submitERKNS_3log15SignedOperationENSt6chrono10time_pointINS_4base15"
    "ConferenceClockENS6_8durationIlSt5ratioILl1ELl1000000000EEEEEENS7_INS8_10LocalClockESD_EE");
std::expected<void, log::Refusal>
submit(node::RelayConference*, const log::SignedOperation&, base::ConferenceTime, base::LocalTime) asm(
    "__wrap__ZN6plenum4node15RelayConference6submitERKNS_3log15SignedOperationENSt6chrono10time_pointINS_4base15"
    "ConferenceClockENS6_8durationIlSt5ratioILl1ELl1000000000EEEEEENS7_INS8_10LocalClockESD_EE");
std::expected<void, log::Refusal> submit(node::RelayConference* conference, const log::SignedOperation& operation,
                                         base::ConferenceTime at, base::LocalTime now) {
    auto submitted = real_submit(conference, operation, at, now);
    if (!submitted) known().refused = operation;
    return submitted;
}

bool real_attach(node::RelayConference*, node::RelaySession&, const wire::Attach&, base::ConferenceTime,
                 base::LocalTime) asm("__real__ZN6plenum4node15RelayConference6attachERNS0_12RelaySessionERKNS_4wire6"
                                      "AttachENSt6chrono10time_pointINS_4base15ConferenceClockENS8_8durationIlSt5ratio"
                                      "ILl1ELl1000000000EEEEEENS9_INSA_10LocalClockESF_EE");
bool attach(node::RelayConference*, node::RelaySession&, const wire::Attach&, base::ConferenceTime,
            base::LocalTime) asm("__wrap__ZN6plenum4node15RelayConference6attachERNS0_12RelaySessionERKNS_4wire6"
                                 "AttachENSt6chrono10time_pointINS_4base15ConferenceClockENS8_8durationIlSt5ratio"
                                 "ILl1ELl1000000000EEEEEENS9_INSA_10LocalClockESF_EE");
bool attach(node::RelayConference* conference, node::RelaySession& session, const wire::Attach& attach,
            base::ConferenceTime at, base::LocalTime now) {
    known().sessions[&session.link] = &session;
    return real_attach(conference, session, attach, at, now);
}

void real_sequence(log::Entry&, const crypto::IdentityKeyPair&) asm(
    "__real__ZN6plenum3log8sequenceERNS0_5EntryERKNS_6crypto15IdentityKeyPairE");
void sequence(log::Entry&, const crypto::IdentityKeyPair&) asm(
    "__wrap__ZN6plenum3log8sequenceERNS0_5EntryERKNS_6crypto15IdentityKeyPairE");
void sequence(log::Entry& entry, const crypto::IdentityKeyPair& relay) {
    if (!known().own) known().own = relay.copy();
    real_sequence(entry, relay);
}

std::expected<void, link::SendError> real_send_stream(link::Link*, base::PriorityClass, base::ByteView) asm(
    "__real__ZN6plenum4link4Link11send_streamENS_4base13PriorityClassESt4spanIKhLm18446744073709551615EE");
std::expected<void, link::SendError> send_stream(link::Link*, base::PriorityClass, base::ByteView) asm(
    "__wrap__ZN6plenum4link4Link11send_streamENS_4base13PriorityClassESt4spanIKhLm18446744073709551615EE");
std::expected<void, link::SendError> send_stream(link::Link* link, base::PriorityClass stream, base::ByteView message) {
    const auto how = stream == base::PriorityClass::control ? forgery("entry") : std::nullopt;
    const auto lied = how && is_deceived_now(link) ? lie(link, message, *how) : std::nullopt;
    if (lied && lied->empty()) return {};
    return real_send_stream(link, stream, lied ? base::ByteView{*lied} : message);
}

} // namespace plenum::test
