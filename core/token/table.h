// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/token/operation.h"
#include "core/wire/containers.h"

#include <expected>
#include <map>
#include <optional>
#include <set>
#include <vector>

/// The tokens of a conference: the same at every node that applied the same entries. A grant's position in the log is
/// its epoch. Epochs only rise, and each message carries the epoch of its grant, so receivers need not trust its sender
/// (tenures.h; docs/floor.md, "Fence").
namespace plenum::token {

struct Holder {
    static constexpr std::string_view name = "holder";
    base::MemberIndex member{};
    base::TokenEpoch epoch{};
    base::ConferenceTime since{};
    /// Who gave the copy, a member or one who left since; 0 for a grant.
    base::MemberIndex giver{};

    static constexpr auto fields() {
        using T = Holder;
        return wire::Fields{
            Field<&T::member, Varint>{"member", "who holds it"},
            Field<&T::epoch, Varint>{"epoch", "position of the grant"},
            Field<&T::since, wire::U64>{"since", "µs of conference time"},
            Field<&T::giver, Varint>{"giver", "of a copy; 0 for a grant"},
        };
    }
    friend bool operator==(const Holder&, const Holder&) = default;
};

struct Request {
    static constexpr std::string_view name = "request";
    base::MemberIndex member{};
    RequestClass priority{RequestClass::normal};
    /// RFC 8855's Accepted; else Pending.
    bool accepted{false};
    base::ConferenceTime since{};
    /// A point of order that waits among the normal requests: its author had one since the queue last moved on.
    bool in_line{false};

    /// By which it is put in order.
    [[nodiscard]] RequestClass rank() const { return in_line ? RequestClass::normal : priority; }
    static constexpr auto fields() {
        using T = Request;
        return wire::Fields{
            Field<&T::member, Varint>{"member", "who asks"},
            Field<&T::priority, U8>{"class", "as in request_token"},
            Field<&T::accepted, U8>{"accepted", "1: by a moderator, or where none need be"},
            Field<&T::since, wire::U64>{"since", "µs of conference time"},
            Field<&T::in_line, U8>{"in_line", "1: a point of order that waits among the normal requests"},
        };
    }
    friend bool operator==(const Request&, const Request&) = default;
};

struct Token {
    static constexpr std::string_view name = "token";
    base::TokenId id{};
    std::string label;
    std::vector<base::FlowId> flows;
    Settings settings;
    /// In the order they came to hold it.
    std::vector<Holder> holders;
    /// Set while everyone holds it.
    std::optional<base::TokenEpoch> everyone;
    /// Accepted ones in order, then pending ones in order.
    std::vector<Request> requests;
    /// How long each who is still here has held it before, for those who share time evenly.
    std::map<base::MemberIndex, base::Duration> held_before;
    /// Members of the panel who gave the token back, or from whom it was taken by decision or for their time, and who
    /// did not get it again: a style need not give it to them unasked. Until another style is set.
    std::set<base::MemberIndex> stood_down;
    /// Those whose point of order was met since the arbiter or a moderator last granted a request of another class. The
    /// next point of order of each waits in line, so that those cannot keep all others waiting for ever.
    std::set<base::MemberIndex> order_had;
    /// The flows that demanded it are no more. No table has such a token; it stands for one that was there
    /// (`Table::at`).
    bool over{false};

    [[nodiscard]] bool exclusive() const { return settings.holders_max == 1; }
    [[nodiscard]] bool has_room() const;
    [[nodiscard]] bool on_panel(base::MemberIndex member) const;
    [[nodiscard]] const Holder* find_holder(base::MemberIndex member) const;
    /// The epoch by which this member may send now; nullopt where the member has none.
    [[nodiscard]] std::optional<base::TokenEpoch> epoch_of(base::MemberIndex member) const;
    [[nodiscard]] const Request* find_request(base::MemberIndex member) const;

