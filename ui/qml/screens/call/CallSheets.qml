// SPDX-License-Identifier: Apache-2.0
// The dialogs over the call: about people, and about how it goes.
pragma ComponentBehavior: Bound
import QtQuick
import Plenum

Item {
    id: sheets

    required property Client client
    signal copyLinkWanted
    signal leaveDeclined

    function showPerson(memberIndex: int) {
        (person.made() as PersonSheet).openFor(memberIndex);
    }
    function showVideo(memberIndex: int) {
        (video.made() as IncomingVideoSheet).openFor(memberIndex);
    }
    function askToRemove(memberIndex: int, name: string) {
        (remove.made() as RemoveSheet).openFor(memberIndex, name);
    }
    function showGroups() {
        (groups.made() as GroupsSheet).openFresh();
    }
    function askToClose(group: int) {
        (closeGroups.made() as CloseGroupsSheet).openFor(group);
    }
    function showPoll() {
        (poll.made() as PollSheet).openFresh();
    }
    function showEntry() {
        entry.open();
    }
    function showActivities() {
        activities.open();
    }
    function showShare() {
        share.open();
    }
    function showCameras() {
        if (client.capture.on)
            client.capture.shown = true;
        else
            cameras.open();
    }
    function showDiagnostics() {
        diagnostics.open();
    }
    function askToLeave(): bool {
        (leave.made() as LeaveSheet).openFresh();
        return true;
    }
    function showSecurity() {
        security.open();
    }

    SheetHost {
        id: activities
        objectName: "activitiesSheet"
        ActivitiesSheet {
            client: sheets.client
        }
    }
    SheetHost {
        id: share
        objectName: "shareSheet"
        ShareSheet {
            client: sheets.client
        }
    }
    SheetHost {
        id: cameras
        objectName: "camerasSheet"
        CaptureSheet {
            client: sheets.client
            onReplayWanted: cameraFiles.replay()
        }
    }
    CaptureFiles {
        id: cameraFiles
        client: sheets.client
    }
    SheetHost {
        id: diagnostics
        objectName: "diagnosticsSheet"
        DiagnosticsSheet {
            client: sheets.client
        }
    }
    SheetHost {
        id: groups
        objectName: "groupsSheet"
        GroupsSheet {
            client: sheets.client
        }
    }
    SheetHost {
        id: closeGroups
        objectName: "closeGroupsSheet"
        CloseGroupsSheet {
            client: sheets.client
        }
    }
    SheetHost {
        id: poll
        objectName: "pollSheet"
        PollSheet {
            client: sheets.client
        }
    }
    SheetHost {
        id: person
        objectName: "personSheet"
        PersonSheet {
            client: sheets.client
        }
    }
    SheetHost {
        id: video
        objectName: "incomingVideoSheet"
        IncomingVideoSheet {
            client: sheets.client
        }
    }
    SheetHost {
        id: remove
        objectName: "removeSheet"
        RemoveSheet {
            client: sheets.client
        }
    }
    SheetHost {
        id: entry
        objectName: "entrySheet"
        EntrySheet {
            client: sheets.client
            onCopyLinkWanted: sheets.copyLinkWanted()
        }
    }
    SheetHost {
        id: security
        objectName: "securitySheet"
        SecuritySheet {
            client: sheets.client
            onIdentityWanted: index => sheets.showPerson(index)
        }
    }
    SheetHost {
        id: leave
        objectName: "leaveSheet"
        LeaveSheet {
            client: sheets.client
            onDeclined: sheets.leaveDeclined()
        }
    }
}
