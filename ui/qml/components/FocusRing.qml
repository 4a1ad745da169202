// SPDX-License-Identifier: Apache-2.0
// Shows where the keyboard is.
import QtQuick
import Plenum

Rectangle {
    required property bool shown
    property real around: 3

    anchors.fill: parent
    anchors.margins: -around
    radius: Theme.radius + around
    color: "transparent"
    border.width: 2
    border.color: Theme.focus
    visible: shown
}
