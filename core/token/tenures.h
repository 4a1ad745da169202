// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/token/table.h"

#include <span>

/// Whether a message counts by the token that its flow demands (docs/floor.md, "Fence").
///
/// The problem: messages and log entries travel apart. A message that was sent while its author held the token may
/// arrive long after the entry that ended the grant, at different log positions at different nodes, and once more after
/// a relay lost its disk. All nodes must still judge it alike, and neither lose what an honest holder said nor let a
/// former holder go on.
///
/// The idea: a verdict follows from the message's header and the log, and from nothing else. A message names its grant
/// by epoch. While the grant lasts, all its messages count. The entry that ends it says up to where they count: a
/// holder who releases or transfers names the last message of each flow; where somebody else ends the grant, the relay
/// adds the last messages that it had put in order. So it does not matter when a message arrives.
///
/// The alternative, to judge each message by the length of the log when the relay received it, loses what a release
/// overtakes, and gives two verdicts where a message is sent again after the relay lost it.
namespace plenum::token {

enum class Hearing : std::uint8_t {
    heard = 1,
    no_token = 2, ///< its sender holds none
    stale = 3,    ///< sent by a grant that is over, or by another's
    ahead = 4,    ///< sent by a grant that is not known here yet: wait for its entry
};
[[nodiscard]] std::string_view name_of(Hearing hearing);

/// Why a message is heard.
enum class Basis : std::uint8_t {
    lasting = 1,   ///< the grant lasts, or the flow demands no token
    named = 2,     ///< the holder named it, or a later one, when ending the grant
    ordered = 3,   ///< the relay had put it in order before the grant ended
    in_flight = 4, ///< it was sent before the grant ended, whose holder was neither lost nor removed
};

struct Judgement {
    Hearing hearing{Hearing::heard};
    Basis basis{Basis::lasting};
    /// When the grant ended; conference time of the entry.
    base::ConferenceTime ended_at{};

    /// Whether a relay still takes it at `at`, so that nobody goes on for long by numbers named in advance or by send
    /// times of the past.
    [[nodiscard]] bool is_in_time(base::ConferenceTime at, bool reliable) const;
    [[nodiscard]] bool heard() const { return hearing == Hearing::heard; }
};
/// A relay takes live messages, and those in flight, for this long after the end of their grant.
inline constexpr base::Duration last_words_max = std::chrono::seconds{2};
/// And reliable ones that the holder named: as long as a slow path may take for what it holds.
inline constexpr base::Duration last_reliable_words_max = std::chrono::seconds{30};

/// How an entry ends grants. Lists are ascending by flow and member.
struct Ending {
    /// By the relay.
    std::vector<CutOff> ordered;
    /// By the holder.
    std::vector<CutOff> named;
    /// Messages sent before the entry count: it is no removal, and no revocation of a member who was lost.
    bool in_flight{false};

    static constexpr std::string_view name = "ending";
    static constexpr auto fields() {
        using T = Ending;
        using CutOffs = List<Nested<CutOff>, cut_offs_max>;
        return wire::Fields{
            Field<&T::ordered, CutOffs>{"ordered", "last messages by the relay"},
            Field<&T::named, CutOffs>{"named", "last messages by the holder"},
            Field<&T::in_flight, U8>{"in_flight", "1: messages sent before count"},
        };
    }
    friend bool operator==(const Ending&, const Ending&) = default;
};
/// `ordered`: what the relay says of the reliable flows.
[[nodiscard]] Ending ending_of(const Operation& operation, base::MemberIndex author, std::vector<CutOff> ordered);

/// What of a message is judged.
struct Said {
    base::FlowId flow{};
    base::MemberIndex sender{};
    base::TokenEpoch epoch{};
    base::SequenceNumber sequence{};
    base::ConferenceTime sent_at{};
};

/// One grant, from where to where it lasted.
struct Tenure {
    static constexpr std::string_view name = "tenure";
    base::TokenEpoch epoch{};
    /// 0 is everyone.
    base::MemberIndex member{};
    bool over{false};
    base::ConferenceTime ended_at{};
    Ending ending;

    static constexpr auto fields() {
        using T = Tenure;
        return wire::Fields{
            Field<&T::epoch, Varint>{"epoch", "position of the grant; 0: before the token was declared"},
            Field<&T::member, Varint>{"member", "whose grant; 0 is everyone's"},
            Field<&T::over, U8>{"over", "1: it ended"},
            Field<&T::ended_at, wire::U64>{"ended_at", "µs of conference time"},
            Field<&T::ending, Nested<Ending>>{"ending", "how it ended"},
        };
    }
    friend bool operator==(const Tenure&, const Tenure&) = default;
};

/// Every grant of every token, from where to where it lasted. Grows with the log, by one record a grant; a checkpoint
/// cuts it back (`condense`).
class Tenures {
  public:
    static constexpr std::string_view name = "tenures";
    /// `table` as it is after the entry that changed these tokens; `place` is the entry's.
    void handle(const Table& table, const std::vector<base::TokenId>& changed, const Ending& ending, Place place);
    /// `log_size`: entries that are known; later epochs are `ahead`.
    [[nodiscard]] Judgement judge(const Said& said, base::LogPosition log_size) const;
    /// For a fragment that does not show its epoch: by the sender's newest grant that lets it be heard.
    [[nodiscard]] Judgement judge_any(Said said) const;
    /// Whether the flow demands a token, or did.
    [[nodiscard]] bool demands(base::FlowId flow) const { return demanded_.contains(flow); }
    /// Forgets tokens that are not in `table`, and of the grants that are over all but the newest, `most` of them or
    /// fewer: each last message of one counts as another.
    void condense(const Table& table, std::size_t most);

    /// But `lasting_`, which follows from the records.
    static constexpr auto fields() {
        using T = Tenures;
        using Records = wire::Map<U16, List<Nested<Tenure>, base::limits::log_entries_max>, UINT16_MAX>;
        return wire::Fields{
            Field<&T::records_, Records>{"records", "by token, each in the order of epochs"},
            Field<&T::demanded_, wire::Map<U16, U16, UINT16_MAX>>{"demanded", "flows, and the token that each demands"},
        };
    }
    friend bool operator==(const Tenures&, const Tenures&) = default;

  private:
    /// By epoch. The first, of epoch 0, is everyone's before the token was declared.
    using Record = std::vector<Tenure>;
    /// `lasting_` from the records; false if they are none that `handle` could have made.
    [[nodiscard]] bool index_lasting();
    friend struct TenuresField;
    [[nodiscard]] const Record* find(base::FlowId flow) const;
    [[nodiscard]] static Judgement judge(const Tenure& tenure, const Said& said);

    std::map<base::TokenId, Record> records_;
    /// Indices of those that last, by token.
    std::map<base::TokenId, std::vector<std::size_t>> lasting_;
    std::map<base::FlowId, base::TokenId> demanded_;
};

/// Codec of `Tenures`.
struct TenuresField {
    static void put(wire::Writer& to, const Tenures& tenures) { wire::put(to, tenures); }
    static void get(wire::Reader& from, Tenures& tenures) {
        wire::get(from, tenures);
        if (from.ok() && !tenures.index_lasting()) from.fail();
    }
    static std::string text() { return std::string{Tenures::name}; }
};

} // namespace plenum::token
