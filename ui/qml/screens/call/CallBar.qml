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
    readonly property Whiteboard board: client.people.board
    readonly property ScreenShare share: client.people.screens.own
    readonly property int floorWaiting: client.people.moderation.mayModerate ? client.floors.waiting : 0
    readonly property int knocking: client.people.moderation.mayModerate ? client.people.knocks.count : 0
    /// The panel where something waits, or "".
    readonly property string waitingPanel: knocking > 0 ? "people" : floorWaiting > 0 ? "floor"
        : client.polls.waiting > 0 ? "polls"
        : client.chat.unread.count > 0 ? "chat" : ""
    /// What the buttons that are always there leave: the words of a floor make them wider, and so do large letters.
    readonly property real spare: width - 2 * Theme.tight - microphone.implicitWidth - camera.implicitWidth
        - panelButton.implicitWidth - moreButton.implicitWidth - leaveButton.implicitWidth - 4 * Theme.gap
        - (client.floors.voice ? floorButton.least + Theme.gap : 0)
    readonly property bool sharesHere: share.possible && (share.on || share.waiting
        || width > 640 * Theme.textScale && spare >= shareButton.implicitWidth + Theme.gap)
    readonly property real besideShare: spare - (sharesHere ? shareButton.implicitWidth + Theme.gap : 0)
    readonly property bool drawsHere: width > 700 * Theme.textScale
        && besideShare >= boardButton.implicitWidth + Theme.gap
    readonly property bool replaysHere: width > 800 * Theme.textScale && drawsHere
        && besideShare >= boardButton.implicitWidth + replayButton.implicitWidth + 2 * Theme.gap
    signal panelPressed
    signal copyLinkWanted
    signal leaveWanted
    signal entryWanted
    signal settingsWanted
    signal keysWanted
    signal diagnosticsWanted
    signal activitiesWanted
    signal fullScreenToggled
    signal microphonePressed
    signal shareWanted
    signal camerasWanted

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
            id: microphone
            objectName: "microphoneButton"
            // Closed until the floor comes, and then opened.
            readonly property bool ready: bar.client.floors.barred && bar.media.microphoneWanted
            readonly property string standing: ready ? bar.client.floors.voice.own.standing : ""
            readonly property bool asked: standing === "waiting" || standing === "pending"
            readonly property string askedWords: qsTr("Waiting for the floor")
            readonly property string readyWords: qsTr("Opens with the floor")
            otherWords: bar.client.floors.voice ? askedWords + "\n" + readyWords : ""
            text: bar.media.pushToTalk && bar.media.microphoneOn ? qsTr("Talking") : asked ? askedWords
                : ready ? readyWords : bar.media.microphoneOn ? qsTr("Mute") : qsTr("Unmute")
            iconName: bar.media.microphoneOn ? "microphone" : ready ? "microphone-waiting" : "microphone-off"
            kind: bar.media.microphoneOn || ready ? "plain" : "off"
            Accessible.name: qsTr("Microphone: %1").arg(text)
            hint: bar.client.devices.microphones.count === 0
                ? qsTr("No microphone found. Plug one in; it is used at once.")
                : ready ? qsTr("%1 Your microphone is closed until you have it. Press to keep it off even then " +
                "(Ctrl+D)").arg(bar.client.floors.whose)
                : bar.client.floors.barred ? qsTr("%1 Press to have your microphone open when you get it (Ctrl+D)").arg(
                bar.client.floors.whose)
                : bar.media.microphoneOn ? qsTr("Switch your microphone off (Ctrl+D)")
                : qsTr("Switch your microphone on (Ctrl+D), or hold the space bar to talk")
            onClicked: bar.microphonePressed()
        }
        BarButton {
            id: camera
            objectName: "cameraButton"
            text: qsTr("Camera")
            iconName: bar.media.cameraOn ? "camera" : "camera-off"
            kind: bar.media.cameraOn ? "plain" : "off"
            hint: bar.client.devices.cameras.count === 0 ? qsTr("No camera found. Plug one in; it is used at once.")
                : bar.client.floors.cameraWhose !== "" ? qsTr("%1 Your camera is closed until you have it.").arg(
                bar.client.floors.cameraWhose)
                : bar.media.cameraOn ? qsTr("Switch your camera off (Ctrl+E)") : qsTr("Switch your camera on (Ctrl+E)")
            onClicked: bar.media.toggle_camera()
        }
        FloorButton {
            id: floorButton
            objectName: "floorButton"
            readonly property real least: 150
            floor: bar.client.floors.voice
            visible: floor !== null
            Layout.fillWidth: true
            Layout.minimumWidth: least
            Layout.maximumWidth: implicitWidth
        }
        BarButton {
            id: shareButton
            objectName: "shareButton"
            readonly property string stopWords: qsTr("Stop sharing")
            visible: bar.sharesHere
            text: bar.share.on ? stopWords : bar.share.waiting ? qsTr("Do not share") : qsTr("Share screen")
            iconName: "screen"
            kind: bar.share.on ? "danger" : "plain"
            hint: bar.share.on ? qsTr("%1 Stop it (Ctrl+Shift+S)").arg(bar.share.words)
                : bar.share.waiting ? bar.share.waitingWords
                : qsTr("Show everyone your screen or one window (Ctrl+Shift+S)")
            onClicked: bar.shareWanted()
        }
        BarButton {
            id: replayButton
            objectName: "replayButton"
            visible: bar.replaysHere
            text: qsTr("What did I miss?")
            iconName: "replay"
            checked: bar.client.people.replay.open
            hint: checked ? qsTr("Back to live (Ctrl+Shift+R)")
                : qsTr("Hear and see the last minutes again, faster, until you are live (Ctrl+Shift+R)")
            onClicked: bar.client.people.replay.toggle()
        }
        BarButton {
            id: boardButton
            objectName: "boardButton"
            visible: bar.drawsHere
            text: qsTr("Whiteboard")
            iconName: "board"
            checked: bar.board.open
            badge: bar.board.news.unseen ? 1 : 0
            hint: checked ? qsTr("Back to the stage (Ctrl+Shift+B)")
                : qsTr("Draw together (Ctrl+Shift+B)")
            onClicked: bar.board.open = !bar.board.open
        }
        BarButton {
            id: panelButton
            objectName: "panelButton"
            text: qsTr("Panel")
            iconName: "side-panel"
            checked: bar.client.settings.panel !== ""
            // While the panel is open, its tabs count.
            badge: checked ? 0 : bar.floorWaiting + bar.client.chat.unread.count + bar.knocking
                + bar.client.polls.waiting
            badgeWords: qsTr("%1, %2 waiting in it")
            hint: checked ? qsTr("Hide the panel (Ctrl+B)")
                : qsTr("Show floor, chat, people, polls and mixer beside the stage (Ctrl+B)")
            onClicked: bar.panelPressed()
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
            objectName: "replayItem"
            text: bar.client.people.replay.open ? qsTr("Back to live") : qsTr("What did I miss?")
            iconName: "replay"
            shortcutText: qsTr("Ctrl+Shift+R")
            onTriggered: bar.client.people.replay.toggle()
        }
        EntryItem {
            objectName: "boardItem"
            text: bar.board.open ? qsTr("Close the whiteboard") : qsTr("Whiteboard")
            iconName: "board"
            shortcutText: qsTr("Ctrl+Shift+B")
            onTriggered: bar.board.open = !bar.board.open
        }
        EntryItem {
            objectName: "shareItem"
            visible: bar.share.possible
            text: bar.share.on ? qsTr("Stop sharing") : bar.share.waiting ? qsTr("Do not share")
                : qsTr("Share screen")
            iconName: "screen"
            shortcutText: qsTr("Ctrl+Shift+S")
            onTriggered: bar.shareWanted()
        }
        EntryItem {
            objectName: "recordItem"
            readonly property CallRecording recording: bar.client.people.recording
            text: recording.on ? qsTr("Stop recording") : qsTr("Record")
            iconName: recording.on ? "stop" : "record"
            enabled: !recording.finishing && (recording.on || bar.client.people.moderation.recordingAllowed)
            onTriggered: recording.on ? recording.stop() : recording.start()
        }
        EntryItem {
            objectName: "camerasItem"
            text: bar.client.capture.on ? qsTr("Back to the cameras") : qsTr("Cameras…")
            iconName: "cameras"
            onTriggered: bar.camerasWanted()
        }
        EntryItem {
            objectName: "activitiesItem"
            text: qsTr("Activities")
            iconName: "gamepad"
            visible: bar.client.people.activities.offers.length > 0
            onTriggered: bar.activitiesWanted()
        }
        LayoutEntry {
            client: bar.client
            layout: "automatic"
            text: qsTr("Automatic layout")
            iconName: "again"
        }
        LayoutEntry {
            client: bar.client
            layout: "speaker"
            text: qsTr("Speaker large")
            iconName: "speaker-view"
        }
        LayoutEntry {
            client: bar.client
            layout: "grid"
            text: qsTr("Everyone the same size")
            iconName: "grid"
        }
        EntryItem {
            objectName: "ownPictureItem"
            readonly property bool hidden: bar.client.settings.ownPictureHidden
            text: hidden ? qsTr("Show my own picture") : qsTr("Hide my own picture")
            iconName: hidden ? "own-shown" : "own-hidden"
            onTriggered: bar.client.settings.ownPictureHidden = !hidden
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
            text: qsTr("Keyboard shortcuts")
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
