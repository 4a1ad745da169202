// SPDX-License-Identifier: Apache-2.0
// A small button with an icon; its words are for the hint and for screen readers.
import QtQuick
import QtQuick.Controls.Basic
import Plenum

AbstractButton {
    id: button

    required property string iconName
    property color inkColor: Theme.ink
    property color restColor: "transparent"
    property color hoverColor: Theme.raisedHover
    /// A menu of its own is open, which a hint would cover.
    property bool menuOpen: false

    // The space bar stays for talking.
    focusPolicy: Qt.TabFocus
    implicitWidth: Theme.control - 4
    implicitHeight: Theme.control - 4
    opacity: enabled ? 1 : 0.4
    Accessible.role: Accessible.Button
    Accessible.name: text

    contentItem: Icon {
        name: button.iconName
        color: button.inkColor
    }
    background: Rectangle {
        radius: Theme.radiusSmall
        color: button.down ? Theme.raisedPressed : button.hovered ? button.hoverColor : button.restColor
        FocusRing {
            shown: button.visualFocus
            around: 1
        }
    }
    Hint {
        text: button.text
        visible: (button.hovered || button.visualFocus) && !button.menuOpen
    }
    Keys.onReturnPressed: button.clicked()
    Keys.onEnterPressed: button.clicked()
}
