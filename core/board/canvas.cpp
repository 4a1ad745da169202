// SPDX-License-Identifier: Apache-2.0
#include "core/board/canvas.h"

#include "core/board/geometry.h"

#include <algorithm>

namespace plenum::board {
namespace {

void sort_unique(auto& items) {
    std::ranges::sort(items);
    items.erase(std::ranges::unique(items).begin(), items.end());
}

Object::Placement place(const Object& object, const Page& page, ObjectId id) {
    return {!object.withdrawn && !object.deletions.any_live() && !page.is_cleared(id), object.depth.value(),
            placed(object.extent, object.transform.value(), margin(object))};
}

void take_in(Page& page, ObjectId id, const Object::Placement& placement) {
    if (!placement.visible) return;
    page.painting_order.emplace(placement.depth, id);
    page.index.insert(id, placement.box);
}

void take_out(Page& page, ObjectId id, const Object::Placement& placement) {
    if (!placement.visible) return;
    page.painting_order.erase({placement.depth, id});
    page.index.erase(id, placement.box);
}

/// The identities that the operations in `range` of a sender may have made, in a map.
template <class Map>
std::vector<typename Map::key_type> made_in(const Map& map, base::MemberIndex sender,
                                            std::pair<OperationNumber, OperationNumber> range) {
    using Key = typename Map::key_type;
    std::vector<Key> found;
    for (auto at = map.lower_bound(Key{sender, range.first}); at != map.end() && at->first <= Key{sender, range.second};
         ++at)
        found.push_back(at->first);
    return found;
}

} // namespace

void Changes::sort() {
    sort_unique(objects);
    sort_unique(pages);
    std::ranges::sort(refused);
}

Canvas::Canvas() { pages_.emplace(first_page, Page{}); }

const Object* Canvas::find(ObjectId id) const {
    const auto found = objects_.find(id);
    return found == objects_.end() ? nullptr : &found->second;
}
Object* Canvas::find(ObjectId id) { return const_cast<Object*>(std::as_const(*this).find(id)); }

const Page* Canvas::find(PageId id) const {
    const auto found = pages_.find(id);
    return found == pages_.end() ? nullptr : &found->second;
}
Page* Canvas::find(PageId id) { return const_cast<Page*>(std::as_const(*this).find(id)); }

void Canvas::add(ObjectId id, Object object, Changes& changes) {
    auto& page = *find(object.page);
    page.objects.insert(page.objects.end(), id);
    // Restored objects come in order.
    objects_.emplace_hint(objects_.end(), id, std::move(object));
    refresh(id, changes);
}

void Canvas::add(PageId id, Page page, Changes& changes) {
    pages_.emplace(id, std::move(page));
    changes.pages.push_back(id);
}

void Canvas::refresh(ObjectId id, Changes& changes) {
    changes.objects.push_back(id);
    auto& object = *find(id);
    auto& page = *find(object.page);
    const auto placement = place(object, page, id);
    if (placement == object.placement) return;
    take_out(page, id, object.placement);
    take_in(page, id, placement);
    object.placement = placement;
}

void Canvas::erase(ObjectId id, Changes& changes) {
    const auto found = objects_.find(id);
    if (found == objects_.end()) return;
    auto& page = *find(found->second.page);
    take_out(page, id, found->second.placement);
    page.objects.erase(id);
    objects_.erase(found);
    changes.objects.push_back(id);
}

void Canvas::erase(PageId id, Changes& changes) {
    const auto found = pages_.find(id);
    if (found == pages_.end()) return;
    for (const auto& object : found->second.objects) {
        objects_.erase(object);
        changes.objects.push_back(object);
    }
    pages_.erase(found);
    changes.pages.push_back(id);
}

void Canvas::restore_empty() {
    objects_.clear();
    pages_.clear();
}

void Canvas::set_undone(GestureId by, const Gesture& gesture, std::pair<OperationNumber, OperationNumber> range,
                        Changes& changes) {
    for (const auto& id : made_in(pages_, by.sender, range)) {
        find(id)->withdrawn = gesture.undone;
        changes.pages.push_back(id);
    }
    for (const auto& id : made_in(objects_, by.sender, range)) {
        find(id)->withdrawn = gesture.undone;
        refresh(id, changes);
    }
    for (const auto& [target, version] : gesture.effects)
        set_target_undone(target, {version, by.sender, by.gesture}, gesture.undone, changes);
}

void Canvas::set_target_undone(const Target& target, const Rank& rank, bool undone, Changes& changes) {
    const GestureId by{rank.sender, rank.gesture};
    const ObjectId object_id{target.id.sender, target.id.number};
    const PageId page_id{target.id.sender, target.id.number};
    auto* object = find(object_id);
    auto* page = find(page_id);
    switch (target.property) {
    case Property::deleted:
        if (object != nullptr) object->deletions.set_undone(by, undone);
        break;
    case Property::page_deleted:
        if (page != nullptr) page->deletions.set_undone(by, undone);
        break;
    case Property::cleared: return set_cleared(page_id, by, undone, changes);
    default: with_register(*this, target, [&](auto& each) { each.set_live(rank, !undone); });
    }
    if (target.property >= Property::page_name) {
        if (page != nullptr) changes.pages.push_back(page_id);
    } else if (object != nullptr) {
        refresh(object_id, changes);
    }
}

void Canvas::set_cleared(PageId id, GestureId by, bool undone, Changes& changes) {
    auto* page = find(id);
    auto* clearing = page == nullptr ? nullptr : page->find_clearing(by);
    if (clearing == nullptr) return;
    clearing->undone = undone;
    page->combine_clearings();
    for (const auto& each : page->covered(*clearing))
        refresh(each, changes);
}

void Canvas::settle(GestureId by, const Gesture& gesture, std::pair<OperationNumber, OperationNumber> range,
                    Changes& changes) {
    if (gesture.undone) {
        for (const auto& id : made_in(objects_, by.sender, range))
            erase(id, changes);
        for (const auto& id : made_in(pages_, by.sender, range))
            erase(id, changes);
    }
    for (const auto& [target, version] : gesture.effects)
        settle_target(target, {version, by.sender, by.gesture}, gesture.undone, changes);
}

void Canvas::settle_target(const Target& target, const Rank& rank, bool undone, Changes& changes) {
    const GestureId by{rank.sender, rank.gesture};
    const ObjectId object_id{target.id.sender, target.id.number};
    const PageId page_id{target.id.sender, target.id.number};
    switch (target.property) {
    case Property::deleted:
        if (auto* object = find(object_id); object == nullptr)
            return;
        else if (undone)
            return object->deletions.erase(by);
        return erase(object_id, changes);
    case Property::page_deleted:
        if (auto* page = find(page_id); page == nullptr)
            return;
        else if (undone)
            return page->deletions.erase(by);
        return erase(page_id, changes);
    case Property::cleared: return settle_clearing(page_id, by, undone, changes);
    default: with_register(*this, target, [&](auto& each) { each.settle({!undone, rank}); });
    }
}

void Canvas::settle_clearing(PageId id, GestureId by, bool undone, Changes& changes) {
    auto* page = find(id);
    auto* clearing = page == nullptr ? nullptr : page->find_clearing(by);
    if (clearing == nullptr) return;
    if (!undone) {
        for (const auto& each : page->covered(*clearing))
            erase(each, changes);
    }
    page->clearings.erase(page->clearings.begin() + (clearing - page->clearings.data()));
    page->combine_clearings();
}

} // namespace plenum::board
