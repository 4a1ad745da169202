// SPDX-License-Identifier: Apache-2.0
// Play and pause, one ensemble on and back, and the place in a recording of cameras.
import QtQuick
import QtQuick.Layouts
import Plenum

RowLayout {
    id: bar

    required property CapturePlayback playback

    spacing: Theme.gap
    IconButton {
        objectName: "playbackBack"
        text: qsTr("Back by one ensemble")
        iconName: "step-back"
        onClicked: bar.playback.step(-1)
    }
    IconButton {
        objectName: "playbackPlay"
        text: bar.playback.playing ? qsTr("Pause") : qsTr("Play")
        iconName: bar.playback.playing ? "pause" : "play"
        onClicked: bar.playback.playing = !bar.playback.playing
    }
    IconButton {
        objectName: "playbackOn"
        text: qsTr("On by one ensemble")
        iconName: "step-on"
        onClicked: bar.playback.step(1)
    }
    PlaceSlider {
        objectName: "playbackPosition"
        to: Math.max(1, bar.playback.duration)
        place: bar.playback.position
        keyStep: 5
        Layout.fillWidth: true
        onWanted: place => bar.playback.seek(place)
        Accessible.name: qsTr("Place in the recording: %1").arg(bar.playback.place)
    }
    Label {
        objectName: "playbackPlace"
        text: bar.playback.place
        color: Theme.inkDim
    }
}
