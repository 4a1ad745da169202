// SPDX-License-Identifier: Apache-2.0
// One person in the list.
import QtQuick
import QtQuick.Layouts
import Plenum

Item {
    id: line

    required property string name
    required property string initials
    required property int tint
    required property bool isSelf
    required property bool isModerator
    required property bool absent
    required property bool microphoneOn
    required property bool cameraOn
    required property bool speaking
    readonly property string state_: absent ? qsTr("Reconnecting…") : speaking ? qsTr("Speaking") : !microphoneOn
        ? qsTr("Muted") : ""
    readonly property string facts: joined(isModerator ? qsTr("Moderator") : "", " · ", state_)

    function joined(first: string, between: string, second: string): string {
        return first === "" || second === "" ? first + second : first + between + second;
    }

    implicitHeight: Math.round(56 * Theme.textScale)
    Accessible.role: Accessible.ListItem
    Accessible.name: joined(isSelf ? qsTr("%1 (you)").arg(name) : name, ", ", facts)

    RowLayout {
        anchors.fill: parent
        anchors.leftMargin: Theme.wide
        anchors.rightMargin: Theme.wide
        spacing: Theme.gap
        Avatar {
            initials: line.initials
            tint: line.tint
            opacity: line.absent ? 0.5 : 1
        }
        ColumnLayout {
            spacing: 1
            Layout.fillWidth: true
            Label {
                text: line.isSelf ? qsTr("%1 (you)").arg(line.name) : line.name
                font.weight: Font.Medium
                elide: Text.ElideRight
                Layout.fillWidth: true
                Accessible.ignored: true
            }
            Label {
                text: line.facts
                visible: text !== ""
                color: line.speaking && !line.absent ? Theme.goodInk : Theme.inkDim
                font.pixelSize: Theme.small
                elide: Text.ElideRight
                Layout.fillWidth: true
                Accessible.ignored: true
            }
        }
        Icon {
            name: line.absent ? "lost" : line.cameraOn ? "camera" : "camera-off"
            color: line.cameraOn && !line.absent ? Theme.ink : Theme.inkDim
            size: Theme.title + 1
        }
        Icon {
            name: line.microphoneOn ? "microphone" : "microphone-off"
            color: line.speaking ? Theme.goodInk : line.microphoneOn ? Theme.ink : Theme.inkDim
            size: Theme.title + 1
        }
    }
}
