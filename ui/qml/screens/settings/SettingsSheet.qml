// SPDX-License-Identifier: Apache-2.0
// Few settings, saved as they are changed, safe in a call.
import QtQuick
import QtQuick.Layouts
import Plenum

Sheet {
    id: sheet

    required property Client client
    readonly property Settings settings: client.settings
    readonly property TalkKey talkKey: client.talkKey
    readonly property bool lowDelay: settings.audio.lowDelay
    readonly property string offWords: qsTr("Off while low delay is on.")

    title: qsTr("Settings")
    widthMax: 800
    onAboutToShow: client.devices.soundCheck.metering = true
    onClosed: client.devices.soundCheck.metering = false
    GridLayout {
        columns: sheet.width > 680 * Theme.textScale ? 2 : 1
        columnSpacing: Theme.vast
        rowSpacing: Theme.wide
        Layout.fillWidth: true
        ColumnLayout {
            spacing: Theme.gap
            Layout.fillWidth: true
            Layout.preferredWidth: 1
            Layout.alignment: Qt.AlignTop
            Heading {
                text: qsTr("Devices")
            }
            DeviceChoice {
                devices: sheet.client.devices.microphones
                label: qsTr("Microphone")
                iconName: "microphone"
                noneText: qsTr("No microphone found, so nobody can hear you. Plug one in; it is used at once.")
                Layout.fillWidth: true
            }
            LevelMeter {
                objectName: "microphoneMeter"
                visible: sheet.client.devices.microphones.count > 0
                value: sheet.client.media.level
                Layout.fillWidth: true
                Layout.bottomMargin: Theme.hair
                Accessible.name: qsTr("Level of your microphone")
            }
            DeviceChoice {
                devices: sheet.client.devices.loudspeakers
                label: qsTr("Loudspeaker")
                iconName: "loudspeaker"
                noneText: qsTr("No loudspeaker found, so you hear nobody. Plug one in; it is used at once.")
                Layout.fillWidth: true
            }
            SoundTestButton {
                check: sheet.client.devices.soundCheck
                visible: sheet.client.devices.loudspeakers.count > 0
            }
            DeviceChoice {
                devices: sheet.client.devices.cameras
                label: qsTr("Camera")
                iconName: "camera"
                noneText: qsTr("No camera found, so the others see your name instead. Plug one in; it is used at once.")
                Layout.fillWidth: true
            }
            Heading {
                text: qsTr("Looks")
            }
            LabelledChoice {
                label: qsTr("Colours")
                values: ["system", "light", "dark"]
                words: [qsTr("As the system"), qsTr("Light"), qsTr("Dark")]
                value: sheet.settings.theme
                onChosen: value => sheet.settings.theme = value
            }
            LabelledChoice {
                label: qsTr("Size of text")
                values: [1.0, 1.15, 1.3, 1.5]
                words: [qsTr("Normal"), qsTr("Large"), qsTr("Larger"), qsTr("Largest")]
                value: sheet.settings.textScale
                onChosen: value => sheet.settings.textScale = value
            }
            LabelledChoice {
                label: qsTr("Language")
                values: ["system", "en", "de"]
                words: [qsTr("As the system"), "English", "Deutsch"]
                value: sheet.settings.language
                onChosen: value => sheet.settings.language = value
            }
            Heading {
                text: qsTr("Cameras of the others")
            }
            LabelledChoice {
                objectName: "incomingVideoChoice"
                label: qsTr("Receive")
                values: ["everything", "low", "none"]
                words: [qsTr("Everything"), qsTr("Save data"), qsTr("Sound only")]
                value: sheet.settings.incomingVideo
                onChosen: value => sheet.settings.incomingVideo = value
            }
            Label {
                text: qsTr("Save data: a quarter of the pictures. Sound only: no pictures. What you choose for one " +
                    "person goes before this.")
                color: Theme.inkDim
                font.pixelSize: Theme.small + 1
                wrapMode: Text.Wrap
                Layout.fillWidth: true
            }
        }
        ColumnLayout {
            spacing: Theme.gap
            Layout.fillWidth: true
            Layout.preferredWidth: 1
            Layout.alignment: Qt.AlignTop
            Heading {
                text: qsTr("Sound")
            }
            SwitchLine {
                text: qsTr("Remove echo")
                explanation: sheet.lowDelay ? sheet.offWords
                    : qsTr("So that the others do not hear themselves from your loudspeaker.")
                enabled: !sheet.lowDelay
                checked: enabled && sheet.settings.audio.echoCancellation
                onToggled: sheet.settings.audio.echoCancellation = checked
                Layout.fillWidth: true
            }
            SwitchLine {
                text: qsTr("Reduce noise")
                explanation: sheet.lowDelay ? sheet.offWords
                    : qsTr("Fans, keys and street. Switch it off for music.")
                enabled: !sheet.lowDelay
                checked: enabled && sheet.settings.audio.noiseSuppression
                onToggled: sheet.settings.audio.noiseSuppression = checked
                Layout.fillWidth: true
            }
            SwitchLine {
                text: qsTr("Adjust my volume")
                explanation: sheet.lowDelay ? sheet.offWords
                    : qsTr("Keeps your voice equally loud, near or far from the microphone.")
                enabled: !sheet.lowDelay
                checked: enabled && sheet.settings.audio.automaticGain
                onToggled: sheet.settings.audio.automaticGain = checked
                Layout.fillWidth: true
            }
            LowDelayLine {
                objectName: "lowDelaySwitch"
                settings: sheet.settings
                Layout.fillWidth: true
            }
            SwitchLine {
                text: qsTr("Open my microphone with the floor")
                explanation: qsTr("When you get the floor that you asked for. It closes again when the floor goes.")
                checked: sheet.settings.floorOpensMicrophone
                onToggled: sheet.settings.floorOpensMicrophone = checked
                Layout.fillWidth: true
            }
            SwitchLine {
                objectName: "talkKeySwitch"
                text: qsTr("Talk from other windows too")
                explanation: sheet.talkKey.possible && sheet.talkKey.everywhere === ""
                    ? qsTr("Your keyboard does not have this key. Choose another one below.")
                    : sheet.talkKey.everywhere === ""
                    ? qsTr("This desktop tells programs of no keys that are pressed in other windows.")
                    : sheet.talkKey.taken
                    ? qsTr("Another program has %1, so it does nothing here until that one lets it go.")
                          .arg(sheet.talkKey.everywhereName)
                    : qsTr("Hold %1 to ask for the floor and speak, like the space bar.").arg(
                    sheet.talkKey.everywhereName)
                failing: sheet.talkKey.taken
                enabled: sheet.talkKey.everywhere !== ""
                checked: enabled && sheet.settings.talkKeyEverywhere
                onToggled: sheet.settings.talkKeyEverywhere = checked
                Layout.fillWidth: true
            }
            KeyCapture {
                visible: sheet.talkKey.possible
                talkKey: sheet.talkKey
                onRefused: words => sheet.show(words)
                Layout.fillWidth: true
            }
            Heading {
                text: qsTr("Joining")
            }
            SwitchLine {
                text: qsTr("Join muted")
                checked: sheet.settings.joinMuted
                onToggled: sheet.settings.joinMuted = checked
                Layout.fillWidth: true
            }
            SwitchLine {
                text: qsTr("Join with the camera on")
                checked: sheet.settings.joinWithCamera
                onToggled: sheet.settings.joinWithCamera = checked
                Layout.fillWidth: true
            }
        }
    }
}
