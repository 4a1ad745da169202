// SPDX-License-Identifier: Apache-2.0
// The last minutes as a bar: who spoke when, who came and went, what was written, and where one is. Arrow keys move by
// 5 s, Page Up and Page Down to the next word or message, Home and End to the oldest and to live.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Controls.Basic
import Plenum

Item {
    id: bar

    required property Replay replay
    readonly property ReplayTimeline timeline: replay.timeline
    readonly property real span: Math.max(1, timeline.to - timeline.from)
    readonly property int nameWidth: Math.round(Math.min(120 * Theme.textScale, width * 0.25))
    readonly property int laneHeight: Math.round(16 * Theme.textScale)
    readonly property int markHeight: Math.round(20 * Theme.textScale)
    /// Where times are drawn, as the handle stands.
    readonly property real trackX: LayoutMirroring.enabled ? handle.width / 2 : nameWidth + handle.width / 2
    readonly property real trackWidth: width - nameWidth - handle.width

    function xOf(at: real): real {
        const share = Math.max(0, Math.min(1, (at - timeline.from) / span));
        return trackX + (LayoutMirroring.enabled ? 1 - share : share) * trackWidth;
    }

    implicitHeight: markHeight + lanes.height + slider.height + Math.round(18 * Theme.textScale)

    Repeater {
        model: bar.timeline.marks
        delegate: Item {
            id: mark
            required property var modelData
            objectName: "replayMark"
            x: bar.xOf(modelData.at) - width / 2
            width: Theme.small + 6
            height: bar.markHeight
            Accessible.role: Accessible.StaticText
            Accessible.name: qsTr("%1 ago: %2").arg(bar.timeline.ago(modelData.at)).arg(modelData.words)
            Icon {
                anchors.centerIn: parent
                name: mark.modelData.kind === "chat" ? "chat" : mark.modelData.kind === "joined" ? "enter" : "leave"
                size: Theme.small + 3
                color: Theme.inkDim
            }
            HoverHandler {
                id: over
            }
            TapHandler {
                onTapped: bar.replay.seek(mark.modelData.at)
            }
            Hint {
                text: mark.Accessible.name
                visible: over.hovered
            }
        }
    }
    Column {
        id: lanes
        y: bar.markHeight
        width: parent.width
        Repeater {
            model: bar.timeline.lanes
            delegate: Item {
                id: lane
                required property var modelData
                readonly property int tint: modelData.memberIndex % Theme.tints.length
                readonly property bool shown: bar.replay.speaker.memberIndex === modelData.memberIndex
                width: lanes.width
                height: bar.laneHeight
                Accessible.role: Accessible.StaticText
                Accessible.name: modelData.reach === "" ? modelData.name
                    : qsTr("%1: %2", "a person, and what there is of them").arg(modelData.name).arg(modelData.reach)
                HoverHandler {
                    id: overLane
                }
                Hint {
                    text: lane.Accessible.name
                    visible: overLane.hovered
                }
                Text {
                    x: lane.LayoutMirroring.enabled ? parent.width - width : 0
                    width: bar.nameWidth - Theme.tight
                    height: parent.height
                    text: lane.modelData.name
                    color: lane.shown ? Theme.ink : Theme.inkDim
                    font.pixelSize: Theme.small
                    font.weight: lane.shown ? Font.DemiBold : Font.Normal
                    elide: Text.ElideRight
                    textFormat: Text.PlainText
                    horizontalAlignment: Text.AlignLeft
                    verticalAlignment: Text.AlignVCenter
                    Accessible.ignored: true
                }
                Rectangle {
                    // Where there is sound.
                    readonly property real first: bar.xOf(lane.modelData.from)
                    readonly property real last: bar.xOf(bar.timeline.to)
                    x: Math.min(first, last)
                    anchors.verticalCenter: parent.verticalCenter
                    width: Math.abs(last - first)
                    height: 1
                    color: Theme.line
                }
                Repeater {
                    model: lane.modelData.spans
                    delegate: Rectangle {
                        required property var modelData
                        readonly property real first: bar.xOf(modelData.from)
                        readonly property real last: bar.xOf(modelData.to)
                        x: Math.min(first, last)
                        y: 3
                        width: Math.max(2, Math.abs(last - first))
                        height: lane.height - 6
                        radius: 2
                        color: lane.shown ? Theme.ink : Theme.outline
                    }
                }
            }
        }
    }
    TapHandler {
        enabled: bar.timeline.to > bar.timeline.from
        onTapped: point => {
            const share = Math.max(0, Math.min(1, (point.position.x - bar.trackX) / bar.trackWidth));
            bar.replay.seek(bar.timeline.from + (bar.LayoutMirroring.enabled ? 1 - share : share) * bar.span);
        }
    }
    Slider {
        id: slider
        objectName: "replaySlider"
        x: bar.LayoutMirroring.enabled ? 0 : bar.nameWidth
        y: bar.markHeight + lanes.height
        width: parent.width - bar.nameWidth
        height: Math.round(24 * Theme.textScale)
        padding: 0
        focusPolicy: Qt.TabFocus
        from: bar.timeline.from
        to: Math.max(bar.timeline.to, bar.timeline.from + 1)
        value: bar.replay.position
        onMoved: bar.replay.seek(value)
        Accessible.name: qsTr("What did I miss: %1", "the place in the last minutes").arg(bar.replay.place)
        Accessible.description: qsTr("Arrow keys move by 5 seconds, Page Up and Page Down to the next word or message")
        Keys.onPressed: event => {
            const forward = slider.mirrored ? Qt.Key_Left : Qt.Key_Right;
            const back = slider.mirrored ? Qt.Key_Right : Qt.Key_Left;
            event.accepted = true;
            if (event.key === forward || event.key === Qt.Key_Up)
                bar.replay.step_by(1);
            else if (event.key === back || event.key === Qt.Key_Down)
                bar.replay.step_by(-1);
            else if (event.key === Qt.Key_PageUp)
                bar.replay.seek_mark(false);
            else if (event.key === Qt.Key_PageDown)
                bar.replay.seek_mark(true);
            else if (event.key === Qt.Key_Home)
                bar.replay.seek(bar.timeline.from);
            else if (event.key === Qt.Key_End)
                bar.replay.close();
            else
                event.accepted = false;
        }
        background: Rectangle {
            x: handle.width / 2
            y: (slider.height - height) / 2
            width: slider.width - handle.width
            height: 4
            radius: 2
            color: Theme.outline
            Rectangle {
                // What is still to come until live.
                x: slider.mirrored ? 0 : slider.position * parent.width
                width: (1 - slider.position) * parent.width
                height: parent.height
                radius: 2
                color: Theme.accent
            }
        }
        handle: Rectangle {
            id: handle
            x: slider.visualPosition * (slider.width - width)
            y: (slider.height - height) / 2
            width: Math.round(18 * Theme.textScale)
            height: width
            radius: width / 2
            color: slider.pressed ? Theme.inkDim : Theme.ink
            border.width: 2
            border.color: Theme.surface
            FocusRing {
                shown: slider.visualFocus
                around: 2
                radius: height / 2
            }
        }
    }
    Label {
        x: bar.LayoutMirroring.enabled ? parent.width - bar.nameWidth - width : bar.nameWidth
        anchors.top: slider.bottom
        text: qsTr("%1 ago").arg(bar.timeline.ago(bar.timeline.from))
        color: Theme.inkDim
        font.pixelSize: Theme.small
    }
    Label {
        x: bar.LayoutMirroring.enabled ? 0 : parent.width - width
        anchors.top: slider.bottom
        text: qsTr("Live")
        color: Theme.inkDim
        font.pixelSize: Theme.small
    }
}
