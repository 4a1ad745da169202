// SPDX-License-Identifier: Apache-2.0
// What the reactions of the chat are called.
pragma Singleton
import QtQuick

QtObject {
    /// In the order in which they are offered.
    readonly property var kinds: ["agree", "disagree", "love", "laugh", "sad", "celebrate", "question", "done"]
    readonly property var words: ({
            "agree": qsTr("Agree"),
            "disagree": qsTr("Disagree"),
            "love": qsTr("Love it"),
            "laugh": qsTr("Funny"),
            "sad": qsTr("Sad"),
            "celebrate": qsTr("Celebrate"),
            "question": qsTr("Question"),
            "done": qsTr("Done")
        })

    /// Whose it is: names of others, and perhaps ours.
    function people(names: var, own: bool): string {
        return (own ? [qsTr("You")] : []).concat(names).join(", ");
    }
}
