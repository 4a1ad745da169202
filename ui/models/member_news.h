// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <QCoreApplication>
#include <QStringList>

#include <chrono>
#include <map>

namespace plenum::ui {

/// What a person is told of others who come and go. Of several who do the same within `gathering`, one notice tells:
/// it comes again with each of them, and takes the place of the one before.
class MemberNews {
    Q_DECLARE_TR_FUNCTIONS(MemberNews)

  public:
    enum class Event { joined = 1, left, dropped_off, returned };
    struct Notice {
        QString text;
        /// As `Client::notice` has it: the same for notices of which the last alone is shown.
        QString kind;
    };
    /// As long as a notice is shown.
    static constexpr base::Duration gathering = std::chrono::seconds{5};

    [[nodiscard]] Notice tell(Event event, const QString& name, base::LocalTime now);

  private:
    struct Gathered {
        base::LocalTime since;
        int number{0};
        QStringList names;
    };
    [[nodiscard]] static QString words_for_one(Event event);
    [[nodiscard]] static QString words_for_several(Event event);

    std::map<Event, Gathered> gathered_;
    int last_number_{0};
};

} // namespace plenum::ui
