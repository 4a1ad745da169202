// SPDX-License-Identifier: Apache-2.0
#include "core/file/exchange.h"

#include "core/base/overloaded.h"

#include <algorithm>

namespace plenum::file {

void Exchange::handle(const node::Event& event, base::LocalTime now) {
    if (peers_.handle(event)) {
        channels_.begin_anew();
        holdings_.begin_anew();
        fetcher_.begin_anew();
        giver_.begin_anew();
    }
    if (const auto* left = std::get_if<node::MemberLeft>(&event)) holdings_.forget(left->member);
    channels_.handle(event, now);
    fetcher_.handle(event, now);
    giver_.handle(event, now);
    const auto* message = std::get_if<node::MessageReceived>(&event);
    const auto hearer = message == nullptr ? std::nullopt : channels_.hearer_on(message->flow);
    if (hearer) handle_request(*message, hearer->value() == 0 ? Privacy::shared : Privacy::pair, now);
}

void Exchange::handle_request(const node::MessageReceived& message, Privacy privacy, base::LocalTime now) {
    const auto by = message.sender;
    const auto decoded = decode(message.body);
    // The history tells newcomers of requests whose senders have gone.
    if (!decoded || !peers_.is_present(by)) return;
    const bool shared = privacy == Privacy::shared;
    std::visit(base::Overloaded{[&](const Want& want) { giver_.handle(want, by, privacy, now); },
                                [&](const Seek& seek) {
                                    if (shared) holdings_.handle(seek, by, now);
                                },
                                [&](const Have& have) {
                                    if (!shared) return;
                                    holdings_.handle(have);
                                    fetcher_.handle(have, by, now);
                                },
                                [&](const Unavailable& answer) { fetcher_.handle(answer, by, privacy, now); },
                                [](const auto&) {}},
               *decoded);
}

bool Exchange::fetch(const Content& content, base::MemberIndex sender, const Audience& audience) {
    // It is for no more people than before: whoever announced it may know its hash alone.
    if (holdings_.find(content.hash) != nullptr) return true;
    return fetcher_.fetch(content, sender, audience);
}

void Exchange::note(const base::Hash& hash, const Audience& audience, base::ConversationId group) {
    holdings_.note(hash, audience, group);
    fetcher_.note(hash, audience, group);
}

std::optional<FetchStatus> Exchange::find(const base::Hash& hash) const {
    if (const auto* held = holdings_.find(hash)) return FetchStatus{FetchState::complete, held->bytes};
    return fetcher_.find(hash);
}

std::optional<Command> Exchange::next(base::LocalTime now) {
    if (auto publish = fetcher_.next(now)) return *std::move(publish);
    for (const auto& [content, audience] : fetcher_.take_complete())
        if (!holdings_.add(content, audience)) store_.drop(content);
    if (auto command = giver_.next(now)) return command;
    return channels_.next(now);
}

base::LocalTime Exchange::due() const { return std::min({fetcher_.due(), giver_.due(), channels_.due()}); }

} // namespace plenum::file
