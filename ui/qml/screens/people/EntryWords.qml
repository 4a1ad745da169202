// SPDX-License-Identifier: Apache-2.0
// The three ways to come in, in words: the same wherever they are chosen or shown.
import QtQml

QtObject {
    readonly property var values: ["open", "lobby", "closed"]
    readonly property var titles: [qsTr("Everyone with the link"), qsTr("I let people in"), qsTr("Nobody")]
    /// Seen by those who do not decide.
    readonly property var states: [qsTr("Everyone with the link can come in"), qsTr("Moderators let people in"),
        qsTr("Nobody can come in now")]
    readonly property var lines: [qsTr("Whoever has the link is in at once."),
        qsTr("Whoever has the link waits until a moderator admits them."),
        qsTr("Whoever has the link is told that the conference is closed.")]

    function title(value: string): string {
        return titles[Math.max(0, values.indexOf(value))];
    }
    function line(value: string): string {
        return lines[Math.max(0, values.indexOf(value))];
    }
    function state(value: string): string {
        return states[Math.max(0, values.indexOf(value))];
    }
}
