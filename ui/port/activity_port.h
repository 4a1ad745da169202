// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/time.h"
#include "core/base/units.h"
#include "ui/activity/activity.h"

#include <QObject>
#include <QString>

#include <optional>
#include <span>

namespace plenum::ui {

/// On the tag of an activity.
struct ActivityMessage {
    /// Its id.
    QString activity;
    base::MemberIndex sender;
    base::ConferenceTime sent_at;
    base::Bytes body;
};

/// The tags of activities: live data between those who take part.
class ActivityPort : public QObject {
    Q_OBJECT

  public:
    using QObject::QObject;

    /// Those of this program, as they describe themselves.
    [[nodiscard]] virtual std::span<const activity::Descriptor> activities() const = 0;
    /// From now on all messages of others come. Makes the tag where there is none.
    virtual void enter(const QString& activity) = 0;
    /// From now on one message a second comes at most, which tells that somebody takes part.
    virtual void leave(const QString& activity) = 0;
    /// Lost where that is not possible now.
    virtual void publish(const QString& activity, const base::Bytes& body) = 0;
    /// Of the conference; absent where it is not known yet.
    [[nodiscard]] virtual std::optional<base::ConferenceTime> now() const = 0;

  signals:
    void received(const plenum::ui::ActivityMessage& message);
    /// Its tag cannot be made, or somebody closed it.
    void refused(const QString& activity);
};

} // namespace plenum::ui
