// SPDX-License-Identifier: Apache-2.0
// Two fingers come nearer to a scene, and move it.
import QtQuick
import Plenum

PinchHandler {
    id: pinch

    required property SceneItem view
    property real before: 1
    property point at

    target: null
    onActiveChanged: before = 1
    onCentroidChanged: {
        if (active)
            view.move_by(Qt.point(centroid.position.x - at.x, centroid.position.y - at.y));
        at = centroid.position;
    }
    onActiveScaleChanged: {
        view.approach(activeScale / before);
        before = activeScale;
    }
}
