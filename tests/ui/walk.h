// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/application.h"
#include "ui/models/client.h"
#include "ui/port/simulated_conference.h"

#include <QQuickWindow>
#include <QTemporaryDir>

#include <memory>

namespace plenum::ui {

/// A whole client over a simulated conference whose time a test moves.
class Walk {
  public:
    struct Look {
        QSize size{1440, 900};
        bool dark{true};
        int others{5};
        bool right_to_left{false};
        QString language{QStringLiteral("en")};
        double text_scale{1.0};
    };
    explicit Walk(const Look& look);
    Walk(const Look& look, SimulatedConference::Options options);
    ~Walk();

    [[nodiscard]] QQuickWindow& window() { return *application_->window(); }
    [[nodiscard]] Client& client() { return application_->client(); }
    [[nodiscard]] SimulatedConference& conference() { return conference_; }
    /// An item of the screen by its objectName; null if it is not there.
    [[nodiscard]] QQuickItem* item(const QString& name);
    void click(const QString& name);
    void type(const QString& text);
    /// Lets go of the space bar that was held to talk; it might still be a repetition for a moment.
    void let_go_of_space();
    /// The sheet that a host of this objectName shows; made, not yet opened, where there is none.
    [[nodiscard]] QObject* sheet(const char* host);
    /// The short words over the screen go.
    void dismiss_notices();

    /// From start into a conference of our own, or somebody's.
    void enter(bool host);
    /// The simulated conference goes on by so many ticks, and what follows from it is done.
    void ticks(int count);
    /// What is under way on the screen is done and has its place.
    void settle();
    /// Puts the screen into FOLDER/NAME.png; false if it cannot be written or has but one colour.
    bool save(const QString& name);

  private:
    Look look_;
    QTemporaryDir folder_;
    SimulatedConference conference_;
    std::unique_ptr<Application> application_;
};

} // namespace plenum::ui
