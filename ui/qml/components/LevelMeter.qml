// SPDX-License-Identifier: Apache-2.0
// How loud something is, 0 … 1.
import QtQuick
import QtQuick.Controls.Basic
import Plenum

ProgressBar {
    id: meter

    property bool active: true
    /// A mark stays for a moment where it was loudest.
    property bool holdsPeak: false
    property real peak: 0

    onValueChanged: if (holdsPeak && (value >= peak || !hold.running)) {
        peak = value;
        hold.restart();
    }
    Timer {
        id: hold
        interval: Theme.peakStay
        onTriggered: meter.peak = meter.value
    }

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
        Rectangle {
            visible: meter.holdsPeak && meter.peak > 0.01
            x: (meter.mirrored ? 1 - meter.peak : meter.peak) * (parent.width - width)
            width: 2
            height: parent.height
            color: meter.active ? Theme.ink : Theme.inkDim
        }
    }
}
