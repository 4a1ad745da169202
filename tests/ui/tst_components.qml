// SPDX-License-Identifier: Apache-2.0
import QtQuick
import QtQuick.Layouts
import QtTest
import Plenum

Item {
    id: root

    width: 640
    height: 480

    ActionButton {
        id: action
        text: "Go"
    }
    BarButton {
        id: bar
        y: 60
        text: "Chat"
        iconName: "chat"
    }
    Field {
        id: field
        y: 140
        width: 200
        label: "Name"
    }
    SwitchLine {
        id: line
        y: 220
        width: 300
        text: "Remove echo"
    }
    Pager {
        id: pager
        y: 280
        pages: 3
    }
    Notices {
        id: notices
        y: 320
        width: 400
    }
    LabelledChoice {
        id: choice
        y: 430
        width: 300
        label: "Size"
        values: [1, 2, 3]
        words: ["one", "two", "three"]
        value: 2
    }
    RadioLine {
        id: radio
        y: 430
        x: 320
        width: 300
        text: "Everyone"
        explanation: "Whoever has the link."
    }
    DigitBlock {
        id: digits
        x: 320
        y: 220
        width: 300
        digits: "12345 67890"
    }
    SignalSpy {
        id: spy
    }

    PlaceSlider {
        id: slider
        y: 440
        width: 200
        to: 100
        place: 10
        keyStep: 5
        onWanted: there => place = there
    }
    TestCase {
        name: "Components"
        when: windowShown

        function test_sliderShowsThePlaceAlsoAfterItWasMoved() {
            compare(slider.value, 10);
            slider.place = 20;
            compare(slider.value, 20);
            slider.forceActiveFocus();
            keyClick(Qt.Key_Right);
            compare(slider.value, 25);
            slider.place = 30;
            compare(slider.value, 30);
            mouseClick(slider, slider.width * 0.61, slider.height / 2);
            verify(slider.value > 58 && slider.value < 65 && slider.value % 5 > 0.5, slider.value);
        }
        function watch(target, signalName) {
            spy.target = null;
            spy.signalName = signalName;
            spy.target = target;
            spy.clear();
        }
        function test_buttonsByMouseAndKeyboard() {
            for (const button of [action, bar]) {
                watch(button, "clicked");
                mouseClick(button);
                field.input.forceActiveFocus();
                button.forceActiveFocus(Qt.TabFocusReason);
                verify(button.visualFocus);
                keyClick(Qt.Key_Space);
                keyClick(Qt.Key_Return);
                keyClick(Qt.Key_Enter);
                compare(spy.count, 4);
            }
        }
        function test_disabledButtonDoesNothing() {
            watch(action, "clicked");
            action.enabled = false;
            mouseClick(action);
            action.enabled = true;
            compare(spy.count, 0);
        }
        function test_barButtonSaysWhatWaits() {
            bar.badge = 0;
            compare(bar.Accessible.name, "Chat");
            bar.badge = 3;
            compare(bar.Accessible.name, "Chat, 3 new");
            bar.badge = 0;
        }
        function test_fieldTellsItsError() {
            watch(field, "accepted");
            field.error = "Type a name.";
            compare(field.input.Accessible.description, "Type a name.");
            field.input.forceActiveFocus();
            keyClick(Qt.Key_A);
            keyClick(Qt.Key_Return);
            compare(field.text, "a");
            compare(spy.count, 1);
            field.error = "";
        }
        function test_switchByKeyboard() {
            const before = line.checked;
            line.forceActiveFocus(Qt.TabFocusReason);
            keyClick(Qt.Key_Space);
            compare(line.checked, !before);
        }
        function test_radioByKeyboardAndInWords() {
            watch(radio, "clicked");
            radio.forceActiveFocus(Qt.TabFocusReason);
            keyClick(Qt.Key_Space);
            compare(spy.count, 1);
            compare(radio.Accessible.description, "Whoever has the link.");
        }
        function test_digitsAreReadInGroups() {
            compare(digits.Accessible.name, "12345 67890");
        }
        function test_aNoticeOfANewLinkCopiesIt() {
            watch(notices, "linkWanted");
            notices.clear();
            notices.show("another link", "link");
            waitForRendering(notices);
            const button = findButton(notices, "Copy the link");
            verify(button !== null);
            mouseClick(button);
            compare(spy.count, 1);
        }
        function findButton(item, text) {
            if (item.text === text && item.clicked !== undefined)
                return item;
            for (let at = 0; at < item.children.length; ++at) {
                const found = findButton(item.children[at], text);
                if (found)
                    return found;
            }
            return null;
        }
        function test_pagerStaysInside() {
            pager.page = 2;
            pager.pages = 2;
            compare(pager.page, 1);
            pager.pages = 0;
            compare(pager.page, 0);
            verify(!pager.visible);
            pager.pages = 3;
        }
        function test_noticesAreBoundedAndKeepProblems() {
            notices.clear();
            notices.show("trouble", "problem");
            for (let count = 0; count < 9; ++count)
                notices.show("word " + count, "info");
            compare(wordsShown(), ["trouble", "word 4", "word 5", "word 6", "word 7", "word 8"]);
            notices.clear();
        }
        function wordsShown() {
            return notices.entries.map(entry => entry.words);
        }
        function test_noticesComeOneAfterTheOther() {
            notices.clear();
            const height = notices.height;
            notices.show("first", "info");
            notices.show("second", "problem");
            compare(notices.words, "first");
            mouseClick(findButton(notices, "Dismiss"));
            compare(notices.words, "second");
            compare(notices.height, height);
            notices.dismiss();
            verify(!notices.visible);
        }
        function test_noticesOfTheFloorAreOfNow() {
            notices.clear();
            notices.show("You have it", "floor");
            notices.show("Ann is here", "info");
            notices.show("Ben has it", "floor");
            compare(wordsShown(), ["Ann is here", "Ben has it"]);
            notices.show("You have the pen", "floor2");
            notices.show("", "floor");
            compare(wordsShown(), ["Ann is here", "You have the pen"]);
            notices.show("", "floor2");
            compare(wordsShown(), ["Ann is here"]);
            notices.clear();
        }
        function test_noticesOfThoseWhoCameTogetherAreOne() {
            notices.clear();
            notices.show("Anna joined", "people-1");
            notices.show("A problem", "problem");
            notices.show("Anna and Ben joined", "people-1");
            notices.show("Cleo left", "people-2");
            compare(wordsShown(), ["A problem", "Anna and Ben joined", "Cleo left"]);
            notices.clear();
        }
        function test_switchSaysThatItIsOneAndWhetherItIsOn() {
            compare(line.Accessible.role, Accessible.CheckBox);
            verify(line.Accessible.checkable);
            line.checked = true;
            verify(line.Accessible.checked);
            line.checked = false;
            verify(!line.Accessible.checked);
        }
        function test_choiceSaysWhatIsChosen() {
            const box = findBox(choice);
            box.currentIndex = 1;
            compare(box.Accessible.name, "Size: two");
            box.currentIndex = 2;
            compare(box.Accessible.name, "Size: three");
        }
        function test_choiceAnswersWithItsValue() {
            watch(choice, "chosen");
            compare(choice.value, 2);
            const box = findBox(choice);
            box.forceActiveFocus(Qt.TabFocusReason);
            keyClick(Qt.Key_Down);
            compare(spy.count, 1);
            compare(spy.signalArguments[0][0], 3);
        }
        function test_choiceTakesTheEntryThatIsPressed() {
            watch(choice, "chosen");
            const box = findBox(choice);
            mouseClick(box);
            tryVerify(() => box.popup.opened);
            const entries = box.popup.contentItem.contentItem.children[0].children;
            tryVerify(() => box.popup.height >= 3 * entries[0].height);
            mouseClick(entries[0]);
            compare(spy.count, 1);
            compare(spy.signalArguments[0][0], 1);
            tryVerify(() => !box.popup.visible);
        }
        function findBox(item) {
            for (let at = 0; at < item.children.length; ++at)
                if (item.children[at].currentIndex !== undefined)
                    return item.children[at];
            return null;
        }
    }
}
