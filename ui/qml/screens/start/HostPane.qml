// SPDX-License-Identifier: Apache-2.0
// Start a conference: what it is about, who may come in, and where it runs.
import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import Plenum

Pane {
    id: pane

    required property Client client
    readonly property Hosting hosting: client.hosting
    readonly property Reachability reach: client.hosting.reachability
    /// The last look at the chosen server found that it cannot be used.
    readonly property string verdict: reach.verdicts[hosting.relay] ?? ""
    readonly property bool unusable: verdict !== "" && !reach.reached(hosting.relay)
    signal networkWanted

    padding: Theme.broad
    background: Rectangle {
        radius: Theme.radiusLarge
        color: Theme.surface
        border.color: Theme.line
    }
    EntryWords {
        id: entryWords
    }
    contentItem: Item {
        implicitHeight: fields.implicitHeight + Theme.wide + start.implicitHeight
        // No layout: words that wrap anew would have it give too little room to what is in it.
        Column {
            id: fields
            width: parent.width
            spacing: Theme.wide
            Label {
                text: qsTr("Start a conference")
                font.pixelSize: Theme.title + 2
                font.weight: Font.DemiBold
                wrapMode: Text.Wrap
                width: fields.width
                Accessible.role: Accessible.Heading
            }
            Field {
                id: titleField
                objectName: "titleField"
                label: qsTr("What is it about?")
                placeholder: qsTr("For example: Weekly meeting")
                maximumLength: 80
                width: fields.width
                onAccepted: pane.client.session.prepare_host(text)
            }
            ColumnLayout {
                spacing: 6
                width: fields.width
                Label {
                    text: qsTr("Who may come in?")
                    color: Theme.inkDim
                    font.pixelSize: Theme.small + 1
                    wrapMode: Text.Wrap
                    Layout.fillWidth: true
                }
                Choice {
                    objectName: "hostAdmission"
                    model: entryWords.titles
                    chosen: Math.max(0, entryWords.values.indexOf(pane.client.hosting.admission))
                    explanations: entryWords.lines
                    Layout.fillWidth: true
                    label: qsTr("Who may come in?")
                    onActivated: index => pane.client.hosting.admission = entryWords.values[index]
                }
            }
            ColumnLayout {
                spacing: 6
                width: fields.width
                Label {
                    text: qsTr("Where does it run?")
                    color: Theme.inkDim
                    font.pixelSize: Theme.small + 1
                    wrapMode: Text.Wrap
                    Layout.fillWidth: true
                }
                RowLayout {
                    spacing: Theme.tight
                    Choice {
                        objectName: "hostPlace"
                        readonly property var places: ["", ...pane.hosting.relays]
                        model: [qsTr("On this computer"), ...pane.hosting.relays]
                        chosen: Math.max(0, places.indexOf(pane.hosting.relay))
                        Layout.fillWidth: true
                        label: qsTr("Where does it run?")
                        onActivated: index => pane.hosting.relay = places[index]
                    }
                    IconButton {
                        objectName: "networkButton"
                        text: qsTr("Relay servers and network")
                        iconName: "settings"
                        onClicked: pane.networkWanted()
                    }
                }
            }
            Label {
                objectName: "placeAbout"
                text: pane.hosting.relay === "" ? pane.reach.needs : pane.unusable ? pane.verdict
                    : qsTr("The conference stays on %1 when you leave. The others need nothing but the link.")
                        .arg(pane.hosting.relay)
                color: pane.unusable ? Theme.badInk : Theme.inkDim
                font.pixelSize: Theme.small + 1
                lineHeight: 1.2
                wrapMode: Text.Wrap
                width: fields.width
            }
        }
        ActionButton {
            id: start
            objectName: "hostButton"
            anchors.bottom: parent.bottom
            width: parent.width
            text: qsTr("Start")
            kind: "primary"
            onClicked: pane.client.session.prepare_host(titleField.text)
        }
    }
}
