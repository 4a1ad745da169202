// SPDX-License-Identifier: Apache-2.0
// What is taken of a document with several pages.
import QtQuick
import QtQuick.Layouts
import Plenum

Sheet {
    id: sheet

    required property Whiteboard whiteboard
    readonly property BoardImport imports: whiteboard.imports
    /// The document is forgotten before the sheet has gone.
    property string name: ""
    property int pages: 0
    property int taken: 0

    function takePage() {
        const number = Number(page.text);
        const known = Number.isInteger(number) && number >= 1 && number <= sheet.pages;
        page.error = known ? "" : qsTr("Type a number from 1 to %1.").arg(sheet.pages);
        if (!known)
            return;
        sheet.imports.insert_page(number);
        sheet.close();
    }

    title: qsTr("Document on the whiteboard")
    widthMax: 480
    onAboutToShow: {
        name = imports.document;
        pages = imports.documentPages;
        taken = imports.documentPagesTaken;
        page.input.forceActiveFocus(Qt.OtherFocusReason);
    }
    onClosed: imports.forget_document()
    Label {
        text: qsTr("“%1” has %2 pages.").arg(sheet.name).arg(sheet.pages)
        textFormat: Text.PlainText
        wrapMode: Text.Wrap
        Layout.fillWidth: true
    }
    Field {
        id: page
        objectName: "boardDocumentPage"
        label: qsTr("Page")
        text: "1"
        maximumLength: 5
        onAccepted: sheet.takePage()
        Layout.fillWidth: true
    }
    Label {
        text: page.error
        visible: text !== ""
        color: Theme.badInk
        wrapMode: Text.Wrap
        Layout.fillWidth: true
    }
    ActionButton {
        objectName: "boardDocumentTakePage"
        text: qsTr("Put this page on the board as a picture")
        kind: "primary"
        onClicked: sheet.takePage()
        Layout.fillWidth: true
    }
    ActionButton {
        objectName: "boardDocumentTakeAll"
        text: sheet.taken === sheet.pages ? qsTr("Make each page a page of the board") : qsTr(
            "Make the first %1 pages pages of the board").arg(sheet.taken)
        enabled: sheet.whiteboard.mayManage
        onClicked: {
            sheet.imports.insert_all();
            sheet.close();
        }
        Layout.fillWidth: true
    }
    Label {
        text: qsTr("Only who may add pages to the board can do that.")
        visible: !sheet.whiteboard.mayManage
        color: Theme.inkDim
        font.pixelSize: Theme.small + 1
        wrapMode: Text.Wrap
        Layout.fillWidth: true
    }
}
