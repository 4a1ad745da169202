// SPDX-License-Identifier: Apache-2.0
// How one will be seen and heard, before anybody sees or hears.
import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import Plenum

FocusScope {
    id: screen

    required property Client client
    readonly property bool named: client.settings.displayName.trim() !== ""
    readonly property bool cameraFound: client.cameras.count > 0
    signal settingsWanted

    function enter() {
        nameField.error = named ? "" : qsTr("Type the name that the others shall see.");
        if (named)
            client.session.enter();
        else
            nameField.input.forceActiveFocus();
    }

    focus: true

    RowLayout {
        id: top
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.top: parent.top
        anchors.margins: Theme.wide
        IconButton {
            text: qsTr("Back")
            iconName: screen.LayoutMirroring.enabled ? "right" : "back"
            onClicked: screen.client.session.back_to_start()
        }
        Pill {
            visible: screen.client.session.demo
            text: qsTr("Demo")
            hint: qsTr("Simulated people, no network")
        }
        Item {
            Layout.fillWidth: true
        }
        IconButton {
            text: qsTr("Settings (Ctrl+,)")
            iconName: "settings"
            onClicked: screen.settingsWanted()
        }
    }
    Flickable {
        id: scroll
        anchors.top: top.bottom
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.bottom: parent.bottom
        clip: true
        boundsBehavior: Flickable.StopAtBounds
        ScrollBar.vertical: ScrollBar {}
        contentWidth: width
        contentHeight: Math.max(height, content.implicitHeight + 2 * Theme.wide)
        RowLayout {
            id: content
            anchors.centerIn: parent
            width: Math.min(scroll.width - 2 * Theme.vast, 1040 * Theme.textScale)
            spacing: Theme.vast
            ColumnLayout {
                Layout.fillWidth: true
                Layout.preferredWidth: 3
                Layout.minimumWidth: 320
                spacing: Theme.wide
                Rectangle {
                    Layout.fillWidth: true
                    Layout.preferredHeight: width * 9 / 16
                    radius: Theme.radiusLarge
                    color: Theme.backdrop
                    Accessible.role: Accessible.Graphic
                    Accessible.name: picture.visible ? qsTr("Your camera's picture") : note.text
                    VideoItem {
                        id: picture
                        anchors.fill: parent
                        pictures: screen.client.pictures
                        memberIndex: 0
                        mirrored: true
                        radius: Theme.radiusLarge
                        visible: screen.client.media.cameraOn
                    }
                    ColumnLayout {
                        anchors.centerIn: parent
                        width: parent.width - 2 * Theme.broad
                        visible: !picture.visible || !picture.hasPicture
                        spacing: Theme.gap
                        Icon {
                            name: "camera-off"
                            size: Theme.display
                            color: Theme.backdropMark
                            Layout.alignment: Qt.AlignHCenter
                        }
                        Label {
                            id: note
                            text: !screen.cameraFound
                                ? qsTr("No camera found. The others will see your name instead; you can plug one " +
                                "in at any time.") : !screen.client.media.cameraOn ? qsTr("Your camera is off.")
                                : qsTr("Starting your camera…")
                            color: Theme.backdropInk
                            horizontalAlignment: Text.AlignHCenter
                            wrapMode: Text.Wrap
                            lineHeight: 1.25
                            Layout.fillWidth: true
                        }
                    }
                    Row {
                        anchors.horizontalCenter: parent.horizontalCenter
                        anchors.bottom: parent.bottom
                        anchors.bottomMargin: Theme.wide
                        spacing: Theme.gap
                        BarButton {
                            objectName: "preJoinMicrophone"
                            text: screen.client.media.microphoneOn ? qsTr("Mute") : qsTr("Muted")
                            iconName: screen.client.media.microphoneOn ? "microphone" : "microphone-off"
                            kind: screen.client.media.microphoneOn ? "plain" : "warning"
                            hint: screen.client.media.microphoneOn ? qsTr("Join muted (Ctrl+D)")
                                : qsTr("Join with your microphone on (Ctrl+D)")
                            onClicked: screen.client.media.toggle_microphone()
                        }
                        BarButton {
                            text: qsTr("Camera")
                            enabled: screen.cameraFound
                            opacity: enabled ? 1 : 0.5
                            iconName: screen.client.media.cameraOn ? "camera" : "camera-off"
                            kind: screen.client.media.cameraOn || !enabled ? "plain" : "warning"
                            hint: screen.client.media.cameraOn ? qsTr("Join with your camera off (Ctrl+E)")
                                : qsTr("Join with your camera on (Ctrl+E)")
                            onClicked: screen.client.media.toggle_camera()
                        }
                    }
                }
                RowLayout {
                    spacing: Theme.gap
                    Icon {
                        name: screen.client.media.microphoneOn ? "microphone" : "microphone-off"
                        color: Theme.inkDim
                    }
                    LevelMeter {
                        value: screen.client.media.level
                        active: screen.client.media.microphoneOn
                        Layout.fillWidth: true
                        Accessible.name: qsTr("Level of your microphone")
                    }
                }
                Label {
                    text: screen.client.microphones.count === 0
                        ? qsTr("No microphone found, so nobody will hear you. Plug one in; it is used at once.")
                        : screen.client.media.microphoneOn ? qsTr("Say a word: the bar moves when you are heard.")
                        : qsTr("You will join muted. The bar shows that your microphone works.")
                    color: Theme.inkDim
                    font.pixelSize: Theme.small + 1
                    wrapMode: Text.Wrap
                    Layout.fillWidth: true
                }
            }
            ColumnLayout {
                Layout.preferredWidth: 2
                Layout.fillWidth: true
                Layout.minimumWidth: 280
                Layout.maximumWidth: 380 * Theme.textScale
                spacing: Theme.wide
                Label {
                    text: screen.client.session.hosting ? qsTr("Ready to start?") : qsTr("Ready to join?")
                    font.pixelSize: Theme.large
                    font.weight: Font.DemiBold
                    wrapMode: Text.Wrap
                    Layout.fillWidth: true
                    Accessible.role: Accessible.Heading
                }
                Field {
                    id: nameField
                    objectName: "nameField"
                    label: qsTr("Your name")
                    placeholder: qsTr("As the others shall see it")
                    maximumLength: 30
                    text: screen.client.settings.displayName
                    Layout.fillWidth: true
                    onTextChanged: {
                        screen.client.settings.displayName = text;
                        error = "";
                    }
                    onAccepted: screen.enter()
                    Component.onCompleted: input.forceActiveFocus()
                }
                DeviceChoice {
                    devices: screen.client.microphones
                    label: qsTr("Microphone")
                    iconName: "microphone"
                    noneText: qsTr("No microphone found.")
                    Layout.fillWidth: true
                }
                DeviceChoice {
                    devices: screen.client.loudspeakers
                    label: qsTr("Loudspeaker")
                    iconName: "loudspeaker"
                    noneText: qsTr("No loudspeaker found, so you would hear nobody. Plug one in; it is used at once.")
                    Layout.fillWidth: true
                }
                DeviceChoice {
                    devices: screen.client.cameras
                    label: qsTr("Camera")
                    iconName: "camera"
                    noneText: qsTr("No camera found.")
                    Layout.fillWidth: true
                }
                ActionButton {
                    objectName: "enterButton"
                    text: screen.client.session.hosting ? qsTr("Start the conference") : qsTr("Join now")
                    kind: "primary"
                    implicitHeight: Theme.control + 8
                    Layout.fillWidth: true
                    Layout.topMargin: Theme.hair
                    onClicked: screen.enter()
                }
            }
        }
    }
    Shortcut {
        sequence: "Ctrl+D"
        onActivated: screen.client.media.toggle_microphone()
    }
    Shortcut {
        sequence: "Ctrl+E"
        onActivated: screen.client.media.toggle_camera()
    }
}
