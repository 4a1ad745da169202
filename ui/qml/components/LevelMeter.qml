// SPDX-License-Identifier: Apache-2.0
// How loud something is, 0 … 1.
import QtQuick
import QtQuick.Controls.Basic
import Plenum

ProgressBar {
    id: meter

    property bool active: true

    implicitHeight: 8
    implicitWidth: 120
    Accessible.role: Accessible.ProgressBar

    background: Rectangle {
        radius: height / 2
        color: Theme.raised
        border.color: Theme.line
    }
    contentItem: Item {
        Rectangle {
            height: parent.height
            width: parent.width * meter.position
            x: meter.mirrored ? parent.width - width : 0
            radius: height / 2
            color: meter.active ? Theme.goodInk : Theme.inkDim
            visible: width > 1
            Behavior on width {
                NumberAnimation {
                    duration: Theme.quick
                }
            }
        }
    }
}
