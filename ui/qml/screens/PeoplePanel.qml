// SPDX-License-Identifier: Apache-2.0
// Who is here.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import Plenum

Item {
    id: panel

    required property Client client
    signal copyLinkWanted

    ColumnLayout {
        anchors.fill: parent
        spacing: 0
        Label {
            text: qsTr("%1 in the conference").arg(panel.client.members.count)
            color: Theme.inkDim
            font.pixelSize: Theme.small + 1
            Layout.margins: Theme.wide
            Layout.bottomMargin: Theme.tight
        }
        ListView {
            id: list
            objectName: "peopleList"
            clip: true
            model: panel.client.members
            boundsBehavior: Flickable.StopAtBounds
            activeFocusOnTab: true
            Layout.fillWidth: true
            Layout.fillHeight: true
            Accessible.role: Accessible.List
            Accessible.name: qsTr("People")
            ScrollBar.vertical: ScrollBar {}
            delegate: PersonLine {
                width: list.width
            }
            EmptyNote {
                anchors.centerIn: parent
                width: list.width - 2 * Theme.vast
                visible: list.count <= 1
                iconName: "people"
                text: qsTr("Nobody else is here yet. Copy the link and send it.")
            }
            FocusRing {
                shown: list.activeFocus
                around: -2
            }
        }
        ActionButton {
            text: qsTr("Copy the link")
            iconName: "link"
            Layout.fillWidth: true
            Layout.margins: Theme.gap
            onClicked: panel.copyLinkWanted()
        }
    }
}
