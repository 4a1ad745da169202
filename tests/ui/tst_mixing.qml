// SPDX-License-Identifier: Apache-2.0
// Components of the mixing desk, and the mark of a camera of which less is received.
import QtQuick
import QtTest
import Plenum

Item {
    id: root

    width: 640
    height: 480

    LevelMeter {
        id: meter
        holdsPeak: true
    }
    MixSlider {
        id: volume
        property real given: -3
        y: 300
        width: 200
        label: "Ann, volume"
        spoken: "minus 3 decibels"
        from: -60
        to: 12
        stepSize: 1
        value: given
        onChosen: value => given = value
    }
    ToggleButton {
        id: solo
        property int presses: 0
        y: 340
        text: "Solo"
        label: "Hear only Ann"
        hint: "You alone hear nobody else"
        on: presses % 2 === 1
        onClicked: ++presses
    }
    VideoMark {
        id: mark
        y: 380
        name: "Ann"
        words: ""
    }
    TestCase {
        name: "Mixing"
        when: windowShown

        function test_meterHoldsItsPeak() {
            meter.value = 0.8;
            meter.value = 0.2;
            compare(meter.peak, 0.8);
            tryCompare(meter, "peak", 0.2, 3 * Theme.peakStay);
            meter.value = 0.5;
            compare(meter.peak, 0.5);
        }
        function test_sliderIsReadWithItsValueAndGoesBackByKey() {
            compare(volume.Accessible.name, "Ann, volume, minus 3 decibels");
            volume.forceActiveFocus();
            keyClick(Qt.Key_Right);
            compare(volume.given, -2);
            keyClick(Qt.Key_Left);
            keyClick(Qt.Key_Left);
            compare(volume.given, -4);
            keyClick(Qt.Key_Delete);
            compare(volume.given, 0);
            compare(volume.value, 0);
            mouseClick(volume, 20, volume.height / 2);
            verify(volume.given < -40);
            keyClick(Qt.Key_Backspace);
            compare(volume.given, 0);
        }
        function test_keysMoveASliderThatWasClicked() {
            meter.forceActiveFocus();
            mouseClick(volume, 100, volume.height / 2);
            verify(volume.activeFocus);
            const clicked = volume.given;
            keyClick(Qt.Key_Right);
            compare(volume.given, clicked + 1);
            volume.given = -3;
        }
        function test_toggleSaysThatItIsOne() {
            compare(solo.Accessible.name, "Hear only Ann");
            verify(solo.Accessible.checkable);
            verify(!solo.Accessible.checked);
            const width = solo.implicitWidth;
            mouseClick(solo);
            verify(solo.Accessible.checked);
            compare(solo.implicitWidth, width);
            solo.forceActiveFocus();
            keyClick(Qt.Key_Return);
            verify(!solo.Accessible.checked);
        }
        function test_markSaysHowMuchIsReceived() {
            compare(mark.text, "Receive less of the camera of Ann");
            const narrow = mark.implicitWidth;
            mark.words = "Stills";
            compare(mark.text, "You receive less of the camera of Ann: Stills");
            tryVerify(() => mark.implicitWidth > narrow);
            mark.brief = true;
            tryCompare(mark, "implicitWidth", narrow);
        }
    }
}
