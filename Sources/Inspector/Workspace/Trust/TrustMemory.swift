import ClientEngine
import EngineJSON
import EngineSupport
import InspectorValues
import RequestFormats

/// The permissions that the user granted to folders permanently, stored in `trust.json` in the state folder.
///
///     {"folders": {"/srv/shop": ["env:API_TOKEN", "write:out/{{name}}.json"]}}
///
/// Each permission is remembered separately, so a new one needs a new question. The file is read once. ``save()``
/// writes the additions and keeps those that other programs made meanwhile.
package final class TrustMemory: Sendable {
    let state: StateFolder
    private let wishes = Locked(Wishes())

    private struct Wishes {
        /// The remembered permissions, or `nil` until the file is read.
        var known: Set<Wish>?
        var added: Set<Wish> = []
    }

    package init(_ state: StateFolder) {
        self.state = state
    }

    /// Reads the file unless it was read before, so that later calls do not wait for the disk.
    package func load() { wishes.withLock { $0.known = $0.known ?? read() } }

    func holds(_ wish: Wish) -> Bool {
        load()
        return wishes.withLock { $0.known?.contains(wish) ?? false }
    }

    package func add(_ new: some Sequence<Wish>) {
        wishes.withLock { wishes in
            wishes.added.formUnion(new)
            wishes.known = (wishes.known ?? read()).union(new)
        }
    }

    package func save() throws(FileError) {
        let added = wishes.withLock { $0.added }
        guard !added.isEmpty else { return }
        let folder = try state.make()
        let lock = try FolderLock(folder)
        defer { withExtendedLifetime(lock) {} }
        try OutputFile.write(Self.bytes(of: read().union(added)), to: path)
        wishes.withLock { $0.added.subtract(added) }
    }

    private var path: String { state.path + "/trust.json" }

    /// Returns the permissions in the file.
    ///
    /// An unreadable file grants none, so all questions are asked again.
    private func read() -> Set<Wish> {
        guard let bytes = try? RegularFile(path, followsLink: false).contents(),
            let folders = (try? JSONValue(parsing: bytes))?["folders"]?.object
        else { return [] }
        var wishes: Set<Wish> = []
        for folder in folders.members {
            for word in folder.value.array ?? [] {
                guard let ask = word.string.flatMap(Ask.init(word:)) else { continue }
                wishes.insert(Wish(folder: folder.name, ask: ask))
            }
        }
        return wishes
    }

    private static func bytes(of wishes: Set<Wish>) -> [UInt8] {
        let folders = Dictionary(grouping: wishes, by: \.folder).sorted { $0.key < $1.key }
        let members = folders.map { folder, wishes in
            JSONObject.Member(
                name: folder, value: .array(wishes.map(\.ask.word).sorted().map { .string($0) }))
        }
        let file: JSONValue = ["folders": .object(JSONObject(members))]
        return Array((file.serialized() + "\n").utf8)
    }
}
