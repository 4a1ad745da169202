// SPDX-License-Identifier: Apache-2.0
// The floor button: says in words and colour how we stand, and does what they say.
import QtQuick
import QtQuick.Controls.Basic
import Plenum

AbstractButton {
    id: button

    property FloorModel floor: null
    readonly property string standing: floor ? floor.own.standing : "everyone"
    readonly property bool waits: standing === "waiting" || standing === "pending"
    readonly property bool holds: standing === "holding"
    readonly property bool warned: holds && floor.own.warned
    // Whoever has the floor wears gold; whoever waits for it, a frame of it.
    readonly property color restColor: warned ? Theme.warning : holds ? Theme.accent : Theme.raised
    readonly property color hoverColor: warned ? Qt.lighter(Theme.warning, 1.1) : holds ? Theme.accentHover
        : Theme.raisedHover
    readonly property color inkColor: warned ? Theme.textOnWarning : holds ? Theme.textOnAccent : waits
        ? Theme.accentInk : enabled ? Theme.ink : Theme.inkDim

    /// The sign of what it is for.
    readonly property string own: floor && (floor.purpose === "pen" || floor.purpose === "screen") ? floor.purpose
        : "floor"

    /// What the words leave room for.
    readonly property real beside: sign.width + Theme.tight

    text: floor ? floor.own.buttonText : ""
    enabled: floor !== null && floor.own.mayPress
    focusPolicy: Qt.TabFocus
    implicitWidth: Math.max(Math.round(190 * Theme.textScale), beside + caption.implicitWidth + 2 * Theme.wide)
    implicitHeight: Math.round(54 * Theme.textScale)
    Accessible.role: Accessible.Button
    Accessible.name: text
    Accessible.description: floor ? floor.own.buttonHint : ""
    onClicked: floor.own.press()

    contentItem: Item {
        Row {
            anchors.centerIn: parent
            spacing: Theme.tight
            Icon {
                id: sign
                name: button.warned ? "running-out" : button.holds || button.standing === "everyone" ? button.own
                    : "hand"
                color: button.inkColor
                anchors.verticalCenter: parent.verticalCenter
            }
            Text {
                id: caption
                width: Math.min(implicitWidth, button.width - button.beside - 2 * Theme.tight)
                text: button.text
                height: Math.min(implicitHeight, button.height - 2 * Theme.hair)
                // The last word is what a press does.
                wrapMode: Text.Wrap
                fontSizeMode: Text.Fit
                minimumPixelSize: Math.round(Theme.small * 0.8)
                elide: Text.ElideRight
                color: button.inkColor
                font.pixelSize: Theme.body
                font.weight: Font.DemiBold
                textFormat: Text.PlainText
                anchors.verticalCenter: parent.verticalCenter
                Accessible.ignored: true
            }
        }
    }
    background: Rectangle {
        radius: Theme.radius
        color: button.down ? Qt.darker(button.hoverColor, 1.1) : button.hovered ? button.hoverColor : button.restColor
        border.width: button.waits ? 2 : button.standing === "none" ? 1 : 0
        border.color: Theme.accentInk
        Behavior on color {
            ColorAnimation {
                duration: Theme.quick
            }
        }
        FocusRing {
            shown: button.visualFocus
        }
    }
    Hint {
        text: button.floor ? button.floor.own.buttonHint : ""
        visible: button.hovered || button.visualFocus
    }
    Keys.onReturnPressed: button.clicked()
    Keys.onEnterPressed: button.clicked()
}
