// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDBusArgument>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusMetaType>
#include <QDBusObjectPath>
#include <QDBusUnixFileDescriptor>
#include <QDBusVirtualObject>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

#include <map>
#include <optional>
#include <unistd.h>

namespace plenum::ui {

/// A bus of the test's own on which nothing is started by itself.
class PrivateBus {
  public:
    PrivateBus() {
        QFile file{folder_.filePath(QStringLiteral("bus.conf"))};
        if (!file.open(QFile::WriteOnly)) return;
        file.write("<busconfig><type>session</type><listen>unix:dir=" + folder_.path().toUtf8() +
                   "</listen><policy context=\"default\"><allow send_destination=\"*\"/><allow receive_sender=\"*\"/>"
                   "<allow own=\"*\"/></policy></busconfig>");
        file.close();
        daemon_.start(QStringLiteral("dbus-daemon"),
                      {QStringLiteral("--config-file=") + file.fileName(), QStringLiteral("--nofork"),
                       QStringLiteral("--nosyslog"), QStringLiteral("--print-address=1")});
        if (daemon_.waitForReadyRead(5000)) address_ = QString::fromUtf8(daemon_.readLine()).trimmed();
    }
    ~PrivateBus() {
        daemon_.kill();
        daemon_.waitForFinished();
    }
    PrivateBus(const PrivateBus&) = delete;
    PrivateBus& operator=(const PrivateBus&) = delete;

    [[nodiscard]] QDBusConnection connect(const QString& name) const {
        return QDBusConnection::connectToBus(address_, name);
    }

  private:
    QTemporaryDir folder_;
    QProcess daemon_;
    QString address_;
};

struct PortalStream {
    std::uint32_t node{0};
    QVariantMap properties;
};

inline QDBusArgument& operator<<(QDBusArgument& to, const PortalStream& stream) {
    to.beginStructure();
    to << stream.node << stream.properties;
    to.endStructure();
    return to;
}
inline const QDBusArgument& operator>>(const QDBusArgument& from, PortalStream& stream) {
    from.beginStructure();
    from >> stream.node >> stream.properties;
    from.endStructure();
    return from;
}

} // namespace plenum::ui
Q_DECLARE_METATYPE(plenum::ui::PortalStream)
namespace plenum::ui {

/// A desktop's portal that answers as the test wants.
class PortalOnBus : public QDBusVirtualObject {
  public:
    struct Answer {
        std::uint32_t code{0};
        QVariantMap results{};
    };
    static inline const QString service = QStringLiteral("org.freedesktop.portal.Desktop");
    static inline const QString root = QStringLiteral("/org/freedesktop/portal/desktop");
    static inline const QString session = root + QStringLiteral("/session/1_2/test");

    explicit PortalOnBus(QDBusConnection bus) : bus_{std::move(bus)} {
        qDBusRegisterMetaType<PortalStream>();
        qDBusRegisterMetaType<QList<PortalStream>>();
        answers[QStringLiteral("CreateSession")] = {0, {{QStringLiteral("session_handle"), session}}};
        answers[QStringLiteral("SelectSources")] = {0, {}};
        answers[QStringLiteral("Start")] = {
            0, {{QStringLiteral("streams"), QVariant::fromValue(QList<PortalStream>{{node, {}}, {7, {}}})}}};
        if (pipe(ends_) != 0) ends_[0] = ends_[1] = -1;
        bus_.registerVirtualObject(root, this, QDBusConnection::SubPath);
        bus_.registerService(service);
    }
    ~PortalOnBus() override {
        leave();
        close(ends_[0]);
        close(ends_[1]);
    }
    PortalOnBus(const PortalOnBus&) = delete;
    PortalOnBus& operator=(const PortalOnBus&) = delete;

    void leave() {
        bus_.unregisterService(service);
        bus_.unregisterObject(root, QDBusConnection::UnregisterTree);
    }
    [[nodiscard]] QString introspect(const QString& /*path*/) const override { return {}; }

    bool handleMessage(const QDBusMessage& message, const QDBusConnection& /*connection*/) override {
        const auto method = message.member();
        if (method == QLatin1String{"Close"}) {
            closed << message.path();
            return bus_.send(message.createReply());
        }
        asked[method] = message.arguments();
        if (const auto error = errors.find(method); error != errors.end())
            return bus_.send(message.createErrorReply(error->second, QStringLiteral("no")));
        if (method == QLatin1String{"GetAll"}) return bus_.send(message.createReply(QVariant{properties}));
        if (method == QLatin1String{"OpenPipeWireRemote"})
            return bus_.send(
                message.createReply(remote.value_or(QVariant::fromValue(QDBusUnixFileDescriptor{ends_[0]}))));
        return answer(message);
    }

    /// As an object of this portal.
    void tell(const QString& path, const QString& interface, const QString& name, const QVariantList& arguments) {
        auto signal = QDBusMessage::createSignal(path, interface, name);
        signal.setArguments(arguments);
        bus_.send(signal);
    }
    void respond(const QString& path, const QVariantList& arguments) {
        tell(path, QStringLiteral("org.freedesktop.portal.Request"), QStringLiteral("Response"), arguments);
    }
    void close_session() {
        tell(session, QStringLiteral("org.freedesktop.portal.Session"), QStringLiteral("Closed"), {});
    }

    static constexpr std::uint32_t node = 42;
    QVariantMap properties{{QStringLiteral("version"), 4U},
                           {QStringLiteral("AvailableSourceTypes"), 7U},
                           {QStringLiteral("AvailableCursorModes"), 7U}};
    /// By method; without one, there is no answer.
    std::map<QString, Answer> answers;
    /// By method: the name of the error.
    std::map<QString, QString> errors;
    /// By method: the signal's arguments, whatever they are.
    std::map<QString, QVariantList> nonsense;
    /// Arguments of a second signal for each request; empty for none.
    QVariantList again;
    /// In place of a descriptor.
    std::optional<QVariant> remote;
    /// In place of the path that the specification prescribes since 0.9.
    QString request_path;
    /// In place of a path, as what the call returns.
    std::optional<QVariant> returned;

    /// By method: the arguments of the last call.
    std::map<QString, QVariantList> asked;
    QString last_request;
    QStringList closed;

  private:
    bool answer(const QDBusMessage& message) {
        auto sender = message.service().mid(1);
        sender.replace(u'.', u'_');
        const auto options = qdbus_cast<QVariantMap>(message.arguments().back());
        const auto token = options.value(QStringLiteral("handle_token")).toString();
        last_request = request_path.isEmpty() ? root + QStringLiteral("/request/") + sender + u'/' + token
                                              : request_path + QString::number(asked.size());
        const auto path = QVariant::fromValue(QDBusObjectPath{last_request});
        bus_.send(message.createReply(returned.value_or(path)));
        if (const auto odd = nonsense.find(message.member()); odd != nonsense.end())
            respond(last_request, odd->second);
        else if (const auto found = answers.find(message.member()); found != answers.end())
            respond(last_request, {found->second.code, found->second.results});
        if (!again.isEmpty()) respond(last_request, again);
        return true;
    }

    QDBusConnection bus_;
    int ends_[2]{-1, -1};
};

} // namespace plenum::ui
