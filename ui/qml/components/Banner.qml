// SPDX-License-Identifier: Apache-2.0
// One sentence over the stage that stays as long as it is true, with what to do about it.
import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import Plenum

Pane {
    id: banner

    required property bool shown
    required property string iconName
    required property string text
    property string actionText: ""
    signal acted

    visible: shown
    padding: Theme.gap
    leftPadding: Theme.wide
    rightPadding: Theme.wide
    Layout.fillWidth: true
    Accessible.role: Accessible.AlertMessage
    Accessible.name: text
    background: Rectangle {
        radius: Theme.radius
        color: Theme.accent
    }
    contentItem: RowLayout {
        spacing: Theme.gap
        Icon {
            name: banner.iconName
            color: Theme.textOnAccent
        }
        Label {
            text: banner.text
            color: Theme.textOnAccent
            font.weight: Font.Medium
            wrapMode: Text.Wrap
            Layout.fillWidth: true
            Accessible.ignored: true
        }
        ActionButton {
            visible: banner.actionText !== ""
            text: banner.actionText
            onClicked: banner.acted()
        }
    }
}
