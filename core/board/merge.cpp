// SPDX-License-Identifier: Apache-2.0
#include "core/board/merge.h"

#include "core/board/geometry.h"

#include <algorithm>
#include <concepts>

namespace plenum::board {
namespace {

/// Calls `see` with all that an operation names.
void for_each_name(const auto& operation, auto see) {
    if constexpr (requires { operation.object; }) see(maker(operation.object));
    if constexpr (requires { operation.on; }) see(maker(operation.on));
    if constexpr (requires { operation.page; }) {
        if (!is_screen(operation.page)) see(maker(operation.page));
    }
    if constexpr (requires { operation.seen; }) {
        for (const auto& each : operation.seen)
            see(each);
    }
}

template <class T>
concept OnPages = std::same_as<T, AddPage> || std::same_as<T, ClearPage> ||
                  requires(const T& operation) { requires std::same_as<decltype(operation.on), PageId>; };

template <class T>
constexpr std::uint32_t weight = 1;
template <>
constexpr std::uint32_t weight<ClearPage> = limits::clear_writes;

Authority needed(const State& state, const Author& author, const auto& operation) {
    using T = std::remove_cvref_t<decltype(operation)>;
    [[maybe_unused]] const auto* sender = state.find(author.sender);
    if constexpr (OnPages<T>) {
        if constexpr (std::same_as<T, ClearPage>) {
            if (is_screen(operation.page) && operation.page.sender == author.sender) return Authority::draw;
        }
        return Authority::manage;
    } else if constexpr (requires { operation.gesture; }) {
        const auto* gesture = sender == nullptr ? nullptr : sender->gestures.find(operation.gesture);
        return gesture == nullptr ? Authority::draw : gesture->authority;
    } else if constexpr (requires { operation.on; }) {
        const auto* owner = state.find(operation.on.sender);
        return owner != nullptr && owner->person == author.person ? Authority::draw : Authority::edit_others;
    } else {
        return Authority::draw;
    }
}

} // namespace

Authority authority_needed(const State& state, const Author& author, const Message& message) {
    auto most = Authority::draw;
    for (const auto& operation : message.operations)
        most = std::max(most, std::visit([&](const auto& each) { return needed(state, author, each); }, operation));
    return most;
}

bool Merge::run(Pending& pending) {
    auto& [message, authority, applied] = pending;
    for (; applied < message.operations.size(); ++applied) {
        number_ = self_.applied.next();
        const auto& operation = message.operations[applied];
        if (!is_ready(operation)) return false;
        if (message.gesture > self_.gestures.newest()) begin_gesture();
        if (const auto refusal = apply_one(operation, authority))
            changes_.refused.push_back({{sender_, number_}, *refusal});
        self_.applied = number_;
    }
    return true;
}

/// Everything is the past that was applied. A sender's own future never comes before its present; `apply_one` refuses
/// it.
bool Merge::has_arrived(OperationId id) const { return id.sender == sender_ || id.number <= state_.applied(id.sender); }

bool Merge::is_ready(const Operation& operation) const {
    return std::visit(
        [this](const auto& each) {
            bool ready = true;
            for_each_name(each, [&](OperationId id) { ready = ready && has_arrived(id); });
            if constexpr (requires { each.version; }) {
                with_register(state_.canvas, {each.property, maker(each.on)},
                              [&](const auto& found) { ready = ready && found.admits(each.version); });
            }
            return ready;
        },
        operation);
}

void Merge::begin_gesture() {
    self_.gestures.begin(number_);
    const auto oldest = self_.gestures.take_oldest(rules_.undo_gestures);
    if (!oldest) return;
    const auto& [number, gesture] = *oldest;
    const auto behind = self_.gestures.gestures().front().first.value();
    state_.canvas.settle({sender_, number}, gesture, {gesture.first, OperationNumber{behind - 1}}, changes_);
}

Merge::Outcome Merge::charge(std::uint32_t work, std::uint32_t writes) {
    if (gesture().writes + writes > limits::gesture_writes_max) return Refusal::gesture_full;
    if (self_.work + work > limits::sender_work_max) return Refusal::work_spent;
    gesture().writes += writes;
    self_.work += work;
    return std::nullopt;
}

template <class T>
Merge::Outcome Merge::create(const T& operation) {
    if (state_.canvas.find(operation.page) == nullptr) return std::nullopt;
    auto object = make_object(operation);
    object.withdrawn = gesture().undone;
    state_.canvas.add(ObjectId{sender_, number_}, std::move(object), changes_);
    return std::nullopt;
}

Merge::Outcome Merge::handle(const BeginStroke& operation) {
    const auto extent = trace(operation.points, {});
    if (!extent) return Refusal::out_of_bounds;
    if (state_.canvas.find(operation.page) == nullptr) return std::nullopt;
    auto object = make_object(operation, *extent);
    object.withdrawn = gesture().undone;
    state_.canvas.add(ObjectId{sender_, number_}, std::move(object), changes_);
    return std::nullopt;
}

Merge::Outcome Merge::handle(const AppendPoints& operation) {
    if (operation.object.sender != sender_) return Refusal::not_yours;
    auto* object = state_.canvas.find(operation.object);
    if (object == nullptr) return std::nullopt;
    auto* stroke = std::get_if<Stroke>(&object->content);
    if (stroke == nullptr) return Refusal::wrong_kind;
    if (stroke->ended) return Refusal::stroke_ended;
    const auto& points = operation.points;
    if (points.count > 0) {
        if (points.pressure != stroke->points.pressure) return Refusal::wrong_kind;
        if (stroke->points.count + points.count > limits::stroke_points_max) return Refusal::stroke_full;
        const auto extent = trace(points, stroke->last);
        if (!extent) return Refusal::out_of_bounds;
        stroke->points.count += points.count;
        base::append(stroke->points.encoded, points.encoded);
        stroke->last = extent->last;
        object->extent = united(object->extent, extent->box);
    }
    stroke->ended = operation.ended;
    state_.canvas.refresh(operation.object, changes_);
    return std::nullopt;
}

template <Property Which, std::uint8_t Type, class On, class Value, class Field>
Merge::Outcome Merge::handle(const Set<Which, Type, On, Value, Field>& operation) {
    const auto* holder = state_.canvas.find(operation.on);
    if (holder == nullptr) return std::nullopt;
    const Target target{Which, maker(operation.on)};
    const auto [effect, is_new] = gesture().effects.try_emplace(target, operation.version);
    const auto former = is_new ? std::nullopt : std::optional{effect->second};
    const bool found = with_register(state_.canvas, target, [&]<class T>(Register<T>& each) {
        if constexpr (std::same_as<T, Value>)
            each.write({!gesture().undone, {operation.version, sender_, self_.gestures.newest()}}, operation.value,
                       former);
    });
    effect->second = std::max(effect->second, operation.version);
    if (!found) {
        gesture().effects.erase(effect);
        return Refusal::wrong_kind;
    }
    if constexpr (std::same_as<On, PageId>)
        changes_.pages.push_back(operation.on);
    else
        state_.canvas.refresh(operation.on, changes_);
    return std::nullopt;
}

Merge::Outcome Merge::handle(const DeleteObject& operation) {
    auto* object = state_.canvas.find(operation.on);
    if (object == nullptr) return std::nullopt;
    object->deletions.add({gesture_id(), gesture().undone});
    gesture().effects.try_emplace({Property::deleted, maker(operation.on)});
    state_.canvas.refresh(operation.on, changes_);
    return std::nullopt;
}

Merge::Outcome Merge::handle(const DeletePage& operation) {
    auto* page = state_.canvas.find(operation.on);
    if (page == nullptr) return std::nullopt;
    page->deletions.add({gesture_id(), gesture().undone});
    gesture().effects.try_emplace({Property::page_deleted, maker(operation.on)});
    changes_.pages.push_back(operation.on);
    return std::nullopt;
}

Merge::Outcome Merge::handle(const ClearPage& operation) {
    auto* page = state_.canvas.find(operation.page);
    if (page == nullptr) return std::nullopt;
    page->add_clearing(gesture_id(), gesture().undone, operation.seen);
    gesture().effects.try_emplace({Property::cleared, maker(operation.page)});
    for (const auto& each : page->covered(*page->find_clearing(gesture_id())))
        state_.canvas.refresh(each, changes_);
    return std::nullopt;
}

Merge::Outcome Merge::handle(const AddPage& operation) {
    if (self_.pages == limits::sender_pages_max) return Refusal::pages_spent;
    ++self_.pages;
    Page page{};
    page.name = Register{operation.title};
    page.order = Register{operation.order};
    page.withdrawn = gesture().undone;
    state_.canvas.add(PageId{sender_, number_}, std::move(page), changes_);
    return std::nullopt;
}

Merge::Outcome Merge::toggle(GestureNumber number, bool undone) {
    auto* gesture = self_.gestures.find(number);
    if (gesture == nullptr || gesture->undone == undone) return Refusal::gesture_closed;
    if (self_.work + gesture->writes + 1 > limits::sender_work_max) return Refusal::work_spent;
    self_.work += gesture->writes + 1;
    gesture->undone = undone;
    state_.canvas.set_undone({sender_, number}, *gesture, self_.gestures.range(number, number_), changes_);
    return std::nullopt;
}

/// It stands below the templates that it calls, because Clang instantiates calls in generic lambdas too early
/// otherwise. Rights and bounds come first: they follow from the sender's own operations, so all replicas count alike.
/// Only then it looks at the object, which some replicas have dropped already.
Merge::Outcome Merge::apply_one(const Operation& operation, Authority authority) {
    return std::visit(
        [&]<class T>(const T& each) -> Outcome {
            bool future = false;
            for_each_name(each,
                          [&](OperationId id) { future = future || (id.sender == sender_ && id.number >= number_); });
            if (future) return Refusal::names_future;
            const auto least = needed(state_, {sender_, self_.person}, each);
            if (authority < least) return Refusal::not_permitted;
            if constexpr (requires { each.gesture; }) return handle(each);
            if (auto refusal = charge(weight<T>, std::same_as<T, AppendPoints> ? 0 : weight<T>)) return refusal;
            gesture().authority = std::max(gesture().authority, least);
            if constexpr (requires { each.page; }) {
                if (is_screen(each.page) && state_.canvas.find(each.page) == nullptr)
                    state_.canvas.add(each.page, Page{}, changes_);
            }
            return handle(each);
        },
        operation);
}

} // namespace plenum::board
