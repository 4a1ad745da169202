// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/temporary_store.h"
#include "ui/models/dates.h"
#include "ui/models/elapsed_time.h"
#include "ui/models/health.h"
#include "ui/models/settings.h"

#include <QSignalSpy>

#include <gtest/gtest.h>

namespace plenum::ui {
namespace {

using namespace std::chrono_literals;

const QLocale german{QLocale::German, QLocale::Austria};
const QLocale american{QLocale::English, QLocale::UnitedStates};

/// A locale by default, as long as this lives.
class DefaultLocale {
  public:
    explicit DefaultLocale(const QLocale& locale) { QLocale::setDefault(locale); }
    ~DefaultLocale() { QLocale::setDefault(before_); }
    Q_DISABLE_COPY_MOVE(DefaultLocale)

  private:
    QLocale before_;
};

TEST(Dates, AreInTheLanguageOfTheWords) {
    const auto beside = [](QLocale::Language words, const QLocale& wanted, const QLocale& times) {
        return dates::beside_words(words, wanted, times);
    };
    EXPECT_EQ(beside(QLocale::German, german, german), german);
    EXPECT_EQ(beside(QLocale::German, german, QLocale::c()), german) << "LANG=de_AT LC_TIME=C";
    EXPECT_EQ(beside(QLocale::German, QLocale::c(), QLocale::c()).language(), QLocale::German)
        << "LANGUAGE=de LC_ALL=C";
    EXPECT_EQ(beside(QLocale::English, american, german), american);
    EXPECT_EQ(beside(QLocale::English, QLocale::c(), QLocale::c()), QLocale::c());
    const QLocale french{QLocale::French};
    EXPECT_EQ(beside(QLocale::English, french, french), french) << "nobody translated the words";
}

TEST(Dates, NameTheMonthAndAnotherYear) {
    const QDateTime now{{2026, 11, 28}, {12, 0}};
    const auto day = [&](const QLocale& locale, QDate date) {
        const DefaultLocale guard{locale};
        return dates::day(QDateTime{date, {12, 0}}, now);
    };
    EXPECT_EQ(day(german, {2026, 11, 26}), "26. Nov.");
    EXPECT_EQ(day(german, {2024, 3, 1}), "1. März 2024");
    EXPECT_EQ(day(american, {2026, 11, 26}), "Nov 26");
    EXPECT_EQ(day(american, {2024, 11, 26}), "Nov 26, 2024");
    EXPECT_EQ(day({QLocale::English, QLocale::UnitedKingdom}, {2026, 11, 26}), "26 Nov");
    EXPECT_EQ(day({QLocale::English, QLocale::UnitedKingdom}, {2024, 11, 26}), "26 Nov 2024");
    EXPECT_EQ(day(QLocale::c(), {2024, 11, 26}), "26 Nov 2024");
    EXPECT_EQ(day(QLocale{QLocale::French}, {2026, 11, 26}), "26/11/2026");
}

TEST(Dates, TellTheTimeWithoutSeconds) {
    const QDateTime when{{2026, 11, 26}, {18, 5, 59}};
    for (const auto& [locale, words] : {std::pair{QLocale::c(), "18:05"}, {german, "18:05"}, {american, "6:05 PM"}}) {
        const DefaultLocale guard{locale};
        EXPECT_EQ(dates::time_of_day(when).toStdString(), words);
    }
}

TEST(HealthWords, GradesByWhatPeopleNotice) {
    const auto of = [](base::Duration delay, int loss) {
        return grade({.round_trip = 10ms, .loss_permille = loss, .mouth_to_ear = delay});
    };
    EXPECT_EQ(of(120ms, 0), HealthGrade::good);
    EXPECT_EQ(of(200ms, 20), HealthGrade::good);
    EXPECT_EQ(of(201ms, 0), HealthGrade::fair);
    EXPECT_EQ(of(120ms, 21), HealthGrade::fair);
    EXPECT_EQ(of(401ms, 0), HealthGrade::poor);
    EXPECT_EQ(of(120ms, 81), HealthGrade::poor);
}

TEST(HealthWords, SaysTheDelayPeopleHear) {
    Health health{[] { return base::LocalTime{}; }};
    EXPECT_EQ(health.grade_name(), "unknown");
    health.set({.round_trip = 48ms, .loss_permille = 2, .mouth_to_ear = 120ms});
    EXPECT_EQ(health.text(), "Good, 120 ms");
    EXPECT_EQ(health.round_trip(), "48 ms");
    EXPECT_EQ(health.loss(), "0.2 %");
    health.set({.round_trip = 100ms, .loss_permille = 0, .mouth_to_ear = std::nullopt});
    EXPECT_EQ(health.mouth_to_ear_text(), "nobody is heard now");
    health.clear();
    EXPECT_EQ(health.grade_name(), "unknown");
}

TEST(HealthWords, a_good_link_is_not_called_good_while_nobody_is_heard) {
    Health health{[] { return base::LocalTime{}; }};
    const QSignalSpy changes{&health, &Health::changed};
    health.set({.round_trip = 48ms, .loss_permille = 2, .mouth_to_ear = std::nullopt});
    health.set_fault(ReceptionFault::hears_nobody);
    health.set_fault(ReceptionFault::hears_nobody);
    EXPECT_EQ(changes.size(), 2) << "one each";
    EXPECT_EQ(health.text(), "Poor, you hear nobody");
    EXPECT_EQ(health.grade_name(), "poor");
    EXPECT_TRUE(health.meaning().contains(QLatin1String{"loudspeaker"}));
    health.set_fault(std::nullopt);
    EXPECT_EQ(health.text(), "Good, 84 ms");
    health.set_fault(ReceptionFault::sees_nobody);
    EXPECT_TRUE(health.meaning().contains(QLatin1String{"Receive less"}));
    health.set_fault(ReceptionFault::senders_silent);
    EXPECT_TRUE(health.meaning().contains(QLatin1String{"Their connection"}));
    health.clear();
    EXPECT_FALSE(health.faulty());
}

TEST(HealthWords, CallsNoNetworkPoorInTheFirstSecondsOfACall) {
    base::LocalTime now{};
    Health health{[&] { return now; }};
    const LinkHealth poor{.round_trip = 10ms, .loss_permille = 300, .mouth_to_ear = 900ms};
    health.set(poor);
    EXPECT_EQ(health.text(), "Measuring…");
    now += 4900ms;
    health.set(poor);
    EXPECT_EQ(health.grade_name(), "unknown");
    health.set({.round_trip = 48ms, .loss_permille = 2, .mouth_to_ear = 120ms});
    EXPECT_EQ(health.grade_name(), "good") << "good news needs no waiting";
    now += 100ms;
    health.set(poor);
    EXPECT_EQ(health.text(), "Poor, 900 ms");
    health.clear();
    health.set(poor);
    EXPECT_EQ(health.grade_name(), "unknown") << "in the next call anew";
}

TEST(Elapsed, FormatsAndNeverRunsBackwardsBelowZero) {
    EXPECT_EQ(ElapsedTime::format(0), "0:00");
    EXPECT_EQ(ElapsedTime::format(42 * 60 + 10), "42:10");
    EXPECT_EQ(ElapsedTime::format(3723), "1:02:03");
    auto now = QDateTime::fromSecsSinceEpoch(1'000'000);
    ElapsedTime elapsed{[&] { return now; }};
    QSignalSpy changes{&elapsed, &ElapsedTime::text_changed};
    elapsed.start(now.addSecs(-5));
    EXPECT_EQ(elapsed.text(), "0:05");
    elapsed.tick();
    EXPECT_EQ(changes.size(), 1);
    now = now.addSecs(-3600);
    elapsed.tick();
    EXPECT_EQ(elapsed.text(), "0:00");
}

TEST(SettingsFile, KeepsWhatWasChosen) {
    const TemporaryStore store;
    {
        Settings settings{store.open()};
        settings.setProperty("displayName", QStringLiteral("Ada"));
        settings.setProperty("theme", QStringLiteral("dark"));
        settings.setProperty("textScale", 1.3);
        settings.setProperty("joinMuted", true);
        settings.setProperty("panel", QStringLiteral("floor"));
        settings.setProperty("floorOpensMicrophone", false);
    }
    const Settings settings{store.open()};
    EXPECT_EQ(settings.display_name(), "Ada");
    EXPECT_EQ(settings.theme(), "dark");
    EXPECT_EQ(settings.property("textScale").toDouble(), 1.3);
    EXPECT_TRUE(settings.join_muted());
    EXPECT_EQ(settings.property("panel"), QStringLiteral("floor"));
    EXPECT_FALSE(settings.floor_opens_microphone());
}

TEST(SettingsFile, AFileEditedByHandDoesNoHarm) {
    const TemporaryStore store;
    const auto file = store.open();
    file->setValue("looks/theme", "pink");
    file->setValue("looks/language", "xx");
    file->setValue("looks/text_scale", 99);
    file->setValue("looks/stage_layout", 5);
    file->setValue("person/name", QString{1000, QLatin1Char{'x'}});
    file->sync();
    const Settings settings{store.open()};
    EXPECT_EQ(settings.theme(), "system");
    EXPECT_EQ(settings.language(), "system");
    EXPECT_EQ(settings.stage_layout(), "automatic");
    EXPECT_EQ(settings.property("textScale").toDouble(), 1.5);
    EXPECT_LE(settings.display_name().size(), 120);
}

TEST(SettingsName, IsAsLongAsTheProtocolTakes) {
    EXPECT_EQ(Settings::fitting_name(QString(120, u'x')).size(), 120);
    EXPECT_EQ(Settings::fitting_name(QString(121, u'x')).size(), 120);
    EXPECT_EQ(Settings::fitting_name(QString(61, QChar{0xfc})).size(), 60) << "of two bytes each";
    const auto owl = QStringLiteral("\U0001F989");
    EXPECT_EQ(Settings::fitting_name(QString(117, u'x') + owl), QString(117, u'x')) << "not half an owl";
}

} // namespace
} // namespace plenum::ui
