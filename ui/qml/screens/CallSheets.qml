// SPDX-License-Identifier: Apache-2.0
// The dialogs over the call that are about people.
import QtQuick
import Plenum

Item {
    id: sheets

    required property Client client
    signal copyLinkWanted

    function showPerson(memberIndex: int) {
        person.openFor(memberIndex);
    }
    function askToRemove(memberIndex: int, name: string) {
        remove.openFor(memberIndex, name);
    }
    function showEntry() {
        entry.open();
    }

    PersonSheet {
        id: person
        objectName: "personSheet"
        client: sheets.client
    }
    RemoveSheet {
        id: remove
        objectName: "removeSheet"
        client: sheets.client
    }
    EntrySheet {
        id: entry
        objectName: "entrySheet"
        client: sheets.client
        onCopyLinkWanted: sheets.copyLinkWanted()
    }
    ChangedKeySheet {
        objectName: "changedKeySheet"
        client: sheets.client
    }
}
