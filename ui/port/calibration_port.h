// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QObject>
#include <QString>

#include <cstdint>
#include <optional>

namespace plenum::ui {

/// A target for calibration.
struct CalibrationPlan {
    bool charuco{false};
    /// Inner corners of a chessboard, squares of a ChArUco board.
    int columns{9};
    int rows{6};
    double square_mm{25};
    /// Of a ChArUco board.
    double marker_mm{18};
    friend bool operator==(const CalibrationPlan&, const CalibrationPlan&) = default;
};

/// How well one view fits one camera.
struct CalibrationViewError {
    QString view;
    QString camera;
    double error_px{0};
    /// Left out, since it fits much worse than the others.
    bool rejected{false};
    friend bool operator==(const CalibrationViewError&, const CalibrationViewError&) = default;
};

/// Why there is no calibration, or why one cannot be used.
struct CalibrationProblem {
    enum class Kind : std::uint8_t {
        no_cameras = 1,
        too_many_cameras = 2,
        name_twice = 3, ///< more than one camera has the name `camera`
        bad_target = 4,
        views_full = 5,
        wrong_picture = 6,     ///< one of `camera` has another size than before, or an odd one
        few_views = 7,         ///< `camera` sees the target in `views` alone
        few_common_views = 8,  ///< `camera` sees it together with a camera that is placed in `views` alone
        open_focal_length = 9, ///< the views leave that of `camera` open
        no_fit = 10,           ///< what was calculated makes no sense
        nothing_calculated = 11,
        unreadable_file = 12,
        no_calibration_file = 13,
        not_written = 14,
        other_cameras = 15, ///< it is of `camera`, a list, of which less than two are here
        no_pair = 16,       ///< it suits no two cameras
        failed = 17,
        busy = 18, ///< this program is
    };
    Kind kind{Kind::failed};
    QString camera{};
    int views{0};
    friend bool operator==(const CalibrationProblem&, const CalibrationProblem&) = default;
};

/// How a calibration stands.
struct CalibrationState {
    enum class Phase : std::uint8_t {
        none = 1,
        collecting = 2,
        looking = 3,     ///< for the target in the newest view
        calculating = 4, ///< takes seconds
        done = 5,        ///< to be accepted
    };
    Phase phase{Phase::none};
    int views{0};
    /// Cameras that did not see the target in the newest view.
    QList<QString> unseen;
    /// Where it is done: over all cameras.
    double error_px{0};
    QList<CalibrationViewError> errors;
    /// What went wrong last.
    std::optional<CalibrationProblem> problem;
    friend bool operator==(const CalibrationState&, const CalibrationState&) = default;
};

/// The calibration of a cluster: which is in use, and a new one step by step.
class CalibrationPort : public QObject {
    Q_OBJECT

  public:
    using QObject::QObject;

    virtual void start(const CalibrationPlan& plan) = 0;
    /// The next complete ensemble is a view.
    virtual void take_view() = 0;
    virtual void calculate() = 0;
    /// Takes the result into use and writes it to the file; an empty one writes nothing. The person was asked whether
    /// one that is there may be replaced.
    virtual void accept(const QString& file) = 0;
    virtual void cancel() = 0;
    /// `failed` where it is none, or suits no two cameras.
    virtual void load(const QString& file) = 0;
    [[nodiscard]] virtual CalibrationState state() const = 0;
    /// The file in use, or "calculated"; empty without one.
    [[nodiscard]] virtual QString name() const = 0;

  signals:
    /// State or name.
    void changed();
    /// What was asked for last could not be done, or what is in use does not suit the cameras.
    void failed(const plenum::ui::CalibrationProblem& problem);
};

} // namespace plenum::ui
