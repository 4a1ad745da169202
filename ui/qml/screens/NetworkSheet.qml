// SPDX-License-Identifier: Apache-2.0
// Behind the network's word: the figures it comes from.
import QtQuick
import QtQuick.Layouts
import Plenum

Sheet {
    id: sheet

    required property Client client
    readonly property Health health: client.health

    title: qsTr("Network")
    widthMax: 420
    Label {
        text: sheet.health.text
        font.pixelSize: Theme.large
        font.weight: Font.DemiBold
        color: sheet.health.grade === "good" ? Theme.goodInk : sheet.health.grade === "poor" ? Theme.badInk
            : sheet.health.grade === "fair" ? Theme.fairInk : Theme.ink
    }
    Label {
        text: sheet.health.meaning
        wrapMode: Text.Wrap
        lineHeight: 1.25
        Layout.fillWidth: true
    }
    Repeater {
        model: [[qsTr("From their mouth to your ear"), sheet.health.mouthToEar], [qsTr("There and back to the relay"),
            sheet.health.roundTrip], [qsTr("Lost on the way"), sheet.health.loss]]
        delegate: RowLayout {
            id: row
            required property var modelData
            Layout.fillWidth: true
            spacing: Theme.gap
            Label {
                text: row.modelData[0]
                color: Theme.inkDim
                wrapMode: Text.Wrap
                Layout.fillWidth: true
            }
            Label {
                text: row.modelData[1]
                font.weight: Font.Medium
            }
        }
    }
}