    /// But `over`, which no token in a table is.
    static constexpr auto fields() {
        using T = Token;
        constexpr auto most = base::limits::members_max;
        return wire::Fields{
            Field<&T::id, U16>{"id", "identifier"},
            Field<&T::label, wire::Text<label_bytes_max>>{"label", "as declared"},
            Field<&T::flows, List<U16, base::limits::flows_per_conference_max>>{"flows", "that demand it"},
            Field<&T::settings, Nested<Settings>>{"settings", "in force"},
            Field<&T::holders, List<Nested<Holder>, most>>{"holders", "in the order they came to hold it"},
            Field<&T::everyone, wire::Optional<Varint>>{"everyone", "epoch since which everyone holds it"},
            Field<&T::requests, List<Nested<Request>, most>>{"requests", "accepted ones in order, then the others"},
            Field<&T::held_before, wire::Map<Varint, Varint, most>>{"held_before", "members, and µs of holding"},
            Field<&T::stood_down, wire::Set<Varint, most>>{"stood_down", "members of the panel who gave it back"},
            Field<&T::order_had, wire::Set<Varint, most>>{"order_had", "whose next point of order waits in line"},
        };
    }
    friend bool operator==(const Token&, const Token&) = default;
};

/// Who says something, as the log knows them.
struct Author {
    /// 0 is the relay.
    base::MemberIndex member{};
    bool moderates{false};
    /// The relay, while the member who is the arbiter is away.
    bool stands_in{false};
};

enum class Refusal : std::uint8_t {
    not_permitted = 1,
    no_such_token = 2,
    no_such_request = 3,
    not_holder = 4, ///< who should hold it does not
    no_change = 5,  ///< says what is so already
    full = 6,       ///< as many holders as may be, requests or tokens
    malformed = 7,  ///< a token that is numbered 0, or settings that make no sense
};

inline constexpr std::size_t tokens_max = 256;

struct Table {
    static constexpr std::string_view name = "token_table";
    std::map<base::TokenId, Token> tokens;
    /// The largest number of a token that is over: it and those below are not given again.
    base::TokenId over_newest{};

    [[nodiscard]] const Token* find(base::TokenId id) const;
    /// As it stands; one that is over has its number and `over` alone.
    [[nodiscard]] Token at(base::TokenId id) const;
    /// Above all that are or were there.
    [[nodiscard]] base::TokenId unused_id() const;
    /// The token that the flow demands; null for none.
    [[nodiscard]] const Token* find(base::FlowId flow) const { return tokens.empty() ? nullptr : search(flow); }
    /// The epoch by which this member may send on the flow now; 0 where the flow demands none, nullopt where the member
    /// has none.
    [[nodiscard]] std::optional<base::TokenEpoch> epoch_of(base::FlowId flow, base::MemberIndex member) const;

    static constexpr auto fields() {
        using T = Table;
        return wire::Fields{
            Field<&T::tokens, wire::Map<U16, Nested<Token>, tokens_max>>{"tokens", "by identifier"},
            Field<&T::over_newest, U16>{"over_newest", "largest identifier of one that is over"},
        };
    }
    friend bool operator==(const Table&, const Table&) = default;

  private:
    [[nodiscard]] const Token* search(base::FlowId flow) const;
};

/// Where an entry stands in the log.
struct Place {
    base::LogPosition position{};
    base::ConferenceTime at{};
};

/// Whether this may be an entry. That members it names are members, and that flows exist, the log sees to.
[[nodiscard]] std::expected<void, Refusal> check(const Table& table, const Author& author, const Operation& operation);
/// Precondition: `check` allows it.
void apply(Table& table, const Author& author, const Operation& operation, Place place);
/// A member left or was taken out: what they held is free, what they asked for is over, and what they decided the relay
/// decides. Gives the tokens that this changed, ascending.
std::vector<base::TokenId> apply_leave(Table& table, base::MemberIndex member);
/// The same for someone who leaves a group, of the tokens that its flows demand.
std::vector<base::TokenId> apply_leave(Table& table, base::MemberIndex member, const std::vector<base::FlowId>& flows);
/// These flows are no more. Gives the tokens that this changed, ascending.
std::vector<base::TokenId> apply_end(Table& table, const std::vector<base::FlowId>& flows);

} // namespace plenum::token
