// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/levels.h"
#include "ui/models/member_news.h"
#include "ui/models/members_model.h"
#include "ui/models/speaker_picker.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>

#include <gtest/gtest.h>

namespace plenum::ui {
namespace {

using namespace std::chrono_literals;

Member member(std::uint32_t index, const char* name, bool is_self = false) {
    return {.index = base::MemberIndex{index}, .name = QString::fromUtf8(name), .is_self = is_self};
}

QStringList names(const QAbstractItemModel& model) {
    QStringList found;
    for (int row = 0; row < model.rowCount(); ++row)
        found << model.index(row, 0).data(MembersModel::name_role).toString();
    return found;
}

TEST(Members, SelfIsFirstAndOthersKeepTheOrderOfJoining) {
    MembersModel model;
    const QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::Fatal};
    for (const auto& who : {member(4, "D"), member(2, "B"), member(3, "Me", true), member(9, "I")})
        model.set(who);
    EXPECT_EQ(names(model), QStringList({"Me", "B", "D", "I"}));
    auto gone = member(2, "B");
    gone.presence = Presence::absent;
    model.set(gone);
    gone.presence = Presence::present;
    model.set(gone);
    EXPECT_EQ(names(model), QStringList({"Me", "B", "D", "I"}));
    model.remove(base::MemberIndex{2});
    EXPECT_EQ(names(model), QStringList({"Me", "D", "I"}));
}

TEST(Members, TellsAboutOthersOnly) {
    MembersModel model;
    QSignalSpy joined{&model, &MembersModel::joined};
    QSignalSpy dropped{&model, &MembersModel::dropped_off};
    QSignalSpy returned{&model, &MembersModel::returned};
    model.set(member(1, "Me", true));
    model.set(member(2, "B"));
    auto away = member(2, "B");
    away.presence = Presence::absent;
    model.set(away);
    model.set(away);
    model.set(member(2, "B"));
    EXPECT_EQ(joined.size(), 1);
    EXPECT_EQ(dropped.size(), 1);
    EXPECT_EQ(returned.size(), 1);
}

TEST(Members, LevelsOfThoseNotHeardFallToZero) {
    MembersModel model;
    model.set(member(2, "B"));
    model.set_levels(speaking({2}));
    EXPECT_TRUE(model.index(0).data(MembersModel::speaking_role).toBool());
    model.set_levels({});
    EXPECT_FALSE(model.index(0).data(MembersModel::speaking_role).toBool());
    EXPECT_EQ(model.index(0).data(MembersModel::level_role).toFloat(), 0.0F);
}

TEST(Members, InitialsOfAnyName) {
    EXPECT_EQ(MembersModel::initials("Ada Lovelace"), "AL");
    EXPECT_EQ(MembersModel::initials("  plato "), "P");
    EXPECT_EQ(MembersModel::initials("Jean van der Meer"), "JM");
    EXPECT_EQ(MembersModel::initials("   "), "?");
    EXPECT_EQ(MembersModel::initials("(Anna) 2nd"), "A") << "only letters";
    EXPECT_EQ(MembersModel::initials("\"Bob\" O'Neill-3"), "BO");
    EXPECT_EQ(MembersModel::initials("42 !"), "?");
    EXPECT_EQ(MembersModel::initials(QString::fromUtf8("\U0001F600 x")), "X");
    EXPECT_EQ(MembersModel::initials(QString::fromUtf8("élodie Ωmega")), QString::fromUtf8("ÉΩ"));
    EXPECT_EQ(MembersModel::initials(QString::fromUtf8("e\u0301lodie")), QString::fromUtf8("É"))
        << "a combining accent";
    EXPECT_EQ(MembersModel::initials(QString::fromUtf8("\U00010437 x")), QString::fromUtf8("\U0001040FX"))
        << "outside the basic plane";
}

TEST(Picker, ACoughDoesNotMoveTheStage) {
    SpeakerPicker picker;
    EXPECT_EQ(picker.update(speaking({2}), at(0ms)).value(), 2U);
    EXPECT_EQ(picker.update({}, at(1s)).value(), 2U);
    EXPECT_EQ(picker.update(speaking({3}), at(2s)).value(), 2U);
    EXPECT_EQ(picker.update({}, at(2900ms)).value(), 2U);
    EXPECT_EQ(picker.update(speaking({3}), at(3s)).value(), 2U);
    EXPECT_EQ(picker.update(speaking({3}), at(3999ms)).value(), 2U);
    EXPECT_EQ(picker.update(speaking({3}), at(4s)).value(), 3U);
}

TEST(Picker, WhoeverSpeaksKeepsTheStageLongerAndDoesNotGetItBackAtOnce) {
    SpeakerPicker picker;
    picker.update(speaking({2}), at(0s));
    picker.update(speaking({2, 3}), at(1s));
    EXPECT_EQ(picker.update(speaking({2, 3}), at(3900ms)).value(), 2U);
    EXPECT_EQ(picker.update(speaking({2, 3}), at(4s)).value(), 3U);
    EXPECT_EQ(picker.update(speaking({2, 3}), at(20s)).value(), 3U);
}

TEST(Holder, TheFirstIsLargeAtOnceAndTheNextAfterAMoment) {
    HolderPicker picker;
    const auto of = [](std::initializer_list<std::uint32_t> who) {
        QList<base::MemberIndex> holders;
        for (const auto index : who)
            holders << base::MemberIndex{index};
        return holders;
    };
    const base::MemberIndex nobody;
    EXPECT_EQ(picker.update({}, nobody, at(0s)), nobody);
    EXPECT_EQ(picker.update(of({2}), nobody, at(1s)).value(), 2U);
    EXPECT_EQ(picker.update(of({3}), nobody, at(2s)).value(), 2U);
    EXPECT_EQ(picker.update({}, nobody, at(2500ms)).value(), 2U) << "a word said with the space bar";
    EXPECT_EQ(picker.update(of({3}), nobody, at(3s)).value(), 2U);
    EXPECT_EQ(picker.update(of({3}), nobody, at(3999ms)).value(), 2U);
    EXPECT_EQ(picker.update(of({3}), nobody, at(4s)).value(), 3U);
    EXPECT_EQ(picker.update(of({2, 3}), nobody, at(6s)).value(), 3U) << "whoever is there stays";
    picker.update(of({2, 3}), base::MemberIndex{2}, at(7s));
    EXPECT_EQ(picker.update(of({2, 3}), base::MemberIndex{2}, at(8s)).value(), 2U) << "unless the other speaks";
}

// --- what is told of who comes and goes ---

TEST(MemberNews, tells_of_several_who_join_together_in_one_notice) {
    using Event = MemberNews::Event;
    MemberNews news;
    const auto first = news.tell(Event::joined, QStringLiteral("Anna"), at(0s));
    EXPECT_EQ(first.text, "Anna joined");
    const auto left = news.tell(Event::left, QStringLiteral("Zoe"), at(1s));
    EXPECT_EQ(left.text, "Zoe left");
    EXPECT_NE(left.kind, first.kind);
    const auto second = news.tell(Event::joined, QStringLiteral("Ben"), at(1s));
    EXPECT_EQ(second.text, "Anna and Ben joined");
    EXPECT_EQ(second.kind, first.kind) << "takes the place of the first";
    MemberNews::Notice last;
    for (const auto* name : {"Cleo", "Dan", "Eve", "Finn"})
        last = news.tell(Event::joined, QString::fromLatin1(name), at(2s));
    EXPECT_EQ(last.text, "Anna, Ben and 4 others joined");
    EXPECT_EQ(last.kind, first.kind);
    const auto later = news.tell(Event::joined, QStringLiteral("Gil"), at(5s));
    EXPECT_EQ(later.text, "Gil joined");
    EXPECT_NE(later.kind, first.kind);
    EXPECT_EQ(news.tell(Event::returned, QStringLiteral("Ann"), at(6s)).text, "Ann is back");
    EXPECT_EQ(news.tell(Event::returned, QStringLiteral("Bea"), at(6s)).text, "Ann and Bea are back");
}

} // namespace
} // namespace plenum::ui
