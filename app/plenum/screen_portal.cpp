// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/screen_portal.h"

#include "media/screen/pipewire_remote.h"

#include <QDBusArgument>
#include <QDBusError>
#include <QDBusObjectPath>
#include <QDBusPendingCallWatcher>
#include <QDBusReply>
#include <QDBusUnixFileDescriptor>

#include <algorithm>
#include <expected>
#include <fcntl.h>
#include <optional>
#include <utility>

namespace plenum::app {
namespace {

const QString service = QStringLiteral("org.freedesktop.portal.Desktop");
const QString desktop_path = QStringLiteral("/org/freedesktop/portal/desktop");
const QString screen_cast = QStringLiteral("org.freedesktop.portal.ScreenCast");
const QString request_interface = QStringLiteral("org.freedesktop.portal.Request");
const QString session_interface = QStringLiteral("org.freedesktop.portal.Session");

constexpr std::uint32_t screens_and_windows = 1 | 2;
constexpr std::uint32_t pointer_in_picture = 2;
/// The first version that can be asked to remember nothing; older ones never do.
constexpr std::uint32_t version_with_memory = 4;
/// The answer of a person who closed the dialog; others are failures.
constexpr std::uint32_t cancelled = 1;

QDBusMessage call_of(const QString& interface, const QString& method, const QVariantList& arguments) {
    auto call = QDBusMessage::createMethodCall(service, desktop_path, interface, method);
    call.setArguments(arguments);
    return call;
}

ui::ShareEnd end_of(const QDBusError& error) {
    switch (error.type()) {
    case QDBusError::ServiceUnknown:
    case QDBusError::NoReply:
    case QDBusError::Disconnected:
    case QDBusError::NoServer:
    case QDBusError::NoNetwork:
    case QDBusError::Timeout:
    case QDBusError::TimedOut: return ui::ShareEnd::no_portal;
    case QDBusError::UnknownInterface:
    case QDBusError::UnknownMethod:
    case QDBusError::UnknownObject: return ui::ShareEnd::no_screen_cast;
    case QDBusError::AccessDenied: return ui::ShareEnd::refused;
    default: break;
    }
    // Buses and service files have errors of their own where a service cannot be started.
    if (error.name().startsWith(QLatin1String{"org.freedesktop.DBus.Error.Spawn"})) return ui::ShareEnd::no_portal;
    return error.name() == QLatin1String{"org.freedesktop.portal.Error.NotAllowed"} ? ui::ShareEnd::refused
                                                                                    : ui::ShareEnd::bad_answer;
}

std::uint32_t number_in(const QVariantMap& map, const char* key) {
    return map.value(QString::fromLatin1(key)).toUInt();
}

using Answer = std::expected<PortalAbilities, ui::ShareEnd>;

Answer abilities_in(const QDBusMessage& reply) {
    const QDBusReply<QVariantMap> properties{reply};
    if (!properties.isValid()) {
        const auto why = end_of(properties.error());
        // Libraries differ in the error for an interface that an object lacks.
        return std::unexpected{why == ui::ShareEnd::no_portal ? why : ui::ShareEnd::no_screen_cast};
    }
    const auto values = properties.value();
    const PortalAbilities abilities{number_in(values, "version"), number_in(values, "AvailableSourceTypes"),
                                    number_in(values, "AvailableCursorModes")};
    if ((abilities.source_types & screens_and_windows) == 0) return std::unexpected{ui::ShareEnd::no_screen_cast};
    return abilities;
}

/// `done` takes the answer later, unless `context` is deleted before.
void ask(const ScreenPortal::Options& options, QObject* context, const QDBusMessage& question,
         const std::function<void(const QDBusMessage& reply)>& done) {
    // Without a bus, Qt would give no answer at all.
    if (!options.bus.isConnected()) {
        const auto none = question.createErrorReply(QDBusError::Disconnected, {});
        QMetaObject::invokeMethod(context, [done, none] { done(none); }, Qt::QueuedConnection);
        return;
    }
    const auto call = options.bus.asyncCall(question, static_cast<int>(options.answer_max.count()));
    auto* watcher = new QDBusPendingCallWatcher{call, context};
    QObject::connect(watcher, &QDBusPendingCallWatcher::finished, context, [done](QDBusPendingCallWatcher* finished) {
        finished->deleteLater();
        done(finished->reply());
    });
}

void ask_abilities(const ScreenPortal::Options& options, QObject* context, const std::function<void(Answer)>& found) {
    const auto question =
        call_of(QStringLiteral("org.freedesktop.DBus.Properties"), QStringLiteral("GetAll"), {QVariant{screen_cast}});
    ask(options, context, question, [found](const QDBusMessage& reply) { found(abilities_in(reply)); });
}

/// Requests and sessions of this process have names that never come back.
QString next_token() {
    static int made = 0;
    return QStringLiteral("plenum%1").arg(++made);
}

/// The specification calls it a text, and some portals send a path.
std::optional<QString> session_in(const QVariantMap& results) {
    const auto value = results.value(QStringLiteral("session_handle"));
    const auto path = value.canConvert<QDBusObjectPath>() ? value.value<QDBusObjectPath>().path() : value.toString();
    const auto allowed = [](QChar each) {
        return each.unicode() < 128 && (each.isLetterOrNumber() || each == u'_' || each == u'/');
    };
    const bool good = path.startsWith(desktop_path + QStringLiteral("/session/")) && std::ranges::all_of(path, allowed);
    return good && !path.endsWith(u'/') && !path.contains(QLatin1String{"//"}) ? std::optional{path} : std::nullopt;
}

/// PipeWire's number of the first stream.
std::optional<std::uint32_t> stream_in(const QVariantMap& results) {
    const auto value = results.value(QStringLiteral("streams"));
    if (!value.canConvert<QDBusArgument>()) return std::nullopt;
    const auto streams = value.value<QDBusArgument>();
    if (streams.currentSignature() != QLatin1String{"a(ua{sv})"}) return std::nullopt;
    std::optional<std::uint32_t> first;
    streams.beginArray();
    if (!streams.atEnd()) {
        streams.beginStructure();
        streams >> first.emplace();
    }
    return first;
}

} // namespace

ScreenPortal::ScreenPortal(Options options, QObject* parent)
    : QObject{parent},
      options_{std::move(options)},
      watcher_{service, options_.bus, QDBusServiceWatcher::WatchForUnregistration} {
    timer_.setSingleShot(true);
    connect(&timer_, &QTimer::timeout, this, [this] { end(ui::ShareEnd::no_portal); });
    connect(&watcher_, &QDBusServiceWatcher::serviceUnregistered, this,
            [this] { end(session_.isEmpty() ? ui::ShareEnd::no_portal : ui::ShareEnd::desktop_ended); });
    ask_abilities(options_, this, [this](const Answer& answer) {
        if (over_) return;
        if (!answer) return end(answer.error());
        create_session(*answer);
    });
}

ScreenPortal::~ScreenPortal() { close(); }

void ScreenPortal::probe(const Options& options, QObject* context,
                         const std::function<void(ui::ShareObstacle obstacle)>& found) {
    ask_abilities(options, context, [found](const Answer& answer) {
        if (answer) return found(ui::ShareObstacle::none);
        found(answer.error() == ui::ShareEnd::no_portal ? ui::ShareObstacle::no_portal
                                                        : ui::ShareObstacle::no_screen_cast);
    });
}

void ScreenPortal::create_session(const PortalAbilities& abilities) {
    abilities_ = abilities;
    timer_.start(options_.answer_max);
    request(QStringLiteral("CreateSession"), {}, {{QStringLiteral("session_handle_token"), next_token()}},
            &ScreenPortal::select_sources);
}

/// From here on, the person may take any time.
void ScreenPortal::select_sources(const QVariantMap& results) {
    timer_.stop();
    const auto session = session_in(results);
    if (!session) return end(ui::ShareEnd::bad_answer);
    session_ = *session;
    options_.bus.connect(service, session_, session_interface, QStringLiteral("Closed"), this, SLOT(handle_closed()));
    QVariantMap wanted{{QStringLiteral("types"), abilities_.source_types & screens_and_windows},
                       {QStringLiteral("multiple"), false}};
    if ((abilities_.cursor_modes & pointer_in_picture) != 0)
        wanted.insert(QStringLiteral("cursor_mode"), pointer_in_picture);
    if (abilities_.version >= version_with_memory) wanted.insert(QStringLiteral("persist_mode"), 0U);
    request(QStringLiteral("SelectSources"), {QVariant::fromValue(QDBusObjectPath{session_})}, wanted,
            &ScreenPortal::start);
}

void ScreenPortal::start(const QVariantMap& /*results*/) {
    // Wayland's windows have no name that the portal could know ours by.
    request(QStringLiteral("Start"), {QVariant::fromValue(QDBusObjectPath{session_}), QString{}}, {},
            &ScreenPortal::open_remote);
}

void ScreenPortal::open_remote(const QVariantMap& results) {
    const auto node = stream_in(results);
    if (!node) return end(ui::ShareEnd::bad_answer);
    const auto question = call_of(screen_cast, QStringLiteral("OpenPipeWireRemote"),
                                  {QVariant::fromValue(QDBusObjectPath{session_}), QVariantMap{}});
    ask(options_, this, question, [this, node](const QDBusMessage& message) {
        if (over_) return;
        const QDBusReply<QDBusUnixFileDescriptor> reply{message};
        if (!reply.isValid()) return end(end_of(reply.error()));
        const int descriptor = fcntl(reply.value().fileDescriptor(), F_DUPFD_CLOEXEC, 0);
        if (descriptor < 0) return end(ui::ShareEnd::bad_answer);
        emit chosen({std::make_shared<media::PipeWireRemote>(descriptor), *node});
    });
}

void ScreenPortal::request(const QString& method, QVariantList arguments, QVariantMap options, Step next) {
    const auto token = next_token();
    auto sender = options_.bus.baseService().mid(1);
    sender.replace(u'.', u'_');
    next_ = next;
    // The answer may come before that of the call, which says the path.
    const auto expected = desktop_path + QStringLiteral("/request/") + sender + u'/' + token;
    await_response(expected);
    options.insert(QStringLiteral("handle_token"), token);
    arguments << options;
    ask(options_, this, call_of(screen_cast, method, arguments), [this, expected](const QDBusMessage& message) {
        if (over_ || request_ != expected) return;
        const QDBusReply<QDBusObjectPath> reply{message};
        if (!reply.isValid()) return end(end_of(reply.error()));
        // Portals before 0.9 choose the path themselves.
        if (const auto path = reply.value().path(); path != expected) await_response(path);
    });
}

void ScreenPortal::await_response(const QString& path) {
    forget_request();
    request_ = path;
    options_.bus.connect(service, path, request_interface, QStringLiteral("Response"), this,
                         SLOT(handle_response(QDBusMessage)));
}

void ScreenPortal::forget_request() {
    if (request_.isEmpty()) return;
    options_.bus.disconnect(service, request_, request_interface, QStringLiteral("Response"), this,
                            SLOT(handle_response(QDBusMessage)));
    request_.clear();
}

void ScreenPortal::handle_response(const QDBusMessage& message) {
    if (over_ || message.path() != request_) return;
    forget_request();
    const auto arguments = message.arguments();
    if (message.signature() != QLatin1String{"ua{sv}"} || arguments.size() != 2) return end(ui::ShareEnd::bad_answer);
    if (const auto code = arguments[0].toUInt(); code != 0)
        return end(code == cancelled ? ui::ShareEnd::nothing_chosen : ui::ShareEnd::refused);
    const auto next = next_;
    (this->*next)(qdbus_cast<QVariantMap>(arguments[1]));
}

void ScreenPortal::handle_closed() {
    session_.clear();
    end(ui::ShareEnd::desktop_ended);
}

void ScreenPortal::end(ui::ShareEnd why) {
    if (over_) return;
    close();
    emit ended(why);
}

void ScreenPortal::close() {
    if (std::exchange(over_, true)) return;
    timer_.stop();
    const auto close = [this](const QString& path, const QString& interface) {
        if (path.isEmpty()) return;
        auto call = QDBusMessage::createMethodCall(service, path, interface, QStringLiteral("Close"));
        call.setAutoStartService(false);
        options_.bus.call(call, QDBus::NoBlock);
    };
    close(request_, request_interface);
    close(session_, session_interface);
    forget_request();
}

} // namespace plenum::app
