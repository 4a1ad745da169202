// SPDX-License-Identifier: Apache-2.0
// The workspace of a cluster of cameras: cameras, the scene in 3-D or the calibration, and how the cluster goes. In a
// small window, one of these at a time.
import QtQuick
import QtQuick.Layouts
import Plenum

FocusScope {
    id: screen

    required property Client client
    readonly property Capture capture: client.capture
    readonly property bool inCall: client.session.screen === "call"
    /// There is something to see, maybe the last of it.
    readonly property bool live: capture.state === "live" || capture.state === "lost" && capture.cameras.count > 0
    readonly property bool oneAtATime: width < 900 * Theme.textScale || height < 590 * Theme.textScale
    /// Of these: "cameras", "scene" or "figures".
    property string part: "cameras"
    /// Where notices lie, which cover nothing that can be pressed there.
    readonly property real noticeTop: (figures.visible ? figures.y : band.y) + Theme.hair

    function shows(name: string): bool {
        return live && (!oneAtATime || part === name);
    }
    function calibrate() {
        capture.calibration.open = !capture.calibration.open;
        part = "scene";
    }

    focus: true
    // Push-to-talk as in the call, which goes on.
    Keys.onPressed: event => {
        if (event.key !== Qt.Key_Space || !screen.inCall)
            return;
        event.accepted = true;
        if (!event.isAutoRepeat)
            spaceBar.press();
    }
    Keys.onReleased: event => {
        if (event.key !== Qt.Key_Space || event.isAutoRepeat || !screen.inCall)
            return;
        event.accepted = true;
        spaceBar.release();
    }
    onActiveFocusChanged: if (!activeFocus)
        spaceBar.letGo()

    // Has the keyboard when nothing else is to have it: the screen itself would hand it to what had it last.
    Item {
        id: rest
        objectName: "captureRest"
    }
    SpaceBar {
        id: spaceBar
        talkKey: screen.client.talkKey
    }

    Shortcut {
        sequence: "Ctrl+D"
        enabled: screen.inCall
        onActivated: screen.client.media.toggle_microphone()
    }
    Announcement {
        objectName: "captureNews"
        text: screen.live ? screen.capture.cameras.summary : ""
        Accessible.role: Accessible.AlertMessage
        Accessible.name: text
    }
    ColumnLayout {
        anchors.fill: parent
        spacing: 0
        CaptureStrip {
            objectName: "captureStrip"
            client: screen.client
            live: screen.live
            Layout.fillWidth: true
            onCalibrateWanted: screen.calibrate()
            onLoadWanted: files.loadCalibration()
            onRecordWanted: files.record()
            onReplayWanted: files.replay()
            onSaveWanted: files.savePoints()
        }
        // For notices, and free also without them, so that they move nothing. They lie over the curves where these are.
        Item {
            id: band
            visible: !figures.visible
            Layout.fillWidth: true
            Layout.preferredHeight: Theme.bandLine + 2 * Theme.hair
        }
        RowLayout {
            visible: screen.live && screen.oneAtATime
            spacing: Theme.tight
            Layout.margins: Theme.gap
            Layout.topMargin: band.visible ? 0 : Theme.gap
            Layout.bottomMargin: screen.part === "cameras" ? 0 : Theme.gap
            ToggleButton {
                objectName: "captureCameras"
                text: qsTr("Cameras")
                hint: qsTr("Show the cameras")
                on: screen.part === "cameras"
                Layout.preferredHeight: Theme.compact
                onClicked: screen.part = "cameras"
            }
            ToggleButton {
                objectName: "captureScenePart"
                text: screen.capture.calibration.open ? qsTr("Calibration") : qsTr("Scene")
                hint: qsTr("Show the scene or its calibration")
                on: screen.part === "scene"
                Layout.preferredHeight: Theme.compact
                onClicked: screen.part = "scene"
            }
            ToggleButton {
                objectName: "captureFigures"
                text: qsTr("Figures")
                hint: qsTr("Show how the cluster goes")
                on: screen.part === "figures"
                Layout.preferredHeight: Theme.compact
                onClicked: screen.part = "figures"
            }
        }
        RowLayout {
            visible: screen.shows("cameras") || screen.shows("scene")
            spacing: 0
            Layout.fillWidth: true
            Layout.fillHeight: true
            CameraGrid {
                objectName: "cameraGrid"
                capture: screen.capture
                visible: screen.shows("cameras")
                Layout.fillWidth: true
                Layout.fillHeight: true
            }
            Rectangle {
                visible: !screen.oneAtATime
                color: Theme.line
                Layout.preferredWidth: 1
                Layout.fillHeight: true
            }
            Item {
                visible: screen.shows("scene")
                Layout.fillWidth: screen.oneAtATime
                Layout.fillHeight: true
                Layout.preferredWidth: screen.oneAtATime ? -1
                    : Math.round(Math.max(320 * Theme.textScale, screen.width * 0.36))
                ScenePane {
                    objectName: "scenePane"
                    anchors.fill: parent
                    visible: !screen.capture.calibration.open
                    capture: screen.capture
                    mayShare: screen.inCall && !screen.capture.replaying
                    onCalibrateWanted: screen.calibrate()
                    onLoadWanted: files.loadCalibration()
                    onSaveWanted: files.savePoints()
                    onKeyboardLeft: rest.forceActiveFocus(Qt.OtherFocusReason)
                }
                CalibrationPane {
                    objectName: "calibrationPane"
                    anchors.fill: parent
                    visible: screen.capture.calibration.open
                    calibration: screen.capture.calibration
                    onLoadWanted: files.loadCalibration()
                    onSaveWanted: files.saveCalibration()
                }
            }
        }
        PlaybackBar {
            objectName: "playbackBar"
            playback: screen.capture.playback
            visible: screen.live && screen.capture.replaying
            Layout.fillWidth: true
            Layout.margins: Theme.gap
            Layout.topMargin: Theme.tight
            Layout.bottomMargin: Theme.tight
        }
        CaptureFigures {
            id: figures
            objectName: "captureFiguresPane"
            capture: screen.capture
            visible: screen.shows("figures")
            stacked: screen.oneAtATime
            Layout.fillWidth: true
            Layout.fillHeight: screen.oneAtATime
            Layout.preferredHeight: Math.round(Math.min(228 * Theme.textScale, screen.height * 0.26))
        }
        CaptureNote {
            objectName: "captureNote"
            client: screen.client
            visible: !screen.live
            Layout.fillWidth: true
            Layout.fillHeight: true
        }
    }
    CaptureFiles {
        id: files
        client: screen.client
    }
}
