// SPDX-License-Identifier: Apache-2.0
// At the top of the people: those who wait to be let in.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import Plenum

ColumnLayout {
    id: section

    required property Client client
    required property real heightMax

    /// The keyboard goes to who waits longest.
    function reach() {
        list.positionViewAtBeginning();
        const first = list.itemAtIndex(0) as WaitingLine;
        if (first)
            first.reach();
    }

    spacing: 0
    RowLayout {
        Layout.leftMargin: Theme.wide
        Layout.rightMargin: Theme.gap
        Heading {
            text: qsTr("Waiting")
            Layout.fillWidth: true
        }
        ActionButton {
            visible: section.client.people.knocks.count > 1
            text: qsTr("Admit all")
            onClicked: section.client.people.moderation.admit_all()
        }
    }
    ListView {
        id: list
        objectName: "waitingList"
        clip: true
        model: section.client.people.knocks
        boundsBehavior: Flickable.StopAtBounds
        implicitHeight: Math.min(contentHeight, section.heightMax)
        Layout.fillWidth: true
        Accessible.role: Accessible.List
        Accessible.name: qsTr("Waiting")
        ScrollBar.vertical: ScrollBar {}
        delegate: WaitingLine {
            required property int index
            width: list.width
            onAdmitted: section.client.people.moderation.admit(knockId)
            onRefused: section.client.people.moderation.refuse(knockId)
            onReached: list.positionViewAtIndex(index, ListView.Contain)
        }
    }
    Rectangle {
        implicitHeight: 1
        color: Theme.line
        Layout.fillWidth: true
        Layout.topMargin: Theme.tight
    }
}
