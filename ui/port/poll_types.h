// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"

#include <QList>
#include <QMetaType>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <optional>

/// Polls and shows of hands: values that cross ConferencePorts.
namespace plenum::ui {

/// Of this call, ascending in the order of asking.
using PollId = base::Number<struct PollIdTag, std::uint32_t>;

struct PollQuestion {
    /// Characters are counted as QString::size does.
    static constexpr int question_max = 300;
    static constexpr int choices_min = 2;
    static constexpr int choices_max = 10;
    static constexpr int choice_max = 100;

    QString question;
    /// None for a show of hands, else choices_min … choices_max.
    QStringList choices{};
    [[nodiscard]] bool is_show_of_hands() const { return choices.isEmpty(); }
    friend bool operator==(const PollQuestion&, const PollQuestion&) = default;
};

/// Why a poll is over.
enum class PollEnd : std::uint8_t {
    ended = 1,      ///< by its asker
    asker_left = 2, ///< or is out of reach for too long
    replaced = 3,   ///< by a newer one
};

/// A poll as it stands. The asker's program tells the counts about once a second, and at the end.
struct Poll {
    PollId id;
    /// As known now, also of somebody who has left.
    QString asker_name{};
    /// We asked.
    bool own{false};
    PollQuestion question{};
    /// As many as choices; of a show of hands one, the raised hands.
    QList<int> votes{};
    /// How many gave an answer, of how many who take part, ourselves and the asker among them. Of a poll that is over:
    /// as they were at its end.
    int answered{0};
    int members{0};
    /// Our answer, as a place in `choices`; 0 is the raised hand of a show of hands. Changes as soon as we answer, and
    /// back if the answer did not get through.
    std::optional<int> own_answer{};
    /// None while it is open.
    std::optional<PollEnd> end{};
    [[nodiscard]] bool is_open() const { return !end.has_value(); }
    friend bool operator==(const Poll&, const Poll&) = default;
};

/// What went wrong with a command of ours.
enum class PollFailure : std::uint8_t {
    question_not_sent = 1, ///< nobody was asked
    answer_not_sent = 2,   ///< the answer counts as it was before
    end_not_sent = 3,      ///< the poll is open still
    not_permitted = 4,     ///< asking is for moderators; ending is for the asker
    bad_question = 5,      ///< words or choices are too many, too few or too long
    over = 6,              ///< the poll ended before the answer got there
};

} // namespace plenum::ui

Q_DECLARE_METATYPE(plenum::ui::Poll)
