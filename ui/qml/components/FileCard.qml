// SPDX-License-Identifier: Apache-2.0
// A file in the chat: an image itself, else its name; how far it is, and what can be done with it.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import Plenum

ColumnLayout {
    id: card

    /// As `ChatFiles.describe` has it; empty: there is none.
    required property var file
    /// Others can be told of it.
    property bool known: true
    readonly property bool shown: file.name !== undefined
    readonly property bool pictured: shown && file.image && file.here && picture.status !== Image.Error
    readonly property bool waiting: shown && !file.here && !file.comes && !file.over
    /// What screen readers say beside the name.
    readonly property string spoken: !shown ? "" : file.image ? qsTr("Image, %1").arg(file.state)
        : qsTr("File, %1").arg(file.state)
    signal fetchWanted
    signal cancelWanted
    signal saveWanted
    signal openWanted
    signal enlargeWanted

    visible: shown
    spacing: Theme.tight
    Rectangle {
        visible: card.shown && card.file.image && (card.pictured || card.file.comes)
        color: Theme.dark ? Theme.window : Theme.surface
        radius: Theme.radiusSmall
        // The place is as large as the image will be, so that nothing jumps.
        Layout.fillWidth: true
        Layout.preferredHeight: !visible ? 0 : Math.max(Theme.control, Math.min(240 * Theme.textScale, card.file.height,
            width * card.file.height / Math.max(1, card.file.width)))
        Image {
            id: picture
            objectName: "chatPicture"
            anchors.fill: parent
            source: card.shown && card.file.image && card.file.here ? "image://shared/" + card.file.hash : ""
            sourceSize.width: Math.round(480 * Theme.textScale)
            sourceSize.height: Math.round(480 * Theme.textScale)
            asynchronous: true
            fillMode: Image.PreserveAspectFit
            mipmap: true
        }
        Icon {
            visible: picture.status !== Image.Ready
            anchors.centerIn: parent
            name: "image"
            color: Theme.inkDim
        }
        HoverHandler {
            enabled: card.pictured
            cursorShape: Qt.PointingHandCursor
        }
        TapHandler {
            enabled: card.pictured
            onTapped: card.enlargeWanted()
        }
    }
    RowLayout {
        spacing: Theme.tight
        Icon {
            name: card.shown && card.file.image ? "image" : "file"
            color: Theme.inkDim
            Layout.alignment: Qt.AlignTop
        }
        ColumnLayout {
            spacing: 1
            Label {
                objectName: "fileName"
                text: card.shown ? card.file.name : ""
                textFormat: Text.PlainText
                font.pixelSize: Theme.body
                font.weight: Font.DemiBold
                wrapMode: Text.Wrap
                maximumLineCount: 3
                elide: Text.ElideRight
                Layout.fillWidth: true
                Accessible.ignored: true
            }
            Label {
                objectName: "fileState"
                text: card.shown ? card.file.state : ""
                color: card.shown && card.file.bad ? Theme.badInk : Theme.inkDim
                font.pixelSize: Theme.small
                wrapMode: Text.Wrap
                Layout.fillWidth: true
                Accessible.ignored: true
            }
        }
    }
    Rectangle {
        objectName: "fileProgress"
        visible: card.shown && card.file.comes
        color: Theme.line
        radius: height / 2
        Layout.fillWidth: true
        implicitHeight: 4
        Rectangle {
            readonly property real part: card.shown ? card.file.part : 0
            width: Math.max(height, parent.width * part)
            height: parent.height
            radius: height / 2
            color: Theme.accentInk
            anchors.left: parent.left
        }
    }
    Flow {
        spacing: Theme.tight
        Layout.fillWidth: true
        visible: card.shown && card.known
        ActionButton {
            objectName: "fileFetch"
            visible: card.waiting
            text: card.shown && card.file.bad ? qsTr("Try again") : qsTr("Download")
            iconName: card.shown && card.file.bad ? "again" : "download"
            compact: true
            onClicked: card.fetchWanted()
        }
        ActionButton {
            objectName: "fileCancel"
            visible: card.shown && card.file.comes
            text: qsTr("Cancel")
            iconName: "close"
            compact: true
            onClicked: card.cancelWanted()
        }
        ActionButton {
            objectName: "fileSave"
            visible: card.shown && card.file.here && !card.file.own
            text: qsTr("Save as…")
            iconName: "save"
            compact: true
            onClicked: card.saveWanted()
        }
        ActionButton {
            objectName: "fileOpen"
            visible: card.shown && card.file.openable && !card.file.own
            text: qsTr("Open")
            iconName: "open"
            compact: true
            onClicked: card.openWanted()
        }
    }
}
