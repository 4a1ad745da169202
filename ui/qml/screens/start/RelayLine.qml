// SPDX-License-Identifier: Apache-2.0
// A relay server that is kept, and whether it answers.
import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import Plenum

// No layout: words that come and wrap would have it and the sheet's lay out each other without end.
Column {
    id: line

    required property string address
    required property Reachability reach
    readonly property bool asked: reach.checking === address
    readonly property string verdict: asked ? "" : reach.verdicts[address] ?? ""
    signal removeWanted

    spacing: Theme.hair
    RowLayout {
        width: line.width
        spacing: Theme.tight
        Label {
            text: line.address
            font.weight: Font.Medium
            wrapMode: Text.WrapAnywhere
            Layout.fillWidth: true
        }
        BusyIndicator {
            visible: line.asked
            running: visible
            implicitWidth: Theme.icon + 6
            implicitHeight: Theme.icon + 6
            palette.dark: Theme.accentInk
            Accessible.ignored: true
        }
        ActionButton {
            objectName: "check-" + line.address
            text: line.asked ? qsTr("Stop") : qsTr("Check")
            Accessible.name: qsTr("%1: %2", "a button and its server").arg(text).arg(line.address)
            onClicked: line.asked ? line.reach.stop() : line.reach.check(line.address)
        }
        IconButton {
            objectName: "remove-" + line.address
            text: qsTr("Remove %1").arg(line.address)
            iconName: "close"
            onClicked: line.removeWanted()
        }
    }
    Label {
        objectName: "verdict-" + line.address
        width: line.width
        visible: line.asked || line.verdict !== ""
        text: line.asked ? qsTr("Waiting for an answer, %1 s").arg(line.reach.seconds) : line.verdict
        color: line.asked ? Theme.inkDim : line.reach.reached(line.address) ? Theme.goodInk : Theme.badInk
        wrapMode: Text.Wrap
        Accessible.role: Accessible.AlertMessage
    }
}
