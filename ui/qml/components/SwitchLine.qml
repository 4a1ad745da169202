// SPDX-License-Identifier: Apache-2.0
// Something that is on or off, with what it does below it.
import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import Plenum

SwitchDelegate {
    id: line

    property string explanation: ""
    // On, and without effect for now: the explanation says why.
    property bool failing: false

    // The space bar stays for talking.
    focusPolicy: Qt.TabFocus
    padding: 0
    topPadding: 6
    bottomPadding: 6
    spacing: Theme.gap
    implicitHeight: contentItem.implicitHeight + topPadding + bottomPadding
    // A switch has no role of its own; as a line of a list it would not say whether it is on.
    Accessible.role: Accessible.CheckBox
    Accessible.checkable: true
    Accessible.checked: checked
    Accessible.name: text
    Accessible.description: explanation

    contentItem: ColumnLayout {
        spacing: 2
        Label {
            text: line.text
            wrapMode: Text.Wrap
            Layout.fillWidth: true
            Layout.rightMargin: line.indicator.width + Theme.gap
            Accessible.ignored: true
        }
        Label {
            text: line.explanation
            visible: text !== ""
            color: line.failing ? Theme.fairInk : Theme.inkDim
            font.pixelSize: Theme.small + 1
            wrapMode: Text.Wrap
            Layout.fillWidth: true
            Layout.rightMargin: line.indicator.width + Theme.gap
            Accessible.ignored: true
        }
    }
    indicator: Rectangle {
        x: line.mirrored ? 0 : line.width - width
        y: (line.height - height) / 2
        width: Math.round(40 * Theme.textScale)
        height: Math.round(22 * Theme.textScale)
        radius: height / 2
        color: line.checked ? Theme.accent : Theme.raised
        border.color: line.checked ? Theme.accent : Theme.outline
        Rectangle {
            x: (line.checked !== line.mirrored) ? parent.width - width - 3 : 3
            y: 3
            width: parent.height - 6
            height: width
            radius: width / 2
            color: line.checked ? Theme.textOnAccent : Theme.outline
            Behavior on x {
                NumberAnimation {
                    duration: Theme.quick
                }
            }
        }
        FocusRing {
            shown: line.visualFocus
            radius: height / 2
        }
    }
    background: Item {}
}
