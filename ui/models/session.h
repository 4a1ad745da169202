// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/connection_model.h"
#include "ui/models/hosting.h"
#include "ui/models/session_values.h"
#include "ui/models/settings.h"
#include "ui/port/media_port.h"

namespace plenum::ui {

/// Where a person is between opening the program and the end of a call:
/// start → prejoin → connecting (→ waiting) → call → ended, and back to start or prejoin.
class Session : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Client")
    /// "start", "prejoin", "connecting", "waiting", "call" or "ended".
    Q_PROPERTY(QString screen READ screen NOTIFY screen_changed)
    Q_PROPERTY(plenum::ui::Destination wanted READ wanted NOTIFY screen_changed)
    Q_PROPERTY(plenum::ui::ConnectionModel* connection READ connection CONSTANT)
    Q_PROPERTY(plenum::ui::ConferenceFacts facts READ facts NOTIFY facts_changed)
    Q_PROPERTY(plenum::ui::EncryptionState encryption READ encryption NOTIFY facts_changed)
    Q_PROPERTY(plenum::ui::CallEnd end READ end NOTIFY ended)
    Q_PROPERTY(bool demo READ demo CONSTANT)
    /// A relay runs in this program for a conference that we left.
    Q_PROPERTY(bool relayRunning READ relay_running NOTIFY relay_running_changed)

  public:
    Session(SessionPort& port, MediaPort& media, Settings& settings, Hosting& hosting, QObject* parent = nullptr);

    [[nodiscard]] QString screen() const;
    [[nodiscard]] const Destination& wanted() const { return wanted_; }
    [[nodiscard]] ConnectionModel* connection() { return &connection_; }
    [[nodiscard]] const ConferenceFacts& facts() const { return facts_; }
    [[nodiscard]] const EncryptionState& encryption() const { return encryption_; }
    [[nodiscard]] CallEnd end() const;
    [[nodiscard]] bool demo() const { return port_.simulated(); }
    [[nodiscard]] bool relay_running() const { return port_.relay_running(); }

    /// From start to pre-join, for a conference of one's own; an empty title gets one. `here`: on this computer,
    /// whatever place was chosen.
    Q_INVOKABLE void prepare_host(const QString& title, bool here = false);
    /// From start to pre-join, for a link; false if it is none.
    Q_INVOKABLE bool prepare_join(const QString& link);
    /// From pre-join into the call, under the name in the settings.
    Q_INVOKABLE void enter();
    /// From the end to pre-join with the same link or title.
    Q_INVOKABLE void join_again();
    Q_INVOKABLE void back_to_start();
    Q_INVOKABLE void leave() { port_.leave(); }
    Q_INVOKABLE void leave_relay_running();
    Q_INVOKABLE void stop_relay();
    /// Where the host's computer is gone: leaves, and hosts a conference with the same title here. Its link goes to the
    /// clipboard by `replaced`.
    Q_INVOKABLE void start_anew();
    Q_INVOKABLE void end_for_all() { port_.end_for_all(); }
    /// The language changed: all words anew.
    void retranslate();

  signals:
    void relay_running_changed();
    /// A conference that replaces another one is there.
    void replaced(const QString& link);
    void screen_changed();
    void facts_changed();
    void ended();

  private:
    enum class Step : std::uint8_t { start = 1, prejoin = 2, port = 3 };
    enum class Replacing : std::uint8_t { no = 1, leaving = 2, hosting = 3 };
    /// From now on the conference of that link is wanted; false for no link.
    bool go_to(const QString& link);
    void show_prejoin();
    void replace_now();
    void host_now();

    SessionPort& port_;
    MediaPort& media_;
    Settings& settings_;
    Hosting& place_;
    ConnectionModel connection_{port_, this};
    Step step_{Step::start};
    Destination wanted_;
    ConferenceFacts facts_;
    EncryptionState encryption_;
    EndFacts end_;
    Replacing replacing_{Replacing::no};
};

} // namespace plenum::ui
