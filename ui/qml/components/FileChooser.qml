// SPDX-License-Identifier: Apache-2.0
// Asks which files, or where to save one: with the desktop's own dialog where it has one, else with ours.
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Dialogs
import Plenum

Item {
    id: chooser

    /// The desktop has a dialog of its own.
    required property bool desktopDialog
    property string title: ""
    property bool saving: false
    /// More than one may be chosen.
    property bool several: false
    /// What is chosen is sent at once.
    property bool sending: false
    /// "Words (*.png *.jpg)", the usual one first; none: all files.
    property var filters: []
    /// Where to begin, and the name to save under.
    property url suggested: ""
    /// Chosen last from our dialog: the next one begins beside it. The desktop's own dialog remembers by itself.
    property url last: ""
    /// Of a file to save, the person was asked whether it may be written over.
    signal chosen(var files)

    function open() {
        if (desktopDialog)
            (desktop.item as FileDialog).open();
        else
            host.open();
    }

    Loader {
        id: desktop
        active: chooser.desktopDialog
        sourceComponent: FileDialog {
            title: chooser.title
            fileMode: chooser.saving ? FileDialog.SaveFile : chooser.several ? FileDialog.OpenFiles
                : FileDialog.OpenFile
            nameFilters: chooser.filters
            acceptLabel: chooser.sending ? qsTr("Send") : ""
            selectedFile: chooser.suggested
            onAccepted: chooser.chosen(chooser.saving ? [selectedFile] : selectedFiles)
        }
    }
    SheetHost {
        id: host
        ChooserSheet {
            title: chooser.title
            saving: chooser.saving
            several: chooser.several
            sending: chooser.sending
            filters: chooser.filters
            suggested: chooser.saving || String(chooser.suggested) !== "" ? chooser.suggested : chooser.last
            onChosen: files => {
                chooser.last = files[0];
                chooser.chosen(files);
            }
        }
    }
}
