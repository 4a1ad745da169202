// SPDX-License-Identifier: Apache-2.0
// The key that is held to talk: when it is wanted of the desktop, and what it holds.
#include "tests/ui/in_call.h"

#include <QSignalSpy>

namespace plenum::ui {
namespace {

class TalkKeyTest : public InCall {
  protected:
    void want_everywhere(bool wanted) { client.settings()->setProperty("talkKeyEverywhere", wanted); }
    bool asked() { return client.floors()->voice()->own()->standing() != QLatin1String{"none"}; }

    TalkKey& key{*client.talk_key()};
};

TEST_F(TalkKeyTest, it_is_wanted_of_the_desktop_in_a_call_where_it_was_chosen) {
    const QSignalSpy changes{&key, &TalkKey::wanted_changed};
    want_everywhere(true);
    enter(true);
    EXPECT_FALSE(key.wanted()) << "nobody offers it";
    key.offer("Ctrl+Alt+Space");
    EXPECT_TRUE(key.wanted());
    want_everywhere(false);
    EXPECT_FALSE(key.wanted());
    want_everywhere(true);
    EXPECT_TRUE(key.wanted());
    client.session()->leave();
    ticks(3);
    EXPECT_FALSE(key.wanted());
    EXPECT_EQ(changes.count(), 4);
}

TEST_F(TalkKeyTest, held_it_asks_and_opens_and_up_it_takes_both_back) {
    enter(false);
    conference.floors().turn_floor_on();
    conference.floors().someone_wants_floor(base::MemberIndex{2});
    client.media()->set_microphone_on(false);
    key.hold(true);
    key.hold(true);
    ticks(1);
    EXPECT_TRUE(asked());
    EXPECT_TRUE(client.media()->push_to_talk());
    key.hold(false);
    ticks(1);
    EXPECT_FALSE(asked());
    EXPECT_FALSE(client.media()->push_to_talk());
}

TEST_F(TalkKeyTest, who_takes_the_choice_back_while_it_is_held_holds_nothing) {
    key.offer("Ctrl+Alt+Space");
    want_everywhere(true);
    enter(false);
    client.media()->set_microphone_on(false);
    key.hold(true);
    EXPECT_TRUE(client.media()->push_to_talk());
    want_everywhere(false);
    EXPECT_FALSE(client.media()->push_to_talk());
}

} // namespace
} // namespace plenum::ui
