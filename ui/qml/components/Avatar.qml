// SPDX-License-Identifier: Apache-2.0
// A person without a picture, small: initials on the person's own tint.
import QtQuick
import Plenum

Rectangle {
    id: avatar

    required property string initials
    required property int tint
    property real size: Math.round(32 * Theme.textScale)

    implicitWidth: size
    implicitHeight: size
    radius: size / 2
    gradient: Gradient {
        GradientStop {
            position: 0
            color: Theme.tints[avatar.tint][0]
        }
        GradientStop {
            position: 1
            color: Theme.tints[avatar.tint][1]
        }
    }
    Text {
        anchors.centerIn: parent
        text: avatar.initials
        color: Theme.tintInk
        font.pixelSize: avatar.size * 0.38
        font.weight: Font.DemiBold
        textFormat: Text.PlainText
        Accessible.ignored: true
    }
}
