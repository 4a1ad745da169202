// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/members_model.h"
#include "ui/port/conference_ports.h"

#include <QElapsedTimer>
#include <QVariantList>
#include <QtQml/qqmlregistration.h>

namespace plenum::ui {

/// Sharing our own screen: what can be shared, the floor that it needs, and what is shared now.
class ScreenShare : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to SharedScreens")
    /// The conference has a place for it.
    Q_PROPERTY(bool possible READ possible NOTIFY changed)
    /// Why nothing of this computer can be shared; empty where it can.
    Q_PROPERTY(QString obstacle READ obstacle NOTIFY changed)
    /// Why the sound of this computer cannot be shared; empty where it can.
    Q_PROPERTY(QString soundObstacle READ sound_obstacle NOTIFY changed)
    /// Each with `id`, `title`, `about`, `isWindow` and `isDialog` (the desktop asks what it is); its picture is a
    /// `ScreenItem`'s source, counted from 1.
    Q_PROPERTY(QVariantList sources READ sources NOTIFY sources_changed)
    /// The list is under way.
    Q_PROPERTY(bool listing READ listing NOTIFY sources_changed)
    Q_PROPERTY(bool on READ on NOTIFY changed)
    /// "You are sharing …"; empty while we do not.
    Q_PROPERTY(QString words READ words NOTIFY changed)
    /// We chose something and wait for the floor, or the desktop asks what to share; what is said of it.
    Q_PROPERTY(bool waiting READ waiting NOTIFY changed)
    Q_PROPERTY(QString waitingWords READ waiting_words NOTIFY changed)
    /// The floor came so late that we are asked once more; empty where we are not.
    Q_PROPERTY(QString offer READ offer NOTIFY changed)
    /// Somebody else has the floor: choosing asks for it first.
    Q_PROPERTY(bool asksFirst READ asks_first NOTIFY changed)

  public:
    /// After a longer wait, what is on the screen may be something else than the person thinks of.
    static constexpr qint64 wait_max_ms = 10'000;

    /// `ports` outlive this.
    explicit ScreenShare(const ConferencePorts& ports, QObject* parent = nullptr);

    [[nodiscard]] bool possible() const { return port_.possible(); }
    [[nodiscard]] QString obstacle() const;
    [[nodiscard]] QString sound_obstacle() const;
    [[nodiscard]] QVariantList sources() const;
    [[nodiscard]] bool listing() const { return listing_; }
    [[nodiscard]] bool on() const { return port_.sharing(); }
    [[nodiscard]] QString words() const;
    [[nodiscard]] bool waiting() const { return (!wanted_.id.isEmpty() && !offered_) || port_.choosing(); }
    [[nodiscard]] QString waiting_words() const;
    [[nodiscard]] QString offer() const;
    [[nodiscard]] bool asks_first() const { return !port_.may_share(); }
    /// Who we are in the conference.
    [[nodiscard]] base::MemberIndex self() const { return self_; }
    /// Of `sources`, from 1; empty for none.
    [[nodiscard]] media::VideoFrame picture_of(int source) const;

    Q_INVOKABLE void list();
    /// Shares it, now or once the floor is ours, maybe with the sound of this computer.
    Q_INVOKABLE void choose(const QString& id, bool with_sound = false);
    /// Shares what was offered.
    Q_INVOKABLE void accept();
    /// Stops, takes back what we wait for, or declines the offer; and gives the floor back.
    Q_INVOKABLE void stop();
    void clear();

  signals:
    void changed();
    void sources_changed();
    /// As `Client::notice`.
    void told(const QString& text, const QString& kind);

  private:
    struct Choice {
        QString id;
        QString title;
        /// The desktop asks what it is.
        bool dialog{false};
        bool sound{false};
    };
    void follow();
    void take_floor(const Floor& floor);
    void want_floor(bool wanted);
    void tell_end(ShareEnd why);
    /// For an end that is somebody's doing, and one that is a fault.
    void tell(const QString& text) { emit told(text, QStringLiteral("info")); }
    void tell_fault(const QString& text) { emit told(text, QStringLiteral("problem")); }
    [[nodiscard]] static QString shown_title(const ShareSource& source);

    ScreenPort& port_;
    FloorPort& floors_;
    QList<ShareSource> listed_;
    bool listing_{false};
    Choice wanted_;
    bool offered_{false};
    Choice shared_;
    /// The floor that it needs, and whether we have it or ask for it; 0 where it needs none.
    base::TokenId floor_;
    bool takes_part_{false};
    base::MemberIndex self_;
    QElapsedTimer asked_;
};

} // namespace plenum::ui
