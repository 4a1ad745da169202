// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/check.h"
#include "core/crypto/hash.h"
#include "core/file/exchange.h"
#include "tests/unit/file/memory_store.h"

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace plenum::file {

/// Members of a conference whose relay is perfect, and who get what others say after a moment.
class Room {
  public:
    static constexpr base::Duration delay = std::chrono::milliseconds{20};

    struct Member {
        base::MemberIndex index;
        std::uint8_t person{0};
        bool present{true};
        base::ConversationId group{};
        MemoryStore store;
        Exchange exchange{store};
        std::map<base::FlowId, std::uint64_t> sequences;
        /// What it published, in bytes of pieces.
        std::uint64_t given{0};
    };

    Member& enter(std::uint8_t person) {
        const base::MemberIndex index{next_member_++};
        auto& member = *members_.emplace(index, std::make_unique<Member>()).first->second;
        member.index = index;
        member.person = person;
        tell_all(joined(member, false));
        for (const auto& [other, existing] : members_)
            if (existing->group.value() != 0) tell(member, node::MembersPlaced{existing->group, {other}});
        for (const auto& [other, existing] : members_)
            tell(member, joined(*existing, other == index));
        for (const auto& [flow, declared] : flows_)
            tell(member, declared);
        tell(member, node::PhaseChanged{node::Phase::joined});
        return member;
    }
    void set_present(Member& member, bool present) {
        member.present = present;
        tell_all(node::MemberPresence{member.index, present});
        for (const auto& [flow, declared] : flows_)
            if (present) tell(member, declared);
    }
    void place(Member& member, base::ConversationId group) {
        member.group = group;
        tell_all(node::MembersPlaced{group, {member.index}});
    }
    void leave(Member& member) {
        member.present = false;
        tell_all(node::MemberLeft{member.index, node::LeaveReason::left});
        std::vector<base::FlowId> ended;
        for (const auto& [flow, declared] : flows_)
            if (declared.peer.value() != 0 && (declared.owner == member.index || declared.peer == member.index))
                ended.push_back(flow);
        for (const auto flow : ended) {
            flows_.erase(flow);
            tell_all(node::FlowRemoved{flow});
        }
    }
    /// Comes back as a new member, and its program goes on.
    void rename(Member& member) {
        leave(member);
        auto node = members_.extract(member.index);
        member.index = base::MemberIndex{next_member_++};
        node.key() = member.index;
        member.present = true;
        member.sequences.clear();
        members_.insert(std::move(node));
        for (const auto& [index, other] : members_)
            tell(*other, joined(member, other.get() == &member));
        for (const auto& [index, other] : members_)
            if (other.get() != &member) tell(member, joined(*other, false));
        tell(member, node::PhaseChanged{node::Phase::joined});
    }
    /// Runs until nothing is due before `until`, or `done` says so.
    bool run(base::Duration most, const std::function<bool()>& done) {
        const auto until = now + most;
        while (!done()) {
            while (act() || deliver()) {
            }
            if (done()) return true;
            auto next = mail_.empty() ? base::local_time_max : mail_.begin()->first;
            for (const auto& [index, member] : members_)
                if (member->present) next = std::min(next, member->exchange.due());
            if (next > until) return false;
            now = std::max(now + std::chrono::microseconds{1}, next);
        }
        return true;
    }
    Content offer(Member& member, std::size_t size, std::uint8_t seed = 1, const Audience& audience = Audience::all()) {
        base::Bytes bytes(size);
        for (std::size_t i = 0; i < size; ++i)
            bytes[i] = static_cast<std::uint8_t>(seed + i * 31 + i / 251);
        const Content content{crypto::hash(bytes), size};
        member.store.contents[content.hash] = bytes;
        CHECK(member.exchange.offer(content, audience));
        return content;
    }
    [[nodiscard]] static FetchState state(const Member& member, const Content& content) {
        const auto status = member.exchange.find(content.hash);
        return status ? status->state : FetchState::queued;
    }
    [[nodiscard]] static bool has(Member& member, const Content& content) {
        const auto status = member.exchange.find(content.hash);
        const bool complete = status && status->state == FetchState::complete;
        CHECK(!complete || crypto::hash(member.store.contents[content.hash]) == content.hash);
        return complete;
    }
    void tell(Member& member, const node::Event& event) { member.exchange.handle(event, now); }
    void tell_all(const node::Event& event) {
        for (const auto& [index, member] : members_)
            if (member->present) tell(*member, event);
    }
    [[nodiscard]] std::size_t flows() const { return flows_.size(); }
    /// What somebody publishes that is none of ours.
    void say(base::MemberIndex by, base::FlowId flow, const Message& message) { send(by, flow, encode(message)); }
    /// That all share.
    [[nodiscard]] base::FlowId flow_named(std::string_view prefix) const { return flow_between(prefix, {}); }
    /// Which has this one among its two.
    [[nodiscard]] base::FlowId flow_between(std::string_view prefix, base::MemberIndex member) const {
        for (const auto& [flow, declared] : flows_) {
            const bool joins = declared.peer == member || (declared.peer.value() != 0 && declared.owner == member);
            if (declared.name.starts_with(prefix) && joins) return flow;
        }
        return {};
    }

    base::LocalTime now{std::chrono::seconds{1}};
    /// Changes messages on their way, or drops them.
    std::function<bool(base::MemberIndex from, base::MemberIndex to, base::Bytes& body)> tamper;
    /// Of each message, whoever it reaches.
    std::function<void(base::MemberIndex from, const node::FlowDeclared& flow, const base::Bytes& body)> overhear;

  private:
    node::Event joined(const Member& member, bool self) {
        base::IdentityKey key{};
        key.bytes[0] = member.person;
        return node::MemberJoined{member.index, "somebody", key, {}, self, member.present};
    }
    bool act() {
        bool acted = false;
        std::vector<Member*> members;
        for (const auto& [index, member] : members_)
            if (member->present) members.push_back(member.get());
        for (auto* member : members) {
            const auto command = member->exchange.next(now);
            if (!command) continue;
            acted = true;
            std::visit([&](const auto& each) { carry_out(*member, each); }, *command);
        }
        return acted;
    }
    void carry_out(Member& by, const node::Publish& publish) {
        const auto message = decode(publish.body);
        if (message && std::holds_alternative<Piece>(*message)) by.given += std::get<Piece>(*message).bytes.size();
        const base::SequenceNumber sequence{++by.sequences[publish.flow]};
        tell(by, node::MessagePublished{publish.flow, sequence, {}});
        tell(by, node::MessageAccepted{publish.flow, sequence});
        send(by.index, publish.flow, publish.body, sequence);
    }
    void carry_out(Member& by, const node::CreateFlow& create) {
        node::FlowDeclared flow;
        flow.flow = base::FlowId{next_flow_++};
        flow.name = create.name;
        flow.spec.kind = create.kind;
        flow.spec.message_bytes_max = create.terms.message_bytes_max;
        flow.owner = by.index;
        flow.peer = create.with;
        flow.conversation = create.conversation;
        flows_[flow.flow] = flow;
        tell_all(flow);
    }
    void carry_out(Member&, const node::CloseFlow& close) {
        flows_.erase(close.flow);
        tell_all(node::FlowRemoved{close.flow});
    }
    void send(base::MemberIndex by, base::FlowId flow, const base::Bytes& body, base::SequenceNumber sequence = {}) {
        const auto declared = flows_.find(flow);
        if (declared == flows_.end()) return;
        if (overhear) overhear(by, declared->second, body);
        const auto owner = declared->second.owner;
        const auto peer = declared->second.peer;
        const auto conversation = declared->second.conversation;
        for (const auto& [index, member] : members_) {
            const bool in_group = conversation.value() == 0 || member->group == conversation;
            const bool reached = index != by && in_group && (peer.value() == 0 || index == peer || index == owner);
            auto copy = body;
            if (!reached || (tamper && !tamper(by, index, copy))) continue;
            mail_.emplace(now + delay, Mail{index, node::MessageReceived{flow, by, sequence, {}, now, {}, copy}});
        }
    }
    bool deliver() {
        if (mail_.empty() || mail_.begin()->first > now) return false;
        auto mail = mail_.extract(mail_.begin()).mapped();
        const auto to = members_.find(mail.to);
        if (to != members_.end() && to->second->present) tell(*to->second, mail.message);
        return true;
    }

    struct Mail {
        base::MemberIndex to;
        node::MessageReceived message;
    };
    std::map<base::MemberIndex, std::unique_ptr<Member>> members_;
    std::map<base::FlowId, node::FlowDeclared> flows_;
    std::multimap<base::LocalTime, Mail> mail_;
    std::uint32_t next_member_{1};
    std::uint16_t next_flow_{10};
};

} // namespace plenum::file
