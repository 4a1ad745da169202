// SPDX-License-Identifier: Apache-2.0
// One conference that one was in, and the way back.
import QtQuick
import QtQuick.Layouts
import Plenum

Rectangle {
    id: line

    required property int index
    required property string title
    required property string when
    required property bool hosted
    required property string standing
    readonly property string about: {
        switch (standing) {
        case "running":
            return qsTr("It still runs on this computer.");
        case "cut":
            return qsTr("It ran on this computer and was cut off. You can go back to it.");
        case "gone":
            return qsTr("It ran on this computer and ended with your call. A new start makes a new link.");
        case "over":
            return qsTr("It ended for everyone.");
        }
        return hosted ? qsTr("Hosted by you") : qsTr("Hosted by somebody else");
    }
    signal enterWanted
    signal removeWanted

    objectName: "recent-" + index
    radius: Theme.radius
    color: Theme.surface
    border.color: Theme.line
    implicitHeight: content.implicitHeight + 2 * Theme.tight
    RowLayout {
        id: content
        anchors.fill: parent
        anchors.margins: Theme.tight
        anchors.leftMargin: Theme.wide
        anchors.rightMargin: Theme.tight
        spacing: Theme.gap
        ColumnLayout {
            spacing: 2
            Label {
                text: line.title
                font.weight: Font.Medium
                elide: Text.ElideRight
                Layout.fillWidth: true
            }
            Label {
                text: qsTr("%1 · %2", "when, and a fact").arg(line.when).arg(line.about)
                color: Theme.inkDim
                font.pixelSize: Theme.small + 1
                wrapMode: Text.Wrap
                Layout.fillWidth: true
            }
        }
        ActionButton {
            objectName: "recentEnter-" + line.index
            visible: line.standing !== "over"
            text: line.standing === "cut" ? qsTr("Continue") : line.standing === "gone" ? qsTr("Start again")
                : qsTr("Join again")
            Accessible.name: qsTr("%1: %2", "a button and its conference").arg(text).arg(line.title)
            onClicked: line.enterWanted()
        }
        IconButton {
            objectName: "recentRemove-" + line.index
            text: qsTr("Forget %1").arg(line.title)
            iconName: "close"
            onClicked: line.removeWanted()
        }
    }
}
