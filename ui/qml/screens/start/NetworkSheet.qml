// SPDX-License-Identifier: Apache-2.0
// Where conferences of one's own can run: what this computer's network allows, and the relay servers that are kept.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import Plenum

Sheet {
    id: sheet

    required property Client client
    readonly property Hosting hosting: client.hosting
    readonly property Reachability reach: client.hosting.reachability

    function addServer() {
        server.error = hosting.add(server.text, secret.text);
        if (server.error !== "")
            return server.input.forceActiveFocus();
        server.text = "";
        secret.text = "";
    }

    title: qsTr("Relay servers and network")
    widthMax: 600
    onAboutToShow: reach.look()
    onClosed: {
        hosting.set_public_address(publicAddress.text);
        reach.stop();
    }
    Heading {
        text: qsTr("On this computer")
    }
    ColumnLayout {
        spacing: Theme.tight
        Label {
            objectName: "networkNeeds"
            text: sheet.reach.needs
            lineHeight: 1.2
            wrapMode: Text.Wrap
            Layout.fillWidth: true
        }
        Label {
            objectName: "networkAddresses"
            visible: text !== ""
            text: Array.from(sheet.reach.addresses).join("\n")
            color: Theme.inkDim
            lineHeight: 1.2
            wrapMode: Text.Wrap
            Layout.fillWidth: true
        }
        Label {
            objectName: "portState"
            text: sheet.reach.portState
            color: sheet.reach.portUsable ? Theme.inkDim : Theme.badInk
            wrapMode: Text.Wrap
            Layout.fillWidth: true
        }
        ActionButton {
            objectName: "lookAgain"
            text: qsTr("Look again")
            onClicked: sheet.reach.look()
        }
    }
    Field {
        id: publicAddress
        objectName: "publicAddress"
        label: qsTr("Your router's public name or address, if it forwards the port here")
        placeholder: qsTr("Empty: the link has this computer's own address")
        text: sheet.hosting.publicAddress
        Layout.fillWidth: true
        onTextChanged: error = ""
        input.onEditingFinished: error = sheet.hosting.set_public_address(text)
    }
    SwitchLine {
        objectName: "successionSwitch"
        text: qsTr("Take over when the host's computer fails")
        explanation: qsTr("Calls that you host then go on through a guest's computer, and calls that you join, " +
            "through yours. That computer passes on what is said, and reads none of it.")
        checked: sheet.client.settings.succession
        onToggled: sheet.client.settings.succession = checked
        Layout.fillWidth: true
    }
    Heading {
        text: qsTr("Relay servers")
    }
    Label {
        text: qsTr("A relay server passes on what is said, and cannot hear it. Conferences on it go on without you.")
        color: Theme.inkDim
        lineHeight: 1.2
        wrapMode: Text.Wrap
        Layout.fillWidth: true
    }
    Column {
        id: servers
        spacing: Theme.gap
        visible: sheet.hosting.relays.length > 0
        Layout.fillWidth: true
        Repeater {
            model: sheet.hosting.relays
            delegate: RelayLine {
                required property string modelData
                address: modelData
                reach: sheet.reach
                width: servers.width
                onRemoveWanted: sheet.hosting.remove(modelData)
            }
        }
    }
    ColumnLayout {
        spacing: Theme.gap
        Field {
            id: server
            objectName: "serverField"
            label: qsTr("Add a relay server")
            placeholder: qsTr("relay.example.org or relay.example.org:7700")
            Layout.fillWidth: true
            onTextChanged: error = ""
            onAccepted: sheet.addServer()
        }
        Field {
            id: secret
            objectName: "secretField"
            label: qsTr("Its creation secret, if it has one")
            placeholder: qsTr("From the person who runs the server")
            input.echoMode: TextInput.Password
            Layout.fillWidth: true
            onAccepted: sheet.addServer()
        }
        ActionButton {
            objectName: "addServer"
            text: qsTr("Add and check")
            Layout.fillWidth: true
            onClicked: sheet.addServer()
        }
    }
}
