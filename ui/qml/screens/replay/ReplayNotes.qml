// SPDX-License-Identifier: Apache-2.0
// What was written in a recorded call, and what happened, up to the place that is played: in the order of cause.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import Plenum

Rectangle {
    id: panel

    required property FileReplay replay

    radius: Theme.radius
    color: Theme.surface
    ListView {
        id: list
        objectName: "replayNotes"
        anchors.fill: parent
        anchors.margins: Theme.gap
        clip: true
        spacing: Theme.tight
        focus: true
        activeFocusOnTab: true
        model: panel.replay.notes
        onCountChanged: positionViewAtEnd()
        ScrollBar.vertical: ScrollBar {}
        Accessible.role: Accessible.List
        Accessible.name: qsTr("Chat and events")
        delegate: Item {
            id: line
            required property var modelData
            readonly property bool said: modelData.name !== ""
            width: ListView.view.width
            height: words.height
            Accessible.role: Accessible.ListItem
            Accessible.name: (said ? modelData.name + ": " : "") + modelData.text
            ColumnLayout {
                id: words
                width: parent.width
                spacing: 0
                Label {
                    text: line.said ? line.modelData.time + "  " + line.modelData.name : line.modelData.time
                    color: Theme.inkDim
                    font.pixelSize: Theme.small
                    elide: Text.ElideRight
                    Layout.fillWidth: true
                    Accessible.ignored: true
                }
                Label {
                    text: line.modelData.text
                    textFormat: Text.PlainText
                    color: line.said ? Theme.ink : Theme.inkDim
                    wrapMode: Text.Wrap
                    Layout.fillWidth: true
                    Accessible.ignored: true
                }
            }
        }
        Label {
            visible: list.count === 0
            text: qsTr("Nothing was written so far.")
            color: Theme.inkDim
            wrapMode: Text.Wrap
            width: parent.width
        }
    }
}
