// SPDX-License-Identifier: Apache-2.0
#include "core/client/events.h"

#include "core/base/overloaded.h"

namespace plenum::client {

namespace {

const base::Overloaded contents{
    [](const node::MessageReceived& event) { return event.body.size(); },
    [](const node::TreePacketReceived& event) { return event.packet.size(); },
    [](const node::SamplePulled& event) { return event.body.size(); },
    [](const node::MemberJoined& event) { return event.name.size(); },
    [](const node::FlowDeclared& event) { return event.name.size(); },
    [](const node::FormerMember& event) { return event.name.size(); },
    [](const node::KnockHeard& event) { return event.name.size(); },
    [](const node::MinutesTaken& event) { return event.file->size(); },
    [](const node::TokenChanged& event) {
        const auto& token = *event.token;
        return sizeof token + token.holders.size() * sizeof(token::Holder) +
               token.requests.size() * sizeof(token::Request) + token.held_before.size() * 64;
    },
    [](const node::ProtocolViolation& event) { return event.what.size(); },
    [](const auto&) { return std::size_t{0}; },
};

} // namespace

std::size_t byte_size(const Event& event) {
    const base::Overloaded sizes{
        [](const node::Event& inner) { return sizeof inner + std::visit(contents, inner); },
        [](const Warning& warning) { return sizeof warning + warning.sentence.size(); },
        [](const Finished& finished) { return sizeof finished + finished.sentence.size(); },
    };
    return std::visit(sizes, event);
}

std::size_t byte_size(const MediaEvent& event) {
    const auto* media = std::get_if<MediaMessage>(&event);
    return sizeof event + (media == nullptr ? 0 : media->message.body.size());
}

} // namespace plenum::client
