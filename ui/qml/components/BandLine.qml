// SPDX-License-Identifier: Apache-2.0
// A sentence on a line of fixed height, with buttons after it. Long words get smaller before they are cut.
import QtQuick
import QtQuick.Controls.Basic
import Plenum

Pane {
    id: line

    property string iconName: "information"
    property color iconColor: Theme.textOnOverlay
    property color frameColor: Theme.noticeLine
    property string words: ""
    default property alias buttons: after.data

    implicitHeight: Theme.bandLine
    padding: 3
    leftPadding: Theme.gap
    rightPadding: Theme.hair
    Accessible.role: Accessible.AlertMessage
    Accessible.name: words
    background: Rectangle {
        radius: Theme.radius
        color: Theme.notice
        border.color: line.frameColor
    }
    // By anchors: what changes while the line waits for its turn is right when it comes.
    contentItem: Item {
        implicitWidth: sign.width + after.width + 2 * Theme.tight + Math.ceil(metrics.advanceWidth) + 2
        Icon {
            id: sign
            name: line.iconName
            color: line.iconColor
            anchors.left: parent.left
            anchors.verticalCenter: parent.verticalCenter
        }
        TextMetrics {
            id: metrics
            text: line.words
            font: sentence.font
        }
        Text {
            id: sentence
            anchors.left: sign.right
            anchors.right: after.left
            anchors.leftMargin: Theme.tight
            anchors.rightMargin: Theme.tight
            height: parent.height
            text: line.words
            color: Theme.textOnOverlay
            font.pixelSize: Theme.small + 1
            font.weight: Font.Medium
            fontSizeMode: Text.Fit
            // However large the letters are to be, all of it is to be read.
            minimumPixelSize: 10
            textFormat: Text.PlainText
            wrapMode: Text.Wrap
            elide: Text.ElideRight
            verticalAlignment: Text.AlignVCenter
            horizontalAlignment: Text.AlignLeft
            Accessible.ignored: true
            HoverHandler {
                id: over
            }
            Hint {
                text: line.words
                visible: sentence.truncated && over.hovered
            }
        }
        Row {
            id: after
            spacing: Theme.hair
            anchors.right: parent.right
            anchors.verticalCenter: parent.verticalCenter
        }
    }
}
