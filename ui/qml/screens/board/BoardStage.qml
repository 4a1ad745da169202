// SPDX-License-Identifier: Apache-2.0
// The whiteboard on the stage: who draws, the tools, and the page. While the page has the keyboard, arrow keys move it
// or what is selected, and Escape leads back from the past to now, else to the stage.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import Plenum

ColumnLayout {
    id: stage

    required property Client client
    readonly property Whiteboard whiteboard: client.people.board
    /// In a window of its own.
    required property bool detached
    /// The chat stands beside it, which takes files too.
    property bool chatShown: false
    /// The keyboard is in here.
    readonly property bool hasKeyboard: {
        let item = Window.activeFocusItem;
        while (item && item !== stage)
            item = item.parent;
        return item === stage;
    }
    /// Ctrl+O puts files on the board, and not into the chat.
    readonly property bool takesFiles: visible && whiteboard.mayDraw && (detached || hasKeyboard || !chatShown)
    readonly property bool penMissing: !whiteboard.mayDraw && !whiteboard.past.open
    signal keyboardLeft
    signal detachToggled

    function close() {
        whiteboard.open = false;
        keyboardLeft();
    }

    function backToNow() {
        whiteboard.past.end();
        page.forceActiveFocus(Qt.OtherFocusReason);
    }

    spacing: Theme.tight
    onVisibleChanged: if (visible)
        page.forceActiveFocus(Qt.OtherFocusReason)
    Announcement {
        objectName: "boardNews"
        text: stage.whiteboard.news.news
        Accessible.role: Accessible.AlertMessage
        Accessible.name: text
    }
    RowLayout {
        spacing: Theme.gap
        Layout.fillWidth: true
        Label {
            text: qsTr("Whiteboard")
            font.pixelSize: Theme.title
            font.weight: Font.DemiBold
            Accessible.role: Accessible.Heading
        }
        Label {
            objectName: "boardDrawing"
            text: stage.whiteboard.past.open ? qsTr("You look at the past. Nobody else sees that.")
                : stage.penMissing ? ""
                : stage.whiteboard.news.drawing !== "" ? stage.whiteboard.news.drawing : stage.whiteboard.incomplete
                ? qsTr("Parts of the board are still missing here. The others are asked for a copy.")
                : stage.whiteboard.authority === "draw" ? qsTr("You may draw, and change what you drew yourself.") : ""
            color: Theme.inkDim
            elide: Text.ElideRight
            Layout.fillWidth: true
        }
        ActionButton {
            objectName: "boardElsewhere"
            visible: stage.whiteboard.pages.elsewhere >= 0 && !stage.whiteboard.past.open
            text: qsTr("Go to page %1").arg(stage.whiteboard.pages.elsewhere + 1)
            compact: true
            onClicked: stage.whiteboard.pages.current = stage.whiteboard.pages.elsewhere
        }
        IconButton {
            objectName: "boardPast"
            iconName: "replay"
            text: qsTr("How it came to be")
            enabled: !stage.whiteboard.past.open
            onClicked: stage.whiteboard.past.begin()
        }
        IconButton {
            objectName: "boardDetach"
            iconName: stage.detached ? "window-restore" : "open-in-new"
            text: stage.detached ? qsTr("Back into the main window") : qsTr("In a window of its own")
            onClicked: stage.detachToggled()
        }
        ActionButton {
            objectName: "boardRights"
            visible: stage.client.people.moderation.mayModerate
            text: qsTr("Rights…")
            compact: true
            onClicked: rights.open()
        }
        ActionButton {
            objectName: "boardClose"
            text: qsTr("Close")
            compact: true
            onClicked: stage.close()
        }
    }
    BoardPenLine {
        visible: stage.penMissing
        pen: stage.client.floors.pen
        Layout.fillWidth: true
    }
    BoardToolStrip {
        whiteboard: stage.whiteboard
        zoom: page.zoom
        low: stage.height < 520 * Theme.textScale
        lowest: stage.height < 330 * Theme.textScale
        onZoomWanted: zoom => page.zoom = zoom
        onAllWanted: page.show_all()
        onSaveWanted: saving.open()
        onInsertWanted: inserting.open()
        onClearWanted: stage.whiteboard.pages.clear()
        Layout.fillWidth: true
    }
    BoardPastBar {
        visible: stage.whiteboard.past.open
        past: stage.whiteboard.past
        Layout.fillWidth: true
        Keys.onEscapePressed: stage.backToNow()
    }
    BoardWork {
        objectName: "boardImports"
        visible: stage.whiteboard.imports.waiting > 0
        iconName: "image"
        text: qsTr("Pictures to come: %1").arg(stage.whiteboard.imports.waiting)
        onCancelled: stage.whiteboard.imports.cancel()
    }
    BoardWork {
        readonly property BoardExporter exporter: stage.whiteboard.exporter
        objectName: "boardSaving"
        visible: exporter.pages > 0
        iconName: "save"
        text: exporter.pages === 1 ? qsTr("Saving the whiteboard…") : qsTr(
                                         "Saving the whiteboard: %1 of %2 pages are done").arg(exporter.painted).arg(
                                         exporter.pages)
        onCancelled: exporter.cancel()
    }
    BoardItem {
        id: page
        objectName: "boardPage"
        whiteboard: stage.whiteboard
        Layout.fillWidth: true
        Layout.fillHeight: true
        Accessible.role: Accessible.Graphic
        Accessible.name: qsTr("Page %1 of the whiteboard. Arrow keys move it, plus and minus zoom.").arg(
            stage.whiteboard.pages.current + 1)
        Accessible.focusable: true
        onLeaveWanted: {
            if (stage.whiteboard.past.open)
                stage.backToNow();
            else
                stage.close();
        }
        onTextWanted: (area, text, fontPixels, ink, margin) => typing.begin(area, text, fontPixels, ink, margin)
        PointHandler {
            acceptedDevices: PointerDevice.Stylus
            target: null
            onPointChanged: page.pressure = active ? point.pressure : -1
            onActiveChanged: if (!active)
                page.pressure = -1
        }
        PinchHandler {
            id: pinch
            property real before: 1
            property point at
            target: null
            onActiveChanged: before = 1
            onCentroidChanged: {
                if (active)
                    page.pan_by(Qt.point(centroid.position.x - at.x, centroid.position.y - at.y));
                at = centroid.position;
            }
            onActiveScaleChanged: {
                page.zoom_at(page.zoom * activeScale / before, centroid.position);
                before = activeScale;
            }
        }
        BoardText {
            id: typing
            whiteboard: stage.whiteboard
            onEnded: page.forceActiveFocus(Qt.OtherFocusReason)
        }
        DropArea {
            id: drop
            enabled: stage.whiteboard.mayDraw
            anchors.fill: parent
            keys: ["text/uri-list"]
            onDropped: event => {
                if (!event.hasUrls)
                    return;
                event.accept(Qt.CopyAction);
                stage.whiteboard.imports.insert(event.urls, page.area());
            }
        }
        FocusRing {
            shown: page.activeFocus || drop.containsDrag
        }
    }
    Shortcut {
        sequence: "Ctrl+S"
        enabled: stage.visible
        onActivated: saving.open()
    }
    Shortcut {
        sequence: "Ctrl+O"
        enabled: stage.takesFiles
        onActivated: inserting.open()
    }
    Connections {
        target: stage.whiteboard.imports
        function onChanged() {
            if (stage.whiteboard.imports.document !== "")
                document.open();
        }
        function onDocument_begun() {
            page.show_all();
        }
    }
    SheetHost {
        id: document
        BoardDocumentSheet {
            whiteboard: stage.whiteboard
        }
    }
    FileChooser {
        id: inserting
        desktopDialog: stage.client.desktopDialog
        title: qsTr("Put on the whiteboard")
        several: true
        filters: [qsTr("Pictures and documents (*.png *.jpg *.jpeg *.webp *.gif *.pdf)")]
        onChosen: files => {
            stage.whiteboard.imports.insert(files, page.area());
            page.forceActiveFocus(Qt.OtherFocusReason);
        }
    }
    BoardRightsSheet {
        id: rights
        moderation: stage.client.people.moderation
    }
    FileChooser {
        id: saving
        desktopDialog: stage.client.desktopDialog
        title: qsTr("Save the whiteboard")
        saving: true
        filters: [qsTr("Picture of the page (*.png)"), qsTr("Drawing of the page (*.svg)"), qsTr(
                "Document with all pages (*.pdf)")]
        suggested: stage.whiteboard.exporter.place()
        onChosen: files => stage.whiteboard.exporter.save(files[0])
    }
}
