// SPDX-License-Identifier: Apache-2.0
// The tools of the whiteboard, its colours and widths, and what is done to the page; in rows, as many as they take.
pragma ComponentBehavior: Bound
import QtQuick
import Plenum

Flow {
    id: tools

    required property Whiteboard whiteboard
    required property real zoom
    readonly property var kinds: [["select", "cursor", qsTr("Select and move")], ["pen", "pen", qsTr("Pen")],
        ["marker", "marker", qsTr("Marker")], ["eraser", "eraser", qsTr("Eraser")], ["line", "line", qsTr("Line")],
        ["arrow", "arrow", qsTr("Arrow")], ["rectangle", "rectangle", qsTr("Rectangle")],
        ["ellipse", "ellipse", qsTr("Ellipse")], ["text", "text", qsTr("Text")], ["note", "note", qsTr("Sticky note")],
        ["laser", "laser", qsTr("Laser pointer")], ["hand", "move", qsTr("Move the view")]]
    readonly property var inkNames: [qsTr("Black"), qsTr("Blue"), qsTr("Red"), qsTr("Green"), qsTr("Orange"), qsTr(
            "Violet")]
    readonly property var widths: [[1.5, qsTr("Thin")], [3, qsTr("Medium")], [8, qsTr("Thick")]]
    signal zoomWanted(real zoom)
    signal allWanted
    signal saveWanted
    signal insertWanted
    signal clearWanted
    /// Of the widest row.
    readonly property real kindsWidth: kindRow.width
    /// Of what one draws with; the rest takes less.
    readonly property real drawingWidth: kindRow.width + inkRow.width + widthRow.width + 2 * spacing
    /// The keyboard is there.
    signal reached(Item item)

    spacing: Theme.tight
    Row {
        id: kindRow
        Repeater {
            model: tools.kinds
            BoardTool {
                required property var modelData
                objectName: "boardTool-" + name
                whiteboard: tools.whiteboard
                name: modelData[0]
                onActiveFocusChanged: if (activeFocus)
                    tools.reached(this)
                iconName: modelData[1]
                text: modelData[2]
            }
        }
    }
    Row {
        id: inkRow
        Repeater {
            model: Theme.boardInks
            IconButton {
                id: ink
                required property string modelData
                required property int index
                readonly property bool on: Qt.colorEqual(tools.whiteboard.ink.colour, modelData)
                objectName: "boardInk-" + index
                iconName: "ink"
                inkColor: modelData
                restColor: on ? Theme.raisedPressed : "transparent"
                enabled: tools.whiteboard.mayDraw
                text: tools.inkNames[index]
                Accessible.role: Accessible.RadioButton
                Accessible.checkable: true
                Accessible.checked: on
                onClicked: tools.whiteboard.ink.colour = modelData
                onActiveFocusChanged: if (activeFocus)
                    tools.reached(this)
                // Dark ink on dark ground. The ground of the chosen one is lighter in the dark theme.
                Rectangle {
                    anchors.centerIn: parent
                    width: Theme.icon + (ink.on ? 4 : 2)
                    height: width
                    radius: width / 2
                    color: "transparent"
                    border.color: ink.on ? Theme.ink : Theme.outline
                    border.width: ink.on ? 2 : 1
                }
            }
        }
    }
    Row {
        id: widthRow
        Repeater {
            model: tools.widths
            IconButton {
                id: width
                required property var modelData
                required property int index
                readonly property bool on: tools.whiteboard.ink.lineWidth === modelData[0]
                objectName: "boardWidth-" + index
                iconName: "ink"
                restColor: on ? Theme.raisedPressed : "transparent"
                enabled: tools.whiteboard.mayDraw
                text: modelData[1]
                Accessible.role: Accessible.RadioButton
                Accessible.checkable: true
                Accessible.checked: on
                onClicked: tools.whiteboard.ink.lineWidth = modelData[0]
                onActiveFocusChanged: if (activeFocus)
                    tools.reached(this)
                contentItem: Item {
                    Rectangle {
                        anchors.centerIn: parent
                        width: parent.width * 0.7
                        height: Math.max(1, width.modelData !== undefined ? width.modelData[0] : 1)
                        radius: height / 2
                        color: Theme.ink
                    }
                }
            }
        }
        IconButton {
            objectName: "boardFill"
            iconName: "fill"
            restColor: tools.whiteboard.ink.filled ? Theme.raisedPressed : "transparent"
            enabled: tools.whiteboard.mayDraw
            text: qsTr("Fill shapes")
            Accessible.checkable: true
            Accessible.checked: tools.whiteboard.ink.filled
            onClicked: tools.whiteboard.ink.filled = !tools.whiteboard.ink.filled
            onActiveFocusChanged: if (activeFocus)
                tools.reached(this)
        }
    }
    Row {
        IconButton {
            objectName: "boardInsert"
            iconName: "image"
            text: qsTr("Picture or PDF document… (Ctrl+O; Ctrl+V pastes)")
            enabled: tools.whiteboard.mayDraw
            onClicked: tools.insertWanted()
            onActiveFocusChanged: if (activeFocus)
                tools.reached(this)
        }
        IconButton {
            objectName: "boardUndo"
            iconName: "undo"
            text: qsTr("Undo what you did (Ctrl+Z)")
            enabled: tools.whiteboard.mayDraw && tools.whiteboard.edits.canUndo
            onClicked: tools.whiteboard.edits.undo()
            onActiveFocusChanged: if (activeFocus)
                tools.reached(this)
        }
        IconButton {
            objectName: "boardRedo"
            iconName: "redo"
            text: qsTr("Redo (Ctrl+Shift+Z)")
            enabled: tools.whiteboard.mayDraw && tools.whiteboard.edits.canRedo
            onClicked: tools.whiteboard.edits.redo()
            onActiveFocusChanged: if (activeFocus)
                tools.reached(this)
        }
        IconButton {
            objectName: "boardClear"
            iconName: "sweep"
            text: qsTr("Clear the page")
            enabled: tools.whiteboard.mayManage
            onClicked: tools.clearWanted()
            onActiveFocusChanged: if (activeFocus)
                tools.reached(this)
        }
        IconButton {
            objectName: "boardSave"
            iconName: "save"
            text: qsTr("Save as PNG, SVG or PDF (Ctrl+S)")
            onClicked: tools.saveWanted()
            onActiveFocusChanged: if (activeFocus)
                tools.reached(this)
        }
    }
    Row {
        IconButton {
            objectName: "boardZoomOut"
            iconName: "zoom-out"
            text: qsTr("Smaller (−)")
            onClicked: tools.zoomWanted(tools.zoom / 1.25)
            onActiveFocusChanged: if (activeFocus)
                tools.reached(this)
        }
        Label {
            text: qsTr("%1 %").arg(Math.round(tools.zoom * 100))
            font.pixelSize: Theme.small
            color: Theme.inkDim
            width: Math.round(44 * Theme.textScale)
            height: Theme.control - 4
            horizontalAlignment: Text.AlignHCenter
            verticalAlignment: Text.AlignVCenter
        }
        IconButton {
            objectName: "boardZoomIn"
            iconName: "zoom-in"
            text: qsTr("Larger (+)")
            onClicked: tools.zoomWanted(tools.zoom * 1.25)
            onActiveFocusChanged: if (activeFocus)
                tools.reached(this)
        }
        IconButton {
            objectName: "boardAll"
            iconName: "fit"
            text: qsTr("Show everything (Home)")
            onClicked: tools.allWanted()
            onActiveFocusChanged: if (activeFocus)
                tools.reached(this)
        }
    }
    Row {
        spacing: Theme.hair
        IconButton {
            objectName: "boardPageBefore"
            iconName: "left"
            text: qsTr("Page before")
            enabled: tools.whiteboard.pages.current > 0
            onClicked: tools.whiteboard.pages.current -= 1
            onActiveFocusChanged: if (activeFocus)
                tools.reached(this)
        }
        Label {
            objectName: "boardPageNumber"
            text: qsTr("%1 of %2").arg(tools.whiteboard.pages.current + 1).arg(tools.whiteboard.pages.count)
            font.pixelSize: Theme.small
            color: Theme.inkDim
            height: Theme.control - 4
            verticalAlignment: Text.AlignVCenter
            Accessible.name: qsTr("Page %1 of %2").arg(tools.whiteboard.pages.current + 1).arg(
                tools.whiteboard.pages.count)
        }
        IconButton {
            objectName: "boardPageAfter"
            iconName: "right"
            text: qsTr("Next page")
            enabled: tools.whiteboard.pages.current + 1 < tools.whiteboard.pages.count
            onClicked: tools.whiteboard.pages.current += 1
            onActiveFocusChanged: if (activeFocus)
                tools.reached(this)
        }
        IconButton {
            objectName: "boardAddPage"
            iconName: "plus"
            text: qsTr("New page")
            enabled: tools.whiteboard.mayManage
            onClicked: tools.whiteboard.pages.add()
            onActiveFocusChanged: if (activeFocus)
                tools.reached(this)
        }
        IconButton {
            objectName: "boardRemovePage"
            iconName: "remove"
            text: qsTr("Remove this page")
            enabled: tools.whiteboard.mayManage && tools.whiteboard.pages.count > 1
            onClicked: tools.whiteboard.pages.remove()
            onActiveFocusChanged: if (activeFocus)
                tools.reached(this)
        }
    }
}
