// SPDX-License-Identifier: Apache-2.0
// Join by a link, start a conference, or go back to one: one press each.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import QtCore
import Plenum

FocusScope {
    id: screen

    required property Client client
    readonly property bool wide: width >= 900 * Theme.textScale
    /// Where the keyboard is, which stays in sight.
    readonly property Item focused: Window.activeFocusItem
    signal settingsWanted

    function show(item: Item) {
        const top = item.mapToItem(content, 0, 0).y + content.y;
        const bottom = top + item.height;
        if (top < scroll.contentY)
            scroll.contentY = Math.max(0, top - Theme.wide);
        else if (bottom > scroll.contentY + scroll.height)
            scroll.contentY = bottom - scroll.height + Theme.wide;
    }

    onFocusedChanged: {
        for (let item = focused; item; item = item.parent)
            if (item.parent === content)
                return show(focused);
    }
    focus: true
    Component.onCompleted: client.hosting.reachability.look()

    IconButton {
        id: settingsButton
        anchors.top: parent.top
        anchors.right: parent.right
        anchors.margins: Theme.wide
        text: qsTr("Settings (Ctrl+,)")
        iconName: "settings"
        onClicked: screen.settingsWanted()
    }
    ActionButton {
        objectName: "playRecording"
        anchors.verticalCenter: settingsButton.verticalCenter
        anchors.right: settingsButton.left
        anchors.rightMargin: Theme.tight
        text: qsTr("Play a recording…")
        iconName: "play"
        compact: true
        onClicked: recordings.open()
    }
    FileChooser {
        id: recordings
        objectName: "recordingChooser"
        readonly property string folder: String(StandardPaths.locate(StandardPaths.MoviesLocation, "",
            StandardPaths.LocateDirectory))
        desktopDialog: screen.client.desktopDialog
        title: qsTr("Play a recording")
        filters: [qsTr("Recordings of calls or cameras (%1)").arg("*.mkv *.ensembles"), qsTr("All files (%1)").arg("*")]
        suggested: desktopDialog || folder === "" ? "" : folder.replace(/\/*$/, "/")
        // Cameras are played in their workspace; a call has a window of its own.
        onChosen: chosen => {
            if (String(chosen[0]).toLowerCase().endsWith(".ensembles"))
                screen.client.capture.replay(chosen[0]);
            else
                screen.client.people.recording.play(chosen[0]);
        }
    }
    Flickable {
        id: scroll
        objectName: "startScroll"
        anchors.fill: parent
        anchors.topMargin: settingsButton.height + Theme.wide
        clip: true
        boundsBehavior: Flickable.StopAtBounds
        ScrollBar.vertical: ScrollBar {}
        contentWidth: width
        contentHeight: Math.max(height, content.implicitHeight + 2 * Theme.broad)
        ColumnLayout {
            id: content
            anchors.centerIn: parent
            width: Math.min(scroll.width - 2 * Theme.vast, 880 * Theme.textScale)
            spacing: Theme.broad
            ColumnLayout {
                spacing: Theme.tight
                Label {
                    text: qsTr("Plenum")
                    font.pixelSize: Theme.display
                    font.weight: Font.Bold
                    Layout.alignment: Qt.AlignHCenter
                    Accessible.role: Accessible.Heading
                }
                Label {
                    text: qsTr("See, hear and write to each other, encrypted from end to end.")
                    color: Theme.inkDim
                    font.pixelSize: Theme.title
                    horizontalAlignment: Text.AlignHCenter
                    wrapMode: Text.Wrap
                    Layout.fillWidth: true
                }
                Pill {
                    visible: screen.client.session.demo
                    text: qsTr("Demo – simulated people, no network")
                    Layout.alignment: Qt.AlignHCenter
                    Layout.topMargin: Theme.tight
                }
            }
            // What can be continued comes first: in a small window, the others are out of sight.
            Column {
                id: resumable
                readonly property RecentConferences recent: screen.client.recent
                visible: recent.resumable >= 0
                Layout.fillWidth: true
                Repeater {
                    model: resumable.recent
                    delegate: RecentLine {
                        visible: index === resumable.recent.resumable
                        width: resumable.width
                        onEnterWanted: resumable.recent.enter(index)
                        onRemoveWanted: resumable.recent.remove(index)
                    }
                }
            }
            GridLayout {
                columns: screen.wide ? 2 : 1
                columnSpacing: Theme.broad
                rowSpacing: Theme.broad
                Layout.fillWidth: true
                JoinPane {
                    client: screen.client
                    Layout.fillWidth: true
                    Layout.fillHeight: true
                    Layout.preferredWidth: 1
                }
                HostPane {
                    client: screen.client
                    Layout.fillWidth: true
                    Layout.fillHeight: true
                    Layout.preferredWidth: 1
                    onNetworkWanted: (networkSheet.createObject(screen) as NetworkSheet).open()
                }
            }
            RecentSection {
                client: screen.client
                visible: recent.count > (recent.resumable < 0 ? 0 : 1)
                Layout.fillWidth: true
            }
        }
    }
    // Made when it is opened: Qt 6.4 lays out what a closed one has lost meanwhile.
    Component {
        id: networkSheet
        NetworkSheet {
            objectName: "networkSheet"
            client: screen.client
            onClosed: destroy()
        }
    }
}
