// SPDX-License-Identifier: Apache-2.0
// How far those who are no moderators may go on the whiteboard.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import Plenum

Sheet {
    id: sheet

    required property Moderation moderation
    readonly property var kinds: [["draw", qsTr("Draw"), qsTr("And change or delete what they drew themselves.")],
        ["edit_others", qsTr("Draw and change everything"), qsTr("Also what others drew.")], ["manage", qsTr(
                "Everything"), qsTr("Also add and remove pages, and clear them.")]]

    title: qsTr("What others may do on the whiteboard")
    widthMax: 480
    Label {
        text: qsTr("Moderators may do everything. Whoever draws needs the pen, if that floor is on.")
        color: Theme.inkDim
        wrapMode: Text.Wrap
        Layout.fillWidth: true
    }
    Column {
        id: choices
        spacing: Theme.hair
        Layout.fillWidth: true
        Repeater {
            model: sheet.kinds
            delegate: RadioLine {
                required property var modelData
                objectName: "boardRights-" + modelData[0]
                text: modelData[1]
                explanation: modelData[2]
                checked: sheet.moderation.boardAuthority === modelData[0]
                width: choices.width
                onClicked: {
                    sheet.moderation.set_board_authority(modelData[0]);
                    checked = Qt.binding(() => sheet.moderation.boardAuthority === modelData[0]);
                }
            }
        }
    }
}
