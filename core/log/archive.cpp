// SPDX-License-Identifier: Apache-2.0
#include "core/log/archive.h"

#include "core/log/state.h"

namespace plenum::log {
namespace {

/// What an operation adds, beyond who came and went.
struct Note {
    Archive& archive;
    const State& after;

    void operator()(const EpochTurn& turn) const {
        if (turn.history) {
            archive.history_links.insert_or_assign(turn.epoch, *turn.history);
            if (archive.history_links.size() > base::limits::history_links_max)
                archive.history_links.erase(archive.history_links.begin());
        } else {
            archive.history_begins = turn.epoch;
            archive.history_begins_size = after.size;
            archive.history_links.clear();
        }
        for (const auto& [index, member] : after.members) {
            const auto person = archive.people.find(index);
            const bool first = person != archive.people.end() && person->second.keyed_size.value() == 0;
            if (!member.keyed || !first) continue;
            person->second.keyed_size = after.size;
            person->second.readable_from = archive.history_begins_size;
        }
    }
    void operator()(const ChangeLink& change) const {
        archive.sealed_links.insert_or_assign(after.door.generation - 1, change.secret_before);
    }
    void operator()(const OpenConversation& open) const {
        archive.label_generations.insert_or_assign(open.conversation, after.door.generation);
    }
    void operator()(const CloseConversation& close) const { archive.label_generations.erase(close.conversation); }
    void operator()(const auto&) const {}
};

} // namespace

const ArchivedMember* Archive::find(base::MemberIndex member) const {
    const auto found = people.find(member);
    return found == people.end() ? nullptr : &found->second;
}

void Archive::apply(const Applied& applied, const State& after) {
    const bool by_itself = std::holds_alternative<Join>(applied.operation);
    const auto* author = by_itself ? nullptr : after.find(applied.signed_operation.author_exchange);
    for (const auto& joined : applied.joined) {
        ArchivedMember person;
        person.identity = joined.operation.author;
        person.exchange = joined.operation.author_exchange;
        person.sealed_name = joined.join.display_name;
        person.proof = joined.join.proof;
        person.link_generation = after.door.generation;
        if (author != nullptr) person.admitted_by = author->index;
        people.insert_or_assign(joined.member, std::move(person));
    }
    for (const auto member : applied.left) {
        const auto person = people.find(member);
        if (person == people.end()) continue;
        person->second.keyed_size = person->second.readable_from = {};
        person->second.left_size = after.size;
    }
    std::visit(Note{*this, after}, applied.operation);
    tenures.handle(after.tokens, applied.tokens, applied.ending, {base::LogPosition{after.size.value() - 1}, after.at});
}

} // namespace plenum::log
