// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/limits.h"
#include "core/base/units.h"
#include "core/wire/choice.h"

/// What an entry of the control log can say of tokens: MCP's primitives (request, transfer, copy, delete, distribute)
/// and release, with RFC 8855's words for what becomes of a request. rules.cpp has for each who may say it and what
/// follows.
namespace plenum::token {

using wire::Field;
using wire::List;
using wire::Nested;
using wire::U16;
using wire::U8;
using wire::Varint;

inline constexpr std::size_t label_bytes_max = 32;
inline constexpr std::size_t parameters_bytes_max = 256;
inline constexpr std::size_t panel_max = 64;
/// Longest speaking time that can be set.
inline constexpr base::Duration speaking_time_max = std::chrono::hours{24};

/// RFC 8855 §5.2.4 has five; more than these three nobody told apart on a screen.
enum class RequestClass : std::uint8_t {
    normal = 1,
    priority = 2,       ///< as moderators and the arbiter see fit
    point_of_order = 3, ///< about how the meeting is held; goes before the others
};

/// By which rules a token goes from one to the next.
struct Settings {
    static constexpr std::string_view name = "token_settings";
    /// The policy's name; empty: nobody decides but moderators.
    std::string style;
    /// What that policy is told.
    std::string parameters;
    /// Who runs it: a member, or 0 for the relay.
    base::MemberIndex arbiter{};
    /// Holders at once; 0 without bound. 1 makes the token exclusive.
    std::uint16_t holders_max{1};
    /// Requests wait until a moderator accepts them.
    bool moderated{false};
    /// Nobody but moderators may ask.
    bool locked{false};
    /// Holders may hand the token on.
    bool may_transfer{true};
    /// Holders may give copies.
    bool may_copy{false};
    /// Whom the arbiter may give it unasked; ascending.
    std::vector<base::MemberIndex> panel;
    /// Speaking time, after which a holder is warned, and the token is revoked; 0 is without end.
    base::Duration warned_after{};
    base::Duration revoked_after{};

    static constexpr auto fields() {
        using T = Settings;
        return wire::Fields{
            Field<&T::style, wire::Text<label_bytes_max>>{"style", "name of the policy; empty: moderators decide"},
            Field<&T::parameters, wire::Text<parameters_bytes_max>>{"parameters", "for the policy"},
            Field<&T::arbiter, Varint>{"arbiter", "member who runs the policy; 0 is the relay"},
            Field<&T::holders_max, Varint>{"holders_max", "at once; 0 without bound"},
            Field<&T::moderated, U8>{"moderated", "1: requests wait to be accepted"},
            Field<&T::locked, U8>{"locked", "1: nobody but moderators may ask"},
            Field<&T::may_transfer, U8>{"may_transfer", "1: holders may hand it on"},
            Field<&T::may_copy, U8>{"may_copy", "1: holders may give copies"},
            Field<&T::panel, List<Varint, panel_max>>{"panel", "members to whom the arbiter may give it unasked"},
            Field<&T::warned_after, Varint>{"warned_after", "µs of holding; 0 never"},
            Field<&T::revoked_after, Varint>{"revoked_after", "µs of holding; 0 never"},
        };
    }
    friend bool operator==(const Settings&, const Settings&) = default;
};

/// The last message that the author sent on a flow; a number of 0 is none.
struct LastSent {
    static constexpr std::string_view name = "last_sent";
    base::FlowId flow{};
    base::SequenceNumber sequence{};

    static constexpr auto fields() {
        using T = LastSent;
        return wire::Fields{
            Field<&T::flow, U16>{"flow", "that demands the token"},
            Field<&T::sequence, Varint>{"sequence", "of the author's last message there; 0 for none"},
        };
    }
    friend bool operator==(const LastSent&, const LastSent&) = default;
};
using LastSentField = List<Nested<LastSent>, base::limits::flows_per_conference_max>;

/// Of a grant that an entry ends: the last message of a member that the relay had put in order on a flow by then.
struct CutOff {
    static constexpr std::string_view name = "cut_off";
    base::FlowId flow{};
    base::MemberIndex member{};
    base::SequenceNumber sequence{};

