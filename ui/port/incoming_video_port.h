// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"

#include <QHash>
#include <QList>
#include <QMetaType>
#include <QObject>

#include <cstdint>
#include <optional>

namespace plenum::ui {

/// How many pictures of a camera we receive; the relay drops the others before our link.
enum class VideoShare : std::uint8_t {
    everything = 1,
    half = 2,
    low = 3,    ///< a quarter of the pictures
    small = 6,  ///< all pictures, of a quarter of the width and height
    stills = 4, ///< one picture a second
    none = 5,
};

/// What one person's camera brings over our link.
struct VideoRate {
    base::MemberIndex index;
    base::ByteRate now;
    /// By share, of what came while everything was received; empty before that. It is kept while less comes.
    QHash<VideoShare, base::ByteRate> expected;
};

/// How much of the others' cameras is received. Nobody else is affected.
class IncomingVideoPort : public QObject {
    Q_OBJECT

  public:
    using QObject::QObject;

    /// Of one person until the call ends, also after they or we come back; nullopt: as for all.
    virtual void set_share(base::MemberIndex index, std::optional<VideoShare> share) = 0;
    /// Of everyone of whom nothing else was said. Holds for every call.
    virtual void set_share_of_all(VideoShare share) = 0;
    /// Their tile is small, so small pictures are enough, whatever the share is; or no longer.
    virtual void set_small_enough(base::MemberIndex index, bool small_enough) = 0;

  signals:
    /// About once a second, in the call. Of those whose camera came since the call began.
    void rates_changed(const QList<plenum::ui::VideoRate>& rates);
};

} // namespace plenum::ui

Q_DECLARE_METATYPE(QList<plenum::ui::VideoRate>)
