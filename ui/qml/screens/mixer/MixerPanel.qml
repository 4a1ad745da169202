// SPDX-License-Identifier: Apache-2.0
// The mixing desk: what we hear, person by person and together, and what the others hear of us.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import Plenum

Item {
    id: panel

    required property Client client
    readonly property Mixer mixer: client.people.mixer
    signal microphonePressed

    /// The keyboard goes to the volume of a person.
    function showPerson(memberIndex: int) {
        const strip = people.itemAt(mixer.row_of(memberIndex));
        if (strip)
            Qt.callLater(() => (strip as MixerStrip).take());
    }
    function bring(item: Item) {
        const top = item.mapToItem(column, 0, 0).y;
        const bottom = top + item.height;
        if (top < page.contentY)
            page.contentY = Math.max(0, top - Theme.tight);
        else if (bottom > page.contentY + page.height)
            page.contentY = bottom - page.height + Theme.tight;
    }

    Flickable {
        id: page
        objectName: "mixerPage"
        anchors.fill: parent
        clip: true
        contentWidth: width
        contentHeight: column.implicitHeight + 2 * Theme.gap
        boundsBehavior: Flickable.StopAtBounds
        ScrollBar.vertical: ScrollBar {}
        ColumnLayout {
            id: column
            x: Theme.wide
            y: Theme.gap
            width: page.width - 2 * Theme.wide
            spacing: Theme.wide
            Heading {
                text: qsTr("What you hear")
            }
            MixerStrip {
                objectName: "sumStrip"
                title: qsTr("Everyone together")
                ofPerson: false
                level: panel.mixer.meter.level
                volume: panel.mixer.sum.volume
                remark: panel.mixer.meter.limiting ? qsTr("Too loud, turned down") : ""
                Layout.fillWidth: true
                onVolumeChosen: volume => panel.mixer.sum.volume = volume
                onReached: item => panel.bring(item)
            }
            Column {
                id: strips
                visible: panel.mixer.count > 0
                spacing: Theme.wide
                Layout.fillWidth: true
                Repeater {
                    id: people
                    model: panel.mixer
                    delegate: MixerStrip {
                        required property int strip
                        required property string name
                        required property bool silenced
                        required level
                        required volume
                        required pan
                        required muted
                        required solo
                        required delay
                        required delayParts
                        objectName: "strip-" + strip
                        title: name
                        silent: muted || silenced
                        width: strips.width
                        onVolumeChosen: volume => panel.mixer.set_volume(strip, volume)
                        onPanChosen: pan => panel.mixer.set_pan(strip, pan)
                        onMuteToggled: panel.mixer.set_muted(strip, !muted)
                        onSoloToggled: panel.mixer.set_solo(strip, !solo)
                        onReached: item => panel.bring(item)
                    }
                }
            }
            Label {
                visible: panel.mixer.count === 0
                text: qsTr("Each person gets a strip here when they join.")
                color: Theme.inkDim
                wrapMode: Text.Wrap
                Layout.fillWidth: true
            }
            Heading {
                text: qsTr("What the others hear")
            }
            MixerStrip {
                objectName: "ownStrip"
                title: qsTr("You")
                ofPerson: false
                mayMute: true
                muted: !panel.client.media.microphoneOn
                muteLabel: qsTr("Mute my microphone")
                muteHint: muted ? qsTr("Switch your microphone on (Ctrl+D)")
                    : qsTr("Switch your microphone off (Ctrl+D)")
                silent: muted
                level: panel.client.media.level
                volume: panel.mixer.own.volume
                Layout.fillWidth: true
                onVolumeChosen: volume => panel.mixer.own.volume = volume
                onMuteToggled: panel.microphonePressed()
                onReached: item => panel.bring(item)
            }
            LowDelayLine {
                objectName: "mixerLowDelay"
                settings: panel.client.settings
                Layout.fillWidth: true
                onActiveFocusChanged: if (activeFocus)
                    panel.bring(this)
            }
        }
    }
}
