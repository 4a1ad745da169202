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
    /// "plain", "off" (as a muted microphone), "danger".
    property string kind: "plain"
    /// A menu of its own is open, which a hint would cover.
    property bool menuOpen: false
    property int badge: 0
    /// What is counted, for screen readers: %1 is the button's word, %2 the number.
    property string badgeWords: qsTr("%1, %2 new")
    /// Words that it shows at other times, so that it does not change its width.
    property string otherWords: ""
    readonly property color inkColor: kind === "danger" ? Theme.textOnDanger : Theme.ink
    readonly property color restColor: kind === "danger" ? Theme.danger : kind === "off" ? Theme.surface : checked
        ? Theme.raisedPressed : Theme.raised
    readonly property color hoverColor: kind === "danger" ? Theme.dangerHover : Theme.raisedHover

    // The space bar stays for talking.
    focusPolicy: Qt.TabFocus
    implicitWidth: Math.max(Math.round(68 * Theme.textScale), Math.ceil(Math.max(caption.implicitWidth,
        otherCaption.implicitWidth)) + 2 * Theme.gap)
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
            id: otherCaption
            visible: false
            text: button.otherWords
            font: caption.font
            Accessible.ignored: true
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
        border.width: button.kind === "off" ? 1 : 0
        border.color: Theme.outline
        Behavior on color {
            ColorAnimation {
                duration: Theme.quick
            }
        }
        FocusRing {
            shown: button.visualFocus
        }
    }
    Badge {
        count: button.badge
        x: button.mirrored ? -4 : button.width - width + 4
        y: -4
    }
    Hint {
        text: button.hint
        visible: (button.hovered || button.visualFocus) && !button.menuOpen
    }
    Keys.onReturnPressed: button.clicked()
    Keys.onEnterPressed: button.clicked()
}
