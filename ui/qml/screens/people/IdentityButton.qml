// SPDX-License-Identifier: Apache-2.0
// One person of a list, and how well we know them; a press tells more.
import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import Plenum

ItemDelegate {
    id: button

    required property int memberIndex
    required property string name
    required property string code
    required property bool isSelf
    required property string familiarity
    required property string identity
    readonly property string shownName: code === "" ? name : name + " · " + code

    focusPolicy: Qt.TabFocus
    implicitHeight: Theme.control
    leftPadding: Theme.gap
    rightPadding: Theme.gap
    Accessible.name: qsTr("%1, %2").arg(shownName).arg(identity)
    contentItem: RowLayout {
        spacing: Theme.gap
        Label {
            text: button.shownName
            horizontalAlignment: Text.AlignLeft
            elide: Text.ElideRight
            Layout.fillWidth: true
            Layout.preferredWidth: 3
            Accessible.ignored: true
        }
        IdentityNote {
            familiarity: button.familiarity
            text: button.identity
            Layout.fillWidth: true
            Layout.preferredWidth: 2
        }
    }
    background: Rectangle {
        radius: Theme.radiusSmall
        color: button.down ? Theme.raisedPressed : button.hovered ? Theme.raisedHover : Theme.raised
        FocusRing {
            shown: button.visualFocus
        }
    }
    Keys.onReturnPressed: button.clicked()
    Keys.onEnterPressed: button.clicked()
}
