// SPDX-License-Identifier: Apache-2.0
#include "core/member/people.h"

namespace plenum::node {

const Person* People::find(base::MemberIndex member) const {
    const auto found = people_.find(member);
    return found == people_.end() ? nullptr : &found->second;
}

bool People::is_shown(base::MemberIndex member) const {
    const auto* person = find(member);
    return person != nullptr && person->shown;
}

std::vector<base::MemberIndex> People::shown(const log::State& state) const {
    std::vector<base::MemberIndex> shown;
    for (const auto& [index, member] : state.members) {
        if (is_shown(index)) shown.push_back(index);
    }
    return shown;
}

std::vector<log::NamedMember> People::names() const {
    std::vector<log::NamedMember> names;
    for (const auto& [index, person] : people_) {
        if (person.resolved) names.push_back({index, person.name});
    }
    return names;
}

void People::add(base::MemberIndex member, const base::IdentityKey& identity) {
    people_.insert_or_assign(member, Person{identity});
}

/// In the order of joining: a host joined before the people it admitted.
void People::resolve(const log::Archive& archive, const LinkBook& links) {
    for (auto& [index, person] : people_) {
        const auto* about = person.resolved ? nullptr : archive.find(index);
        const auto* keys = about == nullptr ? nullptr : links.keys(about->link_generation);
        if (keys != nullptr) resolve(person, *about, *keys);
    }
}

void People::resolve(Person& person, const log::ArchivedMember& about, const LinkKeys& keys) {
    person.resolved = true;
    const auto name = crypto::open_text(keys.names, person.identity.view(), about.sealed_name);
    const bool readable = name && base::is_clean_line(*name);
    person.name = readable ? *name : "?";
    const auto* host = find(about.admitted_by);
    person.proven = host != nullptr
                        ? host->proven
                        : crypto::verify_lobby_proof(*crypto::LobbyProof::from(about.proof.view()), keys.lobby,
                                                     keys.door, person.identity, about.exchange);
}

void People::show_keyed(const log::State& state, base::MemberIndex self) {
    for (const auto& [index, member] : state.members) {
        auto& person = people_.at(index);
        if (person.shown || !member.keyed || !person.proven) continue;
        person.shown = true;
        person.recording = member.recording;
        outbox_.event(MemberJoined{index, person.name, person.identity, member.role, index == self, member.present,
                                   member.recording});
    }
}

void People::introduce(base::MemberIndex member) {
    const auto found = people_.find(member);
    if (found == people_.end() || found->second.shown || found->second.introduced) return;
    found->second.introduced = true;
    outbox_.event(FormerMember{member, found->second.name, found->second.identity});
}

void People::handle_left(std::span<const base::MemberIndex> members, base::LeaveReason reason) {
    for (const auto member : members) {
        if (is_shown(member)) outbox_.event(MemberLeft{member, reason});
    }
}

void People::handle(const log::Presence& presence) {
    if (is_shown(presence.member)) outbox_.event(MemberPresence{presence.member, presence.present});
}

/// The role counts for every run of the member's program.
void People::handle(const log::SetRole& role, const log::State& state) {
    const auto& identity = people_.at(role.member).identity;
    for (const auto& [index, member] : state.members) {
        if (member.identity == identity && is_shown(index)) outbox_.event(MemberRoleChanged{index, role.role});
    }
}

void People::tell_recording(const log::State& state) {
    for (const auto& [index, member] : state.members) {
        auto& person = people_.at(index);
        if (!person.shown || person.recording == member.recording) continue;
        person.recording = member.recording;
        outbox_.event(MemberRecording{index, member.recording, base::LogPosition{state.size.value() - 1}});
    }
}

} // namespace plenum::node
