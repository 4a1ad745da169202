// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/inspect.h"

#include "tests/ui/frames.h"

#include <QAccessible>
#include <QKeyEvent>
#include <QPointer>
#include <QTest>

#include <algorithm>
#include <set>

namespace plenum::ui::inspect {
namespace {

/// Distances below this are rounding.
constexpr double slack = 1.5;
/// Lines stand so close that the room above and below their letters meets.
constexpr double overlap_max = 4;

bool is_text(const QQuickItem* item) { return item->inherits("QQuickText"); }

bool is_control(const QQuickItem* item) {
    for (const auto* type : {"QQuickAbstractButton", "QQuickTextField", "QQuickTextArea", "QQuickComboBox"})
        if (item->inherits(type)) return true;
    return false;
}

void collect(QQuickItem* item, std::vector<QQuickItem*>& found) {
    if (!item->isVisible() || item->opacity() < 0.05) return;
    found.push_back(item);
    for (auto* child : item->childItems())
        collect(child, found);
}

QRectF on_screen(const QQuickItem* item) { return item->mapRectToScene(QRectF{0, 0, item->width(), item->height()}); }

/// What lies over the rest of the screen and hides it.
const QQuickItem* card_of(const QQuickItem* item) {
    while (item != nullptr && !item->inherits("QQuickPane"))
        item = item->parentItem();
    return item;
}

/// What a text fills of its place, as far as it is not cut off.
QRectF in_sight(const QQuickItem* text) {
    const auto width = std::min(text->width(), text->property("contentWidth").toDouble());
    const auto height = std::min(text->height(), text->property("contentHeight").toDouble());
    const auto across = text->property("effectiveHorizontalAlignment").toInt();
    const auto down = text->property("verticalAlignment").toInt();
    const auto left = across == Qt::AlignRight     ? text->width() - width - text->property("rightPadding").toDouble()
                      : across == Qt::AlignHCenter ? (text->width() - width) / 2
                                                   : text->property("leftPadding").toDouble();
    const auto top = down == Qt::AlignBottom    ? text->height() - height
                     : down == Qt::AlignVCenter ? (text->height() - height) / 2
                                                : 0;
    auto seen = text->mapRectToScene(QRectF{left, top, width, height});
    for (const auto* parent = text->parentItem(); parent != nullptr; parent = parent->parentItem())
        if (parent->clip()) seen &= on_screen(parent);
    return seen;
}

/// The nearest ancestor that scrolls or cuts its content.
const QQuickItem* scroller_of(const QQuickItem* item) {
    for (const auto* parent = item->parentItem(); parent != nullptr; parent = parent->parentItem())
        if (parent->clip() || parent->inherits("QQuickFlickable")) return parent;
    return nullptr;
}

const QQuickItem* control_of(const QQuickItem* item) {
    for (const auto* parent = item->parentItem(); parent != nullptr; parent = parent->parentItem())
        if (is_control(parent)) return parent;
    return nullptr;
}

/// Of a tile, where a name may be longer than the picture is wide.
bool in_name_tag(const QQuickItem* item) {
    while (item != nullptr && item->objectName() != QStringLiteral("nameTag"))
        item = item->parentItem();
    return item != nullptr;
}

QString brief(const QRectF& rect) {
    return QStringLiteral("%1,%2 %3×%4").arg(rect.x()).arg(rect.y()).arg(rect.width()).arg(rect.height());
}

/// An open dialog or menu hides what is below it from the keyboard.
QQuickItem* top_layer(QQuickWindow& window) {
    QQuickItem* top = window.contentItem();
    std::vector<QQuickItem*> all;
    collect(window.contentItem(), all);
    for (auto* item : all)
        if (item->inherits("QQuickPopupItem") && !item->inherits("QQuickToolTip") && item->height() > 60) top = item;
    return top;
}

QString complaint(const QQuickItem* text) {
    const auto words = text->property("text").toString().left(40);
    if (words.isEmpty()) return {};
    constexpr int elide_none = 3; // QQuickText::ElideNone = Qt::ElideNone
    const auto elides = text->property("elide").toInt() != elide_none;
    if (!elides && text->property("truncated").toBool()) return QStringLiteral("truncated: ") + words;
    if (!elides && text->property("contentWidth").toDouble() > text->width() + slack)
        return QStringLiteral("wider than its place: ") + words;
    if (text->property("contentHeight").toDouble() > text->height() + slack)
        return QStringLiteral("higher than its place: ") + words;
    const auto* control = control_of(text);
    if (control == nullptr || scroller_of(text) != scroller_of(control)) return {};
    const auto room = on_screen(control).adjusted(-slack, -slack, slack, slack);
    const auto badge = text->parentItem() != nullptr && text->parentItem()->parentItem() == control &&
                       text->parentItem()->inherits("QQuickRectangle");
    if (!badge && !room.contains(on_screen(text)))
        return QStringLiteral("%1 (%2) runs out of its control (%3)").arg(words, brief(on_screen(text)), brief(room));
    return {};
}

} // namespace

QString name_of(const QQuickItem* item) {
    const auto text = item->property("text").toString();
    return QStringLiteral("%1 “%2” %3")
        .arg(QString::fromLatin1(item->metaObject()->className()), item->objectName(), text.left(30));
}

std::vector<QQuickItem*> visible_items(QQuickWindow& window) {
    std::vector<QQuickItem*> found;
    collect(window.contentItem(), found);
    return found;
}

std::vector<QQuickItem*> visible_controls(QQuickWindow& window) {
    std::vector<QQuickItem*> found;
    collect(top_layer(window), found);
    std::erase_if(found, [](const QQuickItem* item) { return !is_control(item) || !item->isEnabled(); });
    return found;
}

QStringList clipped_text(QQuickWindow& window) {
    QStringList complaints;
    for (const auto* item : visible_items(window))
        if (is_text(item))
            if (const auto words = complaint(item); !words.isEmpty()) complaints << words;
    return complaints;
}

QStringList elided_text(QQuickWindow& window) {
    std::vector<QQuickItem*> all;
    collect(top_layer(window), all);
    QStringList found;
    for (const auto* item : all)
        if (is_text(item) && item->property("truncated").toBool() && !in_name_tag(item))
            found << item->property("text").toString();
    return found;
}

QStringList overlapping(QQuickWindow& window) {
    std::vector<QQuickItem*> all;
    collect(top_layer(window), all);
    std::vector<std::pair<const QQuickItem*, QRectF>> texts;
    for (const auto* item : all)
        if (is_text(item) && !item->property("text").toString().isEmpty()) texts.emplace_back(item, in_sight(item));
    QStringList complaints;
    for (auto one = texts.begin(); one != texts.end(); ++one) {
        for (auto other = one + 1; other != texts.end(); ++other) {
            if (card_of(one->first) != card_of(other->first)) continue;
            const auto common = one->second & other->second;
            if (common.width() > overlap_max && common.height() > overlap_max)
                complaints << name_of(one->first) + QStringLiteral(" and ") + name_of(other->first);
        }
    }
    return complaints;
}

QStringList outside(QQuickWindow& window) {
    QStringList complaints;
    const auto room =
        QRectF{0, 0, double(window.width()), double(window.height())}.adjusted(-slack, -slack, slack, slack);
    for (const auto* item : visible_items(window)) {
        if (!(is_text(item) || is_control(item)) || scroller_of(item) != nullptr) continue;
        if (item->width() > 0 && !room.contains(on_screen(item)))
            complaints << name_of(item) + QLatin1Char{' '} + brief(on_screen(item));
    }
    return complaints;
}

QStringList nameless(QQuickWindow& window) {
    QStringList complaints;
    for (auto* item : visible_controls(window)) {
        auto* face = QAccessible::queryAccessibleInterface(item);
        const auto name = face != nullptr ? face->text(QAccessible::Name) : QString{};
        if (name.trimmed().isEmpty() || face->role() == QAccessible::NoRole) complaints << name_of(item);
    }
    return complaints;
}

QStringList unreachable(QQuickWindow& window) {
    std::set<const QQuickItem*> reached;
    // A list that moves on may let go of lines that are out of sight.
    std::vector<QPointer<QQuickItem>> controls;
    for (auto* item : visible_controls(window))
        controls.emplace_back(item);
    // Menus are walked with the arrows; a tab bar is one stop.
    const auto missing = [&](const QPointer<QQuickItem>& item) {
        return item && !item->inherits("QQuickMenuItem") && !reached.contains(item);
    };
    for (std::size_t press = 0; press < 2 * controls.size() + 20 && std::ranges::any_of(controls, missing); ++press) {
        QTest::keyClick(&window, Qt::Key_Tab);
        frames::polish(window);
        for (const auto* item = window.activeFocusItem(); item != nullptr; item = item->parentItem())
            reached.insert(item);
    }
    QStringList complaints;
    for (const auto& item : controls)
        if (missing(item)) complaints << name_of(item);
    return complaints;
}

QStringList taking_keyboard(QQuickWindow& window) {
    QStringList complaints;
    for (const auto* item : visible_controls(window)) {
        const auto policy = item->property("focusPolicy").toInt();
        if (!item->inherits("QQuickTextInput") && !item->inherits("QQuickTextEdit") && (policy & Qt::ClickFocus) != 0)
            complaints << name_of(item);
    }
    return complaints;
}

bool shows(QQuickWindow& window, const char* component) {
    const auto type = QByteArray{component} + "_QMLTYPE_";
    return std::ranges::any_of(visible_items(window), [&](const QQuickItem* item) {
        return QByteArray{item->metaObject()->className()}.startsWith(type);
    });
}

QStringList words(QQuickWindow& window) {
    QStringList found;
    for (const auto* item : visible_items(window))
        if (is_text(item))
            if (const auto text = item->property("text").toString(); text.size() > 1) found << text;
    return found;
}

} // namespace plenum::ui::inspect
