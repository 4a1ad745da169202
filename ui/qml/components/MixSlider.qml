// SPDX-License-Identifier: Apache-2.0
// A volume, or a place between left and right. A double click, Delete or Backspace brings back the usual value.
import QtQuick
import QtQuick.Controls.Basic
import Plenum

Slider {
    id: slider

    /// Of what it is: "Ann, volume".
    required property string label
    /// The value as screen readers say it.
    required property string spoken
    property real usual: 0
    signal chosen(real value)

    function reset() {
        chosen(usual);
    }

    // Arrow keys go on from where a click left it.
    focusPolicy: Qt.StrongFocus
    implicitHeight: Math.round(22 * Theme.textScale)
    padding: 0
    leftPadding: 0
    rightPadding: 0
    onMoved: chosen(value)
    Accessible.name: qsTr("%1, %2", "what a slider sets, and its value").arg(label).arg(spoken)
    Accessible.description: qsTr("Delete brings back the usual value")
    Keys.onDeletePressed: slider.reset()
    Keys.onPressed: event => {
        event.accepted = event.key === Qt.Key_Backspace;
        if (event.accepted)
            slider.reset();
    }

    background: Rectangle {
        readonly property real usualAt: (slider.usual - slider.from) / (slider.to - slider.from)
        y: (slider.height - height) / 2
        width: slider.width
        height: 3
        radius: 2
        color: Theme.outline
        Rectangle {
            // From the usual value to this one.
            readonly property real first: Math.min(parent.usualAt, slider.position)
            readonly property real last: Math.max(parent.usualAt, slider.position)
            x: (slider.mirrored ? 1 - last : first) * (parent.width - handle.width) + handle.width / 2
            width: (last - first) * (parent.width - handle.width)
            height: parent.height
            radius: 2
            color: Theme.ink
        }
        Rectangle {
            x: (slider.mirrored ? 1 - parent.usualAt : parent.usualAt) * (parent.width - handle.width)
               + handle.width / 2 - 1
            y: -3
            width: 2
            height: parent.height + 6
            color: Theme.outline
        }
    }
    handle: Rectangle {
        id: handle
        x: slider.visualPosition * (slider.width - width)
        y: (slider.height - height) / 2
        width: Math.round(16 * Theme.textScale)
        height: width
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
    TapHandler {
        onDoubleTapped: followed.start()
    }
    Timer {
        // The slider has followed the same press.
        id: followed
        interval: 0
        onTriggered: slider.reset()
    }
}
