// SPDX-License-Identifier: Apache-2.0
// The dialogs over the call: about people, and about how it goes.
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
    function showGroups() {
        groups.openFresh();
    }
    function askToClose(group: int) {
        closeGroups.openFor(group);
    }
    function showEntry() {
        entry.open();
    }
    function showDiagnostics() {
        diagnostics.open();
    }

    DiagnosticsSheet {
        id: diagnostics
        objectName: "diagnosticsSheet"
        client: sheets.client
    }
    GroupsSheet {
        id: groups
        objectName: "groupsSheet"
        client: sheets.client
    }
    CloseGroupsSheet {
        id: closeGroups
        objectName: "closeGroupsSheet"
        client: sheets.client
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
