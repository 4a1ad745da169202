// SPDX-License-Identifier: Apache-2.0
// A short fact in the top strip; a button where there is more behind it.
import QtQuick
import QtQuick.Controls.Basic
import Plenum

AbstractButton {
    id: pill

    property string iconName: ""
    property color inkColor: Theme.inkDim
    /// Something opens on a press.
    property bool opens: false
    property string hint: ""
    /// A menu of it is open, which the hint would cover.
    property bool menuOpen: false

    /// What the words leave room for.
    readonly property real beside: sign.visible ? sign.width + inner.spacing : 0

    enabled: opens
    hoverEnabled: true
    focusPolicy: opens ? Qt.TabFocus : Qt.NoFocus
    leftPadding: Theme.gap
    rightPadding: Theme.gap
    topPadding: 5
    bottomPadding: 5
    Accessible.role: opens ? Accessible.Button : Accessible.StaticText
    Accessible.name: text
    Accessible.description: hint

    contentItem: Item {
        implicitWidth: pill.beside + Math.ceil(words.implicitWidth)
        implicitHeight: words.implicitHeight
        Row {
            id: inner
            spacing: 6
            anchors.verticalCenter: parent.verticalCenter
            Icon {
                id: sign
                name: pill.iconName === "" ? "check" : pill.iconName
                visible: pill.iconName !== ""
                size: Theme.small + 2
                color: pill.inkColor
                anchors.verticalCenter: parent.verticalCenter
            }
            Text {
                id: words
                width: Math.min(Math.ceil(implicitWidth), Math.max(0, pill.availableWidth - pill.beside))
                elide: Text.ElideMiddle
                text: pill.text
                color: pill.inkColor
                font.pixelSize: Theme.small + 1
                font.weight: Font.Medium
                textFormat: Text.PlainText
                anchors.verticalCenter: parent.verticalCenter
                Accessible.ignored: true
            }
        }
    }
    background: Rectangle {
        radius: height / 2
        color: pill.opens && pill.hovered ? Theme.raisedHover : Theme.raised
        FocusRing {
            shown: pill.visualFocus
            around: 2
            radius: height / 2
        }
    }
    Hint {
        text: words.truncated ? pill.text + "\n" + pill.hint : pill.hint
        visible: pill.hint !== "" && !pill.menuOpen && (pill.hovered || pill.visualFocus)
    }
    Keys.onReturnPressed: pill.clicked()
    Keys.onEnterPressed: pill.clicked()
}
