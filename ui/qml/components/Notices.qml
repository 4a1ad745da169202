// SPDX-License-Identifier: Apache-2.0
// Short words to the person, one after the other on one line. Each stays for its time once it is in sight; a problem,
// a link to copy, or a recording to play, stays longer.
import QtQuick
import Plenum

BandLine {
    id: notices

    /// The oldest goes when there are more; a problem only if all are problems.
    property int countMax: 6
    /// How long a notice stays, in milliseconds.
    readonly property int stayTime: 5000
    /// Others wait for the same line.
    property bool hurried: count > 1
    property var entries: []
    property int lastNumber: 0
    readonly property int count: entries.length
    readonly property bool shown: count > 0
    readonly property string kind: shown ? entries[0].kind : "info"
    readonly property int number: shown ? entries[0].number : 0
    /// There is something to do with it, which takes time to see.
    readonly property bool offers: kind === "link" || kind === "recording"
    signal linkWanted
    signal playWanted

    function show(text: string, kind: string) {
        // Who has the floor now, not who had it a moment ago; and all who came at once together.
        const replaces = kind.startsWith("floor") || kind.startsWith("people");
        const kept = entries.filter(entry => !replaces || entry.kind !== kind);
        if (text !== "") {
            if (kept.length >= countMax)
                kept.splice(Math.max(0, kept.findIndex(entry => entry.kind !== "problem")), 1);
            kept.push({
                "words": text,
                "kind": kind,
                "number": ++lastNumber
            });
        }
        entries = kept;
    }
    function dismiss() {
        entries = entries.slice(1);
    }
    function clear() {
        entries = [];
    }

    words: shown ? entries[0].words : ""
    iconName: kind === "problem" ? "alert" : "information"
    iconColor: kind === "problem" ? Theme.warning : Theme.textOnOverlay
    frameColor: kind === "problem" ? Theme.warning : Theme.noticeLine
    visible: shown
    hoverEnabled: true
    onHoveredChanged: stay.again()
    onNumberChanged: stay.again()
    onVisibleChanged: stay.again()
    ActionButton {
        visible: notices.kind === "link"
        text: qsTr("Copy the link")
        iconName: "link"
        compact: true
        onClicked: {
            notices.linkWanted();
            notices.dismiss();
        }
    }
    ActionButton {
        objectName: "noticePlay"
        visible: notices.kind === "recording"
        text: qsTr("Play")
        iconName: "play"
        compact: true
        onClicked: {
            notices.playWanted();
            notices.dismiss();
        }
    }
    IconButton {
        text: qsTr("Dismiss")
        iconName: "close"
        implicitHeight: Theme.compact
        inkColor: hovered ? Theme.ink : Theme.textOnOverlay
        onClicked: notices.dismiss()
    }
    Timer {
        id: stay
        function again() {
            if (notices.visible && notices.shown && !notices.hovered)
                restart();
            else
                stop();
        }
        interval: notices.stayTime * (notices.offers ? 6 : notices.kind === "problem" ? 2 : 1)
            * (notices.hurried ? 0.5 : 1)
        onTriggered: notices.dismiss()
    }
}
