// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/log/minutes.h"
#include "core/member/link_book.h"
#include "core/peer/outbox.h"

#include <map>
#include <span>
#include <string>
#include <vector>

namespace plenum::node {

/// A member of the conference, or a former one.
struct Person {
    base::IdentityKey identity;
    /// Opened once the link by which they joined is known.
    std::string name{};
    /// Proved to have the link, or was admitted by someone who did. Only such a member may turn keys.
    bool proven{false};
    /// The application knows them. This is so from the entry that gave them the key: everyone who is shown can read
    /// what is said from then on.
    bool shown{false};
    /// The application knows them as a former member.
    bool introduced{false};
    bool resolved{false};
    /// The application was told that they record.
    bool recording{false};
};

/// Everyone who was ever in the log. Tells the application who comes, goes and changes.
class People {
  public:
    explicit People(Outbox& outbox) : outbox_{outbox} {}

    [[nodiscard]] const Person* find(base::MemberIndex member) const;
    /// Members who are shown to the application.
    [[nodiscard]] std::vector<base::MemberIndex> shown(const log::State& state) const;
    /// Of everyone whose name is known.
    [[nodiscard]] std::vector<log::NamedMember> names() const;

    void add(base::MemberIndex member, const base::IdentityKey& identity);
    /// Opens names and checks proofs where `links` has the keys.
    void resolve(const log::Archive& archive, const LinkBook& links);
    /// Shows members who have the key and are proven.
    void show_keyed(const log::State& state, base::MemberIndex self);
    /// The application is about to get a message of this member, and must know the author.
    void introduce(base::MemberIndex member);
    void handle_left(std::span<const base::MemberIndex> members, base::LeaveReason reason);
    void handle(const log::Presence& presence);
    void handle(const log::SetRole& role, const log::State& state);
    /// Who records now, and who no longer, since the last call.
    void tell_recording(const log::State& state);

  private:
    [[nodiscard]] bool is_shown(base::MemberIndex member) const;
    void resolve(Person& person, const log::ArchivedMember& about, const LinkKeys& keys);

    Outbox& outbox_;
    std::map<base::MemberIndex, Person> people_;
};

} // namespace plenum::node
