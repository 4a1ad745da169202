// SPDX-License-Identifier: Apache-2.0
// Small components: what they show, and what screen readers are told.
import QtQuick
import QtTest
import Plenum

Item {
    id: root

    width: 640
    height: 480

    AnotherPersonBadge {
        id: another
        maximumWidth: 90
        text: "Is this still the Ada whom you know?"
    }
    Avatar {
        id: avatar
        initials: "AM"
        tint: 1
    }
    Badge {
        id: badge
        count: 0
    }
    BandLine {
        id: band
        words: "The relay is out of reach."
    }
    Banner {
        id: banner
        shown: true
        words: "Everyone is called back."
        actionText: "Stay"
    }
    EmptyNote {
        id: note
        iconName: "chat"
        text: "Nothing was written yet."
        width: 300
    }
    FactLine {
        id: fact
        name: "Delay"
        value: "120 ms"
    }
    FloorButton {
        id: floorButton
    }
    FocusRing {
        id: ring
        shown: false
        anchors.fill: avatar
    }
    Heading {
        id: heading
        text: "Style"
    }
    IconButton {
        id: more
        x: 400
        text: "More"
        iconName: "more"
    }
    IdentityNote {
        id: identity
        familiarity: "changed"
        text: "Another key"
    }
    Label {
        id: label
        text: "<b>plain</b>"
    }
    LevelMeter {
        id: meter
        value: 0.5
    }
    MinuteBars {
        id: bars
        width: 100
        values: [0, 0.5, -1, 1]
        words: "Delay of the last minute"
    }
    MoreTile {
        id: others
        hidden: 7
    }
    Pill {
        id: pill
        text: "Good"
    }
    SheetHost {
        id: host
        Sheet {
            title: "Settings"
        }
    }
    PictureWait {
        id: pictureWait
        due: false
        patience: 20
    }
    SpeakingSign {
        id: sign
        level: 1
    }
    TileNote {
        id: tileNote
        iconName: "sending"
        text: "Waiting for picture…"
        maximumWidth: 90
    }
    SignalSpy {
        id: spy
    }

    TestCase {
        name: "Looks"
        when: windowShown

        function watch(target, signalName) {
            spy.target = null;
            spy.signalName = signalName;
            spy.target = target;
            spy.clear();
        }
        function test_badgeOfAnotherPersonFitsAndExplains() {
            verify(another.width <= 90);
            verify(another.Accessible.description.includes("another key"));
        }
        function test_avatarIsRound() {
            compare(avatar.radius, avatar.width / 2);
        }
        function test_firstPictureIsAwaitedThenMissingAndThenForgotten() {
            pictureWait.due = true;
            verify(!pictureWait.awaited);
            tryVerify(() => pictureWait.awaited && !pictureWait.missing);
            pictureWait.patienceMax = 40;
            tryVerify(() => pictureWait.missing);
            pictureWait.due = false;
            verify(!pictureWait.awaited && !pictureWait.missing);
            pictureWait.due = true;
            verify(!pictureWait.awaited);
            pictureWait.due = false;
        }
        function test_noteOfATileFitsIntoIt() {
            verify(tileNote.width <= 90);
        }
        function test_badgeIsThereForANumberAlone() {
            verify(!badge.visible);
            badge.count = 3;
            verify(badge.visible);
            const narrow = badge.width;
            badge.count = 1000;
            verify(badge.width > narrow && badge.width < 60);
            badge.count = 0;
        }
        function test_bandLineIsReadAsAnAlert() {
            compare(band.Accessible.role, Accessible.AlertMessage);
            compare(band.Accessible.name, band.words);
        }
        function test_bannerActs() {
            watch(banner, "acted");
            banner.acted();
            compare(spy.count, 1);
            banner.kind = "alert";
            compare(banner.iconColor, Theme.warning);
        }
        function test_emptyNoteWrapsItsWords() {
            verify(note.implicitHeight > 0);
            compare(note.width, 300);
        }
        function test_factIsReadWithItsValue() {
            compare(fact.Accessible.name, "Delay: 120 ms");
        }
        function test_floorButtonWithoutAFloorDoesNothing() {
            verify(!floorButton.enabled);
            compare(floorButton.standing, "everyone");
        }
        function test_focusRingIsThereWhenShown() {
            verify(!ring.visible);
            ring.shown = true;
            verify(ring.visible);
            ring.shown = false;
        }
        function test_headingIsReadAsOne() {
            compare(heading.Accessible.role, Accessible.Heading);
        }
        function test_iconButtonIsReadByItsWords() {
            watch(more, "clicked");
            mouseClick(more);
            compare(spy.count, 1);
            compare(more.Accessible.name, "More");
        }
        function test_identityThatChangedIsMarked() {
            compare(identity.inkColor, Theme.badInk);
            identity.familiarity = "verified";
            compare(identity.inkColor, Theme.goodInk);
        }
        function test_labelShowsTextAsItIs() {
            compare(label.textFormat, Text.PlainText);
        }
        function test_meterIsReadAsProgress() {
            compare(meter.Accessible.role, Accessible.ProgressBar);
            compare(meter.position, 0.5);
        }
        function test_barsFillTheirWidth() {
            waitForRendering(bars);
            const row = bars.children[0];
            compare(row.Accessible.name, bars.words);
            const last = row.children[3];
            compare(last.x + last.width, 100);
        }
        function test_moreTileSaysHowMany() {
            compare(others.Accessible.name, "Show more people (7)");
        }
        function test_pillIsAButtonWhereItOpensSomething() {
            compare(pill.Accessible.role, Accessible.StaticText);
            pill.opens = true;
            compare(pill.Accessible.role, Accessible.Button);
        }
        function test_sheetIsMadeWhenItOpensAndGoesWhenItCloses() {
            compare(host.current, null);
            host.open();
            tryVerify(() => host.current.opened);
            compare(host.current.title, "Settings");
            host.current.close();
            tryCompare(host, "current", null);
        }
        function test_speakingSignRisesWithTheLevel() {
            const loud = sign.children[1].height;
            sign.level = 0.1;
            verify(sign.children[1].height < loud);
        }
    }
}
