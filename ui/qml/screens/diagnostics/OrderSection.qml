// SPDX-License-Identifier: Apache-2.0
// The order in one conversation: how far it leans and who may change that, how long it waits, and what came of it.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import Plenum

ColumnLayout {
    id: section

    required property OrderModel order

    component StepLine: RadioLine {
        required property string step
        objectName: "lean-" + step
        text: section.order.step_name(step)
        explanation: section.order.step_meaning(step)
        checked: section.order.step === step
        Layout.fillWidth: true
        Layout.preferredWidth: 1
        Layout.alignment: Qt.AlignTop
        onClicked: {
            section.order.choose(step);
            checked = Qt.binding(() => section.order.step === step);
        }
    }

    spacing: Theme.tight
    Heading {
        text: section.order.title
    }
    GridLayout {
        visible: section.order.mayChange
        columns: section.width > 560 * Theme.textScale ? 3 : 1
        columnSpacing: Theme.wide
        rowSpacing: 0
        Layout.fillWidth: true
        Accessible.role: Accessible.Grouping
        Accessible.name: qsTr("Stay live ↔ Keep order")
        StepLine {
            step: section.order.steps[0]
        }
        StepLine {
            step: section.order.steps[1]
        }
        StepLine {
            step: section.order.steps[2]
        }
    }
    Label {
        visible: !section.order.mayChange
        text: section.order.step_name(section.order.step)
        font.weight: Font.DemiBold
        Layout.fillWidth: true
    }
    Label {
        visible: !section.order.mayChange
        text: section.order.step_meaning(section.order.step)
        wrapMode: Text.Wrap
        Layout.fillWidth: true
    }
    Label {
        objectName: "leanRights"
        text: section.order.underWay ? qsTr("It is being changed…") : section.order.rights
        color: Theme.inkDim
        font.pixelSize: Theme.small + 1
        wrapMode: Text.Wrap
        Layout.fillWidth: true
        Announcement {
            objectName: "leanRefusal"
            text: section.order.refusal
            Accessible.role: Accessible.AlertMessage
            Accessible.name: text
        }
    }
    Label {
        visible: text !== ""
        text: section.order.refusal
        color: Theme.badInk
        wrapMode: Text.Wrap
        Layout.fillWidth: true
    }
    Label {
        text: section.order.wait
        font.weight: Font.Medium
        wrapMode: Text.Wrap
        Layout.fillWidth: true
        Layout.topMargin: Theme.hair
    }
    Label {
        visible: text !== ""
        text: section.order.waitRange
        color: Theme.inkDim
        font.pixelSize: Theme.small + 1
        wrapMode: Text.Wrap
        Layout.fillWidth: true
    }
    GridLayout {
        visible: section.order.measured
        columns: section.width > 460 * Theme.textScale ? 2 : 1
        columnSpacing: Theme.broad
        rowSpacing: Theme.gap
        Layout.fillWidth: true
        MinuteBars {
            values: section.order.waits
            words: section.order.waitsWords
            Layout.fillWidth: true
            Layout.preferredWidth: 1
        }
        MinuteBars {
            values: section.order.shares
            words: section.order.sharesWords
            Layout.fillWidth: true
            Layout.preferredWidth: 1
        }
    }
    Column {
        id: counts
        spacing: Theme.gap
        visible: section.order.measured
        Layout.fillWidth: true
        Repeater {
            model: section.order.measured ? section.order.counts.length : 0
            delegate: ColumnLayout {
                id: line
                required property int index
                readonly property string meaning: section.order.countMeanings[index] ?? ""
                spacing: 0
                width: counts.width
                FactLine {
                    name: section.order.countNames[line.index] ?? ""
                    value: section.order.counts[line.index] ?? ""
                    Layout.fillWidth: true
                    Accessible.description: line.meaning
                }
                Label {
                    text: line.meaning
                    color: Theme.inkDim
                    font.pixelSize: Theme.small + 1
                    wrapMode: Text.Wrap
                    Layout.fillWidth: true
                    Accessible.ignored: true
                }
            }
        }
    }
}
