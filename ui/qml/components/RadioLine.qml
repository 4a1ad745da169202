// SPDX-License-Identifier: Apache-2.0
// One of a few choices, with a line on what it does.
import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import Plenum

RadioDelegate {
    id: line

    property string explanation: ""

    // Whoever shows several binds each to the one value: unchecked by another, it would lose its binding.
    autoExclusive: false
    // The space bar stays for talking.
    focusPolicy: Qt.TabFocus
    padding: 0
    topPadding: 6
    bottomPadding: 6
    implicitHeight: contentItem.implicitHeight + topPadding + bottomPadding
    Accessible.name: text
    Accessible.description: explanation

    contentItem: ColumnLayout {
        spacing: 2
        Label {
            text: line.text
            font.weight: line.checked ? Font.DemiBold : Font.Normal
            wrapMode: Text.Wrap
            Layout.fillWidth: true
            Layout.leftMargin: line.indicator.width + Theme.gap
            Accessible.ignored: true
        }
        Label {
            text: line.explanation
            visible: text !== ""
            color: Theme.inkDim
            font.pixelSize: Theme.small + 1
            wrapMode: Text.Wrap
            Layout.fillWidth: true
            Layout.leftMargin: line.indicator.width + Theme.gap
            Accessible.ignored: true
        }
    }
    indicator: Rectangle {
        x: line.mirrored ? line.width - width : 0
        y: line.topPadding
        width: Math.round(20 * Theme.textScale)
        height: width
        radius: width / 2
        color: "transparent"
        border.width: 2
        border.color: line.checked ? Theme.accentInk : Theme.outline
        opacity: line.enabled ? 1 : 0.6
        Rectangle {
            anchors.centerIn: parent
            width: parent.width / 2
            height: width
            radius: width / 2
            visible: line.checked
            color: Theme.accentInk
        }
        FocusRing {
            shown: line.visualFocus
            radius: height / 2
        }
    }
    background: Item {}
}
