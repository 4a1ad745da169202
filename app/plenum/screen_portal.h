// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/devices/video_source_gst.h"
#include "ui/port/screen_port.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusServiceWatcher>
#include <QTimer>
#include <QVariantMap>

#include <chrono>
#include <functional>

namespace plenum::app {

/// What a desktop's portal can do for sharing.
struct PortalAbilities {
    std::uint32_t version{0};
    /// Bits of what can be shared: 1 screens, 2 windows.
    std::uint32_t source_types{0};
    /// Bits: 2 for a pointer that is drawn into the picture.
    std::uint32_t cursor_modes{0};
};

/// One screen or window that is shared through the desktop's portal, from the question to the person until its end
/// (xdg-desktop-portal, interface org.freedesktop.portal.ScreenCast, version 4 and older). Deleting it ends what the
/// desktop shows and gives.
class ScreenPortal : public QObject {
    Q_OBJECT

  public:
    struct Options {
        QDBusConnection bus{QDBusConnection::sessionBus()};
        /// For answers that do not wait for the person.
        std::chrono::milliseconds answer_max{25'000};
    };
    /// Begins at once. `chosen` or `ended` follows after the constructor returns.
    explicit ScreenPortal(Options options, QObject* parent = nullptr);
    ~ScreenPortal() override;

    /// `found` is called once, soon, unless `context` is deleted before: what keeps it from working, if anything.
    static void probe(const Options& options, QObject* context,
                      const std::function<void(ui::ShareObstacle obstacle)>& found);

  signals:
    void chosen(const plenum::media::PipeWireSource& source);
    /// Once at most; nothing follows.
    void ended(plenum::ui::ShareEnd why);

  private slots:
    void handle_response(const QDBusMessage& message);
    void handle_closed();

  private:
    using Step = void (ScreenPortal::*)(const QVariantMap& results);
    void create_session(const PortalAbilities& abilities);
    void select_sources(const QVariantMap& results);
    void start(const QVariantMap& results);
    void open_remote(const QVariantMap& results);
    /// Calls a method that answers by a request's signal; `next` takes its results. `options` go last.
    void request(const QString& method, QVariantList arguments, QVariantMap options, Step next);
    void await_response(const QString& path);
    void forget_request();
    void end(ui::ShareEnd why);
    void close();

    Options options_;
    QDBusServiceWatcher watcher_;
    QTimer timer_;
    PortalAbilities abilities_;
    /// The request whose answer is awaited; empty for none.
    QString request_;
    Step next_{nullptr};
    QString session_;
    bool over_{false};
};

} // namespace plenum::app
