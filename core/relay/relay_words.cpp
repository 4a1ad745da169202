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

RelaySession* RelayConference::ask_for_words(base::LocalTime now) {
    if (settling() || state_.ended || !history_recovery_.may_ask(now)) return nullptr;
    RelaySession* first = nullptr;
    for (auto* session : receivers()) {
        if (history_recovery_.was_asked(session->member)) continue;
        if (first == nullptr || session->member < first->member) first = session;
    }
    if (first != nullptr) history_recovery_.ask(first->member, first->index, now);
    timing_changed_ = timing_changed_ || first != nullptr;
    return first;
}

wire::WordsWanted RelayConference::words_wanted() const {
    wire::WordsWanted wanted;
    for (const auto& [stream, history] : history_.streams()) {
        if (wanted.positions.size() == wire::Attach::positions_max) break;
        if (state_.find(stream.second) == nullptr)
            wanted.positions.push_back({stream.first, stream.second, history.next()});
    }
    return wanted;
}

void RelayConference::take_given(const RelaySession& from, const wire::GivenWord& word) {
    if (!history_recovery_.gives(from.index) || !admits(from)) return;
    const auto* flow = state_.find(word.flow);
    const bool left =
        word.sender.value() > 0 && word.sender < state_.next_member && state_.find(word.sender) == nullptr;
    const bool may_be_stub = state_.archive.tenures.demands(word.flow);
    const bool sound = left && flow != nullptr && !flow->loss_delay && flow::is_sound(word.sequence) &&
                       (!is_stub(word.sealed) || may_be_stub);
    if (!sound) return;
    const auto found = history_.streams().find({word.flow, word.sender});
    const auto* last = found == history_.streams().end() ? nullptr : &found->second;
    // After a gap the history would begin anew.
    if (last != nullptr && word.sequence != last->next()) return;
    auto log_size = std::min(word.log_size, state_.size);
    if (last != nullptr && !last->items().empty()) log_size = std::max(log_size, last->items().back().log_size);
    keep_word({word.flow, word.sender, word.sequence, log_size, word.sealed});
}

void RelayConference::handle_given(const RelaySession& from) { history_recovery_.handle_done(from.index); }

bool Relay::handle_words(RelaySession& session, const wire::ControlMessage& message) {
    auto* conference = session.attached ? conference_of(session) : nullptr;
    if (const auto* word = std::get_if<wire::GivenWord>(&message)) {
        if (conference != nullptr) conference->take_given(session, *word);
        return conference != nullptr;
    }
    if (!std::holds_alternative<wire::WordsGiven>(message) || conference == nullptr) return false;
    conference->handle_given(session);
    return true;
}

void Relay::refill_words(base::LocalTime now) {
    for (auto item = refilling_.begin(); item != refilling_.end();) {
        const auto found = conferences_.find(*item);
        if (found == conferences_.end() || !found->second->refills(now)) {
            item = refilling_.erase(item);
            continue;
        }
        auto& conference = *found->second;
        // A failure takes the conference out of the set.
        ++item;
        contain(conference, now, [&] {
            auto* session = conference.ask_for_words(now);
            if (session == nullptr) return;
            std::ignore = send_control(session->link, conference.words_wanted());
            touched_.insert(*session);
            reschedule(conference);
        });
    }
}

} // namespace plenum::node
