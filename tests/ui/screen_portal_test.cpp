// SPDX-License-Identifier: Apache-2.0
// The conversation with a desktop's portal about sharing a screen, with a portal of the test's own.
#include "app/plenum/screen_portal.h"
#include "media/screen/pipewire_remote.h"
#include "tests/ui/portal_on_bus.h"

#include <QTest>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <utility>

namespace plenum::ui {
namespace {

using app::ScreenPortal;

const QString create = QStringLiteral("CreateSession");
const QString select = QStringLiteral("SelectSources");
const QString start = QStringLiteral("Start");
const QString open_remote = QStringLiteral("OpenPipeWireRemote");

class Portal : public testing::Test {
  public:
    ~Portal() override {
        sharing_.reset();
        for (const auto* name : {"portal", "client"})
            QDBusConnection::disconnectFromBus(QString::fromLatin1(name));
    }

  protected:
    void share() {
        sharing_ = std::make_unique<ScreenPortal>(options());
        QObject::connect(sharing_.get(), &ScreenPortal::chosen, sharing_.get(),
                         [this](const media::PipeWireSource& source) { chosen_ = source; });
        QObject::connect(sharing_.get(), &ScreenPortal::ended, sharing_.get(), [this](ShareEnd why) { ends_ << why; });
    }
    /// How sharing ends; nullopt where it does not.
    std::optional<ShareEnd> end() {
        share();
        return next_end();
    }
    std::optional<ShareEnd> next_end() {
        const bool ended = QTest::qWaitFor([this] { return !ends_.isEmpty(); }, 3000);
        return ended ? std::optional{ends_.back()} : std::nullopt;
    }
    bool begin() {
        share();
        return QTest::qWaitFor([this] { return chosen_.has_value(); }, 3000);
    }
    bool is_asked(const QString& method) {
        return QTest::qWaitFor([&] { return desktop_->asked.contains(method); }, 3000);
    }
    std::optional<ShareObstacle> probe() {
        std::optional<ShareObstacle> found;
        QObject context;
        ScreenPortal::probe(options(), &context, [&](ShareObstacle obstacle) { found = obstacle; });
        EXPECT_TRUE(QTest::qWaitFor([&] { return found.has_value(); }, 3000));
        return found;
    }
    [[nodiscard]] ScreenPortal::Options options() const { return {client_, answer_max_}; }
    QVariantMap options_of(const QString& method) { return qdbus_cast<QVariantMap>(desktop_->asked[method].back()); }

