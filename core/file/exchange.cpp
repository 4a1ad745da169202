// SPDX-License-Identifier: Apache-2.0
#include "core/file/exchange.h"

#include "core/base/overloaded.h"

#include <algorithm>

namespace plenum::file {

void Exchange::handle(const node::Event& event, base::LocalTime now) {
    if (peers_.handle(event)) {
        channel_.clear();
        holdings_.forget_answers();
        fetcher_.begin_anew();
        giver_.begin_anew();
    }
    channel_.handle(event, peers_, now);
    fetcher_.handle(event, now);
    giver_.handle(event, now);
    const auto* message = std::get_if<node::MessageReceived>(&event);
    if (message != nullptr && channel_.is_ours(message->flow)) handle_request(*message, now);
}

void Exchange::handle_request(const node::MessageReceived& message, base::LocalTime now) {
    const auto by = message.sender;
    const auto decoded = decode(message.body);
    // The history tells newcomers of requests whose senders have gone.
    if (!decoded || !peers_.is_present(by)) return;
    std::visit(base::Overloaded{[&](const Want& want) { giver_.handle(want, by, now); },
                                [&](const Seek& seek) { holdings_.handle(seek, by, now); },
                                [&](const Have& have) {
                                    holdings_.handle(have);
                                    fetcher_.handle(have, by, now);
                                },
                                [&](const Unavailable& answer) { fetcher_.handle(answer, by, now); },
                                [](const auto&) {}},
               *decoded);
}

bool Exchange::fetch(const Content& content, base::MemberIndex sender, const Audience& audience) {
    if (holdings_.find(content.hash) != nullptr) return holdings_.add(content, audience);
    return fetcher_.fetch(content, sender, audience);
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
    return channel_.next(peers_, now);
}

base::LocalTime Exchange::due() const { return std::min({fetcher_.due(), giver_.due(), channel_.due()}); }

} // namespace plenum::file
