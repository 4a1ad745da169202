// SPDX-License-Identifier: Apache-2.0
// Asks once before a group, or all of them, are closed.
import QtQuick
import QtQuick.Layouts
import Plenum

Sheet {
    id: sheet

    required property Client client
    /// 0: all of them.
    property int groupId: 0

    function openFor(group: int) {
        groupId = group;
        open();
    }

    title: groupId === 0 ? qsTr("Call everyone back?") : qsTr("Close %1?").arg(client.groups.label_of(groupId))
    widthMax: 460
    Label {
        text: (sheet.groupId === 0
            ? qsTr("Everyone is told, and the groups close 15 seconds later.")
            : qsTr("Whoever is in it is back in the plenary at once.")) + " "
            + qsTr("People who join later cannot read what was written there.")
        wrapMode: Text.Wrap
        lineHeight: 1.25
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
            objectName: "closeGroupsNow"
            text: sheet.groupId === 0 ? qsTr("Call back") : qsTr("Close")
            kind: "danger"
            Layout.fillWidth: true
            Layout.preferredWidth: 1
            onClicked: {
                if (sheet.groupId === 0)
                    sheet.client.groups.time.call_back();
                else
                    sheet.client.groups.plan.close(sheet.groupId);
                sheet.close();
            }
        }
    }
}
