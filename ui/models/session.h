// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/hosting.h"
#include "ui/models/settings.h"
#include "ui/port/media_port.h"
#include "ui/port/session_port.h"

#include <QObject>
#include <QTimer>
#include <QtQml/qqmlregistration.h>

#include <chrono>
#include <optional>

namespace plenum::ui {

/// Where a person is between opening the program and the end of a call:
/// start → prejoin → connecting (→ waiting) → call → ended, and back to start or prejoin.
class Session : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Client")
    /// "start", "prejoin", "connecting", "waiting", "call" or "ended".
    Q_PROPERTY(QString screen READ screen NOTIFY screen_changed)
    /// On the way to a conference of our own, not to one that there is.
    Q_PROPERTY(bool hosting READ hosting NOTIFY screen_changed)
    /// Of the conference that we are about to enter, as its link has it; empty where that has none.
    Q_PROPERTY(QString wantedTitle READ wanted_title NOTIFY screen_changed)
    /// Where that is: the host of the link, or the relay server that shall make it; empty: this computer.
    Q_PROPERTY(QString wantedHost READ wanted_host NOTIFY screen_changed)
    /// "open", "lobby" or "closed": who may come in, of a conference of our own that begins.
    Q_PROPERTY(QString hostAdmission MEMBER host_admission_ NOTIFY host_admission_changed)
    Q_PROPERTY(bool demo READ demo CONSTANT)
    Q_PROPERTY(bool reconnecting READ reconnecting NOTIFY state_changed)
    /// What a person must know while it is not sure that everyone sees the same conference; empty otherwise.
    Q_PROPERTY(QString doubt READ doubt NOTIFY state_changed)
    /// Nothing is sent because of that.
    Q_PROPERTY(bool suspended READ suspended NOTIFY state_changed)
    /// What is under way while one waits; empty otherwise.
    Q_PROPERTY(QString progress READ progress NOTIFY state_changed)
    Q_PROPERTY(QString title READ title NOTIFY facts_changed)
    Q_PROPERTY(QString link READ link NOTIFY facts_changed)
    Q_PROPERTY(bool mayEndForAll READ may_end_for_all NOTIFY facts_changed)
    /// The relay runs in this program, so the call ends with it.
    Q_PROPERTY(bool hostedHere READ hosted_here NOTIFY facts_changed)
    /// The call ran in the host's program. A new one can be started in its place.
    Q_PROPERTY(bool replaceable READ replaceable NOTIFY screen_changed)
    /// A relay runs in this program for a conference that we left.
    Q_PROPERTY(bool relayRunning READ relay_running NOTIFY relay_running_changed)
    /// The relay has been out of reach for at least `answer_wait`. "host" where it runs in the host's program, else
    /// "relay"; empty otherwise.
    Q_PROPERTY(QString unanswered READ unanswered NOTIFY state_changed)
    Q_PROPERTY(bool encrypted READ encrypted NOTIFY encryption_changed)
    /// In groups of five digits; empty while not known.
    Q_PROPERTY(QString safetyNumber READ safety_number NOTIFY encryption_changed)
    Q_PROPERTY(QString cipher READ cipher NOTIFY encryption_changed)
    Q_PROPERTY(int keyEpoch READ key_epoch NOTIFY encryption_changed)
    Q_PROPERTY(QString endHeadline READ end_headline NOTIFY ended)
    Q_PROPERTY(QString endSentence READ end_sentence NOTIFY ended)
    Q_PROPERTY(QString endDetail READ end_detail NOTIFY ended)
    Q_PROPERTY(bool mayJoinAgain READ may_join_again NOTIFY ended)

  public:
    Session(SessionPort& port, MediaPort& media, Settings& settings, Hosting& hosting, QObject* parent = nullptr);

