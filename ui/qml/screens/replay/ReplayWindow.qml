// SPDX-License-Identifier: Apache-2.0
// A recording: people, the shared screen or the whiteboard, what was written and what happened, and where one is. The
// space bar plays and pauses, arrow keys go on and back by 10 s.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import Plenum

ThemedWindow {
    id: root

    required property FileReplay replay
    required property Settings settings
    required property ColourScheme colourScheme
    /// "people", "screen" or "board".
    property string view: "people"
    readonly property string shownView: view === "screen" && replay.screen === 0 ? "people" : view

    width: 1280
    height: 800
    minimumWidth: 640
    minimumHeight: 480
    visible: true
    title: replay.title === "" ? qsTr("Recording – Plenum") : qsTr("%1 – recording – Plenum").arg(replay.title)
    LayoutMirroring.enabled: Application.layoutDirection === Qt.RightToLeft
    LayoutMirroring.childrenInherit: true

    Connections {
        target: root.replay
        function onScreen_changed() {
            if (root.replay.screen !== 0 && root.view === "people")
                root.view = "screen";
        }
    }
    Binding {
        target: Theme
        property: "dark"
        value: root.colourScheme.dark
    }
    Binding {
        target: Theme
        property: "textScale"
        value: root.settings.textScale
    }
    Shortcut {
        sequence: "Space"
        onActivated: root.replay.playing = !root.replay.playing
    }
    Shortcut {
        sequence: "Right"
        onActivated: root.replay.step_by(10)
    }
    Shortcut {
        sequence: "Left"
        onActivated: root.replay.step_by(-10)
    }

    ColumnLayout {
        anchors.fill: parent
        anchors.margins: Theme.gap
        spacing: Theme.gap
        RowLayout {
            spacing: Theme.gap
            Layout.fillWidth: true
            Label {
                objectName: "replayTitle"
                text: root.replay.title === "" ? qsTr("Recording") : root.replay.title
                font.pixelSize: Theme.title
                font.weight: Font.DemiBold
                elide: Text.ElideRight
                Accessible.role: Accessible.Heading
                Layout.fillWidth: true
            }
            ToggleButton {
                objectName: "replayPeople"
                text: qsTr("People")
                hint: qsTr("Show the people")
                on: root.shownView === "people"
                onClicked: root.view = "people"
            }
            ToggleButton {
                objectName: "replayScreen"
                visible: root.replay.screen !== 0
                text: qsTr("Screen")
                hint: qsTr("Show the shared screen")
                on: root.shownView === "screen"
                onClicked: root.view = "screen"
            }
            ToggleButton {
                objectName: "replayBoard"
                visible: root.replay.boardUsed
                text: qsTr("Whiteboard")
                hint: qsTr("Show the whiteboard")
                on: root.shownView === "board"
                onClicked: root.view = "board"
            }
        }
        RowLayout {
            spacing: Theme.gap
            Layout.fillWidth: true
            Layout.fillHeight: true
            ColumnLayout {
                spacing: Theme.gap
                Layout.fillWidth: true
                Layout.fillHeight: true
                Item {
                    id: stage
                    visible: root.shownView !== "people"
                    Layout.fillWidth: true
                    Layout.fillHeight: true
                    VideoItem {
                        objectName: "replayScreenPicture"
                        readonly property real ratio: Math.max(0.1, root.replay.screenRatio)
                        visible: root.shownView === "screen"
                        anchors.centerIn: parent
                        width: Math.min(parent.width, parent.height * ratio)
                        height: width / ratio
                        pictures: root.replay.pictures
                        memberIndex: root.replay.screen
                        Accessible.role: Accessible.Graphic
                        Accessible.name: qsTr("Shared screen")
                    }
                    Rectangle {
                        anchors.fill: parent
                        visible: root.shownView === "board"
                        color: Theme.raised
                        radius: Theme.radius
                        clip: true
                        BoardItem {
                            id: page
                            objectName: "replayBoardPage"
                            anchors.fill: parent
                            whiteboard: root.replay.board
                            /// The item may be visible before it has its size.
                            function fitIn() {
                                if (visible && width > 0 && height > 0)
                                    show_all();
                            }
                            onVisibleChanged: fitIn()
                            onWidthChanged: fitIn()
                            onHeightChanged: fitIn()
                            Accessible.role: Accessible.Graphic
                            Accessible.name: qsTr("Whiteboard")
                        }
                        Connections {
                            target: root.replay
                            function onBoard_changed() {
                                page.fitIn();
                            }
                        }
                        Row {
                            visible: root.replay.board.pages.count > 1
                            anchors.bottom: parent.bottom
                            anchors.horizontalCenter: parent.horizontalCenter
                            anchors.bottomMargin: Theme.tight
                            spacing: Theme.hair
                            Repeater {
                                model: root.replay.board.pages.count
                                delegate: ToggleButton {
                                    required property int index
                                    text: index + 1
                                    label: qsTr("Page %1").arg(index + 1)
                                    hint: qsTr("Show this page")
                                    on: root.replay.board.pages.current === index
                                    onClicked: root.replay.board.pages.current = index
                                }
                            }
                        }
                    }
                }
                ReplayTiles {
                    replay: root.replay
                    Layout.fillWidth: true
                    Layout.fillHeight: root.shownView === "people"
                    Layout.preferredHeight: root.shownView === "people" ? -1 : Math.round(120 * Theme.textScale)
                }
            }
            ReplayNotes {
                replay: root.replay
                Layout.preferredWidth: Math.round(Math.min(320 * Theme.textScale, root.width * 0.32))
                Layout.fillHeight: true
            }
        }
        ReplayControls {
            replay: root.replay
            Layout.fillWidth: true
        }
    }
}
