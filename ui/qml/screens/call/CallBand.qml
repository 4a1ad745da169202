// SPDX-License-Identifier: Apache-2.0
// What a person must know about the call right now. The band has its room whether something is said or not, so that no
// tile moves. It shows one line at a time, the most urgent first, and counts the rest.
import QtQuick
import QtQuick.Layouts
import Plenum

Item {
    id: band

    required property Client client
    /// A shared screen is on the stage.
    required property bool watching
    readonly property SharedScreens screens: client.people.screens
    readonly property SharedScenes scenes: client.people.scenes
    /// Who draws on the screen that we share.
    readonly property BoardNews ownNews: client.people.board.screen.ownNews
    /// The most urgent first. Short words go before what stays until it is acted upon; a link to copy
    /// before the word that one is muted.
    readonly property var waiting: notices.kind === "link"
        ? shown([reconnectingHint, doubtHint, notices, mutedHint, shareOffer, sharingHint, screenHint, sceneHint,
                 knocking, pollHint, silenceHint, activityHint, toAllHint, invitation])
        : shown([reconnectingHint, doubtHint, mutedHint, notices, shareOffer, sharingHint, screenHint, sceneHint,
                 knocking, pollHint, silenceHint, activityHint, toAllHint, invitation])
    /// Looked at by a press on the count.
    property Item picked: null
    readonly property Item current: waiting.includes(picked) ? picked : waiting.length > 0 ? waiting[0] : null
    readonly property int more: Math.max(0, waiting.length + Math.max(0, notices.count - 1) - 1)
    signal waitingWanted
    signal copyLinkWanted
    /// By the keyboard, or by a press of the mouse.
    signal pollWanted(bool byKeys)

    function shown(lines: var): var {
        return lines.filter(line => line.shown);
    }
    function tell(text: string, kind: string) {
        notices.show(text, kind);
    }
    function holds(item: Item): bool {
        return item !== null && (item === band || holds(item.parent));
    }
    function showNext() {
        if (current === notices && notices.count > 1)
            notices.dismiss();
        else if (waiting.length > 0)
            picked = waiting[(waiting.indexOf(current) + 1) % waiting.length];
    }

    implicitHeight: Theme.bandLine + 2 * Theme.hair
    onWaitingChanged: picked = null
    RowLayout {
        anchors.fill: parent
        anchors.topMargin: Theme.hair
        anchors.bottomMargin: Theme.hair
        spacing: Theme.tight
        Item {
            Layout.fillWidth: true
            Layout.fillHeight: true
            Banner {
                id: reconnectingHint
                objectName: "reconnectingHint"
                anchors.fill: parent
                visible: band.current === this
                shown: band.client.session.connection.reconnecting && band.client.session.connection.unanswered === ""
                kind: "alert"
                iconName: "lost"
                words: qsTr("The connection was interrupted, so you neither hear nor see the others. Plenum " +
                    "reconnects by itself.")
            }
            Banner {
                id: doubtHint
                objectName: "doubtHint"
                anchors.fill: parent
                visible: band.current === this
                shown: band.client.session.connection.doubt !== ""
                kind: "alert"
                iconName: "lost"
                words: band.client.session.connection.doubt
                actionText: band.client.session.connection.suspended ? qsTr("Leave") : ""
                onActed: band.client.session.leave()
            }
            Banner {
                id: mutedHint
                objectName: "mutedHint"
                readonly property bool barred: band.client.floors.barred
                anchors.fill: parent
                visible: band.current === this
                shown: band.client.media.talkingWhileMuted && !band.client.session.connection.reconnecting
                    && !band.client.session.connection.suspended
                iconName: barred ? "floor" : "microphone-off"
                words: barred ? band.client.floors.barredWords
                    : qsTr("You are muted, so nobody hears you. Press Ctrl+D, or hold the space bar while you talk.")
                actionText: barred ? band.client.floors.barredAction : qsTr("Unmute")
                onActed: barred ? band.client.floors.voice.own.press() : band.client.media.toggle_microphone()
            }
            Notices {
                id: notices
                objectName: "callNotices"
                anchors.fill: parent
                visible: band.current === this
                hurried: band.more > 0
                onLinkWanted: band.client.copy(band.client.session.facts.link)
                onPlayWanted: band.client.people.recording.play_last()
            }
            Banner {
                id: shareOffer
                objectName: "shareOffer"
                anchors.fill: parent
                visible: band.current === this
                shown: band.screens.own.offer !== "" || band.screens.own.waiting
                iconName: "screen"
                words: shown && band.screens.own.offer !== "" ? band.screens.own.offer : band.screens.own.waitingWords
                actionText: band.screens.own.offer !== "" ? qsTr("Share") : qsTr("Do not share")
                actionKind: band.screens.own.offer !== "" ? "primary" : "plain"
                onActed: band.screens.own.offer !== "" ? band.screens.own.accept() : band.screens.own.stop()
                IconButton {
                    objectName: "shareDecline"
                    visible: band.screens.own.offer !== ""
                    text: qsTr("Do not share")
                    iconName: "close"
                    inkColor: Theme.textOnOverlay
                    anchors.verticalCenter: parent.verticalCenter
                    onClicked: band.screens.own.stop()
                }
            }
            Banner {
                id: sharingHint
                objectName: "sharingHint"
                anchors.fill: parent
                visible: band.current === this
                shown: band.screens.own.on
                iconName: "screen"
                words: band.ownNews.drawing === "" ? band.screens.own.words
                    : qsTr("%1 %2.").arg(band.screens.own.words).arg(band.ownNews.drawing)
                actionText: qsTr("Stop sharing")
                actionKind: "danger"
                onActed: band.screens.own.stop()
                ActionButton {
                    objectName: "screenOwnShown"
                    text: band.screens.ownShown ? qsTr("Hide it here") : qsTr("Show it here")
                    compact: true
                    anchors.verticalCenter: parent.verticalCenter
                    onClicked: band.screens.ownShown = !band.screens.ownShown
                }
            }
            Banner {
                id: screenHint
                objectName: "screenHint"
                anchors.fill: parent
                visible: band.current === this
                shown: band.screens.sharer !== 0 && !band.watching
                iconName: "screen"
                words: band.screens.words
                actionText: qsTr("Show")
                actionKind: "primary"
                onActed: {
                    band.client.people.board.open = false;
                    band.scenes.open = false;
                    band.screens.open = true;
                }
            }
            Banner {
                id: sceneHint
                objectName: "sceneHint"
                anchors.fill: parent
                visible: band.current === this
                shown: band.scenes.sharer !== 0 && !band.scenes.open
                iconName: "scene"
                words: band.scenes.words
                actionText: qsTr("Show")
                actionKind: "primary"
                onActed: {
                    band.client.people.board.open = false;
                    band.scenes.open = true;
                }
            }
            KnockBanner {
                id: knocking
                objectName: "knockBanner"
                anchors.fill: parent
                visible: band.current === this
                client: band.client
                onShowWanted: band.waitingWanted()
            }
            Banner {
                id: pollHint
                objectName: "pollHint"
                anchors.fill: parent
                visible: band.current === this
                shown: band.client.polls.invitation !== ""
                iconName: "poll"
                words: band.client.polls.invitation
                actionText: qsTr("Answer")
                actionKind: "primary"
                onActed: band.pollWanted(band.holds(band.Window.activeFocusItem))
                IconButton {
                    objectName: "pollPutOff"
                    text: qsTr("Not now")
                    iconName: "close"
                    inkColor: Theme.textOnOverlay
                    anchors.verticalCenter: parent.verticalCenter
                    onClicked: band.client.polls.put_off()
                }
            }
            Banner {
                id: silenceHint
                objectName: "silenceHint"
                anchors.fill: parent
                visible: band.current === this
                shown: band.client.people.mixer.silence !== ""
                iconName: "loudspeaker"
                words: band.client.people.mixer.silence
                actionText: qsTr("Hear everyone")
                onActed: band.client.people.mixer.end_silence()
            }
            Banner {
                id: activityHint
                objectName: "activityHint"
                anchors.fill: parent
                visible: band.current === this
                shown: band.client.people.activities.invitation !== ""
                iconName: "gamepad"
                words: band.client.people.activities.invitation
                actionText: qsTr("Join")
                actionKind: "primary"
                onActed: band.client.people.activities.join()
                IconButton {
                    objectName: "activityDecline"
                    text: qsTr("Not now")
                    iconName: "close"
                    inkColor: Theme.textOnOverlay
                    anchors.verticalCenter: parent.verticalCenter
                    onClicked: band.client.people.activities.decline()
                }
            }
            Banner {
                id: toAllHint
                objectName: "toAllHint"
                anchors.fill: parent
                visible: band.current === this
                shown: band.client.groups.toAll.on
                iconName: "loudspeaker"
                words: band.client.groups.toAll.words
                actionText: qsTr("To my group alone")
                onActed: band.client.groups.toAll.set(false)
            }
            Banner {
                id: invitation
                objectName: "invitation"
                anchors.fill: parent
                visible: band.current === this
                shown: band.client.people.members.count <= 1 && band.client.session.connection.unanswered === ""
                iconName: "people"
                words: band.client.linkCopied
                    ? qsTr("Nobody else is here. The link is on your clipboard: send it.")
                    : qsTr("Nobody else is here. Copy the link and send it.")
                actionText: qsTr("Copy the link")
                actionKind: "primary"
                onActed: band.copyLinkWanted()
            }
        }
        ActionButton {
            id: count
            objectName: "bandMore"
            readonly property string hint: qsTr("Show the next message (%1 more)").arg(band.more)
            visible: band.more > 0
            text: "+" + band.more
            compact: true
            Accessible.name: hint
            onClicked: band.showNext()
            Hint {
                text: count.hint
                visible: count.hovered || count.visualFocus
            }
        }
    }
}
