// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/random.h"
#include "ui/application.h"

#include <QStringList>

#include <functional>
#include <vector>

class QGuiApplication;
class QQuickWindow;
class QQuickItem;

namespace plenum::ui {

/// Uses a client's window as nobody would: presses, types, resizes and changes settings at random. Same seed, same
/// events, as far as the window is the same.
class Monkey {
  public:
    /// `application` must outlive it. `world` lets something happen that is not the person's doing; it may be empty.
    Monkey(Application& application, std::uint64_t seed, std::function<void(base::Random&)> world);

    /// One event, and everything that follows from it in the program.
    void act();
    /// Presses Escape until no dialog or menu is open. The dialogs that are left, by name: each is one too many.
    [[nodiscard]] QStringList close_dialogs();
    /// The last events, for a report.
    [[nodiscard]] const QStringList& last_events() const { return last_; }

    /// What a command line asks for.
    struct Plan {
        std::uint64_t events{2000};
        std::uint64_t seed{1};
        int others{5};
    };
    /// Exits with the usage where that was asked for, or is wrong.
    [[nodiscard]] static Plan plan_of(const QGuiApplication& application);
    /// So many events, and now and then a look whether every dialog can be closed. 0: each could; 1: one stayed, or the
    /// screens had a fault (qml_warnings.h). After a crash the last events are on standard error.
    [[nodiscard]] int run(const Plan& plan);

  private:
    void press_control();
    void press_anywhere();
    void press_key();
    void type_words();
    void resize();
    void change_setting();
    void let_world_act();
    void close_window();
    void take_keyboard();
    void enter_call();
    void note(const QString& event);
    [[nodiscard]] int below(int count);

    struct Action {
        int weight{0};
        void (Monkey::*run)();
    };
    static const std::vector<Action> actions;

    Application& application_;
    QQuickWindow& window_;
    base::Random random_;
    std::function<void(base::Random&)> world_;
    QStringList last_;
};

} // namespace plenum::ui
