// SPDX-License-Identifier: Apache-2.0
// Somebody waits to be let in: decided here with one press, or looked at first.
import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import Plenum

Pane {
    id: banner

    required property Client client
    readonly property int count: client.knocks.count
    readonly property bool shown: client.moderation.mayModerate && count > 0
    readonly property string words: count === 1 ? qsTr("%1 is waiting to be let in").arg(client.knocks.firstName)
        : qsTr("%1 people are waiting to be let in").arg(count)
    signal showWanted

    visible: shown
    padding: Theme.gap
    leftPadding: Theme.wide
    rightPadding: Theme.gap
    Layout.fillWidth: true
    Accessible.role: Accessible.AlertMessage
    Accessible.name: words
    background: Rectangle {
        radius: Theme.radius
        color: Theme.surface
        border.color: Theme.accentInk
    }
    contentItem: RowLayout {
        spacing: Theme.tight
        Icon {
            name: "knock"
            color: Theme.accentInk
        }
        Label {
            text: banner.words
            font.weight: Font.Medium
            wrapMode: Text.Wrap
            Layout.fillWidth: true
            Layout.leftMargin: Theme.hair
            Accessible.ignored: true
        }
        ActionButton {
            objectName: "knockShow"
            visible: banner.count > 1
            text: qsTr("Show")
            onClicked: banner.showWanted()
        }
        ActionButton {
            objectName: "knockRefuse"
            visible: banner.count === 1
            text: qsTr("Refuse")
            onClicked: banner.client.moderation.refuse(banner.client.knocks.firstId)
        }
        ActionButton {
            objectName: "knockAdmit"
            text: banner.count === 1 ? qsTr("Admit") : qsTr("Admit all")
            kind: "primary"
            onClicked: banner.count === 1 ? banner.client.moderation.admit(banner.client.knocks.firstId)
                : banner.client.moderation.admit_all()
        }
    }
}
