// SPDX-License-Identifier: Apache-2.0
// A key that is chosen by pressing it.
import QtQuick
import QtQuick.Layouts
import Plenum

ColumnLayout {
    id: capture

    required property TalkKey talkKey
    property bool listening: false
    property string complaint: ""
    onListeningChanged: if (!listening)
        complaint = ""
    /// It says why below.
    signal refused(Item words)

    spacing: Theme.tight
    RowLayout {
        spacing: Theme.gap
        Label {
            text: qsTr("Key to talk")
            wrapMode: Text.Wrap
            Layout.fillWidth: true
        }
        ActionButton {
            id: button
            objectName: "talkKeyButton"
            text: capture.listening ? qsTr("Press the keys…") : capture.talkKey.everywhereName === "" ? qsTr("None")
                : capture.talkKey.everywhereName
            focusPolicy: Qt.TabFocus
            Accessible.name: qsTr("Key to talk: %1").arg(text)
            onClicked: {
                capture.listening = !capture.listening;
                if (capture.listening)
                    button.forceActiveFocus(Qt.OtherFocusReason);
            }
            onActiveFocusChanged: if (!activeFocus)
                capture.listening = false
            // Before the shortcuts of the window.
            Keys.onShortcutOverride: event => event.accepted = capture.listening
            Keys.onPressed: event => {
                if (!capture.listening)
                    return;
                // The keyboard goes on.
                if (event.key === Qt.Key_Tab || event.key === Qt.Key_Backtab) {
                    capture.listening = false;
                    event.accepted = false;
                    return;
                }
                event.accepted = true;
                if (event.key === Qt.Key_Escape) {
                    capture.listening = false;
                    return;
                }
                const key = capture.talkKey.key_of(event.key, event.modifiers);
                const modifierAlone = [Qt.Key_Control, Qt.Key_Shift, Qt.Key_Alt, Qt.Key_AltGr, Qt.Key_Meta].includes(
                    event.key);
                capture.complaint = key !== "" || modifierAlone ? ""
                    : qsTr("This key cannot be used, or this window uses it already (F1 lists its keys). Combine " +
                        "another one with Ctrl or Alt, or choose a key such as F9 or Pause.");
                if (key === "")
                    return;
                capture.listening = false;
                capture.talkKey.choose(key);
            }
        }
    }
    Label {
        id: words
        objectName: "talkKeyComplaint"
        visible: text !== ""
        onHeightChanged: if (visible)
            capture.refused(words)
        text: capture.complaint
        color: Theme.badInk
        font.pixelSize: Theme.small + 1
        wrapMode: Text.Wrap
        Layout.fillWidth: true
        Accessible.role: Accessible.AlertMessage
    }
}
