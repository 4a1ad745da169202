// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/pictures.h"
#include "ui/port/capture_port.h"

#include <QAbstractListModel>
#include <QDateTime>
#include <QtQml/qqmlregistration.h>

namespace plenum::ui {

/// The cameras of a cluster with what the operator must know of each, in the order of their numbers.
class CaptureCameras : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Capture")
    Q_PROPERTY(int count READ count NOTIFY changed)
    /// "6 cameras in step", or what is wrong.
    Q_PROPERTY(QString summary READ summary NOTIFY changed)
    /// Of the worst camera: "good", "fair", "bad" or "idle".
    Q_PROPERTY(QString grade READ grade NOTIFY changed)
    /// What is wrong with the camera that was chosen, else with the worst, and what to do; empty where nothing is.
    Q_PROPERTY(QString advice READ advice NOTIFY changed)
    /// The cameras that left, and when: "“left” at 14:03"; empty while none did.
    Q_PROPERTY(QString gone READ gone NOTIFY changed)
    /// By numbers of cameras.
    Q_PROPERTY(plenum::ui::Pictures* pictures READ pictures CONSTANT)
    Q_PROPERTY(plenum::ui::Pictures* depths READ depths CONSTANT)
    /// Depth is shown in place of pictures.
    Q_PROPERTY(bool depthShown READ depth_shown WRITE show_depth NOTIFY depth_shown_changed)

  public:
    enum RoleId {
        number_role = Qt::UserRole + 1,
        name_role,
        step_role,
        grade_role,
        icon_role,
        advice_role,
        /// "ensemble 18 204 · 182 kB"
        figures_role,
        /// The same without the word.
        brief_role,
        /// Of what it asks for: −1 for a tenth, 0 for as much as the others, 1 for ten times as much.
        level_role,
        /// Of the rate in use: "17 %".
        share_role,
        calibrated_role,
    };
    static constexpr double weight_min = 0.1;
    static constexpr double weight_max = 10;

    /// `port` outlives this.
    explicit CaptureCameras(CapturePort& port);

    [[nodiscard]] int count() const { return static_cast<int>(cameras_.size()); }
    [[nodiscard]] QString summary() const;
    [[nodiscard]] QString grade() const;
    [[nodiscard]] QString advice() const;
    [[nodiscard]] QString gone() const;
    [[nodiscard]] Pictures* pictures() { return &pictures_; }
    [[nodiscard]] Pictures* depths() { return &depths_; }
    [[nodiscard]] bool depth_shown() const { return depth_shown_; }
    void show_depth(bool shown);
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QHash<int, QByteArray> roleNames() const override;

    Q_INVOKABLE void set_level(int number, double level);
    /// Its advice is shown, until it is in step.
    Q_INVOKABLE void choose(int number);
    void retranslate();

  signals:
    void changed();
    void depth_shown_changed();

  private:
    struct Gone {
        QString name;
        QDateTime since;
    };

    void follow();
    void note_gone(const QList<CaptureCamera>& now);
    [[nodiscard]] const CaptureCamera* worst() const;
    /// Of the grade "bad" or "fair".
    [[nodiscard]] int count_of(const QString& grade) const;

    CapturePort& port_;
    QList<CaptureCamera> cameras_;
    QList<Gone> gone_;
    Pictures pictures_{this};
    Pictures depths_{this};
    int chosen_{-1};
    bool depth_shown_{false};
};

} // namespace plenum::ui
