// SPDX-License-Identifier: Apache-2.0
// Asks once before somebody is taken out.
import QtQuick
import QtQuick.Layouts
import Plenum

Sheet {
    id: sheet

    required property Client client
    property int memberIndex: 0
    property string name: ""

    function openFor(index: int, who: string) {
        memberIndex = index;
        name = who;
        withLink.checked = true;
        open();
    }

    title: qsTr("Remove %1?").arg(name)
    widthMax: 460
    Label {
        text: qsTr("%1 hears and reads nothing from then on, and comes in again only if a moderator lets them.").arg(
            sheet.name)
        wrapMode: Text.Wrap
        lineHeight: 1.25
        Layout.fillWidth: true
    }
    SwitchLine {
        id: withLink
        objectName: "removeWithLink"
        text: qsTr("Change the link too")
        explanation: qsTr("So that they cannot come back under another name. Everyone who is here stays; whoever " +
            "shall still join needs the new link.")
        Layout.fillWidth: true
    }
    RowLayout {
        spacing: Theme.gap
        ActionButton {
            text: qsTr("Cancel")
            Layout.fillWidth: true
            Layout.preferredWidth: 1
            onClicked: sheet.close()
        }
        ActionButton {
            objectName: "removeButton"
            text: qsTr("Remove")
            kind: "danger"
            Layout.fillWidth: true
            Layout.preferredWidth: 1
            onClicked: {
                sheet.client.people.moderation.remove(sheet.memberIndex, sheet.name, withLink.checked);
                sheet.close();
            }
        }
    }
}
