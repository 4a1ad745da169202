// SPDX-License-Identifier: Apache-2.0
// Words of people who left, given back by those who heard them to a relay that lost them with its disk.
//
// A relay cannot tell what it is given from inventions: the words are sealed. Whoever hears them can, and takes none
// that its sender did not sign; a member who invents some can only spoil the streams of people who are gone, of which
// the relay lost the end, and only for those who come later.
#include "core/peer/hello.h"
#include "core/peer/message_parts.h"
#include "core/relay/relay.h"

#include <algorithm>

namespace plenum::node {

bool Relay::handle_words(RelaySession& session, const wire::ControlMessage& message) {
    auto* conference = session.attached ? conference_of(session) : nullptr;
    if (const auto* word = std::get_if<wire::GivenWord>(&message)) {
        if (conference == nullptr) return false;
        if (conference->recovery().history().gives(session.index) && conference->fan_out().admits(session))
            conference->archive().take_given(*word, conference->state());
        return true;
    }
    if (!std::holds_alternative<wire::WordsGiven>(message) || conference == nullptr) return false;
    conference->recovery().history().handle_done(session.index);
    return true;
}

void Relay::refill_words(base::LocalTime now) {
    for (auto item = refilling_.begin(); item != refilling_.end();) {
        auto* found = conferences_.find(*item);
        if (found == nullptr || !found->recovery().history().open(now)) {
            item = refilling_.erase(item);
            continue;
        }
        auto& conference = *found;
        // A failure takes the conference out of the set.
        ++item;
        contain(conference, now, [&] {
            auto* session = conference.recovery().ask_for_messages(conference.fan_out().receivers(), now);
            if (session == nullptr) return;
            std::ignore = send_control(session->link, conference.archive().wanted(conference.state()));
            sessions_.touch(*session);
            conferences_.reschedule(conference);
        });
    }
}

} // namespace plenum::node
