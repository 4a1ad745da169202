// SPDX-License-Identifier: Apache-2.0
// One choice of an open poll, to be chosen.
import QtQuick
import QtQuick.Controls.Basic
import Plenum

RadioDelegate {
    id: choice

    /// As Polls has it.
    required property var bar

    // All of a poll are bound to the one answer: unchecked by another, it would lose its binding.
    autoExclusive: false
    // The space bar stays for talking.
    focusPolicy: Qt.TabFocus
    padding: 0
    topPadding: 6
    bottomPadding: 6
    text: bar.words
    implicitHeight: contentItem.implicitHeight + topPadding + bottomPadding
    Accessible.name: text
    Accessible.description: bar.spoken

    contentItem: PollBar {
        bar: choice.bar
        chosen: choice.checked
        signed: true
        leftPadding: choice.mirrored ? 0 : choice.indicator.width + Theme.gap
        rightPadding: choice.mirrored ? choice.indicator.width + Theme.gap : 0
    }
    indicator: Rectangle {
        x: choice.mirrored ? choice.width - width : 0
        y: choice.topPadding
        width: Math.round(20 * Theme.textScale)
        height: width
        radius: width / 2
        color: choice.hovered ? Theme.raisedHover : "transparent"
        border.width: 2
        border.color: choice.checked ? Theme.accentInk : Theme.outline
        Rectangle {
            anchors.centerIn: parent
            width: parent.width / 2
            height: width
            radius: width / 2
            visible: choice.checked
            color: Theme.accentInk
        }
        FocusRing {
            shown: choice.visualFocus
            radius: height / 2
        }
    }
    background: Item {}
    Keys.onReturnPressed: choice.clicked()
    Keys.onEnterPressed: choice.clicked()
}
