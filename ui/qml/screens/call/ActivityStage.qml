// SPDX-License-Identifier: Apache-2.0
// The activity that we are in, on the stage: who takes part, what starts it, the way out, and its picture.
import QtQuick
import QtQuick.Layouts
import Plenum

ColumnLayout {
    id: stage

    required property Client client
    readonly property Activities activities: client.people.activities
    readonly property bool wide: width > 760 * Theme.textScale
    readonly property string people: activities.people !== "" ? activities.people
        : qsTr("Nobody else takes part yet")

    spacing: Theme.tight
    onVisibleChanged: if (visible)
        picture.forceActiveFocus(Qt.OtherFocusReason)
    Announcement {
        objectName: "activityNews"
        text: stage.activities.news
        Accessible.role: Accessible.AlertMessage
        Accessible.name: text
    }
    RowLayout {
        spacing: Theme.gap
        Layout.fillWidth: true
        Label {
            text: stage.activities.title
            font.pixelSize: Theme.title
            font.weight: Font.DemiBold
            Accessible.role: Accessible.Heading
        }
        Label {
            objectName: "activityPeople"
            visible: stage.wide
            text: stage.people
            color: Theme.inkDim
            elide: Text.ElideRight
            Layout.fillWidth: true
        }
        Item {
            visible: !stage.wide
            Layout.fillWidth: true
        }
        Label {
            text: qsTr("Mouse, or arrow keys and space bar")
            color: Theme.inkDim
            font.pixelSize: Theme.small
            visible: stage.wide
        }
        ActionButton {
            objectName: "activityAction"
            text: stage.activities.action
            visible: text !== ""
            kind: "primary"
            compact: true
            onClicked: {
                stage.activities.act();
                picture.forceActiveFocus(Qt.OtherFocusReason);
            }
        }
        ActionButton {
            objectName: "activityLeave"
            text: qsTr("Leave %1").arg(stage.activities.title)
            compact: true
            onClicked: stage.activities.leave()
        }
    }
    Label {
        objectName: "activityPeople"
        visible: !stage.wide
        text: stage.people
        color: Theme.inkDim
        wrapMode: Text.Wrap
        Layout.fillWidth: true
    }
    ActivityItem {
        id: picture
        objectName: "activityPicture"
        activities: stage.activities
        dark: Theme.dark
        still: Theme.still
        textScale: Theme.textScale
        background: Theme.surface
        ink: Theme.ink
        inkDim: Theme.inkDim
        line: Theme.line
        accent: Theme.accentInk
        Layout.fillWidth: true
        Layout.fillHeight: true
        Accessible.role: Accessible.Graphic
        Accessible.name: qsTr("%1: arrow keys move, the space bar fires, Escape leaves").arg(stage.activities.title)
        Accessible.focusable: true
        onLeaveWanted: stage.activities.leave()
        FocusRing {
            shown: picture.activeFocus
        }
    }
}
