// SPDX-License-Identifier: Apache-2.0
// Over a whiteboard that one may not draw on: who has the pen, and a button that asks for it.
import QtQuick
import QtQuick.Layouts
import Plenum

RowLayout {
    id: line

    /// Null where it is not known whose the pen is.
    required property FloorModel pen

    spacing: Theme.gap
    Label {
        objectName: "boardPen"
        text: line.pen === null ? qsTr("Somebody else has the pen.")
            : line.pen.holderCount > 0 ? qsTr("The pen is with %1.").arg(line.pen.holderNames)
            : line.pen.emptyText
        color: Theme.inkDim
        wrapMode: Text.Wrap
        Layout.fillWidth: true
    }
    ActionButton {
        objectName: "boardAskForPen"
        visible: line.pen !== null && line.pen.own.mayPress
        text: line.pen ? line.pen.own.buttonText : ""
        iconName: line.pen && line.pen.own.standing === "none" ? "hand" : ""
        compact: true
        Accessible.description: line.pen ? line.pen.own.buttonHint : ""
        onClicked: line.pen.own.press()
    }
}