    static constexpr auto fields() {
        using T = CutOff;
        return wire::Fields{
            Field<&T::flow, U16>{"flow", "a reliable one that demands the token"},
            Field<&T::member, Varint>{"member", "who sent"},
            Field<&T::sequence, Varint>{"sequence", "of the last message that counts"},
        };
    }
    friend bool operator==(const CutOff&, const CutOff&) = default;
};
/// Enough for every holder of a token on all flows of a group; of more, messages in flight are rejected.
inline constexpr std::size_t cut_offs_max = 1024;

/// By a moderator, or in genesis.
struct DeclareToken {
    static constexpr std::string_view name = "declare_token";
    static constexpr std::uint8_t type = 20;
    base::TokenId token{};
    std::string label;
    std::vector<base::FlowId> flows;
    Settings settings;

    static constexpr auto fields() {
        using T = DeclareToken;
        return wire::Fields{
            Field<&T::token, U16>{"token", "identifier, from 1"},
            Field<&T::label, wire::Text<label_bytes_max>>{"label", "what programs know it by: voice, pen, screen"},
            Field<&T::flows, List<U16, base::limits::flows_per_conference_max>>{"flows", "that demand it"},
            Field<&T::settings, Nested<Settings>>{"settings", "until a configure_token"},
        };
    }
    friend bool operator==(const DeclareToken&, const DeclareToken&) = default;
};

/// What a moderator changes in the settings; absent fields stay as they are. So two moderators who change different
/// fields at the same time both have their way, and of two who change the same one the later.
struct SettingsChange {
    static constexpr std::string_view name = "settings_change";
    std::optional<std::string> style;
    std::optional<std::string> parameters;
    std::optional<base::MemberIndex> arbiter;
    std::optional<std::uint16_t> holders_max;
    std::optional<bool> moderated;
    std::optional<bool> locked;
    std::optional<bool> may_transfer;
    std::optional<bool> may_copy;
    std::optional<std::vector<base::MemberIndex>> panel;
    std::optional<base::Duration> warned_after;
    std::optional<base::Duration> revoked_after;

    SettingsChange() = default;
    /// Every field.
    SettingsChange(const Settings& settings);
    /// The fields in which `after` differs. Parameters and the bound of holders belong to the style: with another style
    /// they are in it whether they differ or not, so that none meets those of a third.
    [[nodiscard]] static SettingsChange between(const Settings& before, const Settings& after);
    /// `before` with this change.
    [[nodiscard]] Settings applied_to(Settings before) const;

    static constexpr auto fields() {
        using T = SettingsChange;
        using wire::Optional;
        return wire::Fields{
            Field<&T::style, Optional<wire::Text<label_bytes_max>>>{"style",
                                                                    "as in token_settings, as all that follow"},
            Field<&T::parameters, Optional<wire::Text<parameters_bytes_max>>>{"parameters", ""},
            Field<&T::arbiter, Optional<Varint>>{"arbiter", ""},
            Field<&T::holders_max, Optional<Varint>>{"holders_max", ""},
            Field<&T::moderated, Optional<U8>>{"moderated", ""},
            Field<&T::locked, Optional<U8>>{"locked", ""},
            Field<&T::may_transfer, Optional<U8>>{"may_transfer", ""},
            Field<&T::may_copy, Optional<U8>>{"may_copy", ""},
            Field<&T::panel, Optional<List<Varint, panel_max>>>{"panel", "the whole list"},
            Field<&T::warned_after, Optional<Varint>>{"warned_after", ""},
            Field<&T::revoked_after, Optional<Varint>>{"revoked_after", ""},
        };
    }
    friend bool operator==(const SettingsChange&, const SettingsChange&) = default;
};

/// By a moderator. Requests stay; holders beyond `holders_max` lose it, who came last first.
struct ConfigureToken {
    static constexpr std::string_view name = "configure_token";
    static constexpr std::uint8_t type = 21;
    base::TokenId token{};
    SettingsChange change;

