// SPDX-License-Identifier: Apache-2.0
// How one will be seen and heard, with what switches it. Nobody sees or hears it yet.
import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import Plenum

// No layout: the height that follows from the width would come too late for the one around it.
Column {
    id: preview

    required property Client client
    readonly property bool cameraFound: client.devices.cameras.count > 0

    spacing: Theme.wide
    Rectangle {
        objectName: "ownPreviewPicture"
        width: preview.width
        height: Math.max(width * 9 / 16, notes.implicitHeight + switches.height + 2 * Theme.wide + Theme.gap)
        radius: Theme.radiusLarge
        color: Theme.backdrop
        Accessible.role: Accessible.Graphic
        Accessible.name: picture.visible ? qsTr("Your camera's picture") : note.text
        VideoItem {
            id: picture
            anchors.fill: parent
            pictures: preview.client.people.pictures
            memberIndex: 0
            mirrored: true
            radius: Theme.radiusLarge
            visible: preview.client.media.cameraOn
        }
        ColumnLayout {
            id: notes
            anchors.horizontalCenter: parent.horizontalCenter
            y: Math.max(Theme.gap, Math.min((parent.height - height) / 2, switches.y - height - Theme.gap))
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
                text: !preview.cameraFound
                    ? qsTr("No camera found. The others will see your name instead; you can plug one " +
                    "in at any time.") : !preview.client.media.cameraOn ? qsTr("Your camera is off.")
                    : qsTr("Starting your camera…")
                color: Theme.backdropInk
                horizontalAlignment: Text.AlignHCenter
                wrapMode: Text.Wrap
                lineHeight: 1.25
                Layout.fillWidth: true
            }
        }
        Row {
            id: switches
            anchors.horizontalCenter: parent.horizontalCenter
            anchors.bottom: parent.bottom
            anchors.bottomMargin: Theme.wide
            spacing: Theme.gap
            BarButton {
                objectName: "preJoinMicrophone"
                text: preview.client.media.microphoneOn ? qsTr("Mute") : qsTr("Unmute")
                iconName: preview.client.media.microphoneOn ? "microphone" : "microphone-off"
                kind: preview.client.media.microphoneOn ? "plain" : "off"
                hint: preview.client.media.microphoneOn ? qsTr("Join muted (Ctrl+D)")
                    : qsTr("Join with your microphone on (Ctrl+D)")
                onClicked: preview.client.media.toggle_microphone()
            }
            BarButton {
                text: qsTr("Camera")
                enabled: preview.cameraFound
                opacity: enabled ? 1 : 0.5
                iconName: preview.client.media.cameraOn ? "camera" : "camera-off"
                kind: preview.client.media.cameraOn || !enabled ? "plain" : "off"
                hint: preview.client.media.cameraOn ? qsTr("Join with your camera off (Ctrl+E)")
                    : qsTr("Join with your camera on (Ctrl+E)")
                onClicked: preview.client.media.toggle_camera()
            }
        }
    }
    RowLayout {
        width: preview.width
        spacing: Theme.gap
        Icon {
            name: preview.client.media.microphoneOn ? "microphone" : "microphone-off"
            color: Theme.inkDim
        }
        LevelMeter {
            value: preview.client.media.level
            active: preview.client.media.microphoneOn
            Layout.fillWidth: true
            Accessible.name: qsTr("Level of your microphone")
        }
    }
    Label {
        text: preview.client.devices.microphones.count === 0
            ? qsTr("No microphone found, so nobody will hear you. Plug one in; it is used at once.")
            : preview.client.media.microphoneOn ? qsTr("Say a word: the bar moves when you are heard.")
            : qsTr("You will join muted. The bar shows that your microphone works.")
        color: Theme.inkDim
        font.pixelSize: Theme.small + 1
        wrapMode: Text.Wrap
        width: preview.width
    }
    Shortcut {
        sequence: "Ctrl+D"
        onActivated: preview.client.media.toggle_microphone()
    }
    Shortcut {
        sequence: "Ctrl+E"
        onActivated: preview.client.media.toggle_camera()
    }
}
