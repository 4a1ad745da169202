// SPDX-License-Identifier: Apache-2.0
// How much of one camera is received, and what that saves.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import Plenum

Sheet {
    id: sheet

    required property Client client
    readonly property IncomingVideo video: client.people.incomingVideo

    function openFor(memberIndex: int) {
        video.shown = memberIndex;
        open();
    }

    title: qsTr("Camera of %1").arg(video.name)
    widthMax: 440
    Label {
        objectName: "videoRate"
        text: sheet.video.rate
        wrapMode: Text.Wrap
        lineHeight: 1.25
        Layout.fillWidth: true
    }
    SavingPath {
        path: sheet.video.path
        name: sheet.video.name
        visible: path.words !== undefined
        Layout.fillWidth: true
    }
    Column {
        id: lines
        Layout.fillWidth: true
        Repeater {
            // Not of what it says, which changes each second: the keyboard would lose its place.
            model: 6
            delegate: RadioLine {
                required property int index
                readonly property var choice: sheet.video.choices[index]
                objectName: "videoShare-" + choice.share
                text: choice.words
                explanation: choice.explanation
                checked: sheet.video.share === choice.share
                width: lines.width
                onClicked: sheet.video.choose(choice.share)
            }
        }
    }
    ActionButton {
        objectName: "videoUndo"
        text: qsTr("Undo")
        iconName: "back"
        enabled: sheet.video.mayUndo
        Layout.fillWidth: true
        onClicked: sheet.video.undo()
    }
    Label {
        text: qsTr("Only you receive less. A setting does this for all cameras at once.")
        color: Theme.inkDim
        font.pixelSize: Theme.small + 1
        wrapMode: Text.Wrap
        Layout.fillWidth: true
    }
}