    PrivateBus bus_;
    std::optional<PortalOnBus> desktop_{std::in_place, bus_.connect(QStringLiteral("portal"))};
    QDBusConnection client_{bus_.connect(QStringLiteral("client"))};
    std::chrono::milliseconds answer_max_{2000};
    std::unique_ptr<ScreenPortal> sharing_;
    std::optional<media::PipeWireSource> chosen_;
    QList<ShareEnd> ends_;
};

TEST_F(Portal, what_was_chosen_comes_with_an_open_connection_of_its_own) {
    ASSERT_TRUE(begin());
    EXPECT_EQ(chosen_->node, PortalOnBus::node);
    ASSERT_TRUE(chosen_->remote);
    const int descriptor = chosen_->remote->descriptor();
    EXPECT_GE(fcntl(descriptor, F_GETFD), 0);
    EXPECT_TRUE(ends_.isEmpty());
    chosen_.reset();
    EXPECT_EQ(fcntl(descriptor, F_GETFD), -1) << "closed with its last user";
}

TEST_F(Portal, screens_and_windows_are_asked_for_with_the_pointer_in_them_and_nothing_is_remembered) {
    ASSERT_TRUE(begin());
    const auto wanted = options_of(select);
    EXPECT_EQ(wanted.value(QStringLiteral("types")).toUInt(), 3U);
    EXPECT_EQ(wanted.value(QStringLiteral("cursor_mode")).toUInt(), 2U);
    EXPECT_EQ(wanted.value(QStringLiteral("persist_mode")), QVariant{0U});
    EXPECT_EQ(wanted.value(QStringLiteral("multiple")), QVariant{false});
}

TEST_F(Portal, nothing_is_asked_that_the_portal_does_not_offer) {
    desktop_->properties = {{QStringLiteral("version"), 2U},
                            {QStringLiteral("AvailableSourceTypes"), 1U},
                            {QStringLiteral("AvailableCursorModes"), 1U}};
    ASSERT_TRUE(begin());
    const auto wanted = options_of(select);
    EXPECT_EQ(wanted.value(QStringLiteral("types")).toUInt(), 1U);
    EXPECT_FALSE(wanted.contains(QStringLiteral("cursor_mode")));
    EXPECT_FALSE(wanted.contains(QStringLiteral("persist_mode")));
}

TEST_F(Portal, an_old_portal_chooses_the_path_of_its_answer_itself) {
    desktop_->request_path = PortalOnBus::root + QStringLiteral("/request/own");
    desktop_->answers.erase(create);
    share();
    ASSERT_TRUE(is_asked(create));
    const auto path = std::exchange(desktop_->last_request, {});
    desktop_->request_path.clear();
    const QVariantMap results{{QStringLiteral("session_handle"), PortalOnBus::session}};
    // The client may not have heard of the path yet.
    EXPECT_TRUE(QTest::qWaitFor(
        [&] {
            desktop_->respond(path, {0U, results});
            return chosen_.has_value();
        },
        3000));
}

TEST_F(Portal, a_dialog_that_the_person_closes_ends_it_and_the_session) {
    desktop_->answers[start] = {1, {}};
    EXPECT_EQ(end(), ShareEnd::nothing_chosen);
    EXPECT_TRUE(QTest::qWaitFor([this] { return desktop_->closed.contains(PortalOnBus::session); }, 3000));
}

TEST_F(Portal, an_answer_other_than_yes_or_cancelled_is_a_refusal) {
    desktop_->answers[start] = {2, {}};
    EXPECT_EQ(end(), ShareEnd::refused);
}

TEST_F(Portal, an_error_of_access_is_a_refusal) {
    desktop_->errors[start] = QStringLiteral("org.freedesktop.DBus.Error.AccessDenied");
    EXPECT_EQ(end(), ShareEnd::refused);
    ends_.clear();
    desktop_->errors = {{create, QStringLiteral("org.freedesktop.portal.Error.NotAllowed")}};
    EXPECT_EQ(end(), ShareEnd::refused);
}

TEST_F(Portal, without_a_portal_the_person_is_told_before_and_after_choosing) {
    desktop_.reset();
    EXPECT_EQ(probe(), ShareObstacle::no_portal);
    EXPECT_EQ(end(), ShareEnd::no_portal);
}

TEST_F(Portal, without_a_bus_there_is_no_portal) {
    client_ = QDBusConnection{QStringLiteral("none of this name")};
    EXPECT_EQ(probe(), ShareObstacle::no_portal);
    EXPECT_EQ(end(), ShareEnd::no_portal);
}

TEST_F(Portal, a_portal_that_shares_no_screens_is_told_apart) {
    EXPECT_EQ(probe(), ShareObstacle::none);
    desktop_->properties.insert(QStringLiteral("AvailableSourceTypes"), 4U);
    EXPECT_EQ(probe(), ShareObstacle::no_screen_cast);
    desktop_->errors[QStringLiteral("GetAll")] = QStringLiteral("org.freedesktop.DBus.Error.InvalidArgs");
    EXPECT_EQ(probe(), ShareObstacle::no_screen_cast);
    EXPECT_EQ(end(), ShareEnd::no_screen_cast);
}

TEST_F(Portal, a_portal_that_never_answers_ends_it) {
    answer_max_ = std::chrono::milliseconds{100};
    desktop_->answers.erase(create);
    EXPECT_EQ(end(), ShareEnd::no_portal);
}

TEST_F(Portal, a_person_may_take_longer_than_a_portal) {
    answer_max_ = std::chrono::milliseconds{100};
    desktop_->answers.erase(start);
    share();
    ASSERT_TRUE(is_asked(start));
    EXPECT_FALSE(QTest::qWaitFor([this] { return !ends_.isEmpty(); }, 300));
    sharing_.reset();
    EXPECT_TRUE(QTest::qWaitFor([this] { return desktop_->closed.size() == 2; }, 3000));
    EXPECT_EQ(desktop_->closed, (QStringList{desktop_->last_request, PortalOnBus::session}))
        << "taking it back closes the dialog";
}

TEST_F(Portal, a_session_that_the_desktop_closes_ends_it_once) {
    ASSERT_TRUE(begin());
    desktop_->close_session();
    EXPECT_EQ(next_end(), ShareEnd::desktop_ended);
    desktop_->close_session();
    EXPECT_FALSE(QTest::qWaitFor([this] { return ends_.size() > 1; }, 100));
    EXPECT_TRUE(desktop_->closed.isEmpty()) << "it is closed already";
}

TEST_F(Portal, a_portal_that_goes_takes_the_screen_with_it) {
    ASSERT_TRUE(begin());
    desktop_->leave();
    EXPECT_EQ(next_end(), ShareEnd::desktop_ended);
}

TEST_F(Portal, answers_of_other_requests_change_nothing) {
    desktop_->answers.erase(start);
    share();
    ASSERT_TRUE(is_asked(start));
    desktop_->respond(PortalOnBus::root + QStringLiteral("/request/1_99/plenum1"), {1U, QVariantMap{}});
    EXPECT_FALSE(QTest::qWaitFor([this] { return !ends_.isEmpty(); }, 100));
}

TEST_F(Portal, a_second_answer_is_not_taken_for_that_of_the_next_request) {
    desktop_->again = {1U, QVariantMap{}};
    EXPECT_TRUE(begin());
    EXPECT_TRUE(ends_.isEmpty());
}

TEST_F(Portal, an_answer_of_another_form_ends_it) {
    const QList<QVariantList> forms{{}, {QStringLiteral("yes")}, {0U}, {0, QVariantMap{}}, {0U, QVariantMap{}, 1U}};
    for (const auto& method : {create, select, start}) {
        for (const auto& form : forms) {
            desktop_->nonsense = {{method, form}};
            EXPECT_EQ(end(), ShareEnd::bad_answer) << method.toStdString() << " with " << form.size();
            ends_.clear();
        }
    }
}

TEST_F(Portal, a_session_that_is_no_path_of_the_portal_ends_it) {
    const QList<QVariant> handles{{},
                                  7U,
                                  QVariantMap{},
                                  QString{},
                                  QStringLiteral("/elsewhere"),
                                  PortalOnBus::root + QStringLiteral("/session/"),
                                  PortalOnBus::root + QStringLiteral("/session/a//b"),
                                  PortalOnBus::root + QStringLiteral("/session/ä b")};
    for (const auto& handle : handles) {
        desktop_->answers[create] = {0, {}};
        if (handle.isValid()) desktop_->answers[create].results.insert(QStringLiteral("session_handle"), handle);
        EXPECT_EQ(end(), ShareEnd::bad_answer) << handle.toString().toStdString();
        ends_.clear();
    }
    // Some portals send the text as a path.
    desktop_->answers[create].results.insert(QStringLiteral("session_handle"),
                                             QVariant::fromValue(QDBusObjectPath{PortalOnBus::session}));
    EXPECT_TRUE(begin());
}

TEST_F(Portal, streams_that_are_none_end_it) {
    const QList<QVariant> lists{{},
                                QStringLiteral("42"),
                                QVariant::fromValue(QList<PortalStream>{}),
                                QVariant::fromValue(PortalStream{}),
                                QStringList{QStringLiteral("42")},
                                QVariantMap{{QStringLiteral("42"), 42U}}};
    for (const auto& list : lists) {
        desktop_->answers[start] = {0, {}};
        if (list.isValid()) desktop_->answers[start].results.insert(QStringLiteral("streams"), list);
        EXPECT_EQ(end(), ShareEnd::bad_answer) << list.typeName();
        ends_.clear();
    }
}

TEST_F(Portal, a_connection_that_is_none_ends_it) {
    desktop_->remote = QVariant{3};
    EXPECT_EQ(end(), ShareEnd::bad_answer);
    ends_.clear();
    desktop_->remote.reset();
    desktop_->errors[open_remote] = QStringLiteral("org.freedesktop.DBus.Error.Failed");
    EXPECT_EQ(end(), ShareEnd::bad_answer);
}

TEST_F(Portal, a_call_that_returns_no_path_ends_it) {
    desktop_->answers.erase(create);
    desktop_->returned = QVariant{QStringLiteral("no path")};
    EXPECT_EQ(end(), ShareEnd::bad_answer);
}

} // namespace
} // namespace plenum::ui
