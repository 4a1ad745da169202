// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/board/reference.h"

#include "core/base/overloaded.h"

#include <algorithm>
#include <concepts>
#include <map>
#include <set>
#include <sstream>

namespace plenum::board {
namespace {

std::string text(const Position& at) { return std::to_string(at.x) + ',' + std::to_string(at.y); }
std::string text(const Transform& value) {
    return text(value.position) + '*' + std::to_string(value.scale.x) + ',' + std::to_string(value.scale.y);
}
std::string text(const Style& value) {
    return std::to_string(value.line.value()) + '/' + std::to_string(value.fill.value()) + '/' +
           std::to_string(value.line_width) + '/' + std::to_string(value.font_size);
}
std::string text(const std::string& value) { return value; }
std::string text(const ImageReference& value) {
    return value.media_type + std::to_string(value.width) + 'x' + std::to_string(value.height);
}
std::string text(const Background& value) { return value ? text(*value) : "none"; }
std::string text(const std::vector<InkPoint>& value) {
    std::string joined;
    for (const auto& point : value)
        joined += text(point.at) + '@' + std::to_string(point.pressure) + ' ';
    return joined;
}
std::string text(OperationId id) { return std::to_string(id.sender.value()) + '.' + std::to_string(id.number.value()); }

/// An operation that was permitted.
struct Entry {
    OperationId id;
    GestureNumber gesture;
    Operation operation;
};

struct Person {
    base::MemberIndex sender;
    PersonIndex index;
    std::uint32_t operations{0};
    GestureNumber newest{};
    std::map<GestureNumber, Authority> needed;
    std::set<GestureNumber> undone;
};

class Reference {
  public:
    Reference(const Traffic& traffic, const Rules& rules) : rules_{rules} {
        for (const auto& sent : traffic)
            take(sent);
    }
    [[nodiscard]] std::string describe() const;

  private:
    void take(const Sent& sent);
    [[nodiscard]] bool permits(const Person& person, const Operation& operation, Authority authority) const;
    [[nodiscard]] Authority needed(const Person& person, const Operation& operation) const;
    void toggle(Person& person, GestureNumber gesture, bool undone);
    [[nodiscard]] bool counts(const Entry& entry) const {
        return !people_.at(entry.id.sender).undone.contains(entry.gesture);
    }
    template <class T>
    void each(auto use) const {
        for (const auto& entry : entries_) {
            if (const auto* operation = std::get_if<T>(&entry.operation)) use(entry, *operation);
        }
    }
    /// The value of the highest write that counts.
    template <class Write, class T>
    [[nodiscard]] T value(OperationId on, T value) const {
        Rank highest{};
        each<Write>([&](const Entry& entry, const Write& write) {
            const Rank rank{write.version, entry.id.sender, GestureNumber{entry.id.number.value()}};
            if (maker(write.on) != on || !counts(entry) || rank < highest) return;
            highest = rank;
            value = write.value;
        });
        return value;
    }
    template <class T>
    [[nodiscard]] bool is_deleted(OperationId on) const {
        bool deleted = false;
        each<T>([&](const Entry& entry, const T& operation) {
            deleted = deleted || (maker(operation.on) == on && counts(entry));
        });
        return deleted;
    }
    [[nodiscard]] bool is_cleared(OperationId id, PageId page) const;
    [[nodiscard]] std::string describe_page(PageId page) const;
    [[nodiscard]] std::string describe_object(const Entry& entry) const;
    [[nodiscard]] std::string content(OperationId id, const BeginStroke& begin) const;
    [[nodiscard]] std::string content(OperationId, const AddShape& shape) const { return text(shape.extent); }
    [[nodiscard]] std::string content(OperationId id, const AddLabel& label) const {
        return value<SetText>(id, label.text);
    }
    [[nodiscard]] std::string content(OperationId, const AddImage& image) const { return text(image.image); }

