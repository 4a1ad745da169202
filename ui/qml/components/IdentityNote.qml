// SPDX-License-Identifier: Apache-2.0
// How well we know somebody's key: "new", "known", "verified" or "changed", by sign, words and colour.
import QtQuick
import QtQuick.Layouts
import Plenum

RowLayout {
    id: note

    required property string familiarity
    required property string text
    readonly property color inkColor: familiarity === "changed" ? Theme.badInk : familiarity === "verified"
        ? Theme.goodInk : Theme.inkDim

    spacing: 5
    Icon {
        name: note.familiarity === "changed" ? "key-changed" : note.familiarity === "verified" ? "shield"
            : note.familiarity === "known" ? "check" : "person"
        size: Theme.small + 2
        color: note.inkColor
    }
    Label {
        text: note.text
        horizontalAlignment: Text.AlignLeft
        color: note.inkColor
        font.pixelSize: Theme.small
        wrapMode: Text.Wrap
        maximumLineCount: 2
        elide: Text.ElideRight
        Layout.fillWidth: true
        Accessible.ignored: true
    }
}
