// SPDX-License-Identifier: Apache-2.0
// Three bars that move with a voice: whoever is in the floor's gold speaks.
pragma ComponentBehavior: Bound
import QtQuick
import Plenum

Row {
    id: sign

    /// 0 … 1.
    required property real level
    property real size: Theme.small + 3
    property color color: Theme.textOnOverlay

    height: size
    spacing: 2
    Repeater {
        model: [0.6, 1, 0.75]
        delegate: Rectangle {
            required property real modelData
            width: 3
            height: Math.max(3, Math.round(sign.size * Math.min(1, sign.level * 1.4) * modelData))
            radius: 1
            color: sign.color
            y: Math.round((sign.size - height) / 2)
        }
    }
}
