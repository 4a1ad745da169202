// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/wire/protocol_document.h"

#include "core/log/minutes.h"
#include "core/wire/control.h"
#include "core/wire/datagram.h"
#include "core/wire/message.h"
#include "core/wire/pulse.h"

#include <sstream>

namespace plenum::test {
namespace {

template <auto Member, class Codec>
void print_field(std::ostream& out, wire::Field<Member, Codec> field) {
    out << "| `" << field.name << "` | " << Codec::text() << " | " << field.about << " |\n";
}

template <wire::Record T>
void print_fields(std::ostream& out) {
    if constexpr (T::fields().size() == 0) {
        out << "No fields.\n";
    } else {
        out << "| field | on the wire | meaning |\n|---|---|---|\n";
        T::fields().for_each([&](auto field) { print_field(out, field); });
    }
}

template <wire::Record T>
void print_record(std::ostream& out) {
    out << "\n**" << T::name << "**\n\n";
    print_fields<T>(out);
}

template <class... Ts>
void print_choice(std::ostream& out, const std::variant<Ts...>*) {
    const auto one = [&]<class T>(const T*) {
        out << "\n**" << T::name << "**, type " << int{T::type} << "\n\n";
        print_fields<T>(out);
    };
    (one(static_cast<const Ts*>(nullptr)), ...);
}

} // namespace

std::string protocol_table(const std::string& section) {
    std::ostringstream out;
    if (section == "datagrams") {
        print_record<wire::HandshakeInit>(out);
        print_record<wire::HandshakeResponse>(out);
        print_record<wire::ResponsePayload>(out);
        print_record<wire::HandshakeFinal>(out);
        print_record<wire::FinalPayload>(out);
        print_record<wire::CookieReply>(out);
        print_record<wire::SealedHeader>(out);
    } else if (section == "frames") {
        print_choice(out, static_cast<const wire::Frame*>(nullptr));
        print_record<wire::AckRange>(out);
    } else if (section == "control") {
        print_choice(out, static_cast<const wire::ControlMessage*>(nullptr));
        print_record<wire::StreamPosition>(out);
    } else if (section == "messages") {
        print_record<wire::MessageHeader>(out);
        print_record<wire::BundledBody>(out);
        print_record<wire::ReliableMessage>(out);
        print_record<wire::PulledPart>(out);
        print_choice(out, static_cast<const wire::PulseMessage*>(nullptr));
        print_record<wire::StreamDigest>(out);
    } else if (section == "log") {
        print_record<log::Entry>(out);
        print_record<log::SignedOperation>(out);
        print_choice(out, static_cast<const log::Operation*>(nullptr));
        print_record<log::FlowDeclaration>(out);
        print_record<log::FlowTerms>(out);
        print_record<log::MemberWrap>(out);
        print_record<log::Policy>(out);
        print_record<token::Settings>(out);
        print_record<token::SettingsChange>(out);
        print_record<token::LastSent>(out);
        print_record<token::CutOff>(out);
    } else if (section == "state") {
        print_record<log::State>(out);
        print_record<log::Door>(out);
        print_record<log::Member>(out);
        print_record<log::Conversation>(out);
        print_record<log::CreatedFlow>(out);
        print_record<token::Table>(out);
        print_record<token::Token>(out);
        print_record<token::Holder>(out);
        print_record<token::Request>(out);
        print_record<log::Archive>(out);
        print_record<log::ArchivedMember>(out);
        print_record<token::Tenures>(out);
        print_record<token::Tenure>(out);
        print_record<token::Ending>(out);
    } else if (section == "minutes") {
        print_record<log::Minutes>(out);
        print_record<log::NamedMember>(out);
    }
    return out.str();
}

} // namespace plenum::test