    static constexpr auto fields() {
        using T = ConfigureToken;
        return wire::Fields{
            Field<&T::token, U16>{"token", "whose rules change"},
            Field<&T::change, Nested<SettingsChange>>{"change", "from here on"},
        };
    }
    friend bool operator==(const ConfigureToken&, const ConfigureToken&) = default;
};

/// By whoever wants it, one at a time; another class takes the place of that one.
struct RequestToken {
    static constexpr std::string_view name = "request_token";
    static constexpr std::uint8_t type = 22;
    base::TokenId token{};
    RequestClass priority{RequestClass::normal};

    static constexpr auto fields() {
        using T = RequestToken;
        return wire::Fields{
            Field<&T::token, U16>{"token", "that the author asks for"},
            Field<&T::priority, U8>{"class", "1 normal, 2 priority, 3 point of order"},
        };
    }
    friend bool operator==(const RequestToken&, const RequestToken&) = default;
};

enum class RequestEnd : std::uint8_t {
    cancelled = 1, ///< by whoever asked
    denied = 2,    ///< by the arbiter or a moderator
};

struct EndRequest {
    static constexpr std::string_view name = "end_request";
    static constexpr std::uint8_t type = 23;
    base::TokenId token{};
    base::MemberIndex member{};
    RequestEnd end{RequestEnd::cancelled};

    static constexpr auto fields() {
        using T = EndRequest;
        return wire::Fields{
            Field<&T::token, U16>{"token", "that was asked for"},
            Field<&T::member, Varint>{"member", "who asked"},
            Field<&T::end, U8>{"end", "1 cancelled (author is the member), 2 denied"},
        };
    }
    friend bool operator==(const EndRequest&, const EndRequest&) = default;
};

/// By the arbiter or a moderator: the request is accepted, at this place among the accepted ones.
struct PlaceRequest {
    static constexpr std::string_view name = "place_request";
    static constexpr std::uint8_t type = 24;
    base::TokenId token{};
    base::MemberIndex member{};
    std::uint16_t place{0};

    static constexpr auto fields() {
        using T = PlaceRequest;
        return wire::Fields{
            Field<&T::token, U16>{"token", "that was asked for"},
            Field<&T::member, Varint>{"member", "who asked"},
            Field<&T::place, Varint>{"place", "0 is next; beyond the end is the end"},
        };
    }
    friend bool operator==(const PlaceRequest&, const PlaceRequest&) = default;
};

/// By a moderator, or by the arbiter to whoever has an accepted request or is on the panel.
struct GrantToken {
    static constexpr std::string_view name = "grant_token";
    static constexpr std::uint8_t type = 25;
    base::TokenId token{};
    base::MemberIndex member{};

    static constexpr auto fields() {
        using T = GrantToken;
        return wire::Fields{
            Field<&T::token, U16>{"token", "whose epoch is this entry's position"},
            Field<&T::member, Varint>{"member", "who holds it from here on"},
        };
    }
    friend bool operator==(const GrantToken&, const GrantToken&) = default;
};

/// By its holder, a moderator, or by the arbiter to whom it may grant it. A holder names the last messages of the grant
/// that it ends: those up to there count, also if they arrive after this entry. It names the grant too: one that comes
/// late ends none that was given since.
struct TransferToken {
    static constexpr std::string_view name = "transfer_token";
    static constexpr std::uint8_t type = 26;
    base::TokenId token{};
    base::MemberIndex from{};
    base::MemberIndex to{};
    std::vector<LastSent> last{};
    base::TokenEpoch epoch{};

