// SPDX-License-Identifier: Apache-2.0
// The place in a recording, in seconds from its beginning.
import QtQuick
import QtQuick.Controls.Basic
import Plenum

Slider {
    id: slider

    /// Where it is played.
    required property real place
    /// By arrow key; the mouse reaches any place, which a step of Slider's own would not let it.
    property real keyStep: 10
    /// It does not go there by itself.
    signal wanted(real place)

    function step(by: real) {
        wanted(Math.max(from, Math.min(to, place + (mirrored ? -by : by))));
    }

    from: 0
    value: place
    onMoved: wanted(value)
    Keys.onLeftPressed: step(-keyStep)
    Keys.onRightPressed: step(keyStep)
    focusPolicy: Qt.TabFocus
    background: Rectangle {
        x: handle.width / 2
        y: (slider.height - height) / 2
        width: slider.width - handle.width
        implicitWidth: 200
        implicitHeight: 4
        height: 4
        radius: 2
        color: Theme.outline
        Rectangle {
            x: slider.mirrored ? parent.width - width : 0
            width: slider.position * parent.width
            height: parent.height
            radius: 2
            color: Theme.accent
        }
    }
    handle: Rectangle {
        id: handle
        x: slider.visualPosition * (slider.width - width)
        y: (slider.height - height) / 2
        implicitWidth: Math.round(18 * Theme.textScale)
        implicitHeight: implicitWidth
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
