// SPDX-License-Identifier: Apache-2.0
// The relay has not answered for a while: what that means, and what can be done.
import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import Plenum

Pane {
    id: card

    required property Client client
    readonly property bool hosted: client.session.connection.unanswered === "host"

    visible: client.session.connection.unanswered !== ""
    padding: Theme.broad
    Accessible.role: Accessible.AlertMessage
    Accessible.name: headline.text + " " + meaning.text
    background: Rectangle {
        radius: Theme.radiusLarge
        color: Theme.surface
        border.color: Theme.outline
    }
    contentItem: ColumnLayout {
        spacing: Theme.gap
        Label {
            id: headline
            text: card.hosted ? qsTr("The host's computer does not answer") : qsTr("The relay does not answer")
            font.pixelSize: Theme.title
            font.weight: Font.DemiBold
            wrapMode: Text.Wrap
            Layout.fillWidth: true
            Accessible.role: Accessible.Heading
        }
        Label {
            id: meaning
            text: card.hosted
                ? qsTr("The call runs on that computer, so nobody hears anybody until it is back. If it stays away, " +
                "start a new call and send the others its link.")
                : qsTr("Nobody hears you until it is back. It keeps the conference, so Plenum brings you back by " +
                "itself. Your own network may be down: check it.")
            wrapMode: Text.Wrap
            lineHeight: 1.25
            Layout.fillWidth: true
        }
        ActionButton {
            objectName: "startAnewButton"
            visible: card.hosted
            text: qsTr("Start a new call and copy its link")
            kind: "primary"
            Layout.fillWidth: true
            onClicked: card.client.session.start_anew()
        }
        ActionButton {
            objectName: "unansweredLeave"
            text: qsTr("Leave")
            Layout.fillWidth: true
            onClicked: card.client.session.leave()
        }
        Label {
            text: qsTr("Plenum keeps trying while you wait.")
            color: Theme.inkDim
            font.pixelSize: Theme.small + 1
            wrapMode: Text.Wrap
            Layout.fillWidth: true
        }
    }
}
