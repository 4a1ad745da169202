// SPDX-License-Identifier: Apache-2.0
// Looks for words in the chat.
import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import Plenum

RowLayout {
    id: bar

    required property ChatSearch search
    signal closed

    function begin() {
        visible = true;
        input.forceActiveFocus(Qt.ShortcutFocusReason);
        input.selectAll();
    }
    function end() {
        visible = false;
        input.clear();
        closed();
    }

    objectName: "chatSearch"
    visible: false
    spacing: 2
    TextField {
        id: input
        objectName: "chatSearchInput"
        implicitHeight: Theme.control
        leftPadding: Theme.gap
        rightPadding: Theme.gap
        color: Theme.ink
        placeholderText: qsTr("Search in the chat")
        placeholderTextColor: Theme.inkDim
        selectionColor: Theme.accent
        selectedTextColor: Theme.textOnAccent
        font.pixelSize: Theme.body
        selectByMouse: true
        maximumLength: 200
        onTextChanged: bar.search.text = text
        Layout.fillWidth: true
        Accessible.name: placeholderText
        Accessible.description: found.text
        Keys.onEscapePressed: bar.end()
        Keys.onUpPressed: bar.search.previous()
        Keys.onDownPressed: bar.search.next()
        Keys.onPressed: event => {
            const enter = event.key === Qt.Key_Return || event.key === Qt.Key_Enter;
            event.accepted = enter;
            if (enter && event.modifiers & Qt.ShiftModifier)
                bar.search.next();
            else if (enter)
                bar.search.previous();
        }
        background: Rectangle {
            radius: Theme.radius
            color: Theme.dark ? Theme.window : Theme.surface
            border.width: input.activeFocus ? 2 : 1
            border.color: input.activeFocus ? Theme.focus : Theme.outline
        }
    }
    Label {
        id: found
        objectName: "chatSearchFound"
        visible: bar.search.text !== ""
        text: bar.search.count === 0 ? qsTr("Nothing") : qsTr("%1 of %2").arg(bar.search.position).arg(bar.search.count)
        color: Theme.inkDim
        font.pixelSize: Theme.small
        Layout.leftMargin: Theme.hair
    }
    IconButton {
        objectName: "searchOlder"
        text: qsTr("Older (Enter)")
        iconName: "up"
        enabled: bar.search.count > 0
        onClicked: bar.search.previous()
    }
    IconButton {
        objectName: "searchNewer"
        text: qsTr("Newer (Shift+Enter)")
        iconName: "down"
        enabled: bar.search.count > 0
        onClicked: bar.search.next()
    }
    IconButton {
        text: qsTr("End the search (Esc)")
        iconName: "close"
        onClicked: bar.end()
    }
}
