// SPDX-License-Identifier: Apache-2.0
// The conferences that one was in: back with one press, or forgotten. One that can be continued stands above, alone.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import Plenum

ColumnLayout {
    id: section

    required property Client client
    readonly property RecentConferences recent: client.recent
    /// Four lines, beside the one that stands above.
    readonly property int fewCount: recent.resumable >= 0 && recent.resumable < 4 ? 5 : 4
    property bool all: false

    spacing: Theme.tight
    RowLayout {
        spacing: Theme.gap
        Label {
            text: qsTr("Recent conferences")
            font.pixelSize: Theme.title
            font.weight: Font.DemiBold
            Layout.fillWidth: true
            Accessible.role: Accessible.Heading
        }
        ActionButton {
            objectName: "recentAll"
            visible: section.recent.count > section.fewCount
            text: section.all ? qsTr("Show fewer") : qsTr("Show all %1").arg(section.recent.count)
            onClicked: section.all = !section.all
        }
        ActionButton {
            objectName: "recentForget"
            text: qsTr("Forget all")
            onClicked: section.recent.clear()
        }
    }
    Column {
        id: lines
        spacing: Theme.tight
        Layout.fillWidth: true
        Repeater {
            model: section.recent
            delegate: RecentLine {
                visible: index !== section.recent.resumable && (section.all || index < section.fewCount)
                width: lines.width
                onEnterWanted: section.recent.enter(index)
                onRemoveWanted: section.recent.remove(index)
            }
        }
    }
}
