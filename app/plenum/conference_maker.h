// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum/background.h"
#include "core/client/session.h"
#include "ui/port/port_types.h"

#include <QObject>

#include <memory>
#include <thread>

namespace plenum::app {

/// Has a relay server make a conference, on a thread of its own, and gives its link. One at a time.
class ConferenceMaker : public QObject {
    Q_OBJECT

  public:
    /// `background` must outlive this, and finish before it goes: it waits for what was cancelled.
    explicit ConferenceMaker(Background& background) : background_{background} {}
    ~ConferenceMaker() override { cancel(); }

    void make(client::CreateOptions options);
    /// No signal comes any more, and nothing is waited for.
    void cancel();

  signals:
    void made(const plenum::node::ConferenceLink& link);
    void failed(const plenum::ui::EndFacts& facts);

  private:
    using Made = std::expected<node::ConferenceLink, client::Finished>;
    void take(int number, const Made& made);

    Background& background_;
    /// Of the one that is under way: what others still say is of no interest.
    int number_{0};
    std::unique_ptr<std::jthread> thread_;
};

} // namespace plenum::app
