// SPDX-License-Identifier: Apache-2.0
// What to draw with on a shared screen, in which colour, and how to take it back.
pragma ComponentBehavior: Bound
import QtQuick
import Plenum

Flow {
    id: tools

    required property ScreenMarkup markup
    readonly property var kinds: [["pen", "pen", qsTr("Pen")], ["marker", "marker", qsTr("Marker")],
        ["arrow", "arrow", qsTr("Arrow")], ["rectangle", "rectangle", qsTr("Rectangle")],
        ["eraser", "eraser", qsTr("Eraser")]]
    readonly property var inkNames: [qsTr("Red"), qsTr("Yellow"), qsTr("Green"), qsTr("Blue")]

    spacing: Theme.tight
    Row {
        Repeater {
            model: tools.kinds
            IconButton {
                required property var modelData
                readonly property bool on: tools.markup.tool === modelData[0]
                objectName: "screenTool-" + modelData[0]
                iconName: modelData[1]
                text: modelData[2]
                restColor: on ? Theme.raisedPressed : "transparent"
                Accessible.role: Accessible.RadioButton
                Accessible.checkable: true
                Accessible.checked: on
                onClicked: tools.markup.tool = modelData[0]
            }
        }
    }
    Row {
        Repeater {
            model: Theme.screenInks
            IconButton {
                required property string modelData
                required property int index
                readonly property bool on: Qt.colorEqual(tools.markup.ink.colour, modelData)
                objectName: "screenInk-" + index
                iconName: "ink"
                inkColor: modelData
                text: tools.inkNames[index]
                restColor: on ? Theme.raisedPressed : "transparent"
                Accessible.role: Accessible.RadioButton
                Accessible.checkable: true
                Accessible.checked: on
                onClicked: tools.markup.ink.colour = modelData
            }
        }
    }
    IconButton {
        objectName: "screenUndo"
        iconName: "undo"
        text: qsTr("Undo (Ctrl+Z)")
        enabled: tools.markup.canUndo
        onClicked: tools.markup.undo()
    }
    IconButton {
        objectName: "screenClear"
        iconName: "sweep"
        text: qsTr("Remove all that is drawn here")
        visible: tools.markup.canClear
        onClicked: tools.markup.clear()
    }
    Shortcut {
        sequence: "Ctrl+Z"
        enabled: tools.visible && tools.markup.canUndo
        onActivated: tools.markup.undo()
    }
}
