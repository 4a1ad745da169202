// SPDX-License-Identifier: Apache-2.0
// Plays a chime on the loudspeaker in use.
import QtQuick
import Plenum

ActionButton {
    id: button

    required property SoundCheck check

    objectName: "soundTestButton"
    text: check.playing ? qsTr("Playing…") : qsTr("Play test sound")
    iconName: "loudspeaker"
    onClicked: check.play()
    SequentialAnimation on opacity {
        running: button.check.playing
        loops: Animation.Infinite
        alwaysRunToEnd: true
        NumberAnimation {
            to: 0.6
            duration: 250
        }
        NumberAnimation {
            to: 1
            duration: 250
        }
    }
}
