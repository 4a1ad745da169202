// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/operations/sayings.h"

#include "core/base/check.h"
#include "core/log/checkpoint.h"
#include "core/log/flow_rules.h"
#include "tests/fuzz/decoders/arbitrary.h"

#include <algorithm>

namespace plenum::fuzz {
namespace {

/// What an operation is made of.
struct Chooser {
    People& people;
    Input& steps;

    [[nodiscard]] const log::State& state() const { return people.state(); }

    /// Somebody who is there, mostly.
    base::MemberIndex member() const {
        const auto number = steps.byte();
        if (number >= 250) return base::MemberIndex{number == 255 ? ~0U : number % 3U};
        const auto& members = state().members;
        if (members.empty()) return {};
        return std::next(members.begin(), static_cast<std::ptrdiff_t>(number % members.size()))->first;
    }
    base::TokenId token() const {
        const auto number = steps.byte();
        return base::TokenId{static_cast<std::uint16_t>(number >= 250 ? number * 200U : 1 + number % 4U)};
    }
    base::ConversationId conversation() const {
        const auto number = steps.byte();
        const auto& all = state().conversations;
        if (number >= 230 || all.empty()) return base::ConversationId{static_cast<std::uint16_t>(number % 4U)};
        return std::next(all.begin(), static_cast<std::ptrdiff_t>(number % all.size()))->first;
    }
    base::FlowId flow() const {
        const auto number = steps.byte();
        const auto& all = state().flows;
        if (number >= 250 || all.empty()) return base::FlowId{number};
        return std::next(all.begin(), static_cast<std::ptrdiff_t>(number % all.size()))->first;
    }
    template <base::SmallEnum E>
    E one_of() const {
        return base::enum_values<E>[steps.below(base::enum_count<E>)];
    }
    token::Settings settings() const {
        static constexpr std::array<const char*, 8> styles{"",      "queue", "panel",   "activity",
                                                           "timed", "queue", "unknown", "chalkboard"};
        token::Settings made;
        made.style = styles[steps.below(styles.size())];
        made.holders_max = static_cast<std::uint16_t>(steps.below(4));
        made.moderated = steps.rarely(4);
        made.locked = steps.rarely(6);
        made.may_transfer = !steps.rarely(4);
        made.may_copy = steps.flip();
        if (steps.rarely(6)) made.arbiter = member();
        if (steps.rarely(4)) made.panel = {member()};
        if (steps.rarely(6)) made.parameters = "x=1";
        if (steps.rarely(6)) made.revoked_after = std::chrono::seconds{static_cast<int>(steps.below(20))};
        if (steps.rarely(8)) made.warned_after = std::chrono::seconds{static_cast<int>(steps.below(20))};
        return made;
    }
    log::ConversationSettings conversation_settings() const {
        return {one_of<log::Lean>(), steps.flip(), std::nullopt};
    }
    std::vector<log::FlowDeclaration> flows(base::ConversationId of) const {
        std::vector<log::FlowDeclaration> made;
        auto newest = state().flow_newest;
        for (auto left = steps.below(3); left > 0; --left) {
            log::FlowDeclaration flow;
            flow.flow = newest = newest.next();
            flow.label = "flow";
            flow.conversation = of;
            flow.message_bytes_max = 1000;
            // Of two that are too far apart no interval is left.
            flow.desired_delay = std::chrono::milliseconds{static_cast<int>(steps.below(256)) * 20};
            if (steps.flip())
                flow.loss_delay = flow.desired_delay + std::chrono::milliseconds{static_cast<int>(steps.below(256))};
            made.push_back(flow);
        }
        return made;
    }
};

// Own operations.
log::Genesis make(Chooser choose, std::type_identity<log::Genesis>) { return choose.state().genesis; }
log::Join make(Chooser, std::type_identity<log::Join>) { return {}; }
log::Leave make(Chooser choose, std::type_identity<log::Leave>) {
    return {choose.member(), choose.one_of<base::LeaveReason>()};
}
log::Presence make(Chooser choose, std::type_identity<log::Presence>) { return {choose.member(), choose.steps.flip()}; }
log::EpochTurn make(Chooser choose, std::type_identity<log::EpochTurn>) {
    auto made = choose.people.turn();
    if (choose.steps.rarely(8)) made.epoch = base::KeyEpoch{choose.steps.below(9)};
    if (choose.steps.rarely(8) && !made.wraps.empty()) made.wraps.pop_back();
    return made;
}
log::SetRole make(Chooser choose, std::type_identity<log::SetRole>) {
    return {choose.member(), choose.one_of<base::MemberRole>()};
}
log::AskMute make(Chooser choose, std::type_identity<log::AskMute>) {
    return {choose.steps.flip() ? base::MemberIndex{} : choose.member()};
}
log::Record make(Chooser choose, std::type_identity<log::Record>) { return {choose.steps.flip()}; }
log::End make(Chooser, std::type_identity<log::End>) { return {}; }
log::Admit make(Chooser choose, std::type_identity<log::Admit>) {
    log::Admit made;
    const auto& knocks = choose.people.knocks();
    for (auto left = choose.steps.between(1, 2); left > 0 && !knocks.empty(); --left)
        made.joins.push_back(knocks[choose.steps.below(knocks.size())]);
    if (choose.steps.rarely(16)) made.joins.push_back(base::Bytes(20, 7));
    return made;
}
log::SetPolicy make(Chooser choose, std::type_identity<log::SetPolicy>) {
    const auto open = choose.steps.flip();
    return {
        {open ? base::Admission::open : choose.one_of<base::Admission>(), choose.steps.flip(), choose.steps.rarely(4)}};
}
log::ChangeLink make(Chooser choose, std::type_identity<log::ChangeLink>) {
    log::ChangeLink made;
    made.door = choose.state().conference;
    made.door.bytes[0] = choose.steps.byte();
    made.access.bytes[0] = choose.steps.byte();
    made.epoch = choose.state().epoch;
    if (choose.steps.rarely(8)) made.door.bytes.back() ^= 1;
    return made;
}
log::PassOver make(Chooser choose, std::type_identity<log::PassOver>) {
    const auto* leader = choose.state().key_leader();
    return {leader == nullptr || choose.steps.rarely(4) ? choose.member() : leader->index};
}
log::Checkpoint make(Chooser choose, std::type_identity<log::Checkpoint>) {
    auto made = log::checkpoint_of(choose.state());
    if (choose.steps.rarely(8)) made.state.bytes[0] ^= 1;
    return made;
}
log::OpenConversation make(Chooser choose, std::type_identity<log::OpenConversation>) {
    log::OpenConversation made;
    made.conversation = choose.state().conversation_newest.next();
    if (choose.steps.rarely(8)) made.conversation = choose.conversation();
    made.settings = choose.conversation_settings();
    made.flows = choose.flows(made.conversation);
    return made;
}
log::ChangeConversation make(Chooser choose, std::type_identity<log::ChangeConversation>) {
    return {choose.conversation(), choose.conversation_settings()};
}
log::CloseConversation make(Chooser choose, std::type_identity<log::CloseConversation>) {
    return {choose.conversation()};
}
log::GroupTurn make(Chooser choose, std::type_identity<log::GroupTurn>) {
    log::GroupTurn made;
    made.conversation = choose.conversation();
    const auto group = choose.state().conversations.find(made.conversation);
    if (group != choose.state().conversations.end()) made.epoch = group->second.epoch.next();
    if (choose.steps.rarely(8)) made.epoch = base::GroupEpoch{choose.steps.below(9)};
    for (const auto& [index, member] : choose.state().members) {
        if (member.group == made.conversation && !choose.steps.rarely(20)) made.wraps.push_back({index, {}});
    }
    return made;
}
log::PlaceMembers make(Chooser choose, std::type_identity<log::PlaceMembers>) {
    log::PlaceMembers made{choose.conversation(), {}};
    for (auto left = choose.steps.below(3); left > 0; --left)
        made.members.push_back(choose.member());
    if (!choose.steps.rarely(8)) {
        std::ranges::sort(made.members);
        made.members.erase(std::ranges::unique(made.members).begin(), made.members.end());
    }
    return made;
}

log::CreateFlow make(Chooser choose, std::type_identity<log::CreateFlow>) {
    log::CreateFlow made;
    made.flow.label = "flow " + std::to_string(choose.steps.below(100));
    made.flow.kind = choose.one_of<base::FlowKind>();
    made.flow.priority = log::class_of(made.flow.kind);
    made.flow.message_bytes_max = 1000;
    made.flow.desired_delay = std::chrono::milliseconds{static_cast<int>(choose.steps.below(256)) * 20};
    if (choose.steps.flip())
        made.flow.loss_delay =
            made.flow.desired_delay + std::chrono::milliseconds{static_cast<int>(choose.steps.below(256))};
    // Mostly what is accepted, so that the room for flows fills.
    if (choose.steps.rarely(4)) made.flow.conversation = choose.conversation();
    made.flow.ordered = choose.steps.rarely(made.flow.conversation.value() == 0 ? 16 : 2);
    if (choose.steps.rarely(4)) made.peer = choose.member();
    return made;
}
log::ChangeFlow make(Chooser choose, std::type_identity<log::ChangeFlow>) {
    log::ChangeFlow made{choose.flow(), {}};
    if (const auto* flow = choose.state().find(made.flow)) made.terms = log::FlowTerms::of(*flow);
    made.terms.rate_hz = static_cast<std::uint32_t>(choose.steps.below(9));
    if (made.terms.loss_delay) *made.terms.loss_delay += std::chrono::milliseconds{choose.steps.byte()};
    return made;
}
log::CloseFlow make(Chooser choose, std::type_identity<log::CloseFlow>) { return {choose.flow()}; }

// Of tokens.
token::DeclareToken make(Chooser choose, std::type_identity<token::DeclareToken>) {
    token::DeclareToken made{choose.token(), "voice", {}, choose.settings()};
    for (auto left = choose.steps.below(3); left > 0; --left)
        made.flows.push_back(choose.flow());
    if (choose.steps.rarely(16)) made.label = "";
    return made;
}
token::ConfigureToken make(Chooser choose, std::type_identity<token::ConfigureToken>) {
    return {choose.token(), choose.settings()};
}
token::RequestToken make(Chooser choose, std::type_identity<token::RequestToken>) {
    return {choose.token(), choose.one_of<token::RequestClass>()};
}
token::EndRequest make(Chooser choose, std::type_identity<token::EndRequest>) {
    return {choose.token(), choose.member(), choose.one_of<token::RequestEnd>()};
}
token::PlaceRequest make(Chooser choose, std::type_identity<token::PlaceRequest>) {
    return {choose.token(), choose.member(), static_cast<std::uint16_t>(choose.steps.byte() % 5)};
}
token::GrantToken make(Chooser choose, std::type_identity<token::GrantToken>) {
    return {choose.token(), choose.member()};
}
token::TransferToken make(Chooser choose, std::type_identity<token::TransferToken>) {
    return {choose.token(), choose.member(), choose.member()};
}
token::CopyToken make(Chooser choose, std::type_identity<token::CopyToken>) {
    return {choose.token(), choose.member(), choose.member()};
}
token::DistributeToken make(Chooser choose, std::type_identity<token::DistributeToken>) { return {choose.token()}; }
token::DeleteCopy make(Chooser choose, std::type_identity<token::DeleteCopy>) {
    return {choose.token(), choose.steps.rarely(4) ? base::MemberIndex{} : choose.member()};
}
token::ReleaseToken make(Chooser choose, std::type_identity<token::ReleaseToken>) { return {choose.token()}; }
token::RevokeToken make(Chooser choose, std::type_identity<token::RevokeToken>) {
    return {choose.token(), choose.member(), choose.one_of<token::RevokeReason>()};
}

template <class Choice, class Maker>
Choice make_at(std::size_t place, const Maker& maker) {
    using Alternatives = base::AlternativesOf<Choice>;
    std::optional<Choice> made;
    [&]<std::size_t... Place>(std::index_sequence<Place...>) {
        ((Place == place
              ? void(made.emplace(maker.template operator()<std::variant_alternative_t<Place, Alternatives>>()))
              : void()),
         ...);
    }(std::make_index_sequence<std::variant_size_v<Alternatives>>{});
    CHECK(made.has_value());
    return std::move(*made);
}

/// Says little of what makes a conference end, or people go: else nobody is there.
bool is_grave(const log::Operation& operation) {
    return std::holds_alternative<log::End>(operation) || std::holds_alternative<log::Leave>(operation) ||
           std::holds_alternative<log::ChangeLink>(operation);
}

} // namespace

log::Operation operation_of_kind(std::size_t kind, People& people, Input& steps) {
    return make_at<log::Operation>(
        kind, [&]<class T>() -> log::Operation { return make(Chooser{people, steps}, std::type_identity<T>{}); });
}

log::Operation some_operation(People& people, Input& steps) {
    const auto kinds = std::variant_size_v<base::AlternativesOf<log::Operation>>;
    auto made = operation_of_kind(steps.below(kinds), people, steps);
    if (!is_grave(made)) return made;
    const auto chance = steps.byte();
    if (std::holds_alternative<log::End>(made) ? chance < 6 : chance < 32) return made;
    return people.state().epoch_due() ? log::Operation{people.turn()} : operation_of_kind(kinds - 1, people, steps);
}

log::SignedOperation sign_somehow(const log::Operation& operation, Person& by, People& people, Input& steps) {
    const bool joins = std::holds_alternative<log::Join>(operation);
    auto draft = people.draft_of(by);
    if (joins) {
        draft.head = {};
        draft.head_position = {};
        draft.conference = people.state().door.handle;
    }
    if (!steps.rarely(6)) return log::sign_operation(draft, operation, by.identity);
    auto& another = people.at(steps.below(People::count));
    switch (steps.below(10)) {
    case 0: draft.conference.bytes[0] ^= 1; break;
    case 1: draft.author_sequence = steps.below(3); break;
    case 2: draft.head.bytes[5] ^= 4; break;
    case 3: draft.head_position = base::LogPosition{steps.number(steps.flip() ? 8 : 1) % wire::varint_max}; break;
    case 4: draft.author_exchange = another.exchange.public_key; break;
    case 5:
        if (steps.rarely(8)) draft.author_sequence = wire::varint_max - steps.below(2);
        break;
    case 6: {
        auto made = log::sign_operation(draft, operation, another.identity);
        made.author = by.identity.public_key;
        return made;
    }
    case 7: {
        auto made = log::sign_operation(draft, operation, by.identity);
        made.signature.bytes[steps.below(64)] ^= 1;
        return made;
    }
    case 8: {
        auto made = log::sign_operation(draft, operation, by.identity);
        if (!made.operation.empty()) made.operation[steps.below(made.operation.size())] ^= steps.byte();
        return made;
    }
    default: {
        auto made = draft;
        made.author = by.identity.public_key;
        const auto bytes = steps.bytes(40);
        made.operation.assign(bytes.begin(), bytes.end());
        return made;
    }
    }
    return log::sign_operation(draft, operation, by.identity);
}

wire::ControlMessage some_gift(const People& people, Input& steps) {
    const auto some_of = [&](base::Bytes bytes) {
        if (steps.flip()) bytes[steps.below(bytes.size())] ^= static_cast<std::uint8_t>(1 + steps.below(255));
        if (steps.rarely(8)) bytes.resize(steps.below(bytes.size()));
        return bytes;
    };
    const auto& covered = people.kept().covered();
    const auto kind = covered ? steps.below(4) : 0;
    if (kind < 2) return wire::LogEntry{some_of(people.entries()[steps.below(people.entries().size())])};
    if (kind == 2) {
        wire::LogState state;
        state.state_bytes = static_cast<std::uint32_t>(covered->state.size() - (steps.rarely(4) ? steps.below(9) : 0));
        state.entry = some_of(people.kept().at(covered->position));
        return state;
    }
    wire::LogStatePart part;
    const auto size = std::min(covered->state.size(), wire::LogStatePart::bytes_max);
    part.bytes = some_of({covered->state.begin(), covered->state.begin() + static_cast<std::ptrdiff_t>(size)});
    return part;
}

wire::ControlMessage some_control(Input& steps) {
    base::Random random{steps.number(3)};
    return make_at<wire::ControlMessage>(steps.below(std::variant_size_v<base::AlternativesOf<wire::ControlMessage>>),
                                         [&]<class T>() -> wire::ControlMessage {
                                             T made{};
                                             fill(made, random);
                                             return made;
                                         });
}

} // namespace plenum::fuzz
