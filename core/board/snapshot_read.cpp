// SPDX-License-Identifier: Apache-2.0
#include "core/board/snapshot.h"

#include "core/board/geometry.h"

#include <algorithm>

namespace plenum::board {
namespace {

void get(wire::Reader& from, Rank& rank) {
    wire::Varint::get(from, rank.version);
    wire::Varint::get(from, rank.sender);
    wire::Varint::get(from, rank.gesture);
}

void get(wire::Reader& from, GestureId& id) {
    wire::Varint::get(from, id.sender);
    wire::Varint::get(from, id.gesture);
}

/// Reads a count of items; fewer than the bytes that are left.
std::uint64_t get_count(wire::Reader& from) {
    const auto count = from.varint();
    if (count > from.remaining()) from.fail();
    return from.ok() ? count : 0;
}

/// Builds a state. Everything that later operations rely on is checked here; that it is the only form of its board is
/// checked by encoding it again.
class SnapshotReader {
  public:
    SnapshotReader(base::ByteView bytes, const Rules& rules) : from_{bytes}, rules_{rules} {}

    [[nodiscard]] std::optional<State> read();

  private:
    void read_sender();
    void read_gestures(Sender& sender);
    void read_waiting(Sender& sender);
    void read_page();
    void read_clearings(Page& page, OperationId id);
    void read_object();
    Content read_content(Object& object, OperationId id);
    void read_deletions(Deletions& deletions, const Target& target);
    template <class Field, class T>
    void read_register(Register<T>& to, const Target& target);
    /// Enters an effect in its gesture, and tells whether the gesture is undone. Fails for one out of the window.
    bool enter_effect(GestureId by, const Target& target, Version version);
    /// Whether the gesture that made the operation is undone. Fails for an operation that was not applied.
    bool is_withdrawn(OperationId id);
    bool require(bool condition) {
        if (!condition) from_.fail();
        return from_.ok();
    }

