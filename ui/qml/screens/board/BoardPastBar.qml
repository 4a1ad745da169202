// SPDX-License-Identifier: Apache-2.0
// How the whiteboard came to be: play it, or go to any step.
import QtQuick
import QtQuick.Layouts
import Plenum

RowLayout {
    id: bar

    required property BoardPast past

    spacing: Theme.gap
    IconButton {
        objectName: "boardPastPlay"
        text: bar.past.playing ? qsTr("Pause") : qsTr("Play")
        iconName: bar.past.playing ? "pause" : "play"
        onClicked: bar.past.playing = !bar.past.playing
    }
    MixSlider {
        objectName: "boardPastSlider"
        label: qsTr("How the whiteboard came to be")
        spoken: qsTr("step %1 of %2").arg(bar.past.position).arg(bar.past.length)
        from: 0
        to: Math.max(1, bar.past.length)
        stepSize: 1
        usual: to
        value: bar.past.position
        onChosen: value => bar.past.position = Math.round(value)
        Layout.fillWidth: true
    }
    Label {
        text: qsTr("%1 of %2").arg(bar.past.position).arg(bar.past.length)
        color: Theme.inkDim
        font.pixelSize: Theme.small
        Accessible.ignored: true
    }
    ActionButton {
        objectName: "boardPastEnd"
        text: qsTr("Back to now")
        compact: true
        onClicked: bar.past.end()
    }
}
