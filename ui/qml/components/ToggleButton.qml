// SPDX-License-Identifier: Apache-2.0
// A small button that stays pressed: what is on stands out by its fill and its weight, in no colour of another meaning.
import QtQuick
import QtQuick.Controls.Basic
import Plenum

AbstractButton {
    id: button

    required property bool on
    /// What a press does, for the hint; and whose it is, for screen readers.
    required property string hint
    property string label: text

    // The space bar stays for talking.
    focusPolicy: Qt.TabFocus
    implicitHeight: Math.round(24 * Theme.textScale)
    // As wide on as off.
    implicitWidth: Math.ceil(bold.advanceWidth) + 2 * Theme.tight
    opacity: enabled ? 1 : 0.45
    Accessible.role: Accessible.CheckBox
    Accessible.name: label
    Accessible.description: hint
    Accessible.checkable: true
    Accessible.checked: on

    TextMetrics {
        id: bold
        text: button.text
        font.pixelSize: Theme.small
        font.weight: Font.Bold
    }
    contentItem: Text {
        text: button.text
        color: button.on ? Theme.surface : Theme.ink
        font.pixelSize: Theme.small
        font.weight: button.on ? Font.Bold : Font.Medium
        textFormat: Text.PlainText
        horizontalAlignment: Text.AlignHCenter
        verticalAlignment: Text.AlignVCenter
        Accessible.ignored: true
    }
    background: Rectangle {
        radius: Theme.radiusSmall
        color: button.on ? Theme.ink : button.down ? Theme.raisedPressed : button.hovered ? Theme.raisedHover
            : Theme.raised
        border.color: button.on ? Theme.ink : Theme.outline
        FocusRing {
            shown: button.visualFocus
            around: 2
        }
    }
    Hint {
        text: button.hint
        visible: button.hovered || button.visualFocus
    }
    Keys.onReturnPressed: button.clicked()
    Keys.onEnterPressed: button.clicked()
}
