// SPDX-License-Identifier: Apache-2.0
// Files and folders of this computer, to choose from or to save among. Arrow keys, Home, End and first letters move,
// Enter enters a folder or takes a file, Backspace leads up.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import QtCore
import Qt.labs.folderlistmodel
import Plenum

Sheet {
    id: sheet

    required property bool saving
    required property bool several
    /// What is chosen is sent at once.
    required property bool sending
    required property var filters
    required property url suggested
    property int filter: 0
    /// Files that are marked; where one alone may be chosen, the one at the cursor.
    property var marked: []
    /// What is shown, and saved into.
    property url folder: LocalFiles.existing_folder(begin.slice(0, Math.max(0, begin.lastIndexOf("/"))))
    readonly property string begin: String(suggested)
    readonly property string pattern: patternsOf(filter)[0] ?? ""
    /// A name, or a path with one.
    readonly property string typed: nameField.text.trim()
    readonly property url target: saving ? names.fileIn(folder, typed) : ""
    readonly property bool taken: saving && typed !== "" && LocalFiles.exists(target) && !LocalFiles.is_folder(target)
    signal chosen(var files)

    function patternsOf(which: int): var {
        const found = /\(([^)]*)\)/.exec(filters[which] ?? "");
        return found === null ? [] : found[1].split(" ");
    }
    function up() {
        if (String(files.parentFolder) !== "")
            go(files.parentFolder);
    }
    function go(place: url) {
        folder = LocalFiles.existing_folder(place);
        marked = [];
        list.currentIndex = 0;
        list.positionViewAtBeginning();
    }
    /// A folder is entered, a file is taken.
    function take(row: int) {
        if (row < 0 || row >= files.count)
            return;
        const place = files.get(row, "fileUrl");
        if (files.isFolder(row))
            return go(place);
        if (saving) {
            nameField.text = files.get(row, "fileName");
            nameField.input.forceActiveFocus();
        } else if (several && marked.length > 0) {
            finish(marked);
        } else {
            finish([place]);
        }
    }
    function mark(row: int) {
        if (row < 0 || row >= files.count || files.isFolder(row))
            return;
        const place = String(files.get(row, "fileUrl"));
        const others = several ? marked.filter(each => each !== place) : [];
        marked = several && others.length < marked.length ? others : [...others, place];
        if (saving)
            nameField.text = files.get(row, "fileName");
    }
    function finish(chosenFiles: var) {
        close();
        chosen(chosenFiles);
    }
    function accept() {
        if (!saving)
            return marked.length > 0 ? finish(marked) : take(list.currentIndex);
        if (nameField.text.trim() !== "")
            finish([target]);
    }
    /// The first from here on that begins so.
    function jump(letter: string) {
        for (let step = 1; step <= files.count; ++step) {
            const row = (list.currentIndex + step) % files.count;
            if (!files.get(row, "fileName").toLowerCase().startsWith(letter.toLowerCase()))
                continue;
            list.currentIndex = row;
            return;
        }
    }

    objectName: "chooserSheet"
    widthMax: 640
    onOpened: {
        const name = decodeURIComponent(begin.slice(begin.lastIndexOf("/") + 1));
        nameField.text = saving ? names.withEnding(name) : "";
        if (saving)
            nameField.input.forceActiveFocus();
        else
            list.forceActiveFocus();
        // Without its ending, which stays.
        if (saving)
            nameField.input.select(0, Math.max(0, name.lastIndexOf(".")));
    }
    ChooserNames {
        id: names
        patterns: sheet.filters.reduce((all, _, which) => all.concat(sheet.patternsOf(which)), [])
        pattern: sheet.pattern
    }
    FolderListModel {
        id: files
        // Of one that is not there it shows the folder that the program was started in, without a word.
        folder: sheet.folder
        nameFilters: sheet.patternsOf(sheet.filter)
        showDirsFirst: true
        caseSensitive: false
        sortCaseSensitive: false
    }
    Flow {
        spacing: Theme.tight
        Layout.fillWidth: true
        ActionButton {
            objectName: "chooserUp"
            text: qsTr("Up")
            iconName: "up"
            compact: true
            // The model tells of its parent too late, or never.
            enabled: LocalFiles.path(sheet.folder) !== "/"
            onClicked: sheet.up()
        }
        Repeater {
            model: [
                {
                    "name": qsTr("Home"),
                    "at": StandardPaths.HomeLocation
                },
                {
                    "name": qsTr("Downloads"),
                    "at": StandardPaths.DownloadLocation
                },
                {
                    "name": qsTr("Documents"),
                    "at": StandardPaths.DocumentsLocation
                },
                {
                    "name": qsTr("Pictures"),
                    "at": StandardPaths.PicturesLocation
                }
            ]
            delegate: ActionButton {
                required property var modelData
                readonly property url place: StandardPaths.writableLocation(modelData.at)
                text: modelData.name
                visible: String(StandardPaths.locate(modelData.at, "", StandardPaths.LocateDirectory)) !== ""
                compact: true
                onClicked: sheet.go(place)
            }
        }
    }
    Label {
        objectName: "chooserFolder"
        text: LocalFiles.path(sheet.folder)
        textFormat: Text.PlainText
        color: Theme.inkDim
        elide: Text.ElideLeft
        Layout.fillWidth: true
        Accessible.name: qsTr("Folder %1").arg(text)
    }
    Rectangle {
        color: Theme.dark ? Theme.window : Theme.surface
        radius: Theme.radius
        border.width: list.activeFocus ? 2 : 1
        border.color: list.activeFocus ? Theme.focus : Theme.outline
        Layout.fillWidth: true
        Layout.preferredHeight: Math.round(Math.min(270, sheet.parent.height * 0.36) * Theme.textScale)
        ListView {
            id: list
            objectName: "chooserList"
            anchors.fill: parent
            anchors.margins: 3
            clip: true
            model: files
            activeFocusOnTab: true
            boundsBehavior: Flickable.StopAtBounds
            keyNavigationEnabled: true
            highlightMoveDuration: 0
            Accessible.role: Accessible.List
            Accessible.name: qsTr("Files and folders")
            Keys.onReturnPressed: sheet.take(currentIndex)
            Keys.onEnterPressed: sheet.take(currentIndex)
            Keys.onPressed: event => {
                event.accepted = true;
                if (event.key === Qt.Key_Backspace)
                    sheet.up();
                else if (event.key === Qt.Key_Space)
                    sheet.mark(currentIndex);
                else if (event.key === Qt.Key_Home || event.key === Qt.Key_End)
                    currentIndex = event.key === Qt.Key_Home ? 0 : count - 1;
                else if (event.text.length === 1 && event.text > " " && !(event.modifiers & Qt.ControlModifier))
                    sheet.jump(event.text);
                else
                    event.accepted = false;
            }
            ScrollBar.vertical: ScrollBar {}
            delegate: ChooserEntry {
                required property int index
                width: ListView.view.width
                chosen: sheet.marked.includes(String(fileUrl))
                current: ListView.isCurrentItem && list.activeFocus
                onPressed: {
                    list.currentIndex = index;
                    list.forceActiveFocus(Qt.MouseFocusReason);
                    sheet.mark(index);
                }
                onTaken: sheet.take(index)
            }
            EmptyNote {
                anchors.centerIn: parent
                width: parent.width - 2 * Theme.broad
                visible: files.status === FolderListModel.Ready && files.count === 0
                iconName: "folder"
                text: qsTr("Nothing to choose in this folder.")
            }
        }
    }
    Field {
        id: nameField
        objectName: "chooserName"
        visible: sheet.saving
        label: qsTr("Name of the file")
        maximumLength: 200
        error: names.errorOf(sheet.folder, sheet.typed)
        onAccepted: if (sheet.taken)
            replace.forceActiveFocus(Qt.TabFocusReason)
        else if (save.enabled)
            sheet.accept()
        Layout.fillWidth: true
    }
    LabelledChoice {
        visible: sheet.filters.length > 1
        label: qsTr("Kind of file")
        values: sheet.filters.map((each, which) => which)
        words: sheet.filters
        value: sheet.filter
        fitting: true
        onChosen: which => {
            const before = sheet.pattern.slice(1);
            sheet.filter = which;
            const name = nameField.text;
            if (sheet.saving && before !== "" && name.toLowerCase().endsWith(before))
                nameField.text = name.slice(0, name.length - before.length) + sheet.pattern.slice(1);
        }
    }
    Label {
        objectName: "chooserTaken"
        visible: sheet.taken
        text: qsTr("There is a file of this name already. Replacing it deletes what it holds now.")
        color: Theme.fairInk
        wrapMode: Text.Wrap
        Layout.fillWidth: true
        Accessible.role: Accessible.AlertMessage
        Accessible.name: text
    }
    RowLayout {
        spacing: Theme.tight
        Layout.alignment: Qt.AlignRight
        ActionButton {
            text: qsTr("Cancel")
            onClicked: sheet.close()
        }
        ActionButton {
            id: replace
            objectName: "chooserReplace"
            visible: sheet.taken
            text: qsTr("Replace")
            kind: "danger"
            enabled: nameField.error === ""
            onClicked: sheet.accept()
        }
        ActionButton {
            id: save
            objectName: "chooserAccept"
            visible: !sheet.taken
            readonly property int chosenCount: sheet.marked.length
            text: sheet.saving ? qsTr("Save") : sheet.sending
                ? chosenCount > 1 ? qsTr("Send %1 files").arg(chosenCount) : qsTr("Send")
                : chosenCount > 1 ? qsTr("Choose %1 files").arg(chosenCount) : qsTr("Choose")
            kind: "primary"
            enabled: sheet.saving ? nameField.text.trim() !== "" && nameField.error === "" : sheet.marked.length > 0
            onClicked: sheet.accept()
        }
    }
}
