// SPDX-License-Identifier: Apache-2.0
// One person on the stage: picture or initials, name, microphone, who speaks, who is away.
import QtQuick
import QtQuick.Layouts
import Plenum

Item {
    id: tile

    required property Pictures pictures
    required property int memberIndex
    required property string name
    required property string initials
    required property int tint
    required property bool isSelf
    required property bool absent
    required property bool microphoneOn
    required property bool cameraOn
    /// Their camera is on, and its last picture is some seconds old.
    required property bool pictureLate
    required property bool speaking
    required property real level
    required property string code
    required property string familiarity
    required property string identity
    required property bool blocked
    required property bool hasFloor
    required property bool toAll
    required property bool hasPen
    /// How long they have it, or what is left of their speaking time.
    property string floorTime: ""
    /// Speaking needs a floor that they have not: their microphone is closed though nobody muted it.
    property bool silentByFloor: false
    readonly property bool muted: !microphoneOn && !silentByFloor
    readonly property bool heard: speaking && !absent
    property bool pinned: false
    /// Whether a press may make this tile the large one.
    property bool pinnable: true
    readonly property int radius: small ? Theme.radius : Theme.radiusLarge
    readonly property int inset: small ? 5 : Theme.tight + 2
    readonly property bool small: width < 240 * Theme.textScale
    readonly property string fullName: (isSelf ? qsTr("%1 (you)").arg(name) : name) + (code === "" ? "" : " · " + code)
    readonly property string shownName: isSelf && small ? qsTr("You") : fullName
    /// A known name with another key, and nobody decided whose it is.
    readonly property bool another: familiarity === "changed"
    /// How much of their camera is received, where that is not everything.
    property string videoShare: ""
    /// We asked for no pictures of this camera.
    property bool pictureDeclined: false
    signal videoWanted(int memberIndex)
    signal pinToggled
    signal identityWanted(int memberIndex)

    Accessible.role: Accessible.Pane
    Accessible.name: {
        const facts = [shownName];
        if (absent)
            facts.push(qsTr("reconnecting"));
        else if (blocked)
            facts.push(qsTr("blocked by you"));
        else if (muted)
            facts.push(qsTr("muted"));
        else if (speaking)
            facts.push(qsTr("speaking"));
        if (another)
            facts.push(identity);
        if (hasFloor)
            facts.push(qsTr("has the floor"));
        if (hasPen)
            facts.push(qsTr("has the pen"));
        if (toAll)
            facts.push(qsTr("speaks to all groups"));
        if (videoShare !== "")
            facts.push(videoShare);
        else if (!cameraOn)
            facts.push(qsTr("no camera"));
        else if (pictureLate)
            facts.push(qsTr("picture late"));
        if (wait.missing)
            facts.push(wait.words);
        else if (wait.awaited && !pictureLate)
            facts.push(qsTr("the camera is on, waiting for its picture"));
        return facts.join(", ");
    }

    Rectangle {
        anchors.fill: parent
        radius: tile.radius
        visible: !video.hasPicture
        gradient: Gradient {
            GradientStop {
                position: 0
                color: Theme.tints[tile.tint][0]
            }
            GradientStop {
                position: 1
                color: Theme.tints[tile.tint][1]
            }
        }
        Text {
            objectName: "initials"
            // In the middle, but never under the name.
            anchors.horizontalCenter: parent.horizontalCenter
            y: Math.max(0, Math.min((parent.height - height) / 2, nameTag.y - height))
            text: tile.initials
            color: Theme.tintInk
            opacity: tile.absent ? 0.35 : 0.9
            font.pixelSize: Math.max(20, Math.min(parent.height * 0.3, 96))
            font.weight: Font.DemiBold
            textFormat: Text.PlainText
            Accessible.ignored: true
        }
    }
    Rectangle {
        // Beside a picture that is not cropped.
        objectName: "ground"
        anchors.fill: parent
        radius: tile.radius
        color: Theme.backdrop
        visible: video.hasPicture && (!video.fills || tile.pictureLate)
    }
    VideoItem {
        id: video
        anchors.fill: parent
        pictures: tile.pictures
        memberIndex: tile.memberIndex
        mirrored: tile.isSelf
        radius: tile.radius
        opacity: tile.pictureLate ? 0.4 : 1
        Accessible.ignored: true
    }
    PictureWait {
        id: wait
        objectName: "pictureWait"
        /// Their pictures stopped and they are not heard: perhaps their connection is interrupted.
        readonly property bool silent: tile.pictureLate && !tile.microphoneOn
        readonly property string words: tile.isSelf ? qsTr("No picture comes from your camera")
            : (silent ? qsTr("Nothing arrives from %1") : qsTr("No picture comes from %1")).arg(tile.name)
        due: tile.cameraOn && (silent || !video.hasPicture) && !tile.pictureDeclined && !tile.absent && !tile.blocked
    }
    Rectangle {
        objectName: "floorFrame"
        anchors.fill: parent
        radius: tile.radius
        color: "transparent"
        border.width: 3
        border.color: Theme.accent
        visible: tile.hasFloor
    }
    Rectangle {
        objectName: "speakingFrame"
        anchors.fill: parent
        radius: tile.radius
        color: "transparent"
        border.width: 3
        border.color: Theme.speaking
        opacity: tile.heard && !tile.hasFloor ? 1 : 0
        Behavior on opacity {
            NumberAnimation {
                duration: Theme.calm
            }
        }
    }
    Rectangle {
        id: floorTag
        visible: (tile.hasFloor || tile.toAll || tile.hasPen) && !tile.absent && !tile.blocked
        x: tile.LayoutMirroring.enabled ? tile.width - width - tile.inset : tile.inset
        y: tile.inset
        width: floorFacts.implicitWidth + 2 * Theme.tight + 2
        height: floorFacts.implicitHeight + (tile.small ? 6 : 10)
        radius: Theme.radiusSmall
        color: Theme.accent
        RowLayout {
            id: floorFacts
            anchors.centerIn: parent
            spacing: 6
            Icon {
                visible: tile.toAll || tile.hasFloor
                name: tile.toAll ? "loudspeaker" : "floor"
                size: Theme.small + 3
                color: Theme.textOnAccent
            }
            Icon {
                objectName: "penSign"
                visible: tile.hasPen
                name: "pen"
                size: Theme.small + 3
                color: Theme.textOnAccent
            }
            Label {
                text: tile.toAll ? (tile.small ? qsTr("To all") : qsTr("To all groups"))
                    : !tile.hasFloor ? (tile.small ? "" : qsTr("Has the pen"))
                    : tile.small ? tile.floorTime : tile.floorTime === "" ? qsTr("Has the floor")
                    : qsTr("Has the floor · %1").arg(tile.floorTime)
                visible: text !== ""
                color: Theme.textOnAccent
                font.pixelSize: Theme.small
                font.weight: Font.DemiBold
                Accessible.ignored: true
            }
        }
    }
    TileNote {
        objectName: "awayTag"
        readonly property bool late: (tile.pictureLate || wait.awaited) && !tile.absent && !tile.blocked
        visible: tile.absent || tile.blocked || late
        x: tile.LayoutMirroring.enabled ? tile.width - width - tile.inset : tile.inset
        y: tile.inset + (late && floorTag.visible ? floorTag.height + Theme.hair : 0)
        maximumWidth: tile.width - 2 * tile.inset
        iconName: tile.absent ? "lost" : tile.blocked ? "lock" : "sending"
        text: tile.absent ? qsTr("Reconnecting…") : tile.blocked ? qsTr("Blocked by you")
            : !wait.missing ? qsTr("Waiting for picture…") : !tile.small ? wait.words
            : wait.silent ? qsTr("Nothing arrives") : qsTr("No picture comes")
    }
    AnotherPersonBadge {
        visible: tile.another
        x: tile.LayoutMirroring.enabled ? tile.width - width - tile.inset : tile.inset
        anchors.bottom: nameTag.top
        anchors.bottomMargin: Theme.hair
        text: tile.identity
        maximumWidth: tile.width - 2 * Theme.gap
        // The initials are in the middle.
        brief: tile.small || tile.height < 240 * Theme.textScale
        onClicked: tile.identityWanted(tile.memberIndex)
    }
    Rectangle {
        id: nameTag
        objectName: "nameTag"
        x: tile.LayoutMirroring.enabled ? tile.width - width - tile.inset : tile.inset
        anchors.bottom: parent.bottom
        anchors.bottomMargin: tile.inset
        width: tag.implicitWidth + 2 * Theme.tight + 2
        height: tag.implicitHeight + (tile.small ? 4 : 10)
        radius: Theme.radiusSmall
        color: Theme.overlay
        RowLayout {
            id: tag
            anchors.centerIn: parent
            spacing: 6
            Icon {
                name: "microphone-off"
                visible: tile.muted
                size: Theme.small + 3
                color: Theme.textOnOverlay
            }
            // Instead of the green frame, which gold leaves no room for.
            SpeakingSign {
                objectName: "speakingSign"
                visible: tile.hasFloor && tile.heard
                level: visible ? tile.level : 0
            }
            Text {
                text: tile.shownName
                color: Theme.textOnOverlay
                font.pixelSize: tile.small ? Theme.small : Theme.small + 1
                font.weight: Font.Medium
                elide: Text.ElideRight
                textFormat: Text.PlainText
                Layout.maximumWidth: Math.max(20, tile.width - 4 * Theme.gap - (tile.muted || tile.hasFloor ? 24 : 0))
                Accessible.ignored: true
            }
        }
    }
    HoverHandler {
        id: hover
    }
    // In the corner what is always there; beside it what comes with the mouse. By keys, a person's menu leads there.
    VideoMark {
        id: mark
        objectName: "videoMark-" + tile.memberIndex
        visible: !tile.isSelf && !tile.absent && !tile.blocked && (words !== "" || (tile.cameraOn && hover.hovered))
        readonly property real fromEdge: Theme.tight + (pin.visible && words === "" ? pin.width + Theme.hair : 0)
        x: tile.LayoutMirroring.enabled ? fromEdge : tile.width - width - fromEdge
        y: Theme.tight
        words: tile.videoShare
        name: tile.name
        brief: tile.small
        onClicked: tile.videoWanted(tile.memberIndex)
    }
    IconButton {
        id: pin
        visible: tile.pinnable
        readonly property real fromEdge: Theme.tight + (mark.visible && mark.words !== "" ? mark.width + Theme.hair : 0)
        x: tile.LayoutMirroring.enabled ? fromEdge : tile.width - width - fromEdge
        y: Theme.tight
        text: tile.pinned ? qsTr("Stop keeping %1 large").arg(tile.name) : qsTr("Keep %1 large").arg(tile.name)
        iconName: tile.pinned ? "unpin" : "pin"
        inkColor: Theme.textOnOverlay
        restColor: Theme.overlay
        hoverColor: Theme.overlay
        opacity: hover.hovered || visualFocus || tile.pinned ? 1 : 0
        onClicked: tile.pinToggled()
    }
}
