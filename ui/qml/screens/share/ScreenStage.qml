// SPDX-License-Identifier: Apache-2.0
// The screen that somebody shares, on the stage: whose it is, how large it is shown, and its picture. While the picture
// has the keyboard, arrow keys move it, plus and minus zoom, 0 fits it in, and Escape leads back to the people.
import QtQuick
import QtQuick.Layouts
import Plenum

ColumnLayout {
    id: stage

    required property Client client
    readonly property SharedScreens screens: client.people.screens
    readonly property ScreenMarkup markup: client.people.board.screen
    readonly property FloorModel pen: client.floors.pen
    /// A press on the pen asks for it.
    readonly property bool penWanted: markup.penTaken && pen !== null && pen.own.standing === "none"
    readonly property string penWords: pen === null ? qsTr("Somebody else has the pen.")
        : pen.own.standing !== "none" ? pen.own.buttonText
        : pen.holderCount > 0 ? pen.own.buttonHint : pen.emptyText + " " + pen.own.buttonHint
    /// Little room: whose screen it is goes before what the wheel and keys do too.
    readonly property bool narrow: width < 520 * Theme.textScale
    signal keyboardLeft

    function close() {
        pointers.pointing = false;
        markup.drawing = false;
        screens.open = false;
        keyboardLeft();
    }

    spacing: Theme.tight
    RowLayout {
        spacing: Theme.tight
        Layout.fillWidth: true
        Icon {
            name: "screen"
            color: Theme.accentInk
        }
        Label {
            id: words
            objectName: "screenWords"
            text: stage.markup.news.drawing === "" ? stage.screens.words
                : qsTr("%1 %2.").arg(stage.screens.words).arg(stage.markup.news.drawing)
            font.weight: Font.DemiBold
            wrapMode: Text.Wrap
            maximumLineCount: 2
            elide: Text.ElideRight
            Accessible.role: Accessible.Heading
            Layout.fillWidth: true
            HoverHandler {
                id: over
            }
            Hint {
                text: words.text
                visible: words.truncated && over.hovered
            }
        }
        ActionButton {
            objectName: "screenPresent"
            visible: stage.screens.past && stage.screens.count > 0
            text: qsTr("As it is now")
            compact: true
            onClicked: stage.screens.show_present()
        }
        ActionButton {
            objectName: "screenNext"
            visible: !stage.screens.past && stage.screens.count > 1
            text: qsTr("Next screen")
            compact: true
            onClicked: stage.screens.show_next()
        }
        IconButton {
            objectName: "screenDraw"
            text: stage.markup.penTaken ? stage.penWords
                : !stage.markup.mayDraw ? qsTr("Nothing can be drawn here now.")
                : stage.markup.drawing ? qsTr("Put the pen away") : qsTr("Draw on it, which everyone sees")
            iconName: "pen"
            enabled: stage.markup.mayDraw || stage.penWanted
            restColor: stage.markup.drawing ? Theme.raisedPressed : "transparent"
            Accessible.checkable: true
            Accessible.checked: stage.markup.drawing
            onClicked: {
                if (stage.penWanted)
                    return stage.pen.own.press();
                pointers.pointing = false;
                stage.markup.drawing = !stage.markup.drawing;
            }
        }
        IconButton {
            objectName: "screenLaser"
            text: pointers.pointing ? qsTr("Put the laser pointer away") : qsTr("Laser pointer, which everyone sees")
            iconName: "laser"
            restColor: pointers.pointing ? Theme.raisedPressed : "transparent"
            Accessible.checkable: true
            Accessible.checked: pointers.pointing
            onClicked: {
                stage.markup.drawing = false;
                pointers.pointing = !pointers.pointing;
            }
        }
        IconButton {
            objectName: "screenSmaller"
            visible: !stage.narrow
            text: qsTr("Smaller (−)")
            iconName: "zoom-out"
            onClicked: picture.zoom_to(picture.zoom / 1.25)
        }
        Label {
            objectName: "screenZoom"
            visible: !stage.narrow
            text: qsTr("%1 %").arg(Math.round(picture.zoom * 100))
            color: Theme.inkDim
            font.pixelSize: Theme.small
            horizontalAlignment: Text.AlignHCenter
            Layout.preferredWidth: Math.round(44 * Theme.textScale)
        }
        IconButton {
            objectName: "screenLarger"
            visible: !stage.narrow
            text: qsTr("Larger (+)")
            iconName: "zoom-in"
            onClicked: picture.zoom_to(picture.zoom * 1.25)
        }
        ToggleButton {
            objectName: "screenFit"
            height: Theme.control - 4
            text: qsTr("Fit")
            label: qsTr("Fit the whole screen in")
            hint: qsTr("All of it (0)")
            on: picture.fitted
            onClicked: picture.fit()
        }
        ToggleButton {
            objectName: "screenActual"
            visible: !stage.narrow
            height: Theme.control - 4
            text: qsTr("1:1")
            label: qsTr("Actual size")
            hint: qsTr("Each pixel as one (1)")
            on: Math.abs(picture.zoom - 1) < 0.001
            onClicked: picture.zoom_to(1)
        }
        ActionButton {
            objectName: "screenClose"
            text: qsTr("Close")
            compact: true
            onClicked: stage.close()
        }
    }
    Announcement {
        text: stage.markup.news.news
        Accessible.role: Accessible.AlertMessage
        Accessible.name: text
    }
    ScreenTools {
        visible: stage.markup.drawing
        markup: stage.markup
        Layout.fillWidth: true
    }
    Rectangle {
        radius: Theme.radius
        color: Theme.backdrop
        Layout.fillWidth: true
        Layout.fillHeight: true
        ScreenItem {
            id: picture
            objectName: "screenPicture"
            anchors.fill: parent
            screens: stage.screens
            activeFocusOnTab: true
            Accessible.role: Accessible.Graphic
            Accessible.name: qsTr("%1 Arrow keys move it, plus and minus zoom, 0 fits it in.").arg(stage.screens.words)
            Accessible.focusable: true
            onLeaveWanted: stage.close()
            PinchHandler {
                property real before: 1
                property point at
                target: null
                onActiveChanged: before = 1
                onCentroidChanged: {
                    if (active)
                        picture.move_by(Qt.point(centroid.position.x - at.x, centroid.position.y - at.y));
                    at = centroid.position;
                }
                onActiveScaleChanged: {
                    picture.zoom_at(picture.zoom * activeScale / before, centroid.position);
                    before = activeScale;
                }
            }
            // Not in the drawing, which then would take every press, with the pen away too.
            PointHandler {
                acceptedDevices: PointerDevice.Stylus
                target: null
                onPointChanged: drawing.pressure = active ? point.pressure : -1
                onActiveChanged: if (!active)
                    drawing.pressure = -1
            }
            ScreenDrawing {
                id: drawing
                objectName: "screenDrawing"
                anchors.fill: parent
                view: picture
                whiteboard: stage.client.people.board
            }
            ScreenPointers {
                id: pointers
                objectName: "screenPointers"
                anchors.fill: parent
                view: picture
                whiteboard: stage.client.people.board
            }
            FocusRing {
                shown: picture.activeFocus
            }
        }
    }
}
