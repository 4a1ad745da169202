// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/board/gestures.h"
#include "core/board/page.h"

#include <map>
#include <vector>

namespace plenum::board {

/// The changes of one call. Each list ascends and names nothing twice.
struct Changes {
    /// Appeared, changed or vanished.
    std::vector<ObjectId> objects;
    std::vector<PageId> pages;
    struct Refused {
        OperationId operation;
        Refusal reason{};
        friend auto operator<=>(const Refused&, const Refused&) = default;
    };
    /// Operations without effect.
    std::vector<Refused> refused;

    void sort();
};

/// The pages and objects of a board, with the indexes of each page. It knows nothing of senders and their rights.
class Canvas {
  public:
    Canvas();

    [[nodiscard]] const std::map<ObjectId, Object>& objects() const { return objects_; }
    [[nodiscard]] const std::map<PageId, Page>& pages() const { return pages_; }
    /// Null for none.
    [[nodiscard]] Object* find(ObjectId id);
    [[nodiscard]] const Object* find(ObjectId id) const;
    [[nodiscard]] Page* find(PageId id);
    [[nodiscard]] const Page* find(PageId id) const;

    /// Its page is there.
    void add(ObjectId id, Object object, Changes& changes);
    void add(PageId id, Page page, Changes& changes);
    /// Brings the indexes up to date with the object.
    void refresh(ObjectId id, Changes& changes);
    void erase(ObjectId id, Changes& changes);
    /// With all objects on it.
    void erase(PageId id, Changes& changes);

    /// A gesture of `sender` that made the operations `range` is undone or redone.
    void set_undone(GestureId by, const Gesture& gesture, std::pair<OperationNumber, OperationNumber> range,
                    Changes& changes);
    /// A gesture left the undo window.
    void settle(GestureId by, const Gesture& gesture, std::pair<OperationNumber, OperationNumber> range,
                Changes& changes);
    /// For a snapshot that is read: without any page.
    void restore_empty();

  private:
    void set_target_undone(const Target& target, const Rank& rank, bool undone, Changes& changes);
    void settle_target(const Target& target, const Rank& rank, bool undone, Changes& changes);
    void set_cleared(PageId id, GestureId by, bool undone, Changes& changes);
    void settle_clearing(PageId id, GestureId by, bool undone, Changes& changes);

    std::map<ObjectId, Object> objects_;
    std::map<PageId, Page> pages_;
};

/// Calls `use` with the register of an object or page that `target` names, if there is one. False otherwise.
bool with_register(auto& canvas, const Target& target, auto use) {
    const auto id = target.id;
    auto* object = canvas.find(ObjectId{id.sender, id.number});
    auto* page = canvas.find(PageId{id.sender, id.number});
    auto* label = object == nullptr ? nullptr : std::get_if<Label>(&object->content);
    switch (target.property) {
    case Property::transform: return object != nullptr && (use(object->transform), true);
    case Property::style: return object != nullptr && (use(object->style), true);
    case Property::text: return label != nullptr && (use(label->text), true);
    case Property::depth: return object != nullptr && (use(object->depth), true);
    case Property::page_name: return page != nullptr && (use(page->name), true);
    case Property::page_order: return page != nullptr && (use(page->order), true);
    case Property::page_background: return page != nullptr && (use(page->background), true);
    case Property::deleted:
    case Property::page_deleted:
    case Property::cleared: break;
    }
    return false;
}

} // namespace plenum::board
