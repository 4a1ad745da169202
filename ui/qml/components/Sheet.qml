// SPDX-License-Identifier: Apache-2.0
// A dialog over the window: heading, content that scrolls when it must, a button to close.
import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import QtQuick.Templates as T
import Plenum

Dialog {
    id: sheet

    property real widthMax: 560
    /// Whether it goes without an answer.
    property bool closable: true
    default property alias content: column.data
    readonly property bool atEnd: (scroll.contentItem as Flickable).atYEnd

    /// The keyboard came there: it is in sight.
    function show(item: Item) {
        const page = scroll.contentItem as Flickable;
        const top = item.mapToItem(column, 0, 0).y + column.y;
        const bottom = top + item.height;
        if (top < page.contentY)
            page.contentY = Math.max(0, top - Theme.tight);
        else if (bottom > page.contentY + page.height)
            page.contentY = bottom - page.height + Theme.tight;
    }
    /// By keys, where not all is in sight.
    function turn(event: var) {
        const pages = new Map([[Qt.Key_PageDown, 0.9], [Qt.Key_PageUp, -0.9], [Qt.Key_Down, 0.1], [Qt.Key_Up, -0.1]]);
        const page = scroll.contentItem as Flickable;
        const end = Math.max(0, page.contentHeight - page.height);
        event.accepted = pages.has(event.key);
        if (event.accepted)
            page.contentY = Math.max(0, Math.min(end, page.contentY + pages.get(event.key) * page.height));
    }

    parent: T.Overlay.overlay
    anchors.centerIn: parent
    modal: true
    focus: true
    width: parent ? Math.min(Math.round(widthMax * Theme.textScale), parent.width - 2 * Theme.broad) : widthMax
    height: parent ? Math.min(implicitHeight, parent.height - 2 * Theme.broad) : implicitHeight
    padding: 0
    closePolicy: closable ? Popup.CloseOnEscape | Popup.CloseOnPressOutside : Popup.NoAutoClose

    header: RowLayout {
        Keys.onPressed: event => sheet.turn(event)
        Label {
            text: sheet.title
            font.pixelSize: Theme.title + 2
            font.weight: Font.DemiBold
            elide: Text.ElideRight
            Layout.fillWidth: true
            Layout.margins: Theme.wide
            Layout.leftMargin: Theme.broad
            Layout.rightMargin: Theme.broad
            Accessible.role: Accessible.Heading
        }
        IconButton {
            visible: sheet.closable
            text: qsTr("Close")
            iconName: "close"
            Layout.rightMargin: Theme.gap
            Layout.leftMargin: Theme.gap
            onClicked: sheet.close()
        }
    }
    contentItem: ScrollView {
        id: scroll
        clip: true
        contentWidth: availableWidth
        contentHeight: column.implicitHeight + Theme.hair + Theme.broad
        implicitHeight: contentHeight
        ScrollBar.horizontal.policy: ScrollBar.AlwaysOff
        focus: true
        Keys.onPressed: event => sheet.turn(event)
        ColumnLayout {
            id: column
            x: Theme.broad
            y: Theme.hair
            width: scroll.availableWidth - 2 * Theme.broad
            spacing: Theme.wide
            readonly property Item focused: Window.activeFocusItem
            /// No sheet, list or menu has the keyboard: something behind took it, and would get what is typed here.
            readonly property bool astray: {
                if (!sheet.opened || !Window.active)
                    return false;
                for (let item = focused; item; item = item.parent)
                    if (item === T.Overlay.overlay)
                        return false;
                return true;
            }
            onAstrayChanged: if (astray)
                later.start()
            // Once whoever took it has done so.
            Timer {
                id: later
                interval: 0
                onTriggered: if (column.astray)
                    sheet.forceActiveFocus(Qt.PopupFocusReason)
            }
            onFocusedChanged: {
                for (let item = focused; item; item = item.parent)
                    if (item.parent === column)
                        return sheet.show(focused);
            }
        }
    }
    background: Rectangle {
        radius: Theme.radiusLarge
        color: Theme.surface
        border.color: Theme.line
    }
    T.Overlay.modal: Rectangle {
        color: Theme.shade
    }
    enter: Transition {
        NumberAnimation {
            property: "opacity"
            from: 0
            to: 1
            duration: Theme.quick
        }
    }
    exit: Transition {
        NumberAnimation {
            property: "opacity"
            to: 0
            duration: Theme.quick
        }
    }
}
