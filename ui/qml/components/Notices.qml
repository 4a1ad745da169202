// SPDX-License-Identifier: Apache-2.0
// Short words to the person, one above the other, that go by themselves; a problem, or a link to copy, stays longer.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import Plenum

ColumnLayout {
    id: notices

    /// The oldest goes when there are more.
    property int countMax: 3
    signal linkWanted

    function show(text: string, kind: string) {
        // Who has the floor now, not who had it a moment ago.
        for (let at = entries.count - 1; at >= 0 && kind.startsWith("floor"); --at)
            if (entries.get(at).kind === kind)
                entries.remove(at);
        if (text === "")
            return;
        while (entries.count >= countMax)
            entries.remove(0);
        entries.append({
            "words": text,
            "kind": kind
        });
    }
    function clear() {
        entries.clear();
    }

    spacing: Theme.tight
    ListModel {
        id: entries
    }
    Repeater {
        model: entries
        delegate: Pane {
            id: notice
            required property string words
            required property string kind
            required property int index

            Layout.alignment: Qt.AlignHCenter
            Layout.maximumWidth: notices.width
            padding: Theme.gap
            leftPadding: Theme.wide
            rightPadding: Theme.tight
            Accessible.role: Accessible.AlertMessage
            Accessible.name: words
            background: Rectangle {
                radius: Theme.radius
                color: Theme.notice
                border.color: notice.kind === "problem" ? Theme.accent : Theme.noticeLine
            }
            contentItem: RowLayout {
                spacing: Theme.gap
                Icon {
                    name: notice.kind === "problem" ? "alert" : "information"
                    color: notice.kind === "problem" ? Theme.accent : Theme.textOnOverlay
                }
                Label {
                    text: notice.words
                    color: Theme.textOnOverlay
                    wrapMode: Text.Wrap
                    Layout.fillWidth: true
                    Layout.maximumWidth: Math.round(560 * Theme.textScale)
                    Accessible.ignored: true
                }
                ActionButton {
                    visible: notice.kind === "link"
                    text: qsTr("Copy the link")
                    iconName: "link"
                    onClicked: {
                        notices.linkWanted();
                        entries.remove(notice.index);
                    }
                }
                IconButton {
                    text: qsTr("Dismiss")
                    iconName: "close"
                    inkColor: hovered ? Theme.ink : Theme.textOnOverlay
                    onClicked: entries.remove(notice.index)
                }
            }
            Timer {
                interval: Theme.noticeStay * (notice.kind === "link" ? 6 : notice.kind === "problem" ? 2 : 1)
                running: true
                onTriggered: entries.remove(notice.index)
            }
        }
    }
}
