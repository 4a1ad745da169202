// SPDX-License-Identifier: Apache-2.0
// Back and forth between pages of tiles.
import QtQuick
import QtQuick.Layouts
import Plenum

RowLayout {
    id: pager

    required property int pages
    property int page: 0

    onPagesChanged: page = Math.max(0, Math.min(page, pages - 1))
    visible: pages > 1
    spacing: Theme.tight
    IconButton {
        text: qsTr("Previous people")
        iconName: pager.LayoutMirroring.enabled ? "right" : "left"
        restColor: Theme.raised
        enabled: pager.page > 0
        onClicked: pager.page -= 1
    }
    Label {
        text: qsTr("%1 of %2").arg(pager.page + 1).arg(pager.pages)
        color: Theme.inkDim
        font.pixelSize: Theme.small + 1
    }
    IconButton {
        objectName: "morePeople"
        text: qsTr("More people")
        iconName: pager.LayoutMirroring.enabled ? "left" : "right"
        restColor: Theme.raised
        enabled: pager.page < pager.pages - 1
        onClicked: pager.page += 1
    }
}
