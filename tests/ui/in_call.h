// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plugins/activities/activities.h"
#include "plugins/floor/floor_styles.h"
#include "tests/ui/temporary_store.h"
#include "ui/models/client.h"
#include "ui/models/session.h"
#include "ui/models/settings.h"
#include "ui/port/simulated_conference.h"

#include <QCoreApplication>

#include <gtest/gtest.h>

namespace plenum::ui {

inline SimulatedConference::Options with_styles(SimulatedConference::Options options) {
    options.styles = floor::floor_styles();
    if (options.activities.empty()) options.activities = activity::activities();
    return options;
}

/// A client over a simulated conference, whose time goes by hand. We are Robin.
template <class Conference>
class InCallOf : public testing::Test {
  protected:
    explicit InCallOf(SimulatedConference::Options options = {.others = 4, .automatic = false})
        : conference{with_styles(options)} {
        client.settings()->setProperty("displayName", QStringLiteral("Robin"));
    }
    void ticks(int count) {
        for (int tick = 0; tick < count; ++tick) {
            QCoreApplication::processEvents();
            conference.tick();
        }
        QCoreApplication::processEvents();
    }
    /// Our own conference, or that of Ada's.
    void enter(bool host) {
        auto& session = *client.session();
        if (host)
            session.prepare_host("Weekly");
        else
            ASSERT_TRUE(session.prepare_join(QString::fromLatin1(SimulatedConference::example_link)));
        session.enter();
        ticks(14);
    }

    TemporaryStore store;
    Conference conference;
    Client client{conference.ports(), store.open()};
};
using InCall = InCallOf<SimulatedConference>;

} // namespace plenum::ui