    static constexpr auto fields() {
        using T = TransferToken;
        return wire::Fields{
            Field<&T::token, U16>{"token", "whose epoch is this entry's position"},
            Field<&T::from, Varint>{"from", "who held it"},
            Field<&T::to, Varint>{"to", "who holds it from here on"},
            Field<&T::last, LastSentField>{"last", "of the author, where that is the holder; ascending by flow"},
            Field<&T::epoch, Varint>{"epoch", "of the grant that ends; 0: whichever `from` holds"},
        };
    }
    friend bool operator==(const TransferToken&, const TransferToken&) = default;
};

/// As `TransferToken`, but both hold it then; the giver may take it back (`DeleteCopy`).
struct CopyToken {
    static constexpr std::string_view name = "copy_token";
    static constexpr std::uint8_t type = 27;
    base::TokenId token{};
    base::MemberIndex from{};
    base::MemberIndex to{};

    static constexpr auto fields() {
        using T = CopyToken;
        return wire::Fields{
            Field<&T::token, U16>{"token", "the copy's epoch is this entry's position"},
            Field<&T::from, Varint>{"from", "who holds it and gives"},
            Field<&T::to, Varint>{"to", "who holds it, too"},
        };
    }
    friend bool operator==(const CopyToken&, const CopyToken&) = default;
};

/// By a moderator or the arbiter, where holders have no bound: everyone holds it, whoever comes later too.
struct DistributeToken {
    static constexpr std::string_view name = "distribute_token";
    static constexpr std::uint8_t type = 28;
    base::TokenId token{};

    static constexpr auto fields() {
        using T = DistributeToken;
        return wire::Fields{Field<&T::token, U16>{"token", "whose epoch is this entry's position, for all"}};
    }
    friend bool operator==(const DistributeToken&, const DistributeToken&) = default;
};

/// By a moderator, the arbiter, or who gave it.
struct DeleteCopy {
    static constexpr std::string_view name = "delete_copy";
    static constexpr std::uint8_t type = 29;
    base::TokenId token{};
    base::MemberIndex member{};

    static constexpr auto fields() {
        using T = DeleteCopy;
        return wire::Fields{
            Field<&T::token, U16>{"token", "of which there is a copy"},
            Field<&T::member, Varint>{"member", "who has the copy; 0 ends a distribution"},
        };
    }
    friend bool operator==(const DeleteCopy&, const DeleteCopy&) = default;
};

/// By its holder, who names grant and last messages as in `TransferToken`.
struct ReleaseToken {
    static constexpr std::string_view name = "release_token";
    static constexpr std::uint8_t type = 30;
    base::TokenId token{};
    std::vector<LastSent> last{};
    base::TokenEpoch epoch{};

    static constexpr auto fields() {
        using T = ReleaseToken;
        return wire::Fields{
            Field<&T::token, U16>{"token", "that the author holds"},
            Field<&T::last, LastSentField>{"last", "messages of the author; ascending by flow"},
            Field<&T::epoch, Varint>{"epoch", "of the grant that ends; 0: whichever the author holds"},
        };
    }
    friend bool operator==(const ReleaseToken&, const ReleaseToken&) = default;
};

enum class RevokeReason : std::uint8_t {
    decided = 1, ///< a moderator, or the policy
    lost = 2,    ///< nothing was heard of the holder for the lease (relay)
    time = 3,    ///< the speaking time is over
};

/// By a moderator or the arbiter; by the relay for what was lost, and where the speaking time is over, whoever the
/// arbiter is.
struct RevokeToken {
    static constexpr std::string_view name = "revoke_token";
    static constexpr std::uint8_t type = 31;
    base::TokenId token{};
    base::MemberIndex member{};
    RevokeReason reason{RevokeReason::decided};

    static constexpr auto fields() {
        using T = RevokeToken;
        return wire::Fields{
            Field<&T::token, U16>{"token", "that the member holds"},
            Field<&T::member, Varint>{"member", "who is heard no more, from here on"},
            Field<&T::reason, U8>{"reason", "1 decided, 2 lost (relay), 3 time"},
        };
    }
    friend bool operator==(const RevokeToken&, const RevokeToken&) = default;
};

using Operation = std::variant<DeclareToken, ConfigureToken, RequestToken, EndRequest, PlaceRequest, GrantToken,
                               TransferToken, CopyToken, DistributeToken, DeleteCopy, ReleaseToken, RevokeToken>;

} // namespace plenum::token
