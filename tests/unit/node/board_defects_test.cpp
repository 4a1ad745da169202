// SPDX-License-Identifier: Apache-2.0
// What users of other shared whiteboards report, between whole nodes: each test says what cannot happen here. Undo that
// takes away others' work is excalidraw#7353, old work drawpile#377; updates that come only after a reload are
// excalidraw#5280, and neuroanatomy/BrainBox#231 for those who come later.
#include "core/api/standard_flows.h"
#include "core/board/exchange/replica.h"
#include "core/board/snapshot.h"
#include "tests/unit/node/floor_fixture.h"

#include <gtest/gtest.h>

#include <array>

namespace plenum::test {
namespace {

class BoardDefects : public Floor {
  protected:
    struct Person {
        Hall::Place* place;
        std::size_t told{0};
        board::Replica replica{node::board_label};
    };

    void SetUp() override {
        Floor::SetUp();
        run(200ms);
    }
    /// The boards follow the nodes, and give them what is to be sent.
    void run(base::Duration duration) {
        for (const auto end = hall.now + duration; hall.now < end; hall.run(5ms)) {
            for (auto* person : people) {
                for (; person->told < person->place->events.size(); ++person->told)
                    std::ignore = person->replica.handle(person->place->events[person->told], hall.now);
                while (auto command = person->replica.next(hall.now))
                    std::visit([&](auto& what) { hall.command(*person->place, std::move(what)); }, *command);
            }
        }
    }
    board::ObjectId act(Person& person, const board::EditResult& edit) {
        EXPECT_EQ(person.replica.act(edit), std::nullopt);
        return edit && !edit->objects.empty() ? edit->objects.front() : board::ObjectId{};
    }
    board::ObjectId write(Person& person, const std::string& text) {
        return act(person, person.replica.editor().add_label({{}, {}, {160, 160}}, board::LabelKind::note, {}, text));
    }
    board::ObjectId begin_stroke(Person& person) {
        const std::array points{board::InkPoint{{0, 0}}, board::InkPoint{{16, 16}}};
        return act(person, person.replica.editor().begin_stroke({}, {}, points));
    }
    void draw_on(Person& person, board::ObjectId stroke, int pieces) {
        for (int piece = 2; piece < pieces + 2; ++piece) {
            const std::array points{board::InkPoint{{16 * piece, 16 * piece}}};
            act(person, person.replica.editor().append_points(stroke, points));
        }
    }
    static bool sees(const Person& person, board::ObjectId object) {
        const auto* found = person.replica.board().find(object);
        return found != nullptr && found->placement.visible;
    }
    static std::uint32_t points_seen(const Person& person, board::ObjectId stroke) {
        const auto* object = person.replica.board().find(stroke);
        const auto* drawn = object == nullptr ? nullptr : std::get_if<board::Stroke>(&object->content);
        return drawn == nullptr ? 0 : drawn->points.count;
    }
    void expect_equal() {
        const auto of = [](const Person& person) { return board::encode_snapshot(person.replica.board()); };
        EXPECT_EQ(of(ann), of(ben));
        EXPECT_EQ(of(ann), of(cleo));
    }

    /// Somebody who comes later.
    void bring_in(Person& person) {
        hall.join(*person.place, relay, link, "Dora");
        people.push_back(&person);
        run(1s);
        ASSERT_TRUE(Hall::joined(*person.place));
    }

    Person ann{&alice};
    Person ben{&bob};
    Person cleo{&cem};
    std::vector<Person*> people{&ann, &ben, &cleo};
};

TEST_F(BoardDefects, undo_pressed_often_takes_away_nothing_that_others_drew) {
    const auto text = write(ann, "a load of stuff");
    const auto stroke = begin_stroke(ben);
    run(200ms);
    act(ben, ben.replica.editor().move({{text}}, {160, 0}));
    run(200ms);
    for (auto edit = ben.replica.editor().undo(); edit; edit = ben.replica.editor().undo())
        act(ben, edit);
    run(300ms);
    for (auto* person : {&ann, &ben, &cleo}) {
        EXPECT_TRUE(sees(*person, text));
        EXPECT_FALSE(sees(*person, stroke));
    }
    expect_equal();
}

TEST_F(BoardDefects, undo_of_somebody_who_comes_later_or_comes_back_takes_away_nothing_that_was_there_before) {
    const auto note = write(ann, "from last week");
    const auto stroke = begin_stroke(ben);
    run(200ms);
    Person dora{&hall.add_endpoint()};
    bring_in(dora);
    Person ben_again{&hall.add_endpoint()};
    bring_in(ben_again);
    const auto own = write(dora, "mine");
    run(200ms);
    for (auto* person : {&dora, &ben_again}) {
        for (auto edit = person->replica.editor().undo(); edit; edit = person->replica.editor().undo())
            act(*person, edit);
    }
    run(300ms);
    for (auto* person : people) {
        EXPECT_TRUE(sees(*person, note) && sees(*person, stroke));
        EXPECT_FALSE(sees(*person, own));
    }
}

TEST_F(BoardDefects, whoever_comes_while_a_stroke_is_drawn_sees_what_is_added_to_it_without_coming_again) {
    const auto stroke = begin_stroke(ben);
    run(200ms);
    Person dora{&hall.add_endpoint()};
    bring_in(dora);
    EXPECT_EQ(points_seen(dora, stroke), 2U);
    for (std::uint32_t piece = 0; piece < 4; ++piece) {
        draw_on(ben, stroke, 1);
        run(150ms);
        EXPECT_EQ(points_seen(dora, stroke), 3 + piece);
    }
}

TEST_F(BoardDefects, whoever_may_only_look_sees_a_stroke_while_it_is_drawn) {
    declare(ann.replica.flow());
    want(bob);
    run(200ms);
    const auto stroke = begin_stroke(ben);
    for (int piece = 0; piece < 4; ++piece) {
        draw_on(ben, stroke, 1);
        run(150ms);
        EXPECT_EQ(points_seen(cleo, stroke), static_cast<std::uint32_t>(3 + piece)) << "before the stroke has ended";
    }
}

TEST_F(BoardDefects, object_that_one_moves_while_another_deletes_it_is_gone_for_all_and_undo_brings_it_back_moved) {
    const auto note = write(ann, "here");
    run(200ms);
    act(ben, ben.replica.editor().move({{note}}, {320, 0}));
    act(cleo, cleo.replica.editor().remove({{note}}));
    run(300ms);
    expect_equal();
    EXPECT_FALSE(sees(ann, note));
    act(cleo, cleo.replica.editor().undo());
    run(300ms);
    expect_equal();
    ASSERT_TRUE(sees(ann, note));
    EXPECT_EQ(ann.replica.board().find(note)->transform.value().position.x, 320);
}

TEST_F(BoardDefects, stroke_during_which_the_network_fails_is_whole_for_all_once_it_is_back) {
    const auto stroke = begin_stroke(ben);
    draw_on(ben, stroke, 3);
    run(200ms);
    hall.drop_all_to(relay.address, true);
    draw_on(ben, stroke, 6);
    run(3s);
    EXPECT_LT(points_seen(cleo, stroke), 11U);
    draw_on(ben, stroke, 2);
    act(ben, ben.replica.editor().end_stroke(stroke));
    hall.drop_all_to(relay.address, false);
    run(8s);
    EXPECT_EQ(points_seen(cleo, stroke), 13U);
    EXPECT_TRUE(ben.replica.settled());
    expect_equal();
}

} // namespace
} // namespace plenum::test
