// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"
#include "media/frame.h"

#include <QObject>

#include <map>
#include <mutex>

namespace plenum::ui {

/// The newest picture of each member on its way from media threads to the UI thread. A picture that the UI was too
/// slow for is replaced, never queued: at most one per member waits, and at most one event.
///
/// `put` from any thread; `taken` comes on the thread of the mailbox (the UI thread).
class FrameMailbox : public QObject {
    Q_OBJECT

  public:
    using QObject::QObject;

    void put(base::MemberIndex index, media::VideoFrame frame);
    /// Pictures replaced before they were taken.
    [[nodiscard]] std::uint64_t replaced() const;

  signals:
    void taken(plenum::base::MemberIndex index, const plenum::media::VideoFrame& frame);

  private:
    void deliver();

    mutable std::mutex mutex_;
    std::map<base::MemberIndex, media::VideoFrame> waiting_;
    std::uint64_t replaced_{0};
    bool event_posted_{false};
};

} // namespace plenum::ui
