// SPDX-License-Identifier: Apache-2.0
// Where the question is typed: as many lines as it needs, no more letters than may be.
import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import Plenum

ColumnLayout {
    id: field

    required property int most
    readonly property alias text: input.text
    readonly property bool fits: input.length <= most
    readonly property int remaining: most - input.length
    signal accepted

    function put(words: string) {
        input.text = words;
    }
    function take() {
        input.forceActiveFocus();
    }

    spacing: 6
    RowLayout {
        Label {
            text: qsTr("Question")
            color: Theme.inkDim
            font.pixelSize: Theme.small + 1
            Layout.fillWidth: true
            Accessible.ignored: true
        }
        Label {
            objectName: "questionLeft"
            visible: field.remaining < 50
            text: field.fits ? qsTr("%1 characters left").arg(field.remaining)
                : qsTr("%1 characters too many").arg(-field.remaining)
            color: field.fits ? Theme.inkDim : Theme.badInk
            font.pixelSize: Theme.small + 1
        }
    }
    TextArea {
        id: input
        objectName: "pollQuestion"
        color: Theme.ink
        selectionColor: Theme.accent
        selectedTextColor: Theme.textOnAccent
        font.pixelSize: Theme.body
        wrapMode: TextArea.Wrap
        textFormat: TextEdit.PlainText
        selectByMouse: true
        leftPadding: Theme.gap
        rightPadding: Theme.gap
        topPadding: Theme.gap
        bottomPadding: Theme.gap
        Layout.fillWidth: true
        Accessible.name: qsTr("Question")
        // The tabulator moves on, and a question has no lines of its own.
        Keys.onTabPressed: nextItemInFocusChain(true).forceActiveFocus(Qt.TabFocusReason)
        Keys.onBacktabPressed: nextItemInFocusChain(false).forceActiveFocus(Qt.BacktabFocusReason)
        Keys.onReturnPressed: field.accepted()
        Keys.onEnterPressed: field.accepted()
        background: Rectangle {
            radius: Theme.radius
            color: Theme.dark ? Theme.window : Theme.surface
            border.width: input.activeFocus ? 2 : 1
            border.color: !field.fits ? Theme.badInk : input.activeFocus ? Theme.focus : Theme.outline
        }
    }
}
