// SPDX-License-Identifier: Apache-2.0
// Somebody waits to be let in: decided here with one press, or looked at first.
import QtQuick
import Plenum

BandLine {
    id: banner

    required property Client client
    readonly property int count: client.people.knocks.count
    readonly property bool shown: client.people.moderation.mayModerate && count > 0
    signal showWanted

    iconName: "knock"
    words: count === 1 ? qsTr("%1 is waiting to be let in").arg(client.people.knocks.firstName)
        : qsTr("%1 people are waiting to be let in").arg(count)
    ActionButton {
        objectName: "knockShow"
        visible: banner.count > 1
        text: qsTr("Show")
        compact: true
        onClicked: banner.showWanted()
    }
    ActionButton {
        objectName: "knockRefuse"
        visible: banner.count === 1
        text: qsTr("Refuse")
        compact: true
        onClicked: banner.client.people.moderation.refuse(banner.client.people.knocks.firstId)
    }
    ActionButton {
        objectName: "knockAdmit"
        text: banner.count === 1 ? qsTr("Admit") : qsTr("Admit all")
        kind: "primary"
        compact: true
        onClicked: banner.count === 1 ? banner.client.people.moderation.admit(banner.client.people.knocks.firstId)
            : banner.client.people.moderation.admit_all()
    }
}
