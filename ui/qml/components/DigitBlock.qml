// SPDX-License-Identifier: Apache-2.0
// A safety number to be read aloud: groups of five digits, in the same order in every script.
import QtQuick
import Plenum

Rectangle {
    id: block

    /// Groups with a space between them; empty while not known.
    required property string digits

    color: Theme.raised
    radius: Theme.radius
    implicitHeight: number.implicitHeight + 2 * Theme.gap
    Accessible.role: Accessible.StaticText
    Accessible.name: digits
    // No layout: those of Qt 6.4 use items that are gone.
    Grid {
        id: number
        layoutDirection: Qt.LeftToRight
        LayoutMirroring.enabled: false
        anchors.centerIn: parent
        columns: 3
        columnSpacing: Theme.vast
        rowSpacing: Theme.tight
        Repeater {
            model: block.digits === "" ? [qsTr("Not known yet")] : block.digits.split(" ")
            delegate: Label {
                required property string modelData
                text: modelData
                font.pixelSize: Theme.title
                font.letterSpacing: 1
                font.weight: Font.Medium
                Accessible.ignored: true
            }
        }
    }
}
