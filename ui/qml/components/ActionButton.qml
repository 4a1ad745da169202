// SPDX-License-Identifier: Apache-2.0
// A button with words: "plain", "primary" or "danger".
import QtQuick
import QtQuick.Controls.Basic
import Plenum

Button {
    id: button

    property string kind: "plain"
    property string iconName: ""
    /// On a line of words.
    property bool compact: false
    readonly property color inkColor: kind === "primary" ? Theme.textOnAccent : kind === "danger" ? Theme.textOnDanger
        : Theme.ink
    readonly property color restColor: kind === "primary" ? Theme.accent : kind === "danger" ? Theme.danger
        : Theme.raised
    readonly property color hoverColor: kind === "primary" ? Theme.accentHover : kind === "danger" ? Theme.dangerHover
        : Theme.raisedHover
    /// On one line.
    readonly property real wordsWidth: Math.ceil(metrics.advanceWidth) + 1

    // The space bar stays for talking.
    focusPolicy: Qt.TabFocus
    implicitHeight: compact ? Theme.compact : Math.max(Theme.control, contentItem.implicitHeight + 2 * Theme.tight)
    leftPadding: compact ? Theme.gap : Theme.wide
    rightPadding: leftPadding
    topPadding: compact ? 2 : 6
    bottomPadding: topPadding
    opacity: enabled ? 1 : 0.45
    Accessible.name: text

    TextMetrics {
        id: metrics
        text: button.text
        font: words.font
    }
    contentItem: Item {
        implicitWidth: (sign.visible ? sign.width + inner.spacing : 0) + button.wordsWidth
        implicitHeight: Math.max(sign.visible ? sign.height : 0, words.height)
        Row {
            id: inner
            spacing: Theme.tight
            anchors.centerIn: parent
            Icon {
                id: sign
                name: button.iconName === "" ? "check" : button.iconName
                visible: button.iconName !== ""
                size: Theme.body + 4
                color: button.inkColor
                anchors.verticalCenter: parent.verticalCenter
            }
            Text {
                id: words
                width: Math.min(button.wordsWidth, Math.max(0, button.availableWidth - (sign.visible ? sign.width
                    + inner.spacing : 0)))
                wrapMode: Text.WordWrap
                horizontalAlignment: Text.AlignHCenter
                text: button.text
                color: button.inkColor
                font.pixelSize: button.compact ? Theme.small + 1 : Theme.body
                font.weight: button.kind === "plain" ? Font.Medium : Font.DemiBold
                textFormat: Text.PlainText
                anchors.verticalCenter: parent.verticalCenter
                Accessible.ignored: true
            }
        }
    }
    background: Rectangle {
        radius: Theme.radius
        color: button.down ? Qt.darker(button.hoverColor, 1.1) : button.hovered ? button.hoverColor : button.restColor
        Behavior on color {
            ColorAnimation {
                duration: Theme.quick
            }
        }
        FocusRing {
            shown: button.visualFocus
        }
    }
    Keys.onReturnPressed: button.clicked()
    Keys.onEnterPressed: button.clicked()
}
