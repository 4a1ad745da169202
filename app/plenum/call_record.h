// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/relay_place.h"
#include "core/base/ids.h"
#include "ui/models/drafts.h"

#include <QByteArray>
#include <QString>

#include <optional>
#include <vector>

namespace plenum::app {

/// What it takes to come back into a call after a crash.
struct CallRecord {
    QString link;
    QString title;
    bool hosted{false};
    /// Of the relay in the program that crashed; only where hosted.
    std::optional<base::Seed> relay;
    /// Whose program takes over if the relay is lost; without places nobody's does.
    node::RelayStandby standby;
    bool microphone_on{true};
    bool camera_on{true};
    QList<ui::Draft> drafts;

    [[nodiscard]] QByteArray to_json() const;
    /// Nullopt for a file that is none of ours.
    [[nodiscard]] static std::optional<CallRecord> from_json(const QByteArray& text);
    friend bool operator==(const CallRecord&, const CallRecord&) = default;
};

} // namespace plenum::app
