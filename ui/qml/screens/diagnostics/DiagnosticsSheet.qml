// SPDX-License-Identifier: Apache-2.0
// Behind the network's word: how the call goes, for whoever wants to know and for support.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import Plenum

Sheet {
    id: sheet

    required property Client client
    readonly property Health health: client.diagnostics.health
    readonly property Diagnostics figures: client.diagnostics
    property bool copied: false

    title: qsTr("Diagnostics")
    widthMax: 760
    onOpened: copied = false
    RowLayout {
        spacing: Theme.gap
        Layout.fillWidth: true
        Label {
            text: sheet.health.text
            font.pixelSize: Theme.large
            font.weight: Font.DemiBold
            color: sheet.health.grade === "good" ? Theme.goodInk : sheet.health.grade === "poor" ? Theme.badInk
                : sheet.health.grade === "fair" ? Theme.fairInk : Theme.ink
            elide: Text.ElideRight
            Layout.fillWidth: true
        }
        ActionButton {
            id: copy
            objectName: "copyReport"
            text: sheet.copied ? qsTr("Report copied") : qsTr("Copy report")
            iconName: sheet.copied ? "check" : "copy"
            Accessible.description: hint.text
            onClicked: {
                sheet.client.copy(sheet.figures.report());
                sheet.copied = true;
            }
            Hint {
                id: hint
                text: qsTr("All of this as text, to send to whoever helps you: with people's names, without keys, " +
                    "links and addresses")
                visible: copy.hovered || copy.visualFocus
            }
        }
    }
    Label {
        text: sheet.health.meaning
        wrapMode: Text.Wrap
        lineHeight: 1.25
        Layout.fillWidth: true
    }
    GridLayout {
        columns: sheet.width > 620 * Theme.textScale ? 2 : 1
        columnSpacing: Theme.vast
        rowSpacing: Theme.tight
        Layout.fillWidth: true
        FactLine {
            name: qsTr("From their mouth to your ear")
            value: sheet.health.mouthToEar
            Layout.fillWidth: true
            Layout.preferredWidth: 1
        }
        FactLine {
            name: qsTr("There and back to the relay")
            value: sheet.health.roundTrip
            Layout.fillWidth: true
            Layout.preferredWidth: 1
        }
        FactLine {
            name: qsTr("Lost on the way")
            value: sheet.health.loss
            Layout.fillWidth: true
            Layout.preferredWidth: 1
        }
    }
    // Positioners hold the lines, no layouts: those of Qt 6.4 use items that are gone.
    Column {
        id: orders
        spacing: Theme.wide
        Layout.fillWidth: true
        Repeater {
            model: sheet.figures
            // As high as it comes out to be: in the column itself the two would wait for each other.
            delegate: Item {
                id: place
                required property OrderModel order
                width: orders.width
                implicitHeight: part.implicitHeight
                OrderSection {
                    id: part
                    width: place.width
                    order: place.order
                }
            }
        }
    }
    ColumnLayout {
        spacing: Theme.tight
        Layout.fillWidth: true
        Heading {
            text: qsTr("What you hear and see")
        }
        Label {
            visible: sheet.figures.people.count === 0
            text: qsTr("Nobody is heard or seen now.")
            color: Theme.inkDim
            wrapMode: Text.Wrap
            Layout.fillWidth: true
        }
        Column {
            id: people
            spacing: Theme.tight
            Layout.fillWidth: true
            Repeater {
                model: sheet.figures.people
                delegate: Column {
                    id: person
                    required property string name
                    required property string sound
                    required property string picture
                    width: people.width
                    Label {
                        width: parent.width
                        text: person.name
                        font.weight: Font.Medium
                        elide: Text.ElideRight
                    }
                    Label {
                        width: parent.width
                        visible: text !== ""
                        text: person.sound
                        color: Theme.inkDim
                        wrapMode: Text.Wrap
                    }
                    Label {
                        width: parent.width
                        visible: text !== ""
                        text: person.picture
                        color: Theme.inkDim
                        wrapMode: Text.Wrap
                    }
                }
            }
        }
    }
    Heading {
        text: qsTr("This computer and its way to the relay")
    }
    Grid {
        id: own
        columns: sheet.width > 620 * Theme.textScale ? 2 : 1
        columnSpacing: Theme.vast
        rowSpacing: Theme.tight
        Layout.fillWidth: true
        Repeater {
            model: sheet.figures.ownNames.length
            delegate: FactLine {
                required property int index
                name: sheet.figures.ownNames[index] ?? ""
                value: sheet.figures.ownValues[index] ?? ""
                width: (own.width - (own.columns - 1) * own.columnSpacing) / own.columns
            }
        }
    }
}
