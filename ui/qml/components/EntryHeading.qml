// SPDX-License-Identifier: Apache-2.0
// The first line of a menu: whom or what the others are about.
import QtQuick
import Plenum

Item {
    id: heading

    property string text: ""

    implicitWidth: Math.min(words.implicitWidth, Math.round(260 * Theme.textScale)) + 2 * Theme.gap
    implicitHeight: visible ? words.implicitHeight + Theme.gap : 0
    Accessible.role: Accessible.Heading
    Accessible.name: text
    Label {
        id: words
        text: heading.text
        textFormat: Text.PlainText
        horizontalAlignment: Text.AlignLeft
        font.weight: Font.DemiBold
        wrapMode: Text.Wrap
        maximumLineCount: 2
        elide: Text.ElideRight
        anchors.verticalCenter: parent.verticalCenter
        x: Theme.gap
        width: heading.width - 2 * Theme.gap
        Accessible.ignored: true
    }
}
