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
    /// Null where nobody needs the pen, or it is not known whose it is.
    readonly property FloorModel pen: client.floors.pen
    readonly property bool penMissing: !whiteboard.mayDraw && !whiteboard.past.open
    readonly property string penWords: pen === null ? qsTr("Somebody else has the pen.")
        : pen.holderCount > 0 ? qsTr("The pen is with %1.").arg(pen.holderNames)
        : pen.own.mayPress ? qsTr("Nobody has the pen. You can ask for it.") : pen.emptyText
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
    RowLayout {
        visible: stage.penMissing
        spacing: Theme.gap
        Layout.fillWidth: true
        Label {
            objectName: "boardPen"
            text: stage.penWords
            color: Theme.inkDim
            wrapMode: Text.Wrap
            Layout.fillWidth: true
        }
        ActionButton {
            objectName: "boardAskForPen"
            visible: stage.pen !== null && stage.pen.own.mayPress
            text: stage.pen ? stage.pen.own.buttonText : ""
            iconName: stage.pen && stage.pen.own.standing === "none" ? "hand" : ""
            compact: true
            Accessible.description: stage.pen ? stage.pen.own.buttonHint : ""
            onClicked: stage.pen.own.press()
        }
    }
    RowLayout {
        spacing: Theme.hair
        Layout.fillWidth: true
        IconButton {
            objectName: "boardToolsBefore"
            visible: strip.overflows
            enabled: strip.mirrored ? strip.moreRight : strip.moreLeft
            iconName: strip.mirrored ? "right" : "left"
            text: qsTr("Tools before")
            onClicked: strip.move(strip.mirrored ? 1 : -1)
        }
        Flickable {
            id: strip
            /// Little room: the tools are one row that moves sideways, by buttons at its ends too.
            readonly property bool low: stage.height < 520 * Theme.textScale
            readonly property bool mirrored: strip.LayoutMirroring.enabled
            readonly property bool overflows: low && tools.childrenRect.width > stage.width
            readonly property bool moreLeft: contentX > 1
            readonly property bool moreRight: contentX < contentWidth - width - 1
            function move(way: int) {
                contentX = Math.max(0, Math.min(contentWidth - width, contentX + way * 0.8 * width));
            }
            /// The first tools are in sight.
            function goToStart() {
                contentX = mirrored ? Math.max(0, contentWidth - width) : 0;
            }
            onContentWidthChanged: goToStart()
            onWidthChanged: goToStart()
            contentWidth: low ? tools.childrenRect.width : width
            contentHeight: tools.height
            implicitHeight: tools.height
            clip: low
            boundsBehavior: Flickable.StopAtBounds
            Layout.fillWidth: true
            BoardTools {
                id: tools
                x: strip.low ? -childrenRect.x : 0
                width: strip.low ? 40 * Theme.control : strip.width
                whiteboard: stage.whiteboard
                zoom: page.zoom
                onZoomWanted: zoom => page.zoom = zoom
                onAllWanted: page.show_all()
                onSaveWanted: saving.open()
                onInsertWanted: inserting.open()
                onClearWanted: stage.whiteboard.pages.clear()
                // The keyboard came to a tool: it is in sight.
                onReached: item => {
                    const left = item.mapToItem(strip.contentItem, 0, 0).x;
                    const right = left + item.width - strip.width;
                    strip.contentX = Math.max(0, Math.min(left, Math.max(right, strip.contentX)));
                }
            }
        }
        IconButton {
            objectName: "boardToolsAfter"
            visible: strip.overflows
            enabled: strip.mirrored ? strip.moreLeft : strip.moreRight
            iconName: strip.mirrored ? "left" : "right"
            text: qsTr("More tools")
            onClicked: strip.move(strip.mirrored ? -1 : 1)
        }
    }
    BoardPastBar {
        visible: stage.whiteboard.past.open
        past: stage.whiteboard.past
        Layout.fillWidth: true
        Keys.onEscapePressed: stage.backToNow()
    }
    RowLayout {
        objectName: "boardImports"
        visible: stage.whiteboard.imports.waiting > 0
        spacing: Theme.tight
        Layout.fillWidth: true
        Icon {
            name: "image"
            color: Theme.inkDim
        }
        Label {
            text: qsTr("Pictures to come: %1").arg(stage.whiteboard.imports.waiting)
            color: Theme.inkDim
            elide: Text.ElideRight
            Layout.fillWidth: true
        }
        ActionButton {
            text: qsTr("Cancel")
            compact: true
            onClicked: stage.whiteboard.imports.cancel()
        }
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
        onTextWanted: (area, text, fontPixels, ink) => typing.begin(area, text, fontPixels, ink)
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
        TextArea {
            id: typing
            objectName: "boardText"
            function begin(area: rect, text: string, fontPixels: real, ink: color) {
                // Light ink cannot be read on the light ground.
                color = ink.hslLightness < 0.7 ? ink : Theme.paperInk;
                x = area.x;
                y = area.y;
                width = Math.max(area.width, 120);
                height = Math.max(area.height, 2 * fontPixels);
                font.pixelSize = Math.max(8, Math.round(fontPixels));
                typing.text = text;
                visible = true;
                forceActiveFocus(Qt.OtherFocusReason);
            }
            function end(keeps: bool) {
                if (!visible)
                    return;
                visible = false;
                if (keeps)
                    stage.whiteboard.write(text);
                else
                    stage.whiteboard.discard_writing();
                page.forceActiveFocus(Qt.OtherFocusReason);
            }
            visible: false
            wrapMode: TextEdit.Wrap
            textFormat: TextEdit.PlainText
            color: Theme.paperInk
            selectByMouse: true
            background: Rectangle {
                color: Theme.paperNote
                border.color: Theme.focus
            }
            Accessible.name: qsTr("Text on the whiteboard. Ctrl+Enter keeps it, Escape does not.")
            Keys.onPressed: event => {
                const enter = event.key === Qt.Key_Return || event.key === Qt.Key_Enter;
                event.accepted = event.key === Qt.Key_Escape || (enter && event.modifiers & Qt.ControlModifier);
                if (event.accepted)
                    end(event.key !== Qt.Key_Escape);
            }
            onActiveFocusChanged: if (!activeFocus)
                end(true)
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
        function onPage_made() {
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
        onChosen: files => {
            const trouble = stage.whiteboard.exporter.export_to(files[0]);
            stage.client.notice(trouble !== "" ? trouble : qsTr("The whiteboard was saved."), trouble !== "" ? "problem"
                : "info");
        }
    }
}
