// SPDX-License-Identifier: Apache-2.0
// What people can do together on the stage.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import Plenum

Sheet {
    id: sheet

    required property Client client

    title: qsTr("Activities")
    widthMax: 460
    Repeater {
        model: sheet.client.people.activities.offers
        delegate: RowLayout {
            id: line
            required property var modelData
            readonly property bool running: modelData.people !== ""
            spacing: Theme.gap
            Layout.fillWidth: true
            Icon {
                name: "gamepad"
                size: Theme.large
                Layout.alignment: Qt.AlignTop
            }
            ColumnLayout {
                spacing: Theme.hair
                Layout.fillWidth: true
                Label {
                    text: line.modelData.title
                    font.weight: Font.DemiBold
                    Layout.fillWidth: true
                }
                Label {
                    text: line.modelData.about
                    color: Theme.inkDim
                    wrapMode: Text.Wrap
                    Layout.fillWidth: true
                }
                Label {
                    text: line.modelData.people
                    visible: line.running
                    color: Theme.inkDim
                    wrapMode: Text.Wrap
                    Layout.fillWidth: true
                }
            }
            ActionButton {
                objectName: "activity-" + line.modelData.id
                text: line.modelData.current ? qsTr("Leave") : line.running ? qsTr("Join") : qsTr("Start")
                kind: line.modelData.current ? "plain" : "primary"
                Accessible.name: text + " " + line.modelData.title
                onClicked: {
                    const id = line.modelData.id;
                    const leaves = line.modelData.current;
                    sheet.close();
                    if (leaves)
                        sheet.client.people.activities.leave();
                    else
                        sheet.client.people.activities.enter(id);
                }
            }
        }
    }
}
