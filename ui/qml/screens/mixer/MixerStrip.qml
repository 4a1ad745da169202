// SPDX-License-Identifier: Apache-2.0
// One strip of the mixing desk: who, level, volume; where it makes sense also place, mute, solo and delay.
import QtQuick
import QtQuick.Layouts
import Plenum

ColumnLayout {
    id: strip

    required property string title
    required property real level
    required property real volume
    /// Nothing of it is heard, whatever the volume.
    property bool silent: false
    /// Solo, place and delay are of one of the others.
    property bool ofPerson: true
    property bool mayMute: ofPerson
    property string muteLabel: qsTr("Mute %1 for me").arg(title)
    property string muteHint: muted ? qsTr("Hear them again") : qsTr("You alone do not hear them")
    property real pan: 0
    property bool muted: false
    property bool solo: false
    property string delay: ""
    property string delayParts: ""
    /// A word after the title.
    property string remark: ""
    signal volumeChosen(real volume)
    signal panChosen(real pan)
    signal muteToggled
    signal soloToggled
    /// The keyboard came here.
    signal reached(Item item)

    function take() {
        slider.forceActiveFocus(Qt.TabFocusReason);
    }

    spacing: Theme.hair
    Accessible.role: Accessible.Grouping
    Accessible.name: delay === "" ? title : qsTr("%1, delay %2").arg(title).arg(delay)

    RowLayout {
        spacing: Theme.tight
        Layout.fillWidth: true
        Label {
            text: strip.title
            font.weight: Font.Medium
            horizontalAlignment: Text.AlignLeft
            elide: Text.ElideRight
            Layout.fillWidth: true
        }
        Label {
            text: strip.remark
            visible: text !== ""
            color: Theme.fairInk
            font.pixelSize: Theme.small
        }
        Label {
            objectName: "delay"
            text: strip.delay
            visible: text !== ""
            color: Theme.inkDim
            font.pixelSize: Theme.small
            Accessible.description: strip.delayParts
            HoverHandler {
                id: overDelay
            }
            Hint {
                text: strip.delayParts
                visible: overDelay.hovered && strip.delayParts !== ""
            }
        }
        ToggleButton {
            visible: strip.mayMute
            objectName: "mute"
            text: qsTr("Mute", "one person, for oneself")
            label: strip.muteLabel
            hint: strip.muteHint
            on: strip.muted
            onClicked: strip.muteToggled()
            onActiveFocusChanged: if (activeFocus)
                strip.reached(strip)
        }
        ToggleButton {
            visible: strip.ofPerson
            objectName: "solo"
            text: qsTr("Solo")
            label: qsTr("Hear only %1").arg(strip.title)
            hint: strip.solo ? qsTr("Hear the others again") : qsTr("You alone hear nobody else")
            on: strip.solo
            onClicked: strip.soloToggled()
            onActiveFocusChanged: if (activeFocus)
                strip.reached(strip)
        }
    }
    LevelMeter {
        value: strip.level
        holdsPeak: true
        active: !strip.silent
        opacity: strip.silent ? 0.5 : 1
        Layout.fillWidth: true
        Accessible.name: qsTr("Level of %1").arg(strip.title)
    }
    component Value: Label {
        color: Theme.inkDim
        font.pixelSize: Theme.small
        horizontalAlignment: Text.AlignRight
        Layout.preferredWidth: Math.round(64 * Theme.textScale)
        Accessible.ignored: true
    }
    RowLayout {
        spacing: Theme.tight
        Layout.fillWidth: true
        Icon {
            name: "loudspeaker"
            size: Theme.body + 2
            color: Theme.inkDim
        }
        MixSlider {
            id: slider
            objectName: "volume"
            label: qsTr("%1, volume").arg(strip.title)
            spoken: MixWords.spoken_volume(strip.volume)
            from: -60
            to: 12
            stepSize: 1
            value: strip.volume
            Layout.fillWidth: true
            onChosen: value => strip.volumeChosen(value)
            onActiveFocusChanged: if (activeFocus)
                strip.reached(strip)
        }
        Value {
            text: MixWords.volume(strip.volume)
        }
    }
    RowLayout {
        visible: strip.ofPerson
        spacing: Theme.tight
        Layout.fillWidth: true
        Icon {
            name: "sides"
            size: Theme.body + 2
            color: Theme.inkDim
        }
        MixSlider {
            objectName: "pan"
            // Left is left in every language.
            LayoutMirroring.enabled: false
            label: qsTr("%1, left or right").arg(strip.title)
            spoken: MixWords.place(strip.pan)
            from: -1
            to: 1
            stepSize: 0.1
            value: strip.pan
            Layout.fillWidth: true
            onChosen: value => strip.panChosen(value)
            onActiveFocusChanged: if (activeFocus)
                strip.reached(strip)
        }
        Value {
            text: MixWords.place(strip.pan)
        }
    }
}
