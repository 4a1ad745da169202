// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/conference_ports.h"

#include <QSettings>
#include <QSize>

#include <memory>

class QQuickWindow;

namespace plenum::ui {

class Client;

/// The whole client over the ports of one conference: view models, translations, fonts and the window.
///
/// Before the QGuiApplication is made, call `prepare`. The conference must outlive the application. Used by app/plenum:
///
///     plenum::ui::Application::prepare();
///     QGuiApplication qt{argc, argv};
///     RealConference conference{…};
///     plenum::ui::Application application{conference.ports()};
///     if (!application.load()) return 1;
///     if (link) application.open_link(*link);
///     return qt.exec();
class Application : public QObject {
    Q_OBJECT

  public:
    /// Names of organisation and program (they say where settings are kept) and what Qt wants to know early.
    static void prepare();

    /// `store` is where settings are kept; null: the person's own file under the XDG folder of configuration.
    explicit Application(const ConferencePorts& ports, std::unique_ptr<QSettings> store = nullptr,
                         QObject* parent = nullptr);
    ~Application() override;

    /// Shows the window. It is `size` large where that is given, and that size is not kept; else as large as it was
    /// last, and never larger than the screen. `still`: nothing moves by itself. False if the screens cannot be loaded
    /// (said on standard error).
    [[nodiscard]] bool load(QSize size = {}, bool still = false);
    /// Straight to the pre-join screen of a conference; false if it is no link.
    bool open_link(const QString& link);
    [[nodiscard]] Client& client();
    /// The window, after `load`.
    [[nodiscard]] QQuickWindow* window() const;

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void translate();
    void keep_size();

    struct Parts;
    std::unique_ptr<Parts> parts_;
};

} // namespace plenum::ui
