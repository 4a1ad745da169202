// SPDX-License-Identifier: Apache-2.0
// The stage: the band with what must be said, and the tiles below it.
import QtQuick
import Plenum

Item {
    id: area

    required property Client client
    signal copyLinkWanted
    signal identityWanted(int memberIndex)
    signal videoWanted(int memberIndex)
    signal waitingWanted

    function tell(text: string, kind: string) {
        band.tell(text, kind);
    }

    CallBand {
        id: band
        objectName: "callBand"
        client: area.client
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.top: parent.top
        anchors.leftMargin: Theme.gap
        anchors.rightMargin: Theme.gap
        onWaitingWanted: area.waitingWanted()
        onCopyLinkWanted: area.copyLinkWanted()
    }
    StageTiles {
        client: area.client
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.top: band.bottom
        anchors.bottom: parent.bottom
        anchors.leftMargin: Theme.gap
        anchors.rightMargin: Theme.gap
        anchors.bottomMargin: Theme.gap
        onIdentityWanted: index => area.identityWanted(index)
        onVideoWanted: index => area.videoWanted(index)
    }
    UnansweredCard {
        objectName: "unansweredCard"
        client: area.client
        anchors.centerIn: parent
        width: Math.min(parent.width - 2 * Theme.vast, 440 * Theme.textScale)
    }
}
