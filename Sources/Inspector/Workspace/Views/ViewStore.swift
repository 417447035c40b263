import ClientEngine
import EngineJSON

/// Stores the saved views of a folder between runs: `views.json` in the state folder.
///
///     {"folders": {"/srv/shop": {"1": "is:failed", "2": "host:api -is:mocked"}}}
package struct ViewStore: Sendable {
    private let state: StateFolder
    private let folder: String

    /// Uses the views of a folder, identified by its path with links resolved.
    package init(_ state: StateFolder, folder: String) {
        self.state = state
        self.folder = (try? ConfinedFolder(folder))?.root ?? folder
    }

    /// Returns the filters by digit.
    ///
    /// Returns no views if none are stored or the file is unreadable.
    package func read() -> [Int: String] {
        var views: [Int: String] = [:]
        for view in folders[folder]?.object?.members ?? [] {
            if let digit = Int(view.name), let text = view.value.string { views[digit] = text }
        }
        return views
    }

    /// Saves the views of this folder, and keeps those of other folders.
    package func keep(_ views: [Int: String]) throws(FileError) {
        let lock = try FolderLock(try state.make())
        defer { withExtendedLifetime(lock) {} }
        var folders = folders
        let members = views.sorted { $0.key < $1.key }.map {
            JSONObject.Member(name: String($0.key), value: .string($0.value))
        }
        folders[folder] = .object(JSONObject(members))
        let file: JSONValue = ["folders": .object(folders)]
        try OutputFile.write(Array((file.serialized() + "\n").utf8), to: path)
    }

    private var path: String { state.path + "/views.json" }

    private var folders: JSONObject {
        guard let bytes = try? RegularFile(path, followsLink: false).contents(limit: 1 << 20) else {
            return JSONObject([])
        }
        return (try? JSONValue(parsing: bytes))?["folders"]?.object ?? JSONObject([])
    }
}