    wire::Reader from_;
    const Rules& rules_;
    State state_;
    base::MemberIndex last_sender_{};
    /// What senders, operations and screens were charged at least.
    std::uint64_t overheads_{0};
    std::optional<PageId> last_page_;
    std::optional<ObjectId> last_object_;
};

std::optional<State> SnapshotReader::read() {
    require(from_.u8() == detail::snapshot_format && from_.varint() == rules_.undo_gestures);
    wire::U8::get(from_, state_.full);
    for (auto count = get_count(from_); count > 0 && from_.ok(); --count)
        read_sender();
    state_.canvas.restore_empty();
    for (auto count = get_count(from_); count > 0 && from_.ok(); --count)
        read_page();
    for (auto count = get_count(from_); count > 0 && from_.ok(); --count)
        read_object();
    for (const auto& [index, sender] : state_.senders) {
        for (const auto& gesture : sender.gestures.gestures())
            require(gesture.effects.size() <= gesture.writes);
    }
    if (!require(from_.at_end() && overheads_ <= state_.bytes && state_.bytes <= limits::board_bytes_top))
        return std::nullopt;
    return std::move(state_);
}

void SnapshotReader::read_sender() {
    base::MemberIndex index{};
    Sender sender{};
    wire::Varint::get(from_, index);
    wire::Varint::get(from_, sender.person);
    wire::Varint::get(from_, sender.applied);
    wire::Varint::get(from_, sender.bytes);
    wire::Varint::get(from_, sender.work);
    wire::Varint::get(from_, sender.pages);
    require(sender.bytes <= limits::sender_bytes_max && sender.work <= limits::sender_work_max &&
            sender.pages <= limits::sender_pages_max);
    require(state_.senders.empty() || last_sender_ < index);
    read_gestures(sender);
    sender.accepted = sender.applied;
    sender.accepted_gesture = sender.gestures.newest();
    read_waiting(sender);
    if (!require(std::uint64_t{sender.accepted.value()} * limits::operation_overhead <= sender.bytes)) return;
    if (sender.waiting) state_.waiting.insert(index);
    last_sender_ = index;
    state_.bytes += sender.bytes + limits::sender_overhead;
    overheads_ += std::uint64_t{sender.accepted.value()} * limits::operation_overhead + limits::sender_overhead;
    if (!require(overheads_ <= limits::board_bytes_top && state_.bytes <= limits::board_bytes_top)) return;
    state_.senders.emplace_hint(state_.senders.end(), index, std::move(sender));
}

void SnapshotReader::read_gestures(Sender& sender) {
    GestureNumber newest{};
    wire::Varint::get(from_, newest);
    const auto count = get_count(from_);
    require(count == std::min(newest.value(), rules_.undo_gestures));
    std::deque<Gesture> gestures;
    for (std::uint64_t i = 0; i < count && from_.ok(); ++i) {
        const auto behind = i == 0 ? OperationNumber{0} : gestures.back().first;
        auto& gesture = gestures.emplace_back();
        wire::Varint::get(from_, gesture.first);
        wire::Varint::get(from_, gesture.writes);
        wire::U8::get(from_, gesture.authority);
        wire::U8::get(from_, gesture.undone);
        require(behind < gesture.first && gesture.first <= sender.applied &&
                gesture.writes <= limits::gesture_writes_max);
    }
    if (!require(newest <= GestureNumber{sender.applied.value()})) return;
    if (count > 0 && count == newest.value()) require(gestures.front().first.value() == 1);
    sender.gestures.restore(newest, std::move(gestures));
}

void SnapshotReader::read_waiting(Sender& sender) {
    for (auto count = get_count(from_); count > 0 && from_.ok(); --count) {
        Authority authority{};
        wire::U8::get(from_, authority);
        const auto size = from_.varint();
        const auto bytes = from_.bytes(std::min<std::uint64_t>(size, limits::message_bytes_max));
        auto message = decode_message(bytes);
        if (!require(message && size == bytes.size())) return;
        const bool first = !sender.waiting;
        // The first may be half applied.
        const std::uint64_t done = first ? sender.accepted.value() + std::uint64_t{1} - message->first.value() : 0;
        require(message->first <= sender.accepted.next() && done < message->operations.size());
        require(first || message->first == sender.accepted.next());
        require(message->gesture == sender.accepted_gesture || message->gesture == sender.accepted_gesture.next());
        require(message->gesture.value() > 0);
        if (!from_.ok()) return;
        sender.accepted =
            OperationNumber{static_cast<std::uint32_t>(message->first.value() + message->operations.size() - 1)};
        sender.accepted_gesture = message->gesture;
        if (first)
            sender.waiting = Pending{std::move(*message), authority, done};
        else
            sender.queue.push_back({{bytes.begin(), bytes.end()}, authority});
    }
}

bool SnapshotReader::is_withdrawn(OperationId id) {
    const auto* sender = state_.find(id.sender);
    if (!require(sender != nullptr && id.number.value() > 0 && id.number <= sender->applied)) return false;
    const auto& gestures = sender->gestures.gestures();
    const auto behind = std::ranges::upper_bound(gestures, id.number, {}, &Gesture::first);
    return behind != gestures.begin() && std::prev(behind)->undone;
}

bool SnapshotReader::enter_effect(GestureId by, const Target& target, Version version) {
    const auto sender = state_.senders.find(by.sender);
    auto* gesture = sender == state_.senders.end() ? nullptr : sender->second.gestures.find(by.gesture);
    if (!require(gesture != nullptr && gesture->effects.emplace(target, version).second)) return false;
    return gesture->undone;
}

void SnapshotReader::read_deletions(Deletions& deletions, const Target& target) {
    for (auto count = get_count(from_); count > 0 && from_.ok(); --count) {
        GestureId by{};
        get(from_, by);
        require(deletions.all().empty() || deletions.all().back().by < by);
        deletions.add({by, enter_effect(by, target, {})});
    }
}

template <class Field, class T>
void SnapshotReader::read_register(Register<T>& to, const Target& target) {
    const auto kind = from_.u8();
    T settled{};
    Field::get(from_, settled);
    Rank rank{};
    Version highest{};
    if (kind == detail::register_written) {
        get(from_, rank);
        wire::Varint::get(from_, highest);
    }
    require(kind <= detail::register_written && (kind == detail::register_written) == (highest.value() > 0));
    const auto* sender = state_.find(rank.sender);
    const bool settled_later = rank != Rank{};
    require(!settled_later ||
            (sender != nullptr && rank.gesture.value() > 0 && rank.gesture <= sender->gestures.newest() &&
             rank.version.value() > 0 && sender->gestures.find(rank.gesture) == nullptr && rank.version <= highest));
    if (!from_.ok()) return;
    to.restore(std::move(settled), rank, highest);
    if (kind == detail::register_plain) return;
    for (auto count = get_count(from_); count > 0 && from_.ok(); --count) {
        Rank written{};
        T value{};
        get(from_, written);
        Field::get(from_, value);
        if (!require(rank < written && written.version.value() > 0 && written.version <= highest)) return;
        const bool undone = enter_effect({written.sender, written.gesture}, target, written.version);
        to.insert({!undone, written}, std::move(value));
    }
}

void SnapshotReader::read_page() {
    PageId id{};
    Identity::get(from_, id);
    Page page{};
    if (is_screen(id))
        overheads_ += limits::screen_overhead;
    else if (id != first_page)
        page.withdrawn = is_withdrawn(maker(id));
    if (!require(overheads_ <= limits::board_bytes_top)) return;
    read_register<PageNameField>(page.name, {Property::page_name, maker(id)});
    read_register<DepthField>(page.order, {Property::page_order, maker(id)});
    read_register<BackgroundField>(page.background, {Property::page_background, maker(id)});
    read_deletions(page.deletions, {Property::page_deleted, maker(id)});
    read_clearings(page, maker(id));
    if (!require(!last_page_ || *last_page_ < id)) return;
    require(!is_screen(id) || page.is_plain());
    last_page_ = id;
    Changes changes;
    state_.canvas.add(id, std::move(page), changes);
}

void SnapshotReader::read_clearings(Page& page, OperationId id) {
    for (auto count = get_count(from_); count > 0 && from_.ok(); --count) {
        Clearing clearing{};
        get(from_, clearing.by);
        clearing.undone = enter_effect(clearing.by, {Property::cleared, id}, {});
        for (auto left = get_count(from_); left > 0 && from_.ok(); --left) {
            OperationId seen{};
            Identity::get(from_, seen);
            require(seen.number.value() > 0 && seen.number <= state_.applied(seen.sender));
            clearing.seen.emplace(seen.sender, seen.number);
        }
        require(page.clearings.empty() || page.clearings.back().by < clearing.by);
        page.clearings.push_back(std::move(clearing));
    }
    page.combine_clearings();
}

Content SnapshotReader::read_content(Object& object, OperationId id) {
    Position extent{};
    const auto type = from_.u8();
    if (type == BeginStroke::type) {
        Stroke stroke{};
        wire::U8::get(from_, stroke.tool);
        wire::U8::get(from_, stroke.ended);
        PointsField::get(from_, stroke.points);
        const auto extents = from_.ok() ? trace(stroke.points, {}) : std::nullopt;
        if (!require(extents.has_value())) return {};
        stroke.last = extents->last;
        object.extent = extents->box;
        return stroke;
    }
    if (type == AddShape::type) {
        Shape shape{};
        wire::U8::get(from_, shape.kind);
        PlaceOnBoard::get(from_, shape.extent);
        object.extent = spanned(shape.extent);
        return shape;
    }
    if (type == AddLabel::type) {
        Label label{};
        wire::U8::get(from_, label.kind);
        PlaceOnBoard::get(from_, label.extent);
        read_register<TextField>(label.text, {Property::text, id});
        object.extent = spanned(label.extent);
        return label;
    }
    require(type == AddImage::type);
    Picture picture{};
    PlaceOnBoard::get(from_, extent);
    ImageFields::get(from_, picture.image);
    picture.extent = extent;
    object.extent = spanned(extent);
    return picture;
}

void SnapshotReader::read_object() {
    ObjectId id{};
    Object object{};
    Identity::get(from_, id);
    Identity::get(from_, object.page);
    object.withdrawn = is_withdrawn(maker(id));
    object.content = read_content(object, maker(id));
    read_register<TransformFields>(object.transform, {Property::transform, maker(id)});
    read_register<StyleFields>(object.style, {Property::style, maker(id)});
    read_register<DepthField>(object.depth, {Property::depth, maker(id)});
    read_deletions(object.deletions, {Property::deleted, maker(id)});
    require(!last_object_ || *last_object_ < id);
    if (!require(state_.canvas.find(PageId{id.sender, id.number}) == nullptr)) return;
    if (!require(state_.canvas.find(object.page) != nullptr)) return;
    last_object_ = id;
    Changes changes;
    state_.canvas.add(id, std::move(object), changes);
}

} // namespace

std::expected<Board, Refusal> restore(base::ByteView bytes, const Rules& rules) {
    if (bytes.size() > limits::snapshot_bytes_max) return std::unexpected{Refusal::malformed};
    auto state = SnapshotReader{bytes, rules}.read();
    if (!state) return std::unexpected{Refusal::malformed};
    Board board{std::move(*state), rules};
    if (!std::ranges::equal(encode_snapshot(board), bytes)) return std::unexpected{Refusal::malformed};
    return board;
}

} // namespace plenum::board
