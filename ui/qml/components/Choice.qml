// SPDX-License-Identifier: Apache-2.0
// One of several.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Controls.Basic
import Plenum

ComboBox {
    id: choice

    /// Place of what is so, -1 for none. The list shows it whatever is pressed, and whatever its words become.
    required property int chosen
    /// What is chosen, for screen readers.
    property string label: ""
    /// What each does, one line under its name; empty for none.
    property var explanations: []
    /// The list was opened by the mouse; the keyboard goes there as long as it is open.
    property bool byMouse: false

    /// A combo box goes to its first entry where its entries change, and to what is pressed though that may be refused.
    function showChosen() {
        currentIndex = Qt.binding(() => choice.chosen);
    }

    currentIndex: chosen
    onModelChanged: showChosen()
    onCountChanged: showChosen()
    onActivated: showChosen()

    // The space bar stays for talking.
    focusPolicy: Qt.TabFocus
    implicitHeight: Theme.control + 2
    leftPadding: Theme.gap
    rightPadding: Theme.gap
    font.pixelSize: Theme.body
    // A combo box says its value to nobody: it stands with the name.
    Accessible.name: label === "" ? displayText : qsTr("%1: %2", "a setting and its value").arg(label).arg(displayText)

    contentItem: Text {
        leftPadding: choice.mirrored ? choice.indicator.width + Theme.hair : 0
        rightPadding: choice.mirrored ? 0 : choice.indicator.width + Theme.hair
        text: choice.displayText
        color: choice.enabled ? Theme.ink : Theme.inkDim
        font: choice.font
        elide: Text.ElideRight
        verticalAlignment: Text.AlignVCenter
        textFormat: Text.PlainText
        Accessible.ignored: true
    }
    indicator: Icon {
        name: "down"
        color: Theme.inkDim
        x: choice.mirrored ? Theme.tight : choice.width - width - Theme.tight
        y: (choice.height - height) / 2
    }
    background: Rectangle {
        radius: Theme.radius
        color: choice.hovered || choice.down ? Theme.raisedHover : Theme.raised
        border.color: Theme.line
        FocusRing {
            shown: choice.visualFocus
        }
    }
    delegate: ItemDelegate {
        id: entry
        required property var model
        required property int index
        readonly property string words: model[choice.textRole === "" ? "modelData" : choice.textRole]
        width: parent ? parent.width : 0
        highlighted: choice.highlightedIndex === index
        Accessible.name: words
        readonly property string explanation: choice.explanations[index] ?? ""
        Accessible.description: explanation
        contentItem: Column {
            spacing: 1
            Text {
                width: parent.width
                text: entry.words
                color: Theme.ink
                font.pixelSize: Theme.body
                font.weight: choice.currentIndex === entry.index ? Font.DemiBold : Font.Normal
                elide: Text.ElideRight
                textFormat: Text.PlainText
                Accessible.ignored: true
            }
            Text {
                width: parent.width
                visible: text !== ""
                text: entry.explanation
                color: Theme.inkDim
                font.pixelSize: Theme.small
                wrapMode: Text.Wrap
                textFormat: Text.PlainText
                Accessible.ignored: true
            }
        }
        background: Rectangle {
            radius: Theme.radiusSmall
            color: entry.highlighted ? Theme.raisedHover : "transparent"
        }
    }
    popup: Popup {
        y: choice.height + 4
        width: choice.width
        height: Math.min(contentItem.implicitHeight + 2 * padding, choice.explanations.length > 0 ? 480 : 320)
        padding: Theme.hair
        onAboutToShow: {
            choice.byMouse = !choice.activeFocus;
            choice.forceActiveFocus(Qt.PopupFocusReason);
        }
        onClosed: if (choice.byMouse)
            choice.focus = false
        // All entries are there, so that their height is known: a ListView estimates it from those in sight, and these
        // depend on the height.
        contentItem: Flickable {
            id: list
            readonly property Item highlighted: entries.itemAt(choice.highlightedIndex)
            clip: true
            contentWidth: width
            contentHeight: lines.height
            implicitHeight: lines.height
            boundsBehavior: Flickable.StopAtBounds
            onHighlightedChanged: if (highlighted)
                contentY = Math.max(Math.min(contentY, highlighted.y), highlighted.y + highlighted.height - height)
            ScrollIndicator.vertical: ScrollIndicator {}
            Column {
                id: lines
                width: list.width
                Repeater {
                    id: entries
                    model: choice.popup.visible ? choice.delegateModel : null
                }
            }
        }
        background: Rectangle {
            radius: Theme.radius
            color: Theme.surface
            border.color: Theme.line
        }
    }
}
