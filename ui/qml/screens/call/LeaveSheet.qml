// SPDX-License-Identifier: Apache-2.0
// Asked of who leaves others behind and moderates or has the relay: who moderates then, and where the call runs.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import Plenum

Sheet {
    id: sheet

    required property Client client
    readonly property Session session: client.session
    readonly property bool hosted: session.facts.hostedHere
    /// Whom we may hand the moderator's role to; empty where another moderator is there.
    property var heirs: []
    property int heir: 0
    property bool handingOver: false
    /// The name of whoever did not get the role.
    property string missed: ""
    /// Closed without leaving.
    signal declined

    function openFresh() {
        heirs = Array.from(client.people.members.heirs());
        // Nobody gets it unasked whose name is also another's.
        heir = heirs.find(person => !person.doubtful)?.memberIndex ?? 0;
        missed = "";
        open();
    }
    /// Who is there has changed.
    function refresh() {
        const before = heirs.find(person => person.memberIndex === heir);
        heirs = Array.from(client.people.members.heirs());
        if (!before || heirs.some(person => person.memberIndex === heir))
            return;
        handingOver = false;
        missed = before.name;
        heir = 0;
    }
    /// Leaves, once the heir has the role: what is said in leaving may overtake what was said before.
    function go() {
        if (handingOver)
            return;
        if (heir === 0)
            return leaveNow();
        handingOver = true;
        client.people.moderation.set_moderator(heir, true);
    }
    function leaveNow() {
        handingOver = false;
        if (hosted)
            session.leave_relay_running();
        else
            session.leave();
    }

    title: hosted ? qsTr("Leave your call?") : qsTr("Leave the conference?")
    widthMax: 480
    // Return does what most people want, and nothing that cannot be undone.
    onOpened: leaveButton.forceActiveFocus(Qt.TabFocusReason)
    onClosed: {
        handingOver = false;
        declined();
    }
    Connections {
        target: sheet.client.people.members
        enabled: sheet.opened
        function onRowsInserted() {
            sheet.refresh();
        }
        function onRowsRemoved() {
            sheet.refresh();
        }
        function onDataChanged() {
            if (sheet.handingOver && sheet.client.people.members.heirs().length === 0)
                sheet.leaveNow();
        }
    }
    Timer {
        // Without an answer, while the relay is away, one can leave all the same.
        interval: 3000
        running: sheet.handingOver
        onTriggered: {
            if (sheet.session.connection.reconnecting)
                return sheet.leaveNow();
            sheet.handingOver = false;
            sheet.missed = sheet.heirs.find(person => person.memberIndex === sheet.heir)?.name ?? "";
            sheet.heir = 0;
        }
    }
    Label {
        text: sheet.hosted
            ? qsTr("The call runs on this computer. The others can go on without you while Plenum keeps running here.")
            : !sheet.session.connection.movedHere
            ? qsTr("The others go on without you, and you can come back by the same link.")
            : sheet.client.people.members.count > 2
            ? qsTr("The call runs on this computer. When you leave, it goes on through another person's, or ends if " +
            "none can be reached.")
            : qsTr("The call runs on this computer, and no other can take it over. It ends when you leave.")
        wrapMode: Text.Wrap
        lineHeight: 1.25
        Layout.fillWidth: true
    }
    LabelledChoice {
        objectName: "heirChoice"
        visible: sheet.heirs.length > 0
        label: qsTr("Who should moderate after you leave?")
        values: [0, ...sheet.heirs.map(person => person.memberIndex)]
        words: [qsTr("Nobody for now"), ...sheet.heirs.map(person => person.name)]
        value: sheet.heir
        onChosen: value => sheet.heir = value
    }
    Label {
        objectName: "heirMissed"
        visible: sheet.missed !== ""
        text: qsTr("%1 is no moderator: they are gone or did not answer. Choose someone else, or nobody.")
            .arg(sheet.missed)
        color: Theme.badInk
        wrapMode: Text.Wrap
        Layout.fillWidth: true
        Accessible.role: Accessible.AlertMessage
    }
    ActionButton {
        id: leaveButton
        objectName: "leaveNow"
        text: sheet.handingOver ? qsTr("Handing over…") : sheet.hosted ? qsTr("Leave and keep the call running")
            : qsTr("Leave")
        iconName: "leave"
        kind: "primary"
        Layout.fillWidth: true
        onClicked: sheet.go()
    }
    Label {
        visible: sheet.hosted
        text: qsTr("If you close the window, Plenum keeps running in the background and quits shortly after the " +
            "last person leaves. Turning off this computer ends the call.")
        color: Theme.inkDim
        font.pixelSize: Theme.small + 1
        wrapMode: Text.Wrap
        Layout.fillWidth: true
    }
    ActionButton {
        objectName: "endForAll"
        visible: sheet.session.facts.mayEndForAll || sheet.hosted
        text: qsTr("End for everyone")
        iconName: "close"
        kind: "danger"
        Layout.fillWidth: true
        onClicked: sheet.session.facts.mayEndForAll ? sheet.session.end_for_all() : sheet.session.leave()
    }
    ActionButton {
        objectName: "stayButton"
        text: qsTr("Stay")
        Layout.fillWidth: true
        onClicked: sheet.close()
    }
}
