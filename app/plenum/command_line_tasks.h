// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum/call_keeper.h"
#include "app/plenum/options.h"
#include "ui/application.h"
#include "ui/port/conference_ports.h"

#include <QObject>

namespace plenum::app {

class RealConference;

/// What the command line asks the client to do by itself: enter, save the link, take a picture, quit.
class CommandLineTasks : public QObject {
    Q_OBJECT

  public:
    /// All must outlive this; `real` is null in the demonstration. To be made once the window is there.
    CommandLineTasks(const Options& options, ui::Application& application, const ui::ConferencePorts& ports,
                     RealConference* real);

    /// False, with a sentence on standard error, for a link that is none where nobody is meant to look at the screen.
    [[nodiscard]] bool begin();
    /// Back into the call that a crash ended, instead of `begin`.
    void go_back(const CallRecord& record);
    /// To the pre-join screen of the call that a crash or a kill ended: what was typed is there, and entering leads to
    /// the same conference. False where its link is none.
    [[nodiscard]] bool prepare_return(const CallRecord& record);
    /// Whether something asked for could not be done, which the exit status then tells.
    [[nodiscard]] bool failed() const { return failed_; }

  private:
    /// False, with a sentence on standard error, for what is no address.
    [[nodiscard]] bool choose_relay();
    void enter();
    void tell_on_screen(const QString& sentence);
    void begin_counting();
    void receive_cameras();
    void load_calibration();
    void save_link(const QString& link);
    void save_picture();
    void fail(const QString& sentence);

    const Options& options_;
    ui::Application& application_;
    ui::SessionPort& session_;
    ui::MediaPort& media_;
    ui::CapturePort& capture_;
    RealConference* real_;
    bool counting_{false};
    bool calibrated_{false};
    bool failed_{false};
};

} // namespace plenum::app
