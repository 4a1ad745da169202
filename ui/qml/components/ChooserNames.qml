// SPDX-License-Identifier: Apache-2.0
// Names of files to save, and paths in their place, as they are typed.
import QtQml
import QtCore
import Plenum

QtObject {
    /// The endings of all filters, as "*.png"; and that of names without any of them.
    required property var patterns
    required property string pattern

    function withEnding(name: string): string {
        const known = patterns.some(end => name.toLowerCase().endsWith(end.slice(1)));
        return known || pattern === "" || name === "" ? name : name + pattern.slice(1);
    }
    function isPath(name: string): bool {
        return /^~?\//.test(name);
    }
    function whole(path: string): string {
        return path.replace(/^~/, LocalFiles.path(StandardPaths.writableLocation(StandardPaths.HomeLocation)));
    }
    function urlOf(path: string): url {
        return "file://" + path.split("/").map(encodeURIComponent).join("/");
    }
    function fileIn(folder: url, name: string): url {
        return isPath(name) ? urlOf(whole(withEnding(name))) : folder + "/" + encodeURIComponent(withEnding(name));
    }
    function errorOf(folder: url, name: string): string {
        if (!isPath(name) && /[/\\]/.test(name))
            return qsTr("A name has no slashes. A path begins with / or ~/.");
        if (name !== "" && !name.endsWith("/") && LocalFiles.is_folder(fileIn(folder, name)))
            return qsTr("A folder has this name. Choose another name for the file.");
        if (!isPath(name))
            return "";
        const path = whole(name);
        if (!LocalFiles.exists(urlOf(path.slice(0, path.lastIndexOf("/") + 1))))
            return qsTr("This folder is not there.");
        return name.endsWith("/") ? qsTr("Add a name to this folder.") : "";
    }
}
