// SPDX-License-Identifier: Apache-2.0
// A chart: its line, and its words for whoever does not see it.
import QtQuick
import QtTest
import Plenum

Item {
    width: 400
    height: 300

    SeriesChart {
        id: chart
        width: 300
        height: 120
        title: "Asynchrony"
        words: "median 3 ms"
        values: [2, 3, 8, -1, 4]
        maximum: 10
        scaleWords: "10 ms"
    }
    TestCase {
        name: "Chart"
        when: windowShown

        function columnsOf(image, test) {
            let found = 0;
            for (let x = 0; x < image.width; ++x)
                for (let y = 40; y < image.height; ++y)
                    if (test(image.red(x, y), image.blue(x, y))) {
                        ++found;
                        break;
                    }
            return found;
        }
        function test_words() {
            compare(chart.Accessible.name, "Asynchrony: median 3 ms");
        }
        function test_line() {
            Theme.dark = true;
            waitForRendering(chart);
            const line = columnsOf(grabImage(chart), (red, blue) => blue > 180 && red < 170);
            verify(line > 2, "the line is there: " + line);
            chart.values = [];
            waitForRendering(chart);
            compare(columnsOf(grabImage(chart), (red, blue) => blue > 180 && red < 170), 0);
        }
    }
}
