// SPDX-License-Identifier: Apache-2.0
// What of this computer is to be shared: its screens and windows, each with a small picture.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import Plenum

Sheet {
    id: sheet

    required property Client client
    readonly property ScreenShare share: client.people.screens.own
    /// The keyboard came to the first that can be shared. Only once: looking again keeps it on that button.
    property bool begun: false

    function begin() {
        const first = sources.itemAt(0);
        if (!opened || begun || first === null)
            return;
        begun = true;
        first.forceActiveFocus(Qt.TabFocusReason);
    }

    title: qsTr("Share a screen or window")
    widthMax: 720
    onAboutToShow: share.list()
    onOpened: begin()
    Label {
        objectName: "shareObstacle"
        visible: text !== ""
        text: sheet.share.obstacle
        wrapMode: Text.Wrap
        Layout.fillWidth: true
    }
    Label {
        visible: sheet.share.obstacle === ""
        text: sheet.share.asksFirst
            ? qsTr("You need the screen first. Choose what to share: you ask for it at once, and sharing begins "
            + "when you get it.") : qsTr("Everyone in the conference sees what you choose, until you stop.")
        color: Theme.inkDim
        wrapMode: Text.Wrap
        Layout.fillWidth: true
    }
    RowLayout {
        visible: sheet.share.listing && sheet.share.sources.length === 0
        spacing: Theme.gap
        BusyIndicator {
            running: parent.visible
            implicitWidth: Theme.control
            implicitHeight: Theme.control
        }
        Label {
            text: qsTr("Looking for windows…")
        }
    }
    Label {
        objectName: "shareEmpty"
        visible: !sheet.share.listing && sheet.share.sources.length === 0 && sheet.share.obstacle === ""
        text: qsTr("There is nothing to share.")
    }
    Flow {
        id: cards
        readonly property int columns: Math.max(1, Math.floor((width + spacing) / (200 * Theme.textScale + spacing)))
        spacing: Theme.gap
        Layout.fillWidth: true
        Repeater {
            id: sources
            model: sheet.share.sources
            onItemAdded: sheet.begin()
            delegate: AbstractButton {
                id: card
                required property int index
                required property var modelData
                objectName: "share-" + modelData.id
                text: modelData.title
                padding: Theme.tight
                focusPolicy: Qt.TabFocus
                width: Math.floor((cards.width - (cards.columns - 1) * cards.spacing) / cards.columns)
                height: Math.round(176 * Theme.textScale)
                Accessible.role: Accessible.Button
                Accessible.name: modelData.isWindow ? qsTr("Window: %1").arg(text) : text
                Accessible.description: qsTr("Share it with everyone")
                contentItem: ColumnLayout {
                    spacing: Theme.hair
                    Rectangle {
                        color: Theme.backdrop
                        radius: Theme.radiusSmall
                        Layout.fillWidth: true
                        Layout.fillHeight: true
                        ScreenItem {
                            anchors.fill: parent
                            anchors.margins: 2
                            enabled: false
                            screens: sheet.client.people.screens
                            source: card.index + 1
                            Accessible.ignored: true
                        }
                        Icon {
                            visible: card.modelData.isDialog
                            name: "screen"
                            color: Theme.textOnOverlay
                            size: 48
                            anchors.centerIn: parent
                        }
                    }
                    Label {
                        text: card.text
                        wrapMode: card.modelData.isDialog ? Text.Wrap : Text.NoWrap
                        elide: Text.ElideRight
                        Layout.fillWidth: true
                        Accessible.ignored: true
                    }
                    Label {
                        text: card.modelData.about
                        color: Theme.inkDim
                        font.pixelSize: Theme.small
                        Layout.fillWidth: true
                        Accessible.ignored: true
                    }
                }
                background: Rectangle {
                    radius: Theme.radius
                    color: card.down ? Theme.raisedPressed : card.hovered ? Theme.raisedHover : Theme.raised
                    FocusRing {
                        shown: card.visualFocus
                    }
                }
                Keys.onReturnPressed: clicked()
                Keys.onEnterPressed: clicked()
                onClicked: {
                    const id = modelData.id;
                    sheet.close();
                    sheet.share.choose(id, sheet.client.settings.shareSound && sheet.share.soundObstacle === "");
                }
            }
        }
    }
    SwitchLine {
        objectName: "shareSound"
        readonly property string obstacle: sheet.share.soundObstacle
        visible: sheet.share.obstacle === ""
        text: qsTr("Share the computer's sound")
        explanation: obstacle !== "" ? obstacle
            : qsTr("The others hear what the programs on this computer play. Nobody hears themselves.")
        enabled: obstacle === ""
        checked: sheet.client.settings.shareSound && enabled
        onToggled: sheet.client.settings.shareSound = checked
        Layout.fillWidth: true
    }
    ActionButton {
        objectName: "shareAgain"
        visible: sheet.share.obstacle === ""
        text: qsTr("Look again")
        compact: true
        onClicked: sheet.share.list()
    }
}
