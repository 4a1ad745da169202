// SPDX-License-Identifier: Apache-2.0
// The message that another one answers, in a line. A press goes there, as the message's menu does.
import QtQuick
import QtQuick.Layouts
import Plenum

Item {
    id: quote

    /// Of the model; empty: none.
    required property var of
    readonly property bool known: of.known === true
    readonly property string who: !known ? "" : of.own ? qsTr("You") : of.who
    readonly property string words: !known ? qsTr("To an earlier message") : of.text === "" ? qsTr("Deleted message")
        : of.text.replace(/\s+/g, " ")
    /// For those who hear it.
    readonly property string spoken: !known ? words : qsTr("Answer to %1: %2").arg(who).arg(words)
    signal clicked

    visible: of.line !== undefined
    enabled: known
    implicitWidth: content.implicitWidth
    implicitHeight: visible ? content.implicitHeight : 0
    RowLayout {
        id: content
        anchors.fill: parent
        spacing: Theme.tight
        Rectangle {
            implicitWidth: 3
            radius: 1
            color: Theme.outline
            Layout.fillHeight: true
        }
        ColumnLayout {
            spacing: 0
            Label {
                visible: quote.known
                text: quote.who
                color: Theme.inkDim
                font.pixelSize: Theme.small
                font.weight: Font.DemiBold
                elide: Text.ElideRight
                Layout.fillWidth: true
                Accessible.ignored: true
            }
            Label {
                text: quote.words
                color: Theme.inkDim
                font.pixelSize: Theme.small
                font.italic: !quote.known || quote.of.text === ""
                elide: Text.ElideRight
                Layout.fillWidth: true
                Accessible.ignored: true
            }
        }
    }
    HoverHandler {
        cursorShape: quote.enabled ? Qt.PointingHandCursor : Qt.ArrowCursor
    }
    TapHandler {
        onTapped: quote.clicked()
    }
}
