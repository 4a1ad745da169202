// SPDX-License-Identifier: Apache-2.0
// A button of the bar: icon above a word, a state by icon, word and colour, and a count where something waits.
import QtQuick
import QtQuick.Controls.Basic
import Plenum

AbstractButton {
    id: button

    required property string iconName
    /// What a press does and its shortcut, shown as a hint.
    property string hint: text
    /// "plain", "warning" (off, as a muted microphone), "danger".
    property string kind: "plain"
    /// A menu of its own is open, which a hint would cover.
    property bool menuOpen: false
    property int badge: 0
    /// What is counted, for screen readers: %1 is the button's word, %2 the number.
    property string badgeWords: qsTr("%1, %2 new")
    readonly property color inkColor: kind === "danger" ? Theme.textOnDanger : kind === "warning" ? Theme.badInk
        : Theme.ink
    readonly property color restColor: kind === "danger" ? Theme.danger : checked ? Theme.raisedPressed : Theme.raised
    readonly property color hoverColor: kind === "danger" ? Theme.dangerHover : Theme.raisedHover

    // The space bar stays for talking.
    focusPolicy: Qt.TabFocus
    implicitWidth: Math.max(Math.round(68 * Theme.textScale), caption.implicitWidth + 2 * Theme.gap)
    implicitHeight: Math.round(54 * Theme.textScale)
    Accessible.role: Accessible.Button
    Accessible.name: badge > 0 ? badgeWords.arg(text).arg(badge) : text
    Accessible.description: hint

    contentItem: Item {
        Icon {
            id: picture
            name: button.iconName
            color: button.inkColor
            size: Theme.icon + 1
            anchors.horizontalCenter: parent.horizontalCenter
            y: (parent.height - height - caption.height - 2) / 2
        }
        Text {
            id: caption
            text: button.text
            color: button.inkColor
            font.pixelSize: Theme.small
            textFormat: Text.PlainText
            anchors.horizontalCenter: parent.horizontalCenter
            anchors.top: picture.bottom
            anchors.topMargin: 2
            Accessible.ignored: true
        }
    }
    background: Rectangle {
        radius: Theme.radius
        color: button.down ? Qt.darker(button.hoverColor, 1.1) : button.hovered ? button.hoverColor : button.restColor
        border.width: button.kind === "warning" ? 1 : 0
        border.color: Theme.badInk
        Behavior on color {
            ColorAnimation {
                duration: Theme.quick
            }
        }
        FocusRing {
            shown: button.visualFocus
        }
    }
    Rectangle {
        visible: button.badge > 0
        x: button.mirrored ? -4 : button.width - width + 4
        y: -4
        width: Math.max(height, count.implicitWidth + 10)
        height: count.implicitHeight + 4
        radius: height / 2
        color: Theme.accent
        Text {
            id: count
            anchors.centerIn: parent
            text: button.badge > 99 ? "99+" : button.badge
            color: Theme.textOnAccent
            font.pixelSize: Theme.small - 1
            font.weight: Font.DemiBold
            Accessible.ignored: true
        }
    }
    Hint {
        text: button.hint
        visible: (button.hovered || button.visualFocus) && !button.menuOpen
    }
    Keys.onReturnPressed: button.clicked()
    Keys.onEnterPressed: button.clicked()
}
