// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/in_call.h"
#include "tests/ui/people.h"
#include "ui/models/mix_words.h"

#include <gmock/gmock.h>

namespace plenum::ui {
namespace {

using namespace std::chrono_literals;

class Mixing : public InCall {
  protected:
    Mixing() { enter(false); }
    Mixer& mixer() { return *client.people()->mixer(); }
    QVariant of(base::MemberIndex member, Mixer::RoleId role) {
        return mixer().index(mixer().row_of(static_cast<int>(member.value()))).data(role);
    }
};

TEST_F(Mixing, everyone_else_has_a_strip) {
    EXPECT_EQ(mixer().rowCount(), 4);
    EXPECT_EQ(mixer().row_of(1), -1) << "ourselves";
    conference.people().someone_leaves(ada);
    EXPECT_EQ(mixer().rowCount(), 3);
    EXPECT_EQ(mixer().row_of(2), -1);
}

TEST_F(Mixing, volume_and_place_are_bounded) {
    mixer().set_volume(2, 40);
    mixer().set_pan(2, -3);
    EXPECT_EQ(conference.mixer().mix(ada), (SoundMix{.volume_db = 12, .pan = -1}));
    mixer().set_volume(2, -200);
    EXPECT_EQ(conference.mixer().mix(ada).volume_db, SoundMix::volume_db_min);
    mixer().set_volume(77, 3);
    EXPECT_EQ(conference.mixer().mix(base::MemberIndex{77}), SoundMix{}) << "a stranger";
}

TEST_F(Mixing, volume_and_place_are_found_again_in_the_next_call) {
    mixer().set_volume(2, -6);
    mixer().set_pan(3, 0.5);
    mixer().own()->set_volume(4);
    mixer().set_muted(2, true);
    client.session()->leave();
    ticks(2);
    Client next{conference.ports(), store.open()};
    next.settings()->setProperty("displayName", QStringLiteral("Robin"));
    ASSERT_TRUE(next.session()->prepare_join(QString::fromLatin1(SimulatedConference::example_link)));
    next.session()->enter();
    ticks(14);
    EXPECT_EQ(conference.mixer().mix(ada), (SoundMix{.volume_db = -6})) << "mute is for one call";
    EXPECT_EQ(conference.mixer().mix(jonas), (SoundMix{.pan = 0.5}));
    EXPECT_EQ(conference.mixer().own().volume_db, 4);
}

TEST_F(Mixing, solo_is_told_as_long_as_it_is_on) {
    EXPECT_EQ(mixer().silence(), "");
    mixer().set_solo(2, true);
    EXPECT_EQ(mixer().silence(), "Solo is on in the Mixer: you hear only Ada Moreau.");
    EXPECT_TRUE(of(jonas, Mixer::silenced_role).toBool());
    EXPECT_FALSE(of(ada, Mixer::silenced_role).toBool());
    mixer().end_silence();
    EXPECT_EQ(mixer().silence(), "");
    EXPECT_FALSE(conference.mixer().mix(ada).solo);
    mixer().set_solo(3, true);
    conference.people().someone_leaves(jonas);
    EXPECT_EQ(mixer().silence(), "") << "nobody is solo any more";
}

TEST_F(Mixing, a_sum_turned_down_to_nothing_is_told) {
    mixer().sum()->set_volume(-60);
    EXPECT_EQ(conference.mixer().sum().volume_db, -60);
    EXPECT_NE(mixer().silence(), "");
    mixer().end_silence();
    EXPECT_EQ(mixer().sum()->volume(), 0);
    EXPECT_EQ(mixer().silence(), "");
}

TEST_F(Mixing, delay_is_the_sum_of_its_parts) {
    ticks(1);
    EXPECT_EQ(of(ada, Mixer::delay_role).toString(), "128 ms");
    const auto parts = of(ada, Mixer::delay_parts_role).toString();
    EXPECT_TRUE(parts.contains(QLatin1String{"Waiting for late packets: 44 ms"})) << qPrintable(parts);
    emit conference.mixer().mixed({});
    EXPECT_EQ(of(ada, Mixer::delay_role).toString(), "") << "not heard now";
}

TEST_F(Mixing, a_computer_that_plays_with_its_screen_has_a_strip_of_its_own) {
    const auto computer = MixStrip::computer_of(ada);
    conference.mixer().play_computer(ada, true);
    ticks(1);
    ASSERT_EQ(mixer().row_of(computer), mixer().row_of(2) + 1) << "below the person's";
    const auto row = mixer().index(mixer().row_of(computer));
    EXPECT_EQ(row.data(Mixer::name_role).toString(), "Ada Moreau's computer");
    EXPECT_GT(row.data(Mixer::level_role).toFloat(), 0);
    mixer().set_volume(computer, -6);
    mixer().set_muted(computer, true);
    EXPECT_EQ(conference.mixer().computer_mix(ada), (SoundMix{.volume_db = -6, .muted = true}));
    EXPECT_EQ(conference.mixer().mix(ada), SoundMix{}) << "the voice is another strip";
    mixer().set_solo(computer, true);
    EXPECT_EQ(mixer().silence(), "Solo is on in the Mixer: you hear only Ada Moreau's computer.");
    conference.mixer().play_computer(ada, false);
    ticks(1);
    EXPECT_EQ(mixer().row_of(computer), -1);
    EXPECT_FALSE(conference.mixer().computer_mix(ada).solo) << "nobody else would be heard";
    EXPECT_EQ(mixer().silence(), "");
    conference.mixer().play_computer(ada, true);
    ticks(1);
    EXPECT_EQ(conference.mixer().computer_mix(ada), (SoundMix{.volume_db = -6})) << "mute is for one share";
    conference.people().someone_leaves(ada);
    EXPECT_EQ(mixer().row_of(computer), -1);
}

TEST(MixWords, say_the_value_to_eye_and_ear) {
    EXPECT_EQ(MixWords::volume(-3), "−3 dB");
    EXPECT_EQ(MixWords::volume(0), "0 dB");
    EXPECT_EQ(MixWords::volume(12), "+12 dB");
    EXPECT_EQ(MixWords::volume(-60), "−∞ dB");
    EXPECT_EQ(MixWords::spoken_volume(-3), "minus 3 decibels");
    EXPECT_EQ(MixWords::spoken_volume(-60), "silent");
    EXPECT_EQ(MixWords::place(-0.3), "30 % left");
    EXPECT_EQ(MixWords::place(0), "middle");
}

TEST(MixMemory, keeps_a_bounded_number_and_survives_a_file_edited_by_hand) {
    const TemporaryStore store;
    Settings settings{store.open()};
    MixMemory memory{settings};
    for (qsizetype person = 0; person < MixMemory::entries_max + 5; ++person)
        memory.keep(QStringLiteral("k%1").arg(person), {.volume_db = -1});
    EXPECT_EQ(settings.mixes().size(), MixMemory::entries_max);
    EXPECT_EQ(memory.find(QStringLiteral("k0")), SoundMix{}) << "changed longest ago";
    EXPECT_EQ(memory.find(QStringLiteral("k304")).volume_db, -1);
    settings.set_mixes({QStringLiteral("a nan 0"), QStringLiteral("b 900 -7"), QStringLiteral("c"), QString{}});
    EXPECT_EQ(memory.find(QStringLiteral("a")), SoundMix{});
    EXPECT_EQ(memory.find(QStringLiteral("b")), (SoundMix{.volume_db = 12, .pan = -1}));
    EXPECT_EQ(memory.find(QStringLiteral("c")), SoundMix{});
}

TEST_F(Mixing, low_delay_reaches_the_devices_and_is_remembered) {
    auto audio = client.settings()->audio();
    audio.low_delay = true;
    client.settings()->setProperty("audio", QVariant::fromValue(audio));
    EXPECT_TRUE(conference.devices().audio_processing().low_delay);
    EXPECT_TRUE(Settings{store.open()}.audio().low_delay);
}

// --- how much of a camera is received ---

class ReceivingLess : public InCall {
  protected:
    ReceivingLess() {
        enter(false);
        ticks(SimulatedConference::ticks_per_second);
        video().show(2);
    }
    IncomingVideo& video() { return *client.people()->incoming_video(); }
    int pictures_of(base::MemberIndex member) {
        int pictures = 0;
        const auto count = [&](base::MemberIndex index, const media::VideoFrame& frame) {
            if (index == member && !frame.empty()) ++pictures;
        };
        const auto link = QObject::connect(&conference.media(), &MediaPort::video_frame, &conference.media(), count);
        ticks(2 * SimulatedConference::ticks_per_second);
        QObject::disconnect(link);
        return pictures;
    }
};

TEST_F(ReceivingLess, each_choice_brings_as_many_pictures_as_it_says) {
    EXPECT_EQ(pictures_of(ada), 40);
    for (const auto& [share, pictures] : {std::pair{"half", 20}, {"low", 10}, {"stills", 2}, {"none", 0}}) {
        video().choose(QString::fromLatin1(share));
        EXPECT_EQ(pictures_of(ada), pictures) << share;
        EXPECT_EQ(pictures_of(jonas), 40) << "of the others everything comes";
    }
}

TEST_F(ReceivingLess, says_what_it_saves_and_undoes) {
    EXPECT_FALSE(video().may_undo());
    EXPECT_EQ(video().choices().at(4).toMap().value(QStringLiteral("explanation")).toString(),
              "About 5.8 kB/s, saves 90 kB/s");
    EXPECT_TRUE(video().reduced().isEmpty());
    video().choose(QStringLiteral("stills"));
    video().choose(QStringLiteral("none"));
    EXPECT_EQ(video().reduced().value(QStringLiteral("2")).toString(), "Picture off");
    EXPECT_EQ(video().declined().keys(), QStringList{"2"});
    ticks(SimulatedConference::ticks_per_second);
    EXPECT_EQ(video().rate(), "Their camera takes 0 kB/s of your connection now. Before, it took 96 kB/s.");
    video().undo();
    EXPECT_EQ(video().share(), "everything");
    EXPECT_FALSE(video().may_undo());
    EXPECT_EQ(pictures_of(ada), 40);
}

TEST_F(ReceivingLess, the_path_says_where_it_is_saved) {
    EXPECT_EQ(video().path().value(QStringLiteral("words")).toString(),
              "Everything that they send reaches you: 96 kB/s.");
    EXPECT_EQ(video().path().value(QStringLiteral("share")).toDouble(), 1);
    video().choose(QStringLiteral("stills"));
    EXPECT_EQ(video().path().value(QStringLiteral("words")).toString(),
              "They send 96 kB/s. The relay passes 5.8 kB/s on to you, which saves 90 kB/s.");
    EXPECT_NEAR(video().path().value(QStringLiteral("share")).toDouble(), 0.06, 0.001);
    video().show(77);
    EXPECT_TRUE(video().path().isEmpty()) << "a stranger";
}

TEST_F(ReceivingLess, a_choice_for_one_person_goes_before_the_setting) {
    video().choose(QStringLiteral("half"));
    client.settings()->setProperty("incomingVideo", QStringLiteral("none"));
    EXPECT_EQ(pictures_of(jonas), 0);
    EXPECT_EQ(pictures_of(ada), 20);
    video().choose(QStringLiteral("everything"));
    EXPECT_EQ(pictures_of(ada), 40);
    video().choose(QStringLiteral("none"));
    client.settings()->setProperty("incomingVideo", QStringLiteral("everything"));
    EXPECT_EQ(pictures_of(ada), 40) << "as for all";
}

TEST_F(ReceivingLess, a_person_who_returns_is_treated_as_before) {
    video().choose(QStringLiteral("none"));
    conference.people().someone_leaves(ada);
    EXPECT_TRUE(video().reduced().isEmpty());
    Member again{.index = base::MemberIndex{9}, .name = QStringLiteral("Ada Moreau")};
    again.acquaintance.key = QStringLiteral("key-2");
    emit conference.people().member_changed(again);
    EXPECT_TRUE(video().reduced().contains(QStringLiteral("9")));
}

} // namespace
} // namespace plenum::ui
