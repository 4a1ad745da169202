// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/base/units.h"

#include <QList>
#include <QMetaType>
#include <QString>

#include <cstdint>
#include <optional>

/// How the call goes, in figures: values that cross ConferencePorts. Counts are since we came, or since they were heard
/// first.
namespace plenum::ui {

/// How long a conversation waits for what is missing (docs/conversations.md, Δ).
enum class Lean : std::uint8_t {
    live = 1,     ///< as briefly as it may
    balanced = 2, ///< as long as nearly all messages take
    order = 3,    ///< as long as it may
};

/// In which order what is said in a conversation reaches us.
struct OrderFigures {
    struct Measured {
        /// Δ, and where it may lie.
        base::Duration delta{};
        base::Duration least{};
        base::Duration most{};
        /// How long nearly all messages take to the slowest who can keep up; absent while nobody knows.
        std::optional<base::Duration> delay{};
        /// After all that they follow.
        std::uint64_t in_order{0};
        /// Without some of it, when the wait was over.
        std::uint64_t forced{0};
        /// After the wait was over, or behind what follows it.
        std::uint64_t late{0};
        /// Came too late to be handed over at all.
        std::uint64_t discarded{0};
        /// Went before the wait was over, for want of room.
        std::uint64_t overrun{0};
        /// The most that ever waited, and how many may.
        std::uint64_t held_most{0};
        std::uint64_t held_bound{0};
        friend bool operator==(const Measured&, const Measured&) = default;
    };
    base::ConversationId id;
    /// Empty for the plenary.
    QString label;
    Lean lean{Lean::balanced};
    /// Absent before the first second is over.
    std::optional<Measured> measured{};
    friend bool operator==(const OrderFigures&, const OrderFigures&) = default;
};

/// Of packets of sound.
struct SoundFigures {
    std::uint64_t played{0};
    /// Not there when their turn came, as they were lost or late, between others that were.
    std::uint64_t missing{0};
    /// How long one waits to be played, so that slower ones come in time.
    base::Duration wait{};
};

struct PictureFigures {
    /// From camera to decoded here; absent while clocks are not in step.
    std::optional<base::Duration> delay{};
    /// How often one had to be asked for that needs none before it.
    std::uint64_t key_requests{0};
};

/// Of somebody who is heard or seen now.
struct PersonFigures {
    base::MemberIndex index;
    std::optional<SoundFigures> sound{};
    std::optional<PictureFigures> pictures{};
};

/// Of our own way to the relay, and of what this computer does.
struct OwnFigures {
    base::Duration round_trip{};
    base::Duration round_trip_least{};
    /// By how much our clock may be off the conference's.
    base::Duration clock_error{};
    /// Messages that came; too late; that could not be opened; that no member sends so.
    std::uint64_t received{0};
    std::uint64_t discarded{0};
    std::uint64_t undecryptable{0};
    std::uint64_t refused{0};
    /// Pictures that we sent.
    std::uint64_t pictures_sent{0};
    /// How often the sound card had no room for what the microphone took, and nothing to play.
    std::uint64_t input_overruns{0};
    std::uint64_t output_underruns{0};
};

struct Figures {
    OwnFigures own;
    /// Those that we are in: the plenary, then our group.
    QList<OrderFigures> conversations;
    QList<PersonFigures> people;
};

} // namespace plenum::ui

Q_DECLARE_METATYPE(plenum::ui::Figures)