    [[nodiscard]] QString screen() const;
    [[nodiscard]] bool hosting() const { return hosting_; }
    [[nodiscard]] const QString& wanted_title() const { return wanted_title_; }
    [[nodiscard]] const QString& wanted_host() const { return wanted_host_; }
    [[nodiscard]] const QString& wanted_link() const { return wanted_link_; }
    /// Its relay is in this program.
    [[nodiscard]] bool hosts_here() const { return hosting_ && wanted_host_.isEmpty(); }
    [[nodiscard]] bool demo() const { return port_.simulated(); }
    [[nodiscard]] bool reconnecting() const { return port_.state() == ConnectionState::reconnecting; }
    [[nodiscard]] QString doubt() const;
    [[nodiscard]] bool suspended() const;
    [[nodiscard]] QString progress() const;
    [[nodiscard]] QString title() const { return facts_.title; }
    [[nodiscard]] QString link() const { return facts_.link; }
    [[nodiscard]] bool may_end_for_all() const { return facts_.may_end_for_all; }
    [[nodiscard]] bool hosted_here() const { return facts_.hosted_here; }
    [[nodiscard]] bool replaceable() const;
    [[nodiscard]] bool relay_running() const { return port_.relay_running(); }
    [[nodiscard]] QString unanswered() const;
    [[nodiscard]] bool encrypted() const { return encryption_.end_to_end; }
    [[nodiscard]] QString safety_number() const;
    [[nodiscard]] QString cipher() const { return encryption_.cipher; }
    [[nodiscard]] int key_epoch() const { return static_cast<int>(encryption_.epoch.value()); }
    [[nodiscard]] QString end_headline() const;
    [[nodiscard]] QString end_sentence() const;
    [[nodiscard]] QString end_detail() const { return end_.detail; }
    [[nodiscard]] bool may_join_again() const;
    [[nodiscard]] const ConferenceFacts& facts() const { return facts_; }

    /// From start to pre-join, for a conference of one's own; an empty title gets one.
    Q_INVOKABLE void prepare_host(const QString& title);
    /// The same on this computer, whatever place was chosen.
    void prepare_host_here(const QString& title);
    /// From start to pre-join, for a link; false if it is none.
    Q_INVOKABLE bool prepare_join(const QString& link);
    /// From pre-join into the call, under the name in the settings.
    Q_INVOKABLE void enter();
    /// From the end to pre-join with the same link or title.
    Q_INVOKABLE void join_again();
    Q_INVOKABLE void back_to_start();
    Q_INVOKABLE void leave() { port_.leave(); }
    Q_INVOKABLE void leave_relay_running();
    Q_INVOKABLE void stop_relay() { port_.stop_relay(); }
    /// Where the host's computer is gone: leaves, and hosts a conference with the same title here. Its link goes to the
    /// clipboard by `replaced`.
    Q_INVOKABLE void start_anew();
    Q_INVOKABLE void end_for_all() { port_.end_for_all(); }
    /// The language changed: all words anew.
    void retranslate();

    /// So long a relay may be out of reach before people are asked what to do.
    static constexpr std::chrono::seconds answer_wait{15};

  signals:
    void relay_running_changed();
    /// A conference that replaces another one is there.
    void replaced(const QString& link);
    void screen_changed();
    void host_admission_changed();
    void state_changed();
    void facts_changed();
    void encryption_changed();
    void ended();

  private:
    enum class Step : std::uint8_t { start = 1, prejoin = 2, port = 3 };
    enum class Replacing : std::uint8_t { no = 1, leaving = 2, hosting = 3 };
    /// From now on the conference of that link is wanted; false for no link.
    bool go_to(const QString& link);
    void show_prejoin();
    void show(Step step);
    void follow_state();
    void replace_now();
    void host_now(bool microphone_on, bool camera_on);

    SessionPort& port_;
    MediaPort& media_;
    Settings& settings_;
    Hosting& place_;
    Step step_{Step::start};
    bool hosting_{false};
    QString wanted_title_;
    QString wanted_link_;
    QString wanted_host_;
    QString host_admission_{QStringLiteral("open")};
    ConferenceFacts facts_;
    EncryptionFacts encryption_;
    EndFacts end_;
    Agreement agreement_{Agreement::confirmed};
    QTimer answer_timer_{this};
    bool unanswered_{false};
    Replacing replacing_{Replacing::no};
    /// Of a conference of our own that begins: as chosen, or as the one that it replaces had it.
    EntryPolicy host_policy_;
};

} // namespace plenum::ui
