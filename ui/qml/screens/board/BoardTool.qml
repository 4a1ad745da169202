// SPDX-License-Identifier: Apache-2.0
// A tool of the whiteboard: stays pressed while it is chosen.
import QtQuick
import Plenum

IconButton {
    id: tool

    required property Whiteboard whiteboard
    required property string name
    readonly property bool on: whiteboard.tool === name

    enabled: whiteboard.mayDraw || name === "hand"
    restColor: on ? Theme.raisedPressed : "transparent"
    Accessible.role: Accessible.RadioButton
    Accessible.checkable: true
    Accessible.checked: on
    onClicked: whiteboard.tool = name
}
