// SPDX-License-Identifier: Apache-2.0
// How many wait, or are new. Silent to screen readers: whoever shows it says what is counted.
import QtQuick
import Plenum

Rectangle {
    id: badge

    required property int count

    visible: count > 0
    width: Math.max(height, number.implicitWidth + 10)
    height: number.implicitHeight + 4
    radius: height / 2
    color: Theme.accent
    Text {
        id: number
        anchors.centerIn: parent
        text: badge.count > 99 ? "99+" : badge.count
        color: Theme.textOnAccent
        font.pixelSize: Theme.small - 1
        font.weight: Font.DemiBold
        Accessible.ignored: true
    }
}
