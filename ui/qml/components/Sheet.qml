// SPDX-License-Identifier: Apache-2.0
// A dialog over the window: heading, content that scrolls when it must, a button to close.
import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import QtQuick.Templates as T
import Plenum

Dialog {
    id: sheet

    property real widthMax: 560
    /// Whether it goes without an answer.
    property bool closable: true
    default property alias content: column.data

    parent: T.Overlay.overlay
    anchors.centerIn: parent
    modal: true
    focus: true
    width: parent ? Math.min(Math.round(widthMax * Theme.textScale), parent.width - 2 * Theme.broad) : widthMax
    height: parent ? Math.min(implicitHeight, parent.height - 2 * Theme.broad) : implicitHeight
    padding: 0
    closePolicy: closable ? Popup.CloseOnEscape | Popup.CloseOnPressOutside : Popup.NoAutoClose

    header: RowLayout {
        Label {
            text: sheet.title
            font.pixelSize: Theme.title + 2
            font.weight: Font.DemiBold
            elide: Text.ElideRight
            Layout.fillWidth: true
            Layout.margins: Theme.wide
            Layout.leftMargin: Theme.broad
            Layout.rightMargin: Theme.broad
            Accessible.role: Accessible.Heading
        }
        IconButton {
            visible: sheet.closable
            text: qsTr("Close")
            iconName: "close"
            Layout.rightMargin: Theme.gap
            Layout.leftMargin: Theme.gap
            onClicked: sheet.close()
        }
    }
    contentItem: ScrollView {
        id: scroll
        clip: true
        contentWidth: availableWidth
        implicitHeight: column.implicitHeight + Theme.hair + Theme.broad
        ScrollBar.horizontal.policy: ScrollBar.AlwaysOff
        ColumnLayout {
            id: column
            x: Theme.broad
            y: Theme.hair
            width: scroll.availableWidth - 2 * Theme.broad
            spacing: Theme.wide
        }
    }
    background: Rectangle {
        radius: Theme.radiusLarge
        color: Theme.surface
        border.color: Theme.line
    }
    T.Overlay.modal: Rectangle {
        color: Theme.shade
    }
    enter: Transition {
        NumberAnimation {
            property: "opacity"
            from: 0
            to: 1
            duration: Theme.quick
        }
    }
    exit: Transition {
        NumberAnimation {
            property: "opacity"
            to: 0
            duration: Theme.quick
        }
    }
}
