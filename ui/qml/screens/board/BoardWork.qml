// SPDX-License-Identifier: Apache-2.0
// Long work of the whiteboard: how far it is, and how it is ended.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import Plenum

RowLayout {
    id: work

    required property string iconName
    required property string text
    signal cancelled

    spacing: Theme.tight
    Layout.fillWidth: true
    Icon {
        name: work.iconName
        color: Theme.inkDim
    }
    Label {
        text: work.text
        color: Theme.inkDim
        elide: Text.ElideRight
        Layout.fillWidth: true
        Accessible.role: Accessible.StatusBar
        Accessible.name: text
    }
    ActionButton {
        objectName: "workCancel"
        text: qsTr("Cancel")
        compact: true
        onClicked: work.cancelled()
    }
}
