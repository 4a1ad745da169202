// SPDX-License-Identifier: Apache-2.0
// One choice of a poll: its words, how many chose it, and a bar as long as their share.
import QtQuick
import QtQuick.Layouts
import Plenum

Column {
    id: line

    /// As Polls has it.
    required property var bar
    /// Ours.
    required property bool chosen
    /// The sign is beside it already.
    property bool signed: false

    spacing: 5
    RowLayout {
        width: line.width - line.leftPadding - line.rightPadding
        spacing: Theme.tight
        Label {
            text: line.bar.words
            font.weight: line.chosen ? Font.DemiBold : Font.Normal
            wrapMode: Text.Wrap
            Layout.fillWidth: true
            Accessible.ignored: true
        }
        Icon {
            visible: line.chosen && !line.signed
            name: "check"
            size: Theme.body + 2
            Layout.alignment: Qt.AlignTop
        }
        Label {
            text: line.bar.figures
            color: Theme.inkDim
            font.pixelSize: Theme.small + 1
            Layout.alignment: Qt.AlignTop
            Accessible.ignored: true
        }
    }
    Rectangle {
        id: track
        width: line.width - line.leftPadding - line.rightPadding
        height: 6
        radius: 3
        color: Theme.raised
        Rectangle {
            x: track.LayoutMirroring.enabled ? track.width - width : 0
            width: track.width * line.bar.share
            height: track.height
            radius: track.radius
            color: Theme.outline
            Behavior on width {
                NumberAnimation {
                    duration: Theme.calm
                }
            }
        }
    }
}
