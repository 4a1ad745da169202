// SPDX-License-Identifier: Apache-2.0
// What is so, and how much of it.
import QtQuick
import QtQuick.Layouts
import Plenum

RowLayout {
    id: line

    required property string name
    required property string value

    spacing: Theme.gap
    Accessible.role: Accessible.StaticText
    Accessible.name: qsTr("%1: %2").arg(name).arg(value)
    Label {
        text: line.name
        color: Theme.inkDim
        wrapMode: Text.Wrap
        horizontalAlignment: Text.AlignLeft
        Layout.fillWidth: true
        Accessible.ignored: true
    }
    Label {
        text: line.value
        font.weight: Font.Medium
        Accessible.ignored: true
    }
}
