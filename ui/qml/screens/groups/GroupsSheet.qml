// SPDX-License-Identifier: Apache-2.0
// For moderators: how many groups, what they are called, for how long, and who puts people in.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import Plenum

Sheet {
    id: sheet

    required property Client client
    property int count: 0
    /// Not bound to by the fields: they have it first.
    property var labels: []
    property int minutes: 10
    property string spread: "evenly"
    property bool named: true
    /// By field: another group has this name.
    property var taken: []

    function openFresh() {
        spread = "evenly";
        anyone.checked = false;
        const usual = Math.max(2, Math.min(4, Math.round(client.people.members.count / 4)));
        count = 0;
        labels = Array.from(client.groups.plan.proposed_labels(usual));
        count = usual;
        check();
        open();
    }
    function resize(to: int) {
        const more = Array.from(client.groups.plan.proposed_labels(to)).filter(label => !labels.includes(label));
        labels = labels.slice(0, to).concat(more.slice(0, Math.max(0, to - labels.length)));
        count = to;
        check();
    }
    function rename(at: int, text: string) {
        labels[at] = text;
        check();
    }
    function check() {
        named = labels.every(label => label.trim() !== "");
        taken = labels.map((label, at) => label.trim() !== "" && client.groups.plan.is_taken(labels, at));
    }

    title: qsTr("Discussion groups")
    Connections {
        target: sheet.client.groups.plan
        enabled: sheet.opened
        function onChanged() {
            sheet.check();
        }
    }
    LabelledChoice {
        objectName: "groupCount"
        label: qsTr("How many")
        values: Array.from({
            length: 11
        }, (_, at) => at + 2)
        words: values.map(value => qsTr("%1 groups").arg(value))
        value: sheet.count
        onChosen: value => sheet.resize(value)
    }
    // As high as it comes out to be: in the column itself the two would wait for each other.
    Item {
        id: names
        implicitHeight: fields.implicitHeight
        Layout.fillWidth: true
        Flow {
            id: fields
            width: names.width
            spacing: Theme.gap
            Repeater {
                model: sheet.count
                delegate: Field {
                    id: field
                    required property int index
                    width: (names.width - Theme.gap) / 2
                    label: qsTr("Name of group %1").arg(index + 1)
                    maximumLength: 40
                    error: sheet.taken[index] ? qsTr("Another group has this name.") : ""
                    Component.onCompleted: {
                        text = sheet.labels[index];
                        input.textChanged.connect(() => sheet.rename(index, text));
                    }
                }
            }
        }
    }
    LabelledChoice {
        label: qsTr("Time")
        values: [0, 5, 10, 15, 20, 30, 45, 60]
        words: values.map(value => value === 0 ? qsTr("No end") : qsTr("%1 minutes").arg(value))
        value: sheet.minutes
        onChosen: value => sheet.minutes = value
    }
    ColumnLayout {
        spacing: 0
        Layout.fillWidth: true
        RadioLine {
            text: qsTr("Put everyone in evenly")
            explanation: qsTr("Moderators stay in the plenary and visit.")
            checked: sheet.spread === "evenly"
            Layout.fillWidth: true
            onClicked: sheet.spread = "evenly"
        }
        RadioLine {
            text: qsTr("At random")
            checked: sheet.spread === "random"
            Layout.fillWidth: true
            onClicked: sheet.spread = "random"
        }
        RadioLine {
            text: qsTr("By hand")
            explanation: qsTr("Drag people onto a group, or use the menu beside each.")
            checked: sheet.spread === ""
            Layout.fillWidth: true
            onClicked: sheet.spread = ""
        }
    }
    SwitchLine {
        id: anyone
        text: qsTr("People may change groups by themselves")
        Layout.fillWidth: true
    }
    RowLayout {
        spacing: Theme.gap
        ActionButton {
            text: qsTr("Cancel")
            Layout.fillWidth: true
            Layout.preferredWidth: 1
            onClicked: sheet.close()
        }
        ActionButton {
            objectName: "openGroupsNow"
            text: qsTr("Open the groups")
            kind: "primary"
            enabled: sheet.named && !sheet.taken.includes(true)
            Layout.fillWidth: true
            Layout.preferredWidth: 1
            onClicked: {
                sheet.client.groups.plan.open(sheet.labels.map(label => label.trim()), sheet.minutes, anyone.checked,
                    sheet.spread);
                sheet.close();
            }
        }
    }
}
