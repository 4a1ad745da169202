// SPDX-License-Identifier: Apache-2.0
// All keys of the window, by what they do.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import Plenum

Sheet {
    id: sheet

    required property Client client
    readonly property var keys: [[qsTr("Switch your microphone on or off"), qsTr("Ctrl+D")], [qsTr("Talk while you " +
            "hold it"), qsTr("Space")], [qsTr("Talk, also from other windows"), client.settings.talkKeyEverywhere
            ? client.talkKey.everywhereName : ""],
        [qsTr("Switch your camera on or off"), qsTr("Ctrl+E")], [qsTr("Ask for the floor, or give it back"),
            qsTr("Ctrl+R")], [qsTr("Show or hide the floor"), qsTr("Ctrl+Shift+F")], [qsTr("Show or hide the chat"),
            qsTr("Ctrl+Shift+C")], [qsTr("Show or hide the people"), qsTr("Ctrl+Shift+P")],
        [qsTr("Show or hide the polls"), client.polls.possible ? qsTr("Ctrl+Shift+O") : ""],
        [qsTr("Show or hide the mixer"), qsTr("Ctrl+Shift+M")], [qsTr("Search in the chat"), qsTr("Ctrl+F")],
        [qsTr("Send files or images"), qsTr("Ctrl+O")],
        [qsTr("Show who waits to be let in"),
            qsTr("Ctrl+Shift+W")], [qsTr("What did I miss? And back to live"),
            qsTr("Ctrl+Shift+R")], [qsTr("Copy the link"), qsTr("Ctrl+Shift+L")], [qsTr("Share your screen, or stop"),
            qsTr("Ctrl+Shift+S")], [qsTr("Whiteboard, and back"), qsTr("Ctrl+Shift+B")], [qsTr("Diagnostics"),
            qsTr("Ctrl+Shift+D")], [qsTr("Show or hide the panel"), qsTr("Ctrl+B")],
        [qsTr("Settings"), qsTr("Ctrl+,")], [qsTr("Full screen"), "F11"], [qsTr("This list"),
            "F1"], [qsTr("Leave the conference"), qsTr("Ctrl+Shift+Q")]]

    title: qsTr("Keyboard shortcuts")
    widthMax: 480
    Column {
        id: lines
        spacing: Theme.wide
        Layout.fillWidth: true
        Repeater {
            model: sheet.keys.filter(entry => entry[1] !== "")
            delegate: FactLine {
                required property var modelData
                name: modelData[0]
                value: modelData[1]
                width: lines.width
            }
        }
    }
}
