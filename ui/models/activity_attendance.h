// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/base/units.h"

#include <QString>

#include <map>
#include <optional>
#include <vector>

namespace plenum::ui {

/// Who of the others takes part in which activity, and where we are invited.
///
/// Somebody takes part as long as messages of theirs come. So nobody keeps a list, and an activity is over when nobody
/// sends any more.
class ActivityAttendance {
  public:
    /// Who is silent for so long takes part no more. Those outside hear one message a second.
    static constexpr base::Duration silence_max = std::chrono::seconds{4};

    /// Ascending; empty while nobody takes part.
    [[nodiscard]] std::vector<base::MemberIndex> present(const QString& activity) const;
    /// nullopt once they take part no more.
    [[nodiscard]] std::optional<base::MemberIndex> starter(const QString& activity) const;
    /// An activity other than the `current` one in which others take part, unless the person said no; empty for none.
    [[nodiscard]] QString invitation(const QString& current) const;

    /// A message came. Whether its sender takes part only now.
    bool note(const QString& activity, base::MemberIndex sender, base::ConferenceTime now);
    /// Whether anybody took part until now.
    bool forget_silent(const QString& current, base::ConferenceTime now);
    /// They have left the conference.
    void forget(base::MemberIndex member);
    /// No invitation to it, until it is over.
    void decline(const QString& activity) { rooms_[activity].declined = true; }
    void accept(const QString& activity) { rooms_[activity].declined = false; }
    /// It is over. Whoever starts it again invites anew.
    void end(const QString& activity) { rooms_.erase(activity); }
    void clear() { rooms_.clear(); }

  private:
    struct Room {
        /// When each was heard last.
        std::map<base::MemberIndex, base::ConferenceTime> heard;
        base::MemberIndex starter{};
        bool declined{false};
    };
    std::map<QString, Room> rooms_;
};

} // namespace plenum::ui
