// SPDX-License-Identifier: Apache-2.0
// One line to type in, with its name above it.
import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import Plenum

ColumnLayout {
    id: field

    required property string label
    property alias text: input.text
    property alias placeholder: input.placeholderText
    property alias maximumLength: input.maximumLength
    property alias input: input
    /// What is wrong with it, in one sentence; empty if nothing is.
    property string error: ""
    signal accepted

    spacing: 6
    Label {
        text: field.label
        color: Theme.inkDim
        font.pixelSize: Theme.small + 1
        wrapMode: Text.Wrap
        visible: text !== ""
        Layout.fillWidth: true
    }
    TextField {
        id: input
        Layout.fillWidth: true
        implicitHeight: Theme.control + 4
        leftPadding: Theme.gap
        rightPadding: Theme.gap
        color: Theme.ink
        placeholderTextColor: Theme.inkDim
        selectionColor: Theme.accent
        selectedTextColor: Theme.textOnAccent
        font.pixelSize: Theme.body
        selectByMouse: true
        onAccepted: field.accepted()
        Accessible.name: field.label
        Accessible.description: field.error
        background: Rectangle {
            radius: Theme.radius
            color: Theme.dark ? Theme.window : Theme.surface
            border.width: input.activeFocus ? 2 : 1
            border.color: field.error !== "" ? Theme.badInk : input.activeFocus ? Theme.focus : Theme.outline
        }
    }
    Label {
        text: field.error
        color: Theme.badInk
        font.pixelSize: Theme.small + 1
        wrapMode: Text.Wrap
        visible: text !== ""
        Layout.fillWidth: true
        Accessible.role: Accessible.AlertMessage
    }
}
