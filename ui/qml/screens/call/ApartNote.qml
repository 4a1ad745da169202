// SPDX-License-Identifier: Apache-2.0
// Stands on the stage for those who talk in other groups.
import QtQuick
import Plenum

Pill {
    required property Client client
    readonly property int count: client.people.stage.people.apart

    objectName: "apartNote"
    visible: count > 0
    iconName: "rooms"
    text: qsTr("%1 in other groups").arg(count)
    opens: true
    hint: qsTr("Show who is in which group (Ctrl+Shift+P)")
    onClicked: client.settings.panel = "people"
}
