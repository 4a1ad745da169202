// SPDX-License-Identifier: Apache-2.0
// A show of hands: how many are raised, and ours.
import QtQuick
import QtQuick.Layouts
import Plenum

Column {
    id: hands

    required property int raised
    /// "hands of 9 people"
    required property string counted
    required property bool mine
    required property bool open
    signal toggled
    signal reached(Item item)

    function take() {
        button.forceActiveFocus(Qt.TabFocusReason);
    }

    spacing: Theme.tight
    RowLayout {
        width: hands.width
        spacing: Theme.tight
        Accessible.role: Accessible.StaticText
        Accessible.name: hands.mine ? qsTr("%1 %2, yours among them", "a number; what is counted").arg(hands.raised)
            .arg(hands.counted) : qsTr("%1 %2", "a number; what is counted").arg(hands.raised).arg(hands.counted)
        Label {
            objectName: "handsRaised"
            text: hands.raised
            font.pixelSize: Theme.display
            font.weight: Font.DemiBold
            Layout.alignment: Qt.AlignBaseline
            Accessible.ignored: true
        }
        Label {
            text: hands.counted
            color: Theme.inkDim
            wrapMode: Text.Wrap
            Layout.fillWidth: true
            Layout.alignment: Qt.AlignBaseline
            Accessible.ignored: true
        }
        Icon {
            visible: hands.mine && !hands.open
            name: "hand"
        }
    }
    ActionButton {
        id: button
        objectName: "raiseHand"
        visible: hands.open
        text: hands.mine ? qsTr("Lower my hand") : qsTr("Raise my hand")
        iconName: "hand"
        kind: hands.mine ? "plain" : "primary"
        width: hands.width
        onClicked: hands.toggled()
        onActiveFocusChanged: if (activeFocus)
            hands.reached(button)
    }
}
