// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/log/state.h"

#include <functional>

/// Minutes: a control log as a file, which anyone can check without a network. Its entries are as the relay put them in
/// order and members signed them; whoever took the minutes adds what the log keeps sealed (title, names) and what time
/// it was, and signs that.
namespace plenum::log {

/// What files begin with.
inline constexpr std::string_view minutes_magic = "plenum minutes 2\n";
/// Larger logs are not taken: what a member keeps of one, and a little for names.
inline constexpr std::size_t minutes_bytes_max =
    base::limits::log_bytes_max + base::limits::log_reserve_bytes + base::limits::log_state_bytes_max + 4 * 1024 * 1024;

struct NamedMember {
    static constexpr std::string_view name = "named_member";
    base::MemberIndex member{};
    std::string called;

    static constexpr auto fields() {
        using T = NamedMember;
        return wire::Fields{
            Field<&T::member, Varint>{"member", "index in the log"},
            Field<&T::called, wire::Text<base::limits::name_bytes_max>>{"called", "by the name that they joined with"},
        };
    }
    friend bool operator==(const NamedMember&, const NamedMember&) = default;
};

struct Minutes {
    static constexpr std::string_view name = "minutes";
    base::IdentityKey taken_by{};
    base::ConferenceTime taken_at{};
    std::uint64_t clock_us{0};
    std::string title;
    std::vector<NamedMember> names;
    /// That the newest checkpoint covers, encoded (checkpoint.h); empty before there is one.
    base::Bytes state;
    std::vector<base::Bytes> entries;

    static constexpr auto fields() {
        using T = Minutes;
        return wire::Fields{
            Field<&T::taken_by, Fixed<32>>{"taken_by", "Ed25519 key whose signature stands behind the last entry"},
            Field<&T::taken_at, U64>{"taken_at", "µs of conference time"},
            Field<&T::clock_us, U64>{"clock", "what the taker's clock said then, µs since 1970"},
            Field<&T::title, wire::Text<base::limits::name_bytes_max>>{"title", "of the conference"},
            Field<&T::names, List<Nested<NamedMember>, base::limits::log_entries_max>>{"names",
                                                                                       "as the taker knows them"},
            Field<&T::state, Blob<base::limits::log_state_bytes_max>>{"state",
                                                                      "before the first entry; empty for genesis"},
            Field<&T::entries, List<Blob<base::limits::control_message_bytes_max>,
                                    base::limits::log_entries_max + base::limits::log_reserve>>{
                "entries", "of the log, from genesis or from a checkpoint"},
        };
    }
    friend bool operator==(const Minutes&, const Minutes&) = default;
};

/// The file: magic, record, signature. `taken_by` is filled in.
[[nodiscard]] base::Bytes write_minutes(Minutes minutes, const crypto::IdentityKeyPair& taker);

enum class MinutesFault : std::uint8_t {
    not_minutes = 1,   ///< begins otherwise
    damaged = 2,       ///< cut short, or with more behind it
    bad_signature = 3, ///< altered since, or not by whom it names
    bad_entry = 4,     ///< `entry` is not what may stand there: `why`
    bad_state = 5,     ///< what it begins with is no state, or not that of the checkpoint behind it
};
struct MinutesError {
    MinutesFault fault{MinutesFault::not_minutes};
    base::LogPosition entry{};
    Refusal why{Refusal::malformed};
};

/// Checks form and signature, not yet the entries.
[[nodiscard]] std::expected<Minutes, MinutesError> read_minutes(base::ByteView file);
/// Applies every entry from the first, as every member did: signatures, chain, rules; of a checkpoint, that the state
/// is the one it covers. `each` is told of each, with the
/// state after it. Gives the state at the end.
[[nodiscard]] std::expected<State, MinutesError>
check_minutes(const Minutes& minutes, const std::function<void(const Applied&, const State&)>& each);

} // namespace plenum::log