    Rules rules_;
    std::vector<Entry> entries_;
    std::map<base::MemberIndex, Person> people_;
};

void Reference::take(const Sent& sent) {
    const auto message = decode_message(sent.bytes);
    if (!message) return;
    auto& person = people_[sent.author.sender];
    person.sender = sent.author.sender;
    person.index = sent.author.person;
    for (const auto& operation : message->operations) {
        const OperationId id{sent.author.sender, OperationNumber{++person.operations}};
        person.newest = message->gesture;
        if (!permits(person, operation, sent.authority)) continue;
        if (const auto* undo = std::get_if<Undo>(&operation)) {
            toggle(person, undo->gesture, true);
        } else if (const auto* redo = std::get_if<Redo>(&operation)) {
            toggle(person, redo->gesture, false);
        } else {
            auto& most = person.needed.try_emplace(person.newest, Authority::draw).first->second;
            most = std::max(most, needed(person, operation));
            entries_.push_back({id, person.newest, operation});
        }
    }
}

Authority Reference::needed(const Person& person, const Operation& operation) const {
    return std::visit(
        [&]<class T>(const T& each) {
            if constexpr (std::same_as<T, ClearPage>) {
                if (is_screen(each.page) && each.page.sender == person.sender) return Authority::draw;
            }
            if constexpr (requires { each.gesture; }) {
                const auto found = person.needed.find(each.gesture);
                return found == person.needed.end() ? Authority::draw : found->second;
            } else if constexpr (std::same_as<T, AddPage> || std::same_as<T, ClearPage> ||
                                 std::same_as<T, DeletePage> || std::same_as<T, SetPageName> ||
                                 std::same_as<T, SetPageOrder> || std::same_as<T, SetBackground>) {
                return Authority::manage;
            } else if constexpr (requires { each.on; }) {
                const bool own = people_.at(each.on.sender).index == person.index;
                return own ? Authority::draw : Authority::edit_others;
            } else {
                return Authority::draw;
            }
        },
        operation);
}

bool Reference::permits(const Person& person, const Operation& operation, Authority authority) const {
    return authority >= needed(person, operation);
}

void Reference::toggle(Person& person, GestureNumber gesture, bool undone) {
    const bool too_old = gesture.value() + rules_.undo_gestures <= person.newest.value();
    if (too_old || gesture > person.newest) return;
    if (undone)
        person.undone.insert(gesture);
    else
        person.undone.erase(gesture);
}

bool Reference::is_cleared(OperationId id, PageId page) const {
    bool cleared = false;
    each<ClearPage>([&](const Entry& entry, const ClearPage& clear) {
        if (clear.page != page || !counts(entry)) return;
        cleared = cleared || std::ranges::any_of(clear.seen, [&](OperationId seen) {
                      return seen.sender == id.sender && id.number <= seen.number;
                  });
    });
    return cleared;
}

std::string Reference::content(OperationId id, const BeginStroke& begin) const {
    auto whole = begin.points;
    bool ended = begin.ended;
    each<AppendPoints>([&](const Entry& entry, const AppendPoints& part) {
        if (maker(part.object) != id || entry.id.sender != id.sender || ended) return;
        whole.count += part.points.count;
        base::append(whole.encoded, part.points.encoded);
        ended = part.ended;
    });
    return text(decode_points(whole)) + (ended ? "." : "");
}

std::string Reference::describe_object(const Entry& entry) const {
    return std::visit(
        [&](const auto& made) -> std::string {
            if constexpr (requires { made.position; }) {
                Style style{};
                if constexpr (requires { made.style; }) style = made.style;
                return "  " + text(entry.id) + ' ' + text(value<SetTransform>(entry.id, Transform{made.position, {}})) +
                       ' ' + text(value<SetStyle>(entry.id, style)) + ' ' + content(entry.id, made) + '\n';
            } else {
                return {};
            }
        },
        entry.operation);
}

std::string Reference::describe_page(PageId page) const {
    std::map<std::pair<Depth, OperationId>, std::string> objects;
    for (const auto& entry : entries_) {
        if (!counts(entry) || is_deleted<DeleteObject>(entry.id) || is_cleared(entry.id, page)) continue;
        std::visit(
            [&](const auto& made) {
                if constexpr (requires { made.position; }) {
                    if (made.page == page)
                        objects.emplace(std::pair{value<SetDepth>(entry.id, made.depth), entry.id},
                                        describe_object(entry));
                }
            },
            entry.operation);
    }
    std::string joined;
    for (const auto& [place, object] : objects)
        joined += object;
    return joined;
}

std::string Reference::describe() const {
    std::map<std::pair<PageOrder, OperationId>, std::string> pages;
    const auto add = [&](OperationId id, PageOrder order, const std::string& title) {
        if (is_deleted<DeletePage>(id)) return;
        const PageId page{id.sender, id.number};
        pages.emplace(std::pair{value<SetPageOrder>(id, order), id},
                      text(id) + ' ' + text(value<SetPageName>(id, title)) + ' ' +
                          text(value<SetBackground>(id, Background{})) + '\n' + describe_page(page));
    };
    add({}, 0, "");
    each<AddPage>([&](const Entry& entry, const AddPage& made) {
        if (counts(entry)) add(entry.id, made.order, made.title);
    });
    std::string joined;
    for (const auto& [place, page] : pages)
        joined += page;
    std::set<PageId> screens;
    for (const auto& entry : entries_) {
        std::visit(
            [&](const auto& made) {
                if constexpr (requires { made.page; }) {
                    if (is_screen(made.page)) screens.insert(made.page);
                }
            },
            entry.operation);
    }
    for (const auto screen : screens)
        joined += text(maker(screen)) + '\n' + describe_page(screen);
    return joined;
}

std::string content_of(const Object& object) {
    return std::visit(
        base::Overloaded{
            [](const Stroke& stroke) { return text(decode_points(stroke.points)) + (stroke.ended ? "." : ""); },
            [](const Shape& shape) { return text(shape.extent); },
            [](const Label& label) { return label.text.value(); },
            [](const Picture& picture) { return text(picture.image); },
        },
        object.content);
}

} // namespace

std::string describe(const Board& board) {
    std::string joined;
    const auto add_objects = [&](const Page& page) {
        for (const auto& [depth, id] : page.painting_order) {
            const auto& object = *board.find(id);
            joined += "  " + text(maker(id)) + ' ' + text(object.transform.value()) + ' ' + text(object.style.value()) +
                      ' ' + content_of(object) + '\n';
        }
    };
    for (const auto id : board.pages()) {
        const auto& page = *board.find(id);
        joined += text(maker(id)) + ' ' + page.name.value() + ' ' + text(page.background.value()) + '\n';
        add_objects(page);
    }
    for (const auto& [id, page] : board.state().canvas.pages()) {
        if (!is_screen(id)) continue;
        joined += text(maker(id)) + '\n';
        add_objects(page);
    }
    return joined;
}

std::string describe_by_reference(const Traffic& traffic, const Rules& rules) {
    return Reference{traffic, rules}.describe();
}

} // namespace plenum::board
