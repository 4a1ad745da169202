// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum/real_conference.h"
#include "plugins/floor/floor_styles.h"

#include <QTemporaryDir>

namespace plenum::ui {

/// A whole client without a window, and without devices unless it is given some, for calls over the loopback.
class CallPerson {
  public:
    /// As `app::Options` names them.
    struct Sound {
        std::string loudspeaker{"none"};
        std::string microphone{"none"};
    };
    CallPerson() : CallPerson{Sound{}} {}
    explicit CallPerson(const Sound& sound) : conference_{options_in(folder_, sound), styles_} {}

    [[nodiscard]] const ConferencePorts& ports() const { return ports_; }
    [[nodiscard]] app::RealConference& conference() { return conference_; }
    [[nodiscard]] bool in_call() const { return ports_.activities.now().has_value(); }
    void host(const EntryPolicy& policy) {
        ports_.session.host({.display_name = QStringLiteral("Ann"),
                             .conference_title = QStringLiteral("Together"),
                             .microphone_on = false,
                             .camera_on = false,
                             .policy = policy});
    }
    void join(const CallPerson& at, const QString& name, bool microphone_on = false) {
        ports_.session.join({.link = at.ports().session.conference().link,
                             .display_name = name,
                             .microphone_on = microphone_on,
                             .camera_on = false});
    }

  private:
    static app::Options options_in(const QTemporaryDir& folder, const Sound& sound) {
        app::Options options;
        options.config_folder = folder.path().toStdString();
        options.address = "127.0.0.1";
        options.port = 0;
        options.microphone = sound.microphone;
        options.loudspeaker = sound.loudspeaker;
        options.camera = "none";
        return options;
    }

    QTemporaryDir folder_;
    runtime::StyleRegistry styles_{floor::floor_styles()};
    app::RealConference conference_;
    ConferencePorts ports_{conference_.ports()};
};

} // namespace plenum::ui
