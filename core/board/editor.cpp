// SPDX-License-Identifier: Apache-2.0
#include "core/board/editor.h"

#include "core/board/geometry.h"

#include <algorithm>

namespace plenum::board {
namespace {

/// Room between neighbours, so that others fit between them.
constexpr Depth depth_step = Depth{1} << 20;
constexpr PageOrder order_step = PageOrder{1} << 40;

const std::unexpected nothing{Refusal::nothing_to_do};

std::int64_t cut(std::int64_t rank) { return std::clamp(rank, -limits::rank_max, limits::rank_max); }

/// Senders of one operation: each takes at most 16 bytes.
constexpr std::size_t seen_per_operation = (limits::message_bytes_max - 64) / 16;

/// The newest object of each sender on a page.
std::vector<OperationId> newest_objects(const Page& page) {
    std::vector<OperationId> seen;
    for (auto at = page.objects.begin(); at != page.objects.end();) {
        const auto behind = page.objects.lower_bound({at->sender.next(), {}});
        seen.push_back(maker(*std::prev(behind)));
        at = behind;
    }
    return seen;
}

} // namespace

std::optional<Refusal> BoardEditor::refuse_object(PageId id) const {
    const auto* page = board_.find(id);
    if (page == nullptr && !is_screen(id)) return Refusal::nothing_to_do;
    const bool crowded = page != nullptr && page->objects.size() >= limits::page_objects_max;
    if (crowded || board_.nearly_full()) return Refusal::board_full;
    return std::nullopt;
}

/// Above all that is visible.
Depth BoardEditor::top(PageId page) const {
    const auto* found = board_.find(page);
    if (found == nullptr || found->painting_order.empty()) return 0;
    return cut(found->painting_order.rbegin()->first + depth_step);
}

EditResult BoardEditor::add_shape(const Frame& frame, ShapeKind kind, const Style& style) {
    if (const auto refusal = refuse_object(frame.page)) return std::unexpected{*refusal};
    return log_.act({AddShape{frame.page, top(frame.page), frame.position, style, kind, frame.extent}});
}

EditResult BoardEditor::add_label(const Frame& frame, LabelKind kind, const Style& style, std::string text) {
    if (const auto refusal = refuse_object(frame.page)) return std::unexpected{*refusal};
    return log_.act(
        {AddLabel{frame.page, top(frame.page), frame.position, style, kind, frame.extent, std::move(text)}});
}

EditResult BoardEditor::add_image(const Frame& frame, ImageReference image) {
    if (const auto refusal = refuse_object(frame.page)) return std::unexpected{*refusal};
    return log_.act({AddImage{frame.page, top(frame.page), frame.position, frame.extent, std::move(image)}});
}

/// One operation for each object that is there: `make` gives it for an identity and an object.
EditResult BoardEditor::write_each(std::span<const ObjectId> objects, auto make) {
    std::vector<Operation> operations;
    for (const auto id : objects) {
        if (const auto* object = board_.find(id)) operations.push_back(make(id, *object));
    }
    return log_.act(operations);
}

EditResult BoardEditor::move(std::span<const ObjectId> objects, Position by) {
    return write_each(objects, [&](ObjectId id, const Object& object) {
        auto to = object.transform.value();
        to.position = moved(to.position, by);
        return SetTransform{id, object.transform.highest().next(), to};
    });
}

EditResult BoardEditor::resize(std::span<const ObjectId> objects, Position fixed, const Scale& by) {
    return write_each(objects, [&](ObjectId id, const Object& object) {
        return SetTransform{id, object.transform.highest().next(), resized(object.transform.value(), fixed, by)};
    });
}

EditResult BoardEditor::transform(ObjectId object, const Transform& transform) {
    return write_each({&object, 1}, [&](ObjectId id, const Object& found) {
        return SetTransform{id, found.transform.highest().next(), transform};
    });
}

EditResult BoardEditor::restyle(std::span<const ObjectId> objects, const Style& style) {
    return write_each(
        objects, [&](ObjectId id, const Object& object) { return SetStyle{id, object.style.highest().next(), style}; });
}

EditResult BoardEditor::restack(std::span<const ObjectId> objects, Stacking stacking) {
    // Their order among themselves stays.
    std::vector<std::pair<Depth, ObjectId>> ordered;
    for (const auto id : objects) {
        if (const auto* object = board_.find(id)) ordered.emplace_back(object->depth.value(), id);
    }
    std::ranges::sort(ordered);
    std::vector<Operation> operations;
    const auto count = static_cast<Depth>(ordered.size());
    for (Depth i = 0; const auto& [depth, id] : ordered) {
        const auto& object = *board_.find(id);
        const auto& order = board_.find(object.page)->painting_order;
        const auto bottom = order.empty() ? Depth{0} : order.begin()->first;
        const auto to =
            stacking == Stacking::front ? top(object.page) + i * depth_step : bottom - (count - i) * depth_step;
        operations.push_back(SetDepth{id, object.depth.highest().next(), cut(to)});
        ++i;
    }
    return log_.act(operations);
}

EditResult BoardEditor::edit_text(ObjectId object, std::string text, const std::optional<Transform>& place) {
    const auto* found = board_.find(object);
    const auto* label = found == nullptr ? nullptr : std::get_if<Label>(&found->content);
    if (label == nullptr) return nothing;
    std::vector<Operation> operations{SetText{object, label->text.highest().next(), std::move(text)}};
    if (place) operations.emplace_back(SetTransform{object, found->transform.highest().next(), *place});
    return log_.act(operations);
}

EditResult BoardEditor::remove(std::span<const ObjectId> objects) {
    return write_each(objects, [](ObjectId id, const Object&) { return DeleteObject{id}; });
}

EditResult BoardEditor::clear(PageId page) {
    const auto* found = board_.find(page);
    if (found == nullptr || found->painting_order.empty()) return nothing;
    const auto seen = newest_objects(*found);
    std::vector<Operation> operations;
    for (std::size_t at = 0; at < seen.size(); at += seen_per_operation) {
        const auto first = seen.begin() + static_cast<std::ptrdiff_t>(at);
        const auto count = std::min(seen_per_operation, seen.size() - at);
        operations.push_back(ClearPage{page, {first, first + static_cast<std::ptrdiff_t>(count)}});
    }
    return log_.act(operations);
}

EditResult BoardEditor::add_page(std::string name, const Background& background) {
    const auto pages = board_.pages();
    if (pages.size() >= limits::pages_max || board_.nearly_full()) return std::unexpected{Refusal::board_full};
    const auto order = pages.empty() ? PageOrder{0} : cut(board_.find(pages.back())->order.value() + order_step);
    std::vector<Operation> operations{AddPage{order, std::move(name)}};
    if (background) operations.emplace_back(SetBackground{PageId{log_.sender(), log_.next()}, Version{1}, background});
    return log_.act(operations);
}

EditResult BoardEditor::remove_page(PageId page) {
    const auto pages = board_.pages();
    if (pages.size() < 2 || std::ranges::find(pages, page) == pages.end()) return nothing;
    return log_.act({DeletePage{page}});
}

EditResult BoardEditor::rename_page(PageId page, std::string name) {
    const auto* found = board_.find(page);
    if (found == nullptr) return nothing;
    return log_.act({SetPageName{page, found->name.highest().next(), std::move(name)}});
}

EditResult BoardEditor::move_page(PageId page, std::optional<PageId> before) {
    auto pages = board_.pages();
    if (before == page || std::erase(pages, page) == 0) return nothing;
    const auto order = [this](PageId id) { return board_.find(id)->order.value(); };
    const auto write = [this](PageId id, PageOrder to) {
        return SetPageOrder{id, board_.find(id)->order.highest().next(), to};
    };
    const auto next = before ? std::ranges::find(pages, *before) : pages.end();
    if (before && next == pages.end()) return nothing;
    const auto above = next == pages.end() ? std::nullopt : std::optional{order(*next)};
    const auto below = next == pages.begin() ? std::nullopt : std::optional{order(*std::prev(next))};
    if (!above) return log_.act({write(page, below ? cut(*below + order_step) : 0)});
    if (!below) return log_.act({write(page, cut(*above - order_step))});
    if (*above - *below >= 2) return log_.act({write(page, *below + (*above - *below) / 2)});
    // No room between them: all get new places.
    pages.insert(next, page);
    std::vector<Operation> operations;
    for (PageOrder place = 0; const auto id : pages)
        operations.push_back(write(id, order_step * place++));
    return log_.act(operations);
}

bool BoardEditor::undoes_on(PageId page) const {
    const auto number = log_.undoable();
    const auto* sender = board_.state().find(log_.sender());
    const auto* gesture = number && sender != nullptr ? sender->gestures.find(*number) : nullptr;
    if (gesture == nullptr) return false;
    const auto is_on_page = [&](OperationId id) {
        const auto* object = board_.find(ObjectId{id.sender, id.number});
        return object != nullptr ? object->page == page : PageId{id.sender, id.number} == page;
    };
    const auto [first, last] = sender->gestures.range(*number, sender->applied);
    for (auto made = first; made <= last; made = made.next())
        if (is_on_page({log_.sender(), made})) return true;
    return std::ranges::any_of(gesture->effects, [&](const auto& each) { return is_on_page(each.first.id); });
}

EditResult BoardEditor::set_background(PageId page, const Background& background) {
    const auto* found = board_.find(page);
    if (found == nullptr) return nothing;
    return log_.act({SetBackground{page, found->background.highest().next(), background}});
}

} // namespace plenum::board
