// SPDX-License-Identifier: Apache-2.0
// "What did I miss?" on the stage: how far behind one is, the picture of who spoke, and the last minutes as a bar.
// While it has the keyboard, the space bar pauses, arrow keys move by 5 s, and Escape leads back to live.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import Plenum

FocusScope {
    id: stage

    required property Client client
    readonly property Replay replay: client.people.replay
    readonly property ReplayTimeline timeline: replay.timeline
    readonly property ReplaySpeaker speaker: replay.speaker
    /// Little room: what one does goes before what one sees.
    readonly property bool low: height < 430 * Theme.textScale
    readonly property bool lowest: height < 360 * Theme.textScale

    /// It had the keyboard, and is no longer there.
    signal keyboardLeft

    onVisibleChanged: {
        if (visible)
            stage.forceActiveFocus(Qt.OtherFocusReason);
        else if (stage.focus) {
            stage.focus = false;
            stage.keyboardLeft();
        }
    }
    Accessible.role: Accessible.Pane
    Accessible.name: qsTr("What did I miss")
    Keys.onPressed: event => {
        const mirrored = stage.LayoutMirroring.enabled;
        event.accepted = true;
        if (event.key === Qt.Key_Escape)
            stage.replay.close();
        else if (event.key === Qt.Key_Space) {
            if (!event.isAutoRepeat)
                stage.replay.toggle_paused();
        } else if (event.key === Qt.Key_Right || event.key === Qt.Key_Left)
            stage.replay.step_by((event.key === Qt.Key_Right) !== mirrored ? 1 : -1);
        else
            event.accepted = false;
    }
    // The space bar would end talking here.
    Keys.onReleased: event => event.accepted = event.key === Qt.Key_Space

    Announcement {
        objectName: "replayNews"
        text: !stage.visible ? "" : stage.timeline.trouble !== "" && !stage.replay.on ? stage.timeline.trouble
            : stage.replay.paused ? qsTr("Paused") : stage.replay.on
            ? qsTr("You hear the last minutes again, not what is live") : ""
        Accessible.role: Accessible.AlertMessage
        Accessible.name: text
    }
    ColumnLayout {
        anchors.fill: parent
        spacing: Theme.tight
        RowLayout {
            spacing: Theme.gap
            Layout.fillWidth: true
            Icon {
                name: stage.replay.paused ? "pause" : "replay"
                color: Theme.accentInk
            }
            Label {
                objectName: "replayWords"
                text: stage.replay.on ? stage.replay.words : qsTr("What did I miss?")
                font.weight: Font.DemiBold
                wrapMode: Text.Wrap
                maximumLineCount: 2
                Layout.fillWidth: true
            }
            ActionButton {
                objectName: "replayLive"
                text: stage.replay.on ? qsTr("Back to live") : qsTr("Close")
                kind: "primary"
                compact: true
                onClicked: stage.replay.close()
            }
        }
        Rectangle {
            objectName: "replayPicture"
            radius: Theme.radiusLarge
            color: Theme.backdrop
            visible: !stage.lowest || !stage.replay.on
            Layout.fillWidth: true
            Layout.fillHeight: true
            Layout.minimumHeight: 80
            Rectangle {
                anchors.fill: parent
                radius: parent.radius
                visible: !video.hasPicture && stage.speaker.memberIndex !== 0
                gradient: Gradient {
                    GradientStop {
                        position: 0
                        color: Theme.tints[stage.speaker.tint][0]
                    }
                    GradientStop {
                        position: 1
                        color: Theme.tints[stage.speaker.tint][1]
                    }
                }
                Text {
                    anchors.centerIn: parent
                    text: stage.speaker.initials
                    color: Theme.tintInk
                    opacity: 0.9
                    font.pixelSize: Math.max(20, Math.min(parent.height * 0.3, 96))
                    font.weight: Font.DemiBold
                    textFormat: Text.PlainText
                    Accessible.ignored: true
                }
            }
            VideoItem {
                id: video
                anchors.fill: parent
                pictures: stage.client.people.pictures
                memberIndex: -2
                radius: parent.radius
                Accessible.ignored: true
            }
            Label {
                objectName: "replayTrouble"
                anchors.centerIn: parent
                width: Math.min(parent.width - 2 * Theme.broad, 480 * Theme.textScale)
                visible: !stage.replay.on
                text: stage.timeline.trouble
                color: Theme.backdropInk
                wrapMode: Text.Wrap
                horizontalAlignment: Text.AlignHCenter
            }
            Rectangle {
                visible: stage.replay.on && stage.speaker.memberIndex !== 0
                x: stage.LayoutMirroring.enabled ? parent.width - width - Theme.gap : Theme.gap
                anchors.bottom: parent.bottom
                anchors.bottomMargin: Theme.gap
                width: Math.min(nameTag.implicitWidth + 2 * Theme.tight, parent.width - 2 * Theme.gap)
                height: nameTag.implicitHeight + 10
                radius: Theme.radiusSmall
                color: Theme.overlay
                Label {
                    id: nameTag
                    objectName: "replayName"
                    anchors.centerIn: parent
                    width: Math.min(implicitWidth, parent.width - 2 * Theme.tight)
                    text: qsTr("%1 · %2 ago").arg(stage.speaker.name).arg(stage.timeline.ago(stage.replay.position))
                    color: Theme.textOnOverlay
                    font.pixelSize: Theme.small + 1
                    elide: Text.ElideRight
                }
            }
        }
        Label {
            objectName: "replayMicrophone"
            visible: stage.replay.on && stage.client.media.microphoneOn
            text: qsTr("Your microphone is on: the others hear you live, though you do not hear them.")
            color: Theme.fairInk
            font.pixelSize: Theme.small
            wrapMode: Text.Wrap
            Layout.fillWidth: true
        }
        Label {
            objectName: "replayMissing"
            visible: stage.replay.on && text !== ""
            text: stage.timeline.trouble
            color: Theme.fairInk
            font.pixelSize: Theme.small
            wrapMode: Text.Wrap
            Layout.fillWidth: true
        }
        Item {
            visible: stage.lowest && stage.replay.on
            Layout.fillHeight: true
        }
        ReplayBar {
            replay: stage.replay
            visible: stage.replay.on
            Layout.fillWidth: true
        }
        Flow {
            visible: stage.replay.on
            spacing: Theme.tight
            Layout.fillWidth: true
            IconButton {
                objectName: "replayBack"
                text: qsTr("Back 5 seconds (left arrow)")
                // The bar runs the other way too.
                iconName: mirrored ? "step-on" : "step-back"
                onClicked: stage.replay.step_by(-1)
            }
            IconButton {
                objectName: "replayPause"
                text: stage.replay.paused ? qsTr("Go on (space bar)") : qsTr("Pause (space bar)")
                iconName: stage.replay.paused ? "play" : "pause"
                restColor: Theme.raised
                onClicked: stage.replay.toggle_paused()
            }
            IconButton {
                objectName: "replayOn"
                text: qsTr("On by 5 seconds (right arrow)")
                iconName: mirrored ? "step-back" : "step-on"
                onClicked: stage.replay.step_by(1)
            }
            Repeater {
                model: [["1", qsTr("1×"), qsTr("As it was; you stay behind")],
                    ["1.5", qsTr("1.5×"), qsTr("Half faster, at the same pitch")],
                    ["2", qsTr("2×"), qsTr("Twice as fast, at the same pitch")]]
                delegate: ToggleButton {
                    required property var modelData
                    objectName: "pace-" + modelData[0]
                    height: Theme.control - 4
                    text: modelData[1]
                    label: qsTr("Speed %1").arg(modelData[1])
                    hint: modelData[2]
                    on: stage.replay.pace === modelData[0]
                    onClicked: stage.replay.choose(modelData[0])
                }
            }
            Label {
                objectName: "replayReach"
                visible: !stage.low
                height: Theme.control - 4
                width: Math.min(implicitWidth, parent.width)
                text: stage.timeline.reach
                color: Theme.inkDim
                font.pixelSize: Theme.small
                elide: Text.ElideRight
                verticalAlignment: Text.AlignVCenter
            }
        }
    }
}
