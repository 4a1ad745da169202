// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/floor_state.h"
#include "ui/models/speaking_limit.h"

#include <QStringList>
#include <QVariantList>
#include <QtQml/qqmlregistration.h>

namespace plenum::ui {

/// A style of meeting in words.
struct StyleWords {
    Q_GADGET
    QML_VALUE_TYPE(styleWords)
    Q_PROPERTY(QString title MEMBER title)
    /// One line that says what it does.
    Q_PROPERTY(QString about MEMBER about)
    /// Of what it can be told; empty where people are not asked for it.
    Q_PROPERTY(QString example MEMBER example)

  public:
    QString title;
    QString about;
    QString example;
};

/// The styles that can be chosen, each at the same place of the lists.
struct StyleChoice {
    Q_GADGET
    QML_VALUE_TYPE(styleChoice)
    Q_PROPERTY(QStringList ids MEMBER ids)
    Q_PROPERTY(QStringList titles MEMBER titles)
    Q_PROPERTY(QStringList abouts MEMBER abouts)
    /// Where the one in force stands; -1: it is none of them.
    Q_PROPERTY(int chosen MEMBER chosen)

  public:
    QStringList ids;
    QStringList titles;
    QStringList abouts;
    int chosen{-1};
};

/// One parameter of the style in force, which moderators see as a control.
struct StyleOption {
    Q_GADGET
    QML_VALUE_TYPE(styleOption)
    Q_PROPERTY(QString key MEMBER key)
    Q_PROPERTY(QString title MEMBER title)
    Q_PROPERTY(QString value MEMBER value)
    /// That it may have, the default first; empty: a number.
    Q_PROPERTY(QStringList values MEMBER values)
    Q_PROPERTY(int least MEMBER least)
    Q_PROPERTY(int most MEMBER most)

  public:
    QString key;
    QString title;
    QString value;
    QStringList values;
    int least{0};
    int most{0};
};

/// By which rules a floor goes from one to the next, as moderators read and set them.
class FloorConfiguration : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to FloorModel")
    Q_PROPERTY(QString styleHeading READ style_heading NOTIFY changed)
    Q_PROPERTY(QString limitTitle READ limit_title NOTIFY changed)
    Q_PROPERTY(plenum::ui::StyleWords style READ style NOTIFY changed)
    Q_PROPERTY(plenum::ui::StyleChoice styles READ styles NOTIFY changed)
    /// Of StyleOption.
    Q_PROPERTY(QVariantList options READ options NOTIFY changed)
    /// What the style is told, in its own words.
    Q_PROPERTY(QString parameters READ parameters NOTIFY changed)
    Q_PROPERTY(bool locked READ locked NOTIFY changed)
    Q_PROPERTY(bool moderated READ moderated NOTIFY changed)
    /// Whether holders may hand it on and share it; moderators may at any time.
    Q_PROPERTY(bool mayPassOn READ may_pass_on NOTIFY changed)
    Q_PROPERTY(bool mayShareIt READ may_share_it NOTIFY changed)
    /// Why nobody shares it now, whoever may: the style would end that at once. Empty where it would not.
    Q_PROPERTY(QString sharingObstacle READ sharing_obstacle NOTIFY changed)
    /// Of the speaking time, where the end is near.
    Q_PROPERTY(double warnedFrom READ warned_from NOTIFY changed)
    /// Seconds of speaking time; 0 is without end.
    Q_PROPERTY(int limit READ limit NOTIFY changed)

  public:
    /// `state` outlives this.
    FloorConfiguration(const FloorState& state, QObject* parent) : QObject{parent}, state_{state} {}

    [[nodiscard]] QString style_heading() const;
    [[nodiscard]] QString limit_title() const;
    [[nodiscard]] StyleWords style() const;
    [[nodiscard]] StyleChoice styles() const;
    [[nodiscard]] QVariantList options() const;
    [[nodiscard]] QString parameters() const { return settings().parameters; }
    [[nodiscard]] bool locked() const { return settings().locked; }
    [[nodiscard]] bool moderated() const { return settings().moderated; }
    [[nodiscard]] bool may_pass_on() const { return settings().may_pass; }
    [[nodiscard]] bool may_share_it() const { return settings().may_share; }
    [[nodiscard]] QString sharing_obstacle() const;
    [[nodiscard]] double warned_from() const { return SpeakingLimit{settings()}.warned_from(); }
    [[nodiscard]] int limit() const { return SpeakingLimit{settings()}.seconds(); }

    Q_INVOKABLE void set_style(const QString& id);
    Q_INVOKABLE void set_option(const QString& key, const QString& value);
    Q_INVOKABLE void set_parameters(const QString& parameters);
    Q_INVOKABLE void set_locked(bool locked);
    Q_INVOKABLE void set_moderated(bool moderated);
    Q_INVOKABLE void set_may_pass_on(bool may);
    /// Two may have it then where it was one.
    Q_INVOKABLE void set_may_share_it(bool may);
    Q_INVOKABLE void set_limit(int seconds);
    /// Everyone may speak, draw or show again.
    Q_INVOKABLE void remove();

    /// The rules of a style as it begins.
    [[nodiscard]] static FloorSettings rules_of(const base::PluginDescriptor& style, const FloorSettings& before,
                                                const QList<base::MemberIndex>& moderators);

  signals:
    void changed();

  private:
    [[nodiscard]] const FloorSettings& settings() const { return state_.floor.settings; }
    void configure(const FloorSettings& settings);

    const FloorState& state_;
};

} // namespace plenum::ui
