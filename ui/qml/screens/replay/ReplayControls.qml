// SPDX-License-Identifier: Apache-2.0
// Play and pause, the place in the recording, and how fast it is played.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import Plenum

RowLayout {
    id: controls

    required property FileReplay replay

    spacing: Theme.gap
    IconButton {
        objectName: "replayStepBack"
        text: qsTr("Back by 10 seconds (Left arrow)")
        iconName: "step-back"
        onClicked: controls.replay.step_by(-10)
    }
    IconButton {
        objectName: "replayPlay"
        text: controls.replay.playing ? qsTr("Pause (space bar)") : qsTr("Play (space bar)")
        iconName: controls.replay.playing ? "pause" : "play"
        onClicked: controls.replay.playing = !controls.replay.playing
    }
    IconButton {
        objectName: "replayStepOn"
        text: qsTr("On by 10 seconds (Right arrow)")
        iconName: "step-on"
        onClicked: controls.replay.step_by(10)
    }
    PlaceSlider {
        objectName: "replayPosition"
        to: Math.max(1, controls.replay.duration)
        place: controls.replay.position
        Layout.fillWidth: true
        onWanted: place => controls.replay.seek(place)
        Accessible.name: qsTr("Place in the recording: %1").arg(controls.replay.place)
    }
    Label {
        objectName: "replayPlace"
        text: controls.replay.place
        color: Theme.inkDim
    }
    Row {
        spacing: Theme.hair
        Repeater {
            model: [1, 1.5, 2]
            delegate: ToggleButton {
                required property real modelData
                objectName: "replaySpeed-" + modelData
                text: qsTr("%1×", "how many times as fast").arg(Number(modelData).toLocaleString(Qt.locale(), "f",
                    modelData === 1.5 ? 1 : 0))
                label: qsTr("Speed %1").arg(text)
                hint: qsTr("Play at this speed; voices keep their pitch")
                on: controls.replay.speed === modelData
                onClicked: controls.replay.speed = modelData
            }
        }
    }
}
