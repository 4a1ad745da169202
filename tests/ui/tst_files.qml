// SPDX-License-Identifier: Apache-2.0
// Files: a card in the chat, and our dialog to choose some.
import QtQuick
import QtTest
import Plenum

Item {
    id: root

    width: 800
    height: 700

    function facts(changes) {
        return Object.assign({
            "name": "report.pdf",
            "size": "2.3 MB",
            "hash": "00",
            "image": false,
            "width": 0,
            "height": 0,
            "here": false,
            "own": false,
            "openable": false,
            "comes": false,
            "part": 0,
            "bad": false,
            "over": false,
            "state": "2.3 MB"
        }, changes);
    }

    FileCard {
        id: card
        width: 300
        file: root.facts({})
    }
    FileChooser {
        id: opening
        desktopDialog: false
        title: "Open"
        several: true
        sending: true
        suggested: Qt.resolvedUrl("tst_files.qml")
        filters: ["Words (*.qml)", "All (*)"]
    }
    FileChooser {
        id: saving
        desktopDialog: false
        title: "Save"
        saving: true
        suggested: Qt.resolvedUrl("new.qml")
        filters: ["Words (*.qml)", "Code (*.cpp)"]
    }
    FileChooser {
        id: misplaced
        desktopDialog: false
        title: "Save"
        saving: true
        suggested: "file:///not-there/new.qml"
        filters: ["Words (*.qml)"]
    }
    FileChooser {
        id: replacing
        desktopDialog: false
        title: "Save"
        saving: true
        suggested: Qt.resolvedUrl("tst_files.qml")
        filters: ["Code (*.cpp)", "Words (*.qml)"]
    }
    FileChooser {
        id: anywhere
        desktopDialog: false
        title: "Open"
    }
    ChooserNames {
        id: names
        patterns: ["*.qml", "*.cpp"]
        pattern: "*.qml"
    }
    ChooserNames {
        id: anyNames
        patterns: []
        pattern: ""
    }
    ChooserEntry {
        id: entry
        y: 300
        width: 300
        fileName: "a.txt"
        fileUrl: "file:///a.txt"
        fileIsDir: false
        fileSize: 1500
        chosen: false
    }
    SignalSpy {
        id: spy
    }

    TestCase {
        name: "Files"
        when: windowShown

        function watch(target, signalName) {
            spy.target = null;
            spy.signalName = signalName;
            spy.target = target;
            spy.clear();
        }
        /// The open ChooserSheet.
        function sheetOf(chooser) {
            let found = null;
            tryVerify(() => {
                for (let at = 0; at < chooser.children.length; ++at)
                    if (chooser.children[at].current !== undefined)
                        found = chooser.children[at].current;
                return found !== null && found.opened;
            });
            return found;
        }
        function button(name) {
            return findChild(card, name);
        }
        function test_cardOffersWhatCanBeDone() {
            card.file = root.facts({});
            verify(button("fileFetch").visible && !button("fileSave").visible && !button("fileCancel").visible);
            watch(card, "fetchWanted");
            button("fileFetch").clicked();
            compare(spy.count, 1);
            card.file = root.facts({
                "comes": true,
                "part": 0.5
            });
            verify(button("fileCancel").visible && button("fileProgress").visible && !button("fileFetch").visible);
            card.file = root.facts({
                "here": true,
                "openable": true
            });
            verify(button("fileSave").visible && button("fileOpen").visible);
            watch(card, "saveWanted");
            button("fileSave").clicked();
            compare(spy.count, 1);
            card.file = root.facts({
                "bad": true
            });
            compare(button("fileFetch").text, "Try again");
            card.file = ({});
            verify(!card.visible);
        }
        function test_entryIsNamedForScreenReaders() {
            verify(entry.Accessible.name.startsWith("File a.txt, 1.5"));
            watch(entry, "pressed");
            mouseClick(entry);
            compare(spy.count, 1);
        }
        function test_namesAndPathsGetTheirEnding() {
            compare(decodeURI(String(names.fileIn("file:///tmp", "a b"))), "file:///tmp/a b.qml");
            compare(String(names.fileIn("file:///tmp", "/var/a.cpp")), "file:///var/a.cpp");
            verify(!String(names.fileIn("file:///tmp", "~/a")).includes("~"));
            verify(names.errorOf("file:///tmp", "a/b") !== "");
            compare(names.errorOf("file:///tmp", "~/a"), "");
            verify(anyNames.errorOf("file:///", "tmp") !== "");
            verify(anyNames.errorOf("file:///var", "/tmp") !== "");
        }
        function test_choosingByKeys() {
            watch(opening, "chosen");
            opening.open();
            const sheet = sheetOf(opening);
            const list = findChild(sheet.contentItem, "chooserList");
            tryVerify(() => list.count > 0);
            verify(list.activeFocus);
            compare(findChild(sheet.contentItem, "chooserAccept").text, "Send");
            keyClick(Qt.Key_T);
            verify(list.currentItem.fileName.startsWith("tst_"));
            keyClick(Qt.Key_Return);
            compare(spy.count, 1);
            verify(spy.signalArguments[0][0][0].toString().endsWith(".qml"));
            tryVerify(() => !sheet || !sheet.visible);
        }
        function test_theButtonLeadsUpAndTheKeysToBothEnds() {
            opening.open();
            const sheet = sheetOf(opening);
            const list = findChild(sheet.contentItem, "chooserList");
            tryVerify(() => list.count > 1);
            keyClick(Qt.Key_End);
            compare(list.currentIndex, list.count - 1);
            keyClick(Qt.Key_Home);
            compare(list.currentIndex, 0);
            const up = findChild(sheet.contentItem, "chooserUp");
            verify(up.enabled);
            const before = findChild(sheet.contentItem, "chooserFolder").text;
            up.clicked();
            const after = findChild(sheet.contentItem, "chooserFolder").text;
            verify(after !== before && before.startsWith(after));
            sheet.close();
        }
        function test_theNextChoiceBeginsWhereTheLastOneWasMade() {
            anywhere.open();
            const first = sheetOf(anywhere);
            const home = LocalFiles.path(LocalFiles.existing_folder(""));
            compare(findChild(first.contentItem, "chooserFolder").text, home);
            first.finish([Qt.resolvedUrl("tst_files.qml")]);
            tryVerify(() => !first || !first.visible);
            anywhere.open();
            const second = sheetOf(anywhere);
            verify(LocalFiles.path(Qt.resolvedUrl("tst_files.qml")).startsWith(
                findChild(second.contentItem, "chooserFolder").text + "/"));
            second.close();
        }
        function test_savingAsksBeforeItReplaces() {
            watch(saving, "chosen");
            saving.open();
            let sheet = sheetOf(saving);
            const list = findChild(sheet.contentItem, "chooserList");
            tryVerify(() => list.count > 0);
            let name = findChild(sheet.contentItem, "chooserName");
            name.text = "tst_files";
            tryVerify(() => findChild(sheet.contentItem, "chooserTaken").visible);
            keyClick(Qt.Key_Return);
            compare(spy.count, 0);
            name.text = "a/b";
            verify(!findChild(sheet.contentItem, "chooserAccept").enabled);
            const folder = findChild(sheet.contentItem, "chooserFolder").text;
            name.text = folder + "/tst_files";
            verify(findChild(sheet.contentItem, "chooserTaken").visible);
            name.text = "/nowhere at all/new";
            compare(name.error, "This folder is not there.");
            name.text = "~/";
            verify(!findChild(sheet.contentItem, "chooserAccept").enabled);
            name.text = folder + "/../new one";
            compare(name.error, "");
            name.input.forceActiveFocus();
            keyClick(Qt.Key_Return);
            compare(spy.count, 1);
            verify(decodeURI(spy.signalArguments[0][0][0].toString()).endsWith("/../new one.qml"));
            saving.open();
            sheet = sheetOf(saving);
            name = findChild(sheet.contentItem, "chooserName");
            name.text = "other words";
            name.input.forceActiveFocus();
            keyClick(Qt.Key_Return);
            compare(spy.count, 2);
            verify(decodeURI(spy.signalArguments[1][0][0].toString()).endsWith("/other words.qml"));
        }
        function test_whereTheFolderIsMissingTheHomeIsShownAndUsed() {
            const home = LocalFiles.existing_folder("");
            watch(misplaced, "chosen");
            misplaced.open();
            const sheet = sheetOf(misplaced);
            compare(findChild(sheet.contentItem, "chooserFolder").text, LocalFiles.path(home));
            tryVerify(() => findChild(sheet.contentItem, "chooserList").model.folder.toString() === home.toString());
            sheet.accept();
            compare(spy.count, 1);
            compare(spy.signalArguments[0][0][0].toString(), home + "/new.qml");
        }
        function test_aFileThatTheFilterHidesIsNotReplacedUnasked() {
            replacing.open();
            const sheet = sheetOf(replacing);
            compare(findChild(sheet.contentItem, "chooserName").text, "tst_files.qml");
            verify(findChild(sheet.contentItem, "chooserTaken").visible);
            sheet.close();
        }
    }
}
