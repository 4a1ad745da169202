// SPDX-License-Identifier: Apache-2.0
// Asked of a moderator who leaves others behind: who moderates then, and where the call runs.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import Plenum

Sheet {
    id: sheet

    required property Client client
    readonly property Session session: client.session
    readonly property bool hosted: session.hostedHere
    /// Whom we may hand the moderator's role to; empty where another moderator is there.
    property var heirs: []
    property int heir: 0
    /// Closed without leaving.
    signal declined

    function openFresh() {
        heirs = Array.from(client.members.heirs());
        heir = heirs.length > 0 ? heirs[0].memberIndex : 0;
        open();
    }
    function go() {
        if (heir !== 0)
            client.moderation.set_moderator(heir, true);
        if (hosted)
            session.leave_relay_running();
        else
            session.leave();
    }

    title: hosted ? qsTr("Leave your call?") : qsTr("Leave the conference?")
    widthMax: 480
    onClosed: declined()
    Label {
        text: sheet.hosted
            ? qsTr("The call runs on this computer. The others can go on without you while Plenum keeps running here.")
            : qsTr("The others go on without you, and you can come back by the same link.")
        wrapMode: Text.Wrap
        lineHeight: 1.25
        Layout.fillWidth: true
    }
    LabelledChoice {
        objectName: "heirChoice"
        visible: sheet.heirs.length > 0
        label: qsTr("Who moderates then?")
        values: [0].concat(sheet.heirs.map(person => person.memberIndex))
        words: [qsTr("Nobody for now")].concat(sheet.heirs.map(person => person.name))
        value: sheet.heir
        onChosen: value => sheet.heir = value
    }
    ActionButton {
        objectName: "leaveNow"
        text: sheet.hosted ? qsTr("Leave and keep the call running") : qsTr("Leave")
        iconName: "leave"
        kind: "primary"
        Layout.fillWidth: true
        onClicked: sheet.go()
    }
    Label {
        visible: sheet.hosted
        text: qsTr("Plenum then closes by itself when the last person has left. Switching this computer off ends the " +
            "call.")
        color: Theme.inkDim
        font.pixelSize: Theme.small + 1
        wrapMode: Text.Wrap
        Layout.fillWidth: true
    }
    ActionButton {
        objectName: "endForAll"
        text: qsTr("End for everyone")
        iconName: "close"
        kind: "danger"
        Layout.fillWidth: true
        onClicked: sheet.session.end_for_all()
    }
    ActionButton {
        objectName: "stayButton"
        text: qsTr("Stay")
        Layout.fillWidth: true
        onClicked: sheet.close()
    }
}
