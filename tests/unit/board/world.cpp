// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/board/world.h"

#include <algorithm>
#include <iterator>

namespace plenum::board {
namespace {

ImageReference some_image() { return {.content = {}, .bytes = 70, .media_type = "image/png", .width = 4, .height = 3}; }

} // namespace

World::World(const Options& options, std::uint64_t seed) : options_{options}, random_{seed} {
    for (std::uint32_t i = 0; i < options.users; ++i) {
        // The last two are one person with two windows.
        const auto person = i + 1 == options.users ? i : i + 1;
        auto& replica = replicas_.emplace_back();
        replica.user = std::make_unique<User>(i + 1, person, Authority::manage, traffic_, options.rules);
        replica.taken.resize(options.users);
    }
    mail_.resize(options.users);
}

std::string World::run() {
    for (std::size_t step = 0; step < options_.steps; ++step) {
        const auto who = random_.below(replicas_.size());
        if (random_.chance(400'000))
            act(who);
        else
            (void)deliver_some(who);
    }
    for (bool again = true; again;) {
        again = false;
        for (std::size_t i = 0; i < replicas_.size() * 4; ++i)
            again = deliver_some(random_.below(replicas_.size())) || again;
        for (std::size_t i = 0; i < replicas_.size() && !again; ++i)
            again = deliver_some(i);
    }
    return compare();
}

std::size_t World::operations() const {
    std::size_t count = 0;
    for (const auto& [index, sender] : replicas_.front().user->board.state().senders)
        count += sender.applied.value();
    return count;
}

std::string World::compare() const {
    const auto& first = replicas_.front();
    for (const auto& replica : replicas_) {
        const auto name = "user " + std::to_string(replica.user->author.sender.value());
        if (replica.user->board.waits()) return name + " still waits";
        if (replica.user->snapshot() != first.user->snapshot()) return name + " has another board than the first";
        if (replica.not_permitted != first.not_permitted) return name + " refused others than the first";
    }
    const auto seen = describe(first.user->board);
    const auto expected = describe_by_reference(traffic_, options_.rules);
    return seen == expected ? "" : "seen:\n" + seen + "expected:\n" + expected;
}

void World::act(std::size_t who) {
    auto& user = *replicas_[who].user;
    user.authority = random_.chance(700'000)   ? Authority::manage
                     : random_.chance(500'000) ? Authority::edit_others
                                               : Authority::draw;
    switch (random_.below(9)) {
    case 0:
    case 1: draw(who); break;
    case 2:
    case 3: act_on_objects(who); break;
    case 4: act_on_pages(who); break;
    case 5: user.publish(user.editor.undo()); break;
    case 6: user.publish(random_.chance(600'000) ? user.editor.redo() : user.editor.undo()); break;
    case 7: act_raw(who); break;
    default:
        if (random_.chance(200'000)) user.restart_from_snapshot();
    }
    post_new(who);
}

void World::draw(std::size_t who) {
    auto& user = *replicas_[who].user;
    auto& open = replicas_[who].open_strokes;
    const auto page = some_page(user);
    const Frame frame{page, somewhere(), {160, 320}};
    switch (random_.below(6)) {
    case 0:
    case 1: {
        const auto begun = user.publish(user.editor.begin_stroke(page, {}, points({somewhere(), somewhere()})));
        if (!begun.objects.empty()) open.push_back(begun.objects.front());
        break;
    }
    case 2:
        if (open.empty()) break;
        if (random_.chance(700'000)) {
            user.publish(user.editor.append_points(open.back(), points({somewhere()})));
        } else {
            user.publish(user.editor.end_stroke(open.back()));
            open.pop_back();
        }
        break;
    case 3: user.publish(user.editor.add_shape(frame, ShapeKind::arrow, some_style())); break;
    case 4: user.publish(user.editor.add_label(frame, LabelKind::note, {}, std::to_string(random_.below(100)))); break;
    default: user.publish(user.editor.add_image(frame, some_image()));
    }
}

void World::act_on_objects(std::size_t who) {
    auto& user = *replicas_[who].user;
    const auto objects = some_objects(user);
    switch (random_.below(7)) {
    case 0: user.publish(user.editor.move(objects, somewhere())); break;
    case 4: user.publish(user.editor.resize(objects, somewhere(), {2048, 6144})); break;
    case 1: user.publish(user.editor.restyle(objects, some_style())); break;
    case 2:
        user.publish(user.editor.restack(objects, random_.chance(500'000) ? Stacking::front : Stacking::back));
        break;
    case 3: user.publish(user.editor.remove(objects)); break;
    default:
        for (const auto id : objects)
            user.publish(user.editor.edit_text(id, std::to_string(random_.below(1000))));
    }
}

void World::act_on_pages(std::size_t who) {
    auto& user = *replicas_[who].user;
    const auto page = some_page(user);
    switch (random_.below(6)) {
    case 0: user.publish(user.editor.add_page("p" + std::to_string(random_.below(100)))); break;
    case 1:
        if (random_.chance(300'000)) user.publish(user.editor.remove_page(page));
        break;
    case 2: user.publish(user.editor.rename_page(page, "n" + std::to_string(random_.below(100)))); break;
    case 3: user.publish(user.editor.move_page(page, some_page(user))); break;
    case 4: user.publish(user.editor.set_background(page, some_image())); break;
    default:
        if (random_.chance(500'000)) user.publish(user.editor.clear(page));
    }
}

/// Operations that no editor makes: old versions, several writes of one property, any gesture undone.
void World::act_raw(std::size_t who) {
    auto& user = *replicas_[who].user;
    std::vector<Operation> operations;
    const auto newest = user.board.state().find(user.author.sender);
    const std::uint32_t gestures = newest == nullptr ? 0 : newest->gestures.newest().value();
    for (auto left = random_.between(1, 4); left > 0; --left) {
        const GestureNumber gesture{static_cast<std::uint32_t>(random_.below(gestures + 3U))};
        for (const auto id : some_objects(user)) {
            const auto highest = user.board.next_version({Property::transform, maker(id)});
            const Version version{static_cast<std::uint32_t>(random_.between(1, highest.value()))};
            if (random_.chance(700'000)) operations.push_back(SetTransform{id, version, {somewhere(), {}}});
            if (random_.chance(200'000)) operations.push_back(DeleteObject{id});
            if (random_.chance(200'000)) operations.push_back(SetText{id, Version{1}, "raw"});
        }
        if (random_.chance(500'000)) operations.push_back(Undo{gesture});
        add_raw(user, operations);
        if (random_.chance(500'000)) operations.push_back(Redo{gesture});
    }
    if (!operations.empty()) user.publish(user.editor.act(operations));
}

void World::add_raw(const User& user, std::vector<Operation>& operations) {
    const auto page = some_page(user);
    PointWriter writer{{}, false};
    writer.add({somewhere()});
    if (random_.chance(200'000)) operations.push_back(stroke_on(page, writer.points()));
    if (random_.chance(100'000)) operations.push_back(AddShape{page, 0, somewhere(), {}, ShapeKind::line, {}});
    for (const auto id : some_objects(user)) {
        const auto* found = user.board.find(id);
        const bool stroke = std::holds_alternative<Stroke>(found->content) && id.sender == user.author.sender;
        if (stroke) operations.push_back(AppendPoints{id, random_.chance(300'000), writer.points()});
        // The model knows nothing of limits::gesture_writes_max, which four clearings would reach.
        const bool few = std::ranges::count_if(operations, [](const Operation& each) {
                             return std::holds_alternative<ClearPage>(each);
                         }) < 3;
        if (few && random_.chance(100'000)) operations.push_back(ClearPage{found->page, {maker(id)}});
    }
}

/// Sends the new messages of a user to the others, and notes the operations that the own board refused.
void World::post_new(std::size_t who) {
    auto& replica = replicas_[who];
    for (; posted_ < traffic_.size(); ++posted_) {
        mail_[who].push_back({traffic_[posted_], replica.taken});
        ++replica.taken[who];
    }
    for (const auto& refused : replica.user->refused) {
        if (refused.reason == Refusal::not_permitted) replica.not_permitted.insert(refused.operation);
    }
    replica.user->refused.clear();
}

bool World::deliver(std::size_t to, std::size_t from) {
    auto& replica = replicas_[to];
    const auto next = replica.taken[from];
    if (from == to || next == mail_[from].size()) return false;
    const auto& posted = mail_[from][next];
    for (std::size_t i = 0; i < replicas_.size() && options_.order == Order::causal; ++i) {
        if (replica.taken[i] < posted.after[i]) return false;
    }
    const auto changes = replica.user->take(posted.sent);
    ++replica.taken[from];
    if (!changes) return true;
    for (const auto& refused : changes->refused) {
        if (refused.reason == Refusal::not_permitted) replica.not_permitted.insert(refused.operation);
    }
    return true;
}

bool World::deliver_some(std::size_t to) {
    const auto start = random_.below(replicas_.size());
    for (std::size_t i = 0; i < replicas_.size(); ++i) {
        if (deliver(to, (start + i) % replicas_.size())) return true;
    }
    return false;
}

std::vector<ObjectId> World::some_objects(const User& user) {
    const auto& objects = user.board.state().canvas.objects();
    std::vector<ObjectId> found;
    for (auto left = random_.between(1, 3); left > 0 && !objects.empty(); --left) {
        const auto at = static_cast<std::ptrdiff_t>(random_.below(objects.size()));
        const auto id = std::next(objects.begin(), at)->first;
        if (std::ranges::find(found, id) == found.end()) found.push_back(id);
    }
    return found;
}

PageId World::some_page(const User& user) {
    if (random_.chance(200'000)) {
        const base::MemberIndex sharer{static_cast<std::uint32_t>(random_.between(1, 3))};
        return screen_page(sharer, static_cast<std::uint32_t>(random_.below(2)));
    }
    const auto pages = user.board.pages();
    return pages.empty() ? first_page : pages[random_.below(pages.size())];
}

Position World::somewhere() {
    return {static_cast<std::int32_t>(random_.between(-5000, 5000)),
            static_cast<std::int32_t>(random_.between(-5000, 5000))};
}

Style World::some_style() {
    Style style;
    style.line = Colour{static_cast<std::uint32_t>(random_.next())};
    style.line_width = static_cast<std::uint32_t>(random_.between(1, 100));
    return style;
}

} // namespace plenum::board
