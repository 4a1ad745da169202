// SPDX-License-Identifier: Apache-2.0
// One line of a menu.
import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import Plenum

MenuItem {
    id: entry

    property string iconName: ""
    property string shortcutText: ""
    property color inkColor: Theme.ink

    // The arrows go past what is not there.
    focusPolicy: visible ? Qt.TabFocus : Qt.NoFocus
    implicitHeight: visible ? Theme.control + 2 : 0
    leftPadding: Theme.gap
    rightPadding: Theme.gap
    Accessible.name: text
    contentItem: RowLayout {
        spacing: Theme.gap
        Icon {
            name: entry.iconName === "" ? "check" : entry.iconName
            color: entry.inkColor
            visible: entry.iconName !== ""
        }
        Label {
            text: entry.text
            color: entry.inkColor
            Layout.fillWidth: true
            Accessible.ignored: true
        }
        Label {
            text: entry.shortcutText
            color: Theme.inkDim
            font.pixelSize: Theme.small
            Layout.leftMargin: Theme.broad
            visible: text !== ""
            Accessible.ignored: true
        }
    }
    indicator: Item {}
    background: Rectangle {
        radius: Theme.radiusSmall
        color: entry.highlighted ? Theme.raisedHover : "transparent"
    }
}
