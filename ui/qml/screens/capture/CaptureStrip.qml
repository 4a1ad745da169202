// SPDX-License-Identifier: Apache-2.0
// The top of the workspace: which cluster, how its cameras are, and what can be done with all of them.
import QtQuick
import QtQuick.Layouts
import Plenum

Rectangle {
    id: strip

    required property Client client
    /// There are cameras.
    required property bool live
    readonly property Capture capture: client.capture
    readonly property bool inCall: client.session.screen === "call"
    readonly property bool oneLine: width >= 1330 * Theme.textScale
    /// Words on buttons have no room.
    readonly property bool tiny: width < 760 * Theme.textScale
    signal calibrateWanted
    signal loadWanted
    signal recordWanted
    signal replayWanted
    signal saveWanted

    implicitHeight: lines.implicitHeight + 2 * Theme.tight
    color: Theme.surface

    function inkOf(grade: string): color {
        return grade === "good" ? Theme.goodInk : grade === "fair" ? Theme.fairInk : grade === "bad" ? Theme.badInk
            : Theme.inkDim;
    }

    GridLayout {
        id: lines
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.verticalCenter: parent.verticalCenter
        anchors.leftMargin: Theme.gap
        anchors.rightMargin: Theme.gap
        columns: strip.oneLine ? 2 : 1
        columnSpacing: Theme.gap
        rowSpacing: Theme.tight
        RowLayout {
            spacing: Theme.gap
            Layout.fillWidth: true
            IconButton {
                objectName: "captureBack"
                text: strip.inCall ? qsTr("Back to the call") : qsTr("Back to the start")
                iconName: strip.mirrored ? "enter" : "back"
                onClicked: strip.capture.shown = false
                Badge {
                    count: strip.inCall ? strip.client.chat.unread.count + strip.client.people.knocks.count : 0
                    anchors.right: parent.right
                    anchors.top: parent.top
                }
                Accessible.description: strip.inCall && strip.client.people.knocks.count > 0
                    ? qsTr("Somebody wants to come in") : ""
            }
            Label {
                objectName: "captureTitle"
                text: strip.capture.replaying ? qsTr("Recording · %1").arg(strip.capture.name)
                    : qsTr("Capture · %1").arg(strip.capture.name)
                font.pixelSize: Theme.title
                font.weight: Font.DemiBold
                elide: Text.ElideMiddle
                Layout.fillWidth: true
                Layout.preferredWidth: implicitWidth
                Layout.minimumWidth: Math.min(implicitWidth, 90 * Theme.textScale)
                Layout.maximumWidth: Math.ceil(implicitWidth)
                Accessible.role: Accessible.Heading
            }
            Pill {
                objectName: "captureSummary"
                visible: strip.live
                text: strip.capture.state === "lost" ? qsTr("Link lost") : strip.capture.cameras.summary
                iconName: strip.capture.state === "lost" ? "lost" : strip.capture.cameras.grade === "good" ? "check"
                    : strip.capture.cameras.grade === "idle" ? "sending" : "alert"
                inkColor: strip.capture.state === "lost" ? Theme.badInk : strip.inkOf(strip.capture.cameras.grade)
                hint: strip.capture.cameras.advice
                Layout.fillWidth: true
                Layout.minimumWidth: Math.min(Math.ceil(implicitWidth), 110 * Theme.textScale)
                Layout.maximumWidth: Math.ceil(implicitWidth)
            }
            Pill {
                objectName: "captureClock"
                visible: strip.live && !strip.tiny && !strip.capture.replaying
                text: strip.capture.charts.clockWords
                hint: qsTr("By how much the moments may differ at which cameras capture")
            }
            Pill {
                objectName: "captureRecordingPill"
                visible: strip.capture.control.recording
                text: "● " + strip.capture.control.recordingWords
                inkColor: Theme.badInk
                Accessible.name: qsTr("Recording: %1").arg(strip.capture.control.recordingWords)
                Layout.fillWidth: true
                Layout.minimumWidth: Math.min(Math.ceil(implicitWidth), 90 * Theme.textScale)
                Layout.maximumWidth: Math.ceil(implicitWidth)
            }
            Item {
                Layout.fillWidth: true
                Layout.preferredWidth: 0
            }
        }
        RowLayout {
            id: commands
            spacing: Theme.tight
            Layout.alignment: strip.oneLine ? Qt.AlignRight | Qt.AlignVCenter : Qt.AlignLeft | Qt.AlignVCenter
            IconButton {
                objectName: "captureMicrophone"
                visible: strip.inCall
                text: strip.client.media.microphoneOn ? qsTr("Switch your microphone off (Ctrl+D)")
                    : qsTr("Switch your microphone on (Ctrl+D)")
                iconName: strip.client.media.microphoneOn ? "microphone" : "microphone-off"
                onClicked: strip.client.media.toggle_microphone()
            }
            IconButton {
                objectName: "captureDepth"
                readonly property bool possible: strip.capture.calibration.name !== ""
                readonly property bool on: strip.capture.cameras.depthShown
                enabled: strip.live && (possible || on)
                text: !possible ? qsTr("Depth is there once the cameras are calibrated.")
                    : on ? qsTr("Show pictures") : qsTr("Show depth: what is nearer is brighter")
                iconName: "depth"
                restColor: on ? Theme.raisedPressed : "transparent"
                Accessible.checkable: true
                Accessible.checked: on
                onClicked: strip.capture.cameras.depthShown = !on
            }
            ActionButton {
                objectName: "captureCalibrate"
                enabled: strip.live
                text: strip.capture.calibration.open ? qsTr("Back to the scene") : qsTr("Calibrate")
                compact: !strip.oneLine
                onClicked: strip.calibrateWanted()
            }
            ActionButton {
                id: triggerButton
                objectName: "captureTrigger"
                visible: !strip.capture.replaying
                enabled: strip.live
                text: strip.tiny ? qsTr("Trigger") + " ▾" : qsTr("Trigger: %1").arg(
                    strip.capture.control.paceWords) + " ▾"
                compact: !strip.oneLine
                Accessible.name: qsTr("Trigger: %1").arg(strip.capture.control.paceWords)
                Accessible.role: Accessible.ButtonMenu
                onClicked: triggerMenu.open()
                TriggerMenu {
                    id: triggerMenu
                    objectName: "triggerMenu"
                    control: strip.capture.control
                    y: triggerButton.height + Theme.tight
                }
            }
            ActionButton {
                objectName: "captureRecord"
                readonly property bool recording: strip.capture.control.recording
                visible: !strip.capture.replaying
                enabled: strip.live || recording
                text: recording ? qsTr("Stop recording") : qsTr("Record")
                iconName: recording ? "stop" : "record"
                compact: !strip.oneLine
                onClicked: recording ? strip.capture.control.stop_recording() : strip.recordWanted()
            }
            ActionButton {
                objectName: "captureArm"
                readonly property bool armed: strip.capture.control.armed
                visible: !strip.capture.replaying
                enabled: strip.live
                text: armed ? qsTr("Disarm") : qsTr("Arm")
                kind: armed ? "plain" : "primary"
                compact: !strip.oneLine
                Accessible.description: armed ? qsTr("The cameras capture. Disarmed, they wait.")
                    : qsTr("The cameras wait. Armed, they capture.")
                onClicked: strip.capture.control.armed = !armed
            }
            IconButton {
                id: moreButton
                objectName: "captureMore"
                text: qsTr("More: scene, files, stop")
                iconName: "more"
                Accessible.role: Accessible.ButtonMenu
                onClicked: moreMenu.open()
            }
        }
    }
    EntryMenu {
        id: moreMenu
        objectName: "captureMoreMenu"
        parent: moreButton
        opener: moreButton
        x: strip.mirrored ? 0 : moreButton.width - width
        y: moreButton.height + Theme.tight
        EntryItem {
            objectName: "captureShareItem"
            visible: strip.inCall && !strip.capture.replaying
            enabled: strip.live && (strip.capture.scene.shared || !strip.capture.scene.cloud.empty)
            text: strip.capture.scene.shared ? qsTr("Stop sharing the scene") : qsTr("Share the scene with everyone")
            iconName: "scene"
            onTriggered: strip.capture.scene.shared = !strip.capture.scene.shared
        }
        EntryItem {
            objectName: "captureSaveItem"
            enabled: !strip.capture.scene.cloud.empty
            text: qsTr("Save points as PLY…")
            iconName: "save"
            onTriggered: strip.saveWanted()
        }
        EntryItem {
            objectName: "captureLoadItem"
            enabled: strip.live
            text: qsTr("Load a calibration…")
            iconName: "folder"
            onTriggered: strip.loadWanted()
        }
        EntryItem {
            objectName: "captureReplayItem"
            text: qsTr("Open a recording…")
            iconName: "play"
            onTriggered: strip.replayWanted()
        }
        EntryItem {
            objectName: "captureStopItem"
            text: strip.capture.replaying ? qsTr("Close the recording") : qsTr("Stop receiving cameras")
            iconName: "stop"
            onTriggered: strip.capture.close()
        }
    }
    readonly property bool mirrored: LayoutMirroring.enabled
    Rectangle {
        anchors.bottom: parent.bottom
        width: parent.width
        height: 1
        color: Theme.line
    }
}
