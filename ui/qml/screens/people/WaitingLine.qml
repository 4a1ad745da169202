// SPDX-License-Identifier: Apache-2.0
// One person who waits to be let in: who, for how long, how well we know them, and the decision.
import QtQuick
import QtQuick.Layouts
import Plenum

Item {
    id: line

    required property int knockId
    required property string name
    required property string initials
    required property int tint
    required property string waiting
    required property string familiarity
    required property string identity
    signal admitted
    signal refused
    /// The keyboard came here.
    signal reached

    function reach() {
        admit.forceActiveFocus(Qt.TabFocusReason);
    }

    implicitHeight: column.implicitHeight + 2 * Theme.tight
    Accessible.role: Accessible.ListItem
    Accessible.name: qsTr("%1, waiting for %2, %3").arg(name).arg(waiting).arg(identity)

    ColumnLayout {
        id: column
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.leftMargin: Theme.wide
        anchors.rightMargin: Theme.wide
        anchors.verticalCenter: parent.verticalCenter
        spacing: Theme.tight
        RowLayout {
            spacing: Theme.gap
            Avatar {
                initials: line.initials
                tint: line.tint
            }
            ColumnLayout {
                spacing: 1
                Layout.fillWidth: true
                RowLayout {
                    spacing: Theme.tight
                    Label {
                        text: line.name
                        horizontalAlignment: Text.AlignLeft
                        font.weight: Font.Medium
                        elide: Text.ElideRight
                        Layout.fillWidth: true
                        Accessible.ignored: true
                    }
                    Label {
                        text: line.waiting
                        color: Theme.inkDim
                        font.pixelSize: Theme.small
                        Accessible.ignored: true
                    }
                }
                IdentityNote {
                    familiarity: line.familiarity
                    text: line.identity
                    Layout.fillWidth: true
                }
            }
        }
        RowLayout {
            spacing: Theme.tight
            Layout.leftMargin: Theme.gap + Math.round(32 * Theme.textScale)
            ActionButton {
                id: admit
                text: qsTr("Admit")
                onActiveFocusChanged: if (activeFocus)
                    line.reached()
                kind: "primary"
                Layout.fillWidth: true
                Accessible.name: qsTr("Admit %1").arg(line.name)
                onClicked: line.admitted()
            }
            ActionButton {
                text: qsTr("Refuse")
                Layout.fillWidth: true
                Accessible.name: qsTr("Refuse %1").arg(line.name)
                onClicked: line.refused()
            }
        }
    }
}
