// SPDX-License-Identifier: Apache-2.0
// The bar: what a person does most, each with its word.
import QtQuick
import QtQuick.Layouts
import Plenum

Rectangle {
    id: bar

    required property Client client
    required property bool fullScreen
    readonly property OwnMedia media: client.media
    signal panelToggled(string name)
    signal copyLinkWanted
    signal leaveWanted
    signal entryWanted
    signal settingsWanted
    signal keysWanted
    signal diagnosticsWanted
    signal fullScreenToggled
    signal microphonePressed

    implicitHeight: Math.round(76 * Theme.textScale)
    color: Theme.surface

    Rectangle {
        width: parent.width
        height: 1
        color: Theme.line
    }
    RowLayout {
        anchors.centerIn: parent
        width: Math.min(implicitWidth, parent.width - 2 * Theme.tight)
        spacing: Theme.gap
        BarButton {
            objectName: "microphoneButton"
            // Closed until the floor comes, and then opened.
            readonly property bool ready: bar.client.floors.barred && bar.media.microphoneWanted
            text: bar.media.pushToTalk && bar.media.microphoneOn ? qsTr("Talking") : ready ? qsTr("Ready")
                : bar.media.microphoneOn ? qsTr("Mute") : qsTr("Unmute")
            iconName: bar.media.microphoneOn ? "microphone" : "microphone-off"
            kind: bar.media.microphoneOn || ready ? "plain" : "warning"
            Accessible.name: qsTr("Microphone: %1").arg(text)
            hint: ready ? qsTr("%1 Your microphone is closed until you have it. Press to keep it off even then " +
                "(Ctrl+D)").arg(bar.client.floors.whose)
                : bar.client.floors.barred ? qsTr("%1 Press to have your microphone open when you get it (Ctrl+D)").arg(
                bar.client.floors.whose)
                : bar.media.microphoneOn ? qsTr("Switch your microphone off (Ctrl+D)")
                : qsTr("Switch your microphone on (Ctrl+D), or hold the space bar to talk")
            onClicked: bar.microphonePressed()
        }
        BarButton {
            objectName: "cameraButton"
            text: qsTr("Camera")
            iconName: bar.media.cameraOn ? "camera" : "camera-off"
            kind: bar.media.cameraOn ? "plain" : "warning"
            hint: bar.client.cameras.count === 0 ? qsTr("No camera found. Plug one in; it is used at once.")
                : bar.client.floors.cameraWhose !== "" ? qsTr("%1 Your camera is closed until you have it.").arg(
                bar.client.floors.cameraWhose)
                : bar.media.cameraOn ? qsTr("Switch your camera off (Ctrl+E)") : qsTr("Switch your camera on (Ctrl+E)")
            onClicked: bar.media.toggle_camera()
        }
        FloorButton {
            objectName: "floorButton"
            floor: bar.client.floors.voice
            visible: floor !== null
            Layout.fillWidth: true
            Layout.minimumWidth: 150
            Layout.maximumWidth: implicitWidth
        }
        BarButton {
            objectName: "floorPanelButton"
            text: qsTr("Floor")
            iconName: "floor"
            checked: bar.client.settings.panel === "floor"
            badge: bar.client.moderation.mayModerate ? bar.client.floors.waiting : 0
            badgeWords: qsTr("%1, %2 waiting for it")
            hint: checked ? qsTr("Close the floor's panel (Ctrl+Shift+F)")
                : qsTr("Show who has the floor and who waits (Ctrl+Shift+F)")
            onClicked: bar.panelToggled("floor")
        }
        BarButton {
            objectName: "chatButton"
            text: qsTr("Chat")
            iconName: "chat"
            checked: bar.client.settings.panel === "chat"
            badge: bar.client.chat.unread
            hint: checked ? qsTr("Close the chat (Ctrl+Shift+C)") : qsTr("Open the chat (Ctrl+Shift+C)")
            onClicked: bar.panelToggled("chat")
        }
        BarButton {
            objectName: "peopleButton"
            text: qsTr("People")
            iconName: "people"
            checked: bar.client.settings.panel === "people"
            badge: bar.client.moderation.mayModerate ? bar.client.knocks.count : 0
            badgeWords: qsTr("%1, %2 waiting to be let in")
            hint: badge > 0 ? qsTr("Show who is waiting (Ctrl+Shift+W)")
                : checked ? qsTr("Close the list of people (Ctrl+Shift+P)")
                : qsTr("Open the list of people (Ctrl+Shift+P)")
            onClicked: bar.panelToggled("people")
        }
        BarButton {
            id: moreButton
            objectName: "moreButton"
            text: qsTr("More")
            iconName: "more"
            hint: qsTr("Link, view, settings")
            Accessible.role: Accessible.ButtonMenu
            onClicked: moreMenu.open()
        }
        BarButton {
            id: leaveButton
            objectName: "leaveButton"
            text: qsTr("Leave")
            iconName: "leave"
            kind: "danger"
            hint: qsTr("Leave the conference (Ctrl+Shift+Q)")
            onClicked: bar.leaveWanted()
        }
    }
    EntryMenu {
        id: moreMenu
        objectName: "moreMenu"
        parent: moreButton
        opener: moreButton
        x: (parent.width - width) / 2
        y: -height - Theme.gap
        EntryItem {
            text: qsTr("Copy the link")
            iconName: "link"
            shortcutText: qsTr("Ctrl+Shift+L")
            onTriggered: bar.copyLinkWanted()
        }
        EntryItem {
            text: qsTr("Who may come in")
            iconName: "knock"
            onTriggered: bar.entryWanted()
        }
        EntryItem {
            text: bar.client.settings.stageLayout === "grid" ? qsTr("Show the speaker large")
                : qsTr("Show everybody alike")
            iconName: bar.client.settings.stageLayout === "grid" ? "speaker-view" : "grid"
            onTriggered: bar.client.settings.stageLayout = bar.client.settings.stageLayout === "grid" ? "speaker"
                : "grid"
        }
        EntryItem {
            text: bar.fullScreen ? qsTr("Leave full screen") : qsTr("Full screen")
            iconName: bar.fullScreen ? "full-screen-leave" : "full-screen"
            shortcutText: "F11"
            onTriggered: bar.fullScreenToggled()
        }
        EntryItem {
            objectName: "diagnosticsItem"
            text: qsTr("Diagnostics")
            iconName: "figures"
            shortcutText: qsTr("Ctrl+Shift+D")
            onTriggered: bar.diagnosticsWanted()
        }
        EntryItem {
            text: qsTr("Keys")
            iconName: "information"
            shortcutText: "F1"
            onTriggered: bar.keysWanted()
        }
        EntryItem {
            text: qsTr("Settings")
            iconName: "settings"
            shortcutText: qsTr("Ctrl+,")
            onTriggered: bar.settingsWanted()
        }
    }
}
