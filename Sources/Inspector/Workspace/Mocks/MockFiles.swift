import ClientEngine
import ClientEngineRecording
import ClientEngineWireMock
import EngineJSON
import Glibc
import InspectorValues
import RequestFormats

/// The mock files of a workspace, edited in place: `mappings/NAME.json`, with bodies in `__files/`.
///
/// Each file is written atomically. Nothing is written through a link that leads out of the folder.
package struct MockFiles {
    /// A removed mock, with everything needed to restore it.
    private struct Removed {
        var known: StubIndex.Stub
        var stub: JSONValue
        /// Indicates whether the file contained only this mock.
        var isWhole = false
        /// The content of files deleted with the mock, by path.
        var files: [String: [UInt8]]
    }

    package let path: String
    /// Indicates whether every response is a template.
    package let fillsInAll: Bool
    private let isGiven: Bool
    /// The permissions of the folder.
    ///
    /// `nil` permits nothing.
    private var trust: Trust?
    private var stubs = StubIndex()
    /// The files in `__files/` that this program wrote for a mock.
    ///
    /// They are deleted with it.
    private var bodies: [Mock.ID: String] = [:]
    private var removed: [Mock.ID: Removed] = [:]

    /// Sets the folder.
    ///
    /// Unless the user gave its name, it must not be a link that leads elsewhere.
    package init(_ path: String, isGiven: Bool, fillsInAll: Bool = false, trust: Trust? = nil) {
        self.path = path
        self.fillsInAll = fillsInAll
        self.isGiven = isGiven
        self.trust = trust
    }

    /// Reads the files, applies external changes to the store, and saves the permissions that `--trust` granted.
    package mutating func read(into store: MockStore) -> StubIndex.Reading {
        var reading = stubs.apply(MockFolder(path, fillsInAll: fillsInAll, trust: trust), to: store)
        do throws(FileError) {
            try trust?.memory.save()
        } catch {
            reading.problems.append("What was allowed is not remembered: \(error)")
        }
        return reading
    }

    /// Grants permissions until the program ends.
    ///
    /// The next ``read(into:)`` saves those in `remembered`.
    package mutating func grant(_ wishes: some Sequence<Wish>, remembering remembered: Set<Wish> = []) {
        trust?.granted += wishes
        trust?.memory.add(remembered)
    }

    /// Watches the files, including bodies, and calls `report` on another thread when they may have changed.
    package func watch(_ report: @escaping @Sendable (FolderWatch.Change) -> Void) -> FolderWatch? {
        FolderWatch(["\(path)/mappings", "\(path)/__files"], of: { !$0.hasPrefix(".") }, report: report)
    }

    // MARK: Changes

    /// A written mock file, and warnings about parts that it omits.
    package struct Written {
        /// The name of the file, relative to the folder of mocks.
        package var name: String
        package var warnings: [String]
    }

    /// Writes mocks to one file, named after `title`.
    ///
    /// Secrets of the original requests and of the answers are omitted.
    package mutating func add(
        _ mocks: [Mock], called title: String, madeOf requests: [Request] = []
    ) throws(FileError) -> Written {
        try makeFolder("mappings")
        // The user wrote or confirmed these mocks.
        grant(mocks.flatMap { MockFolder.wishes(of: $0, in: path) })
        var redaction = StubDraft.redaction(for: mocks, madeOf: requests)
        // Secrets that occur only in the title do not count.
        var ofTitle = redaction
        let name = try freeName(for: ofTitle.text(title))
        var written: [Mock] = []
        for (index, mock) in mocks.enumerated() {
            var draft = StubDraft(mock, name: mocks.count == 1 ? name : "\(name)-\(index + 1)")
            draft.redact(with: &redaction)
            if let body = draft.separateBody() {
                try makeFolder("__files")
                try OutputFile.write(body.bytes, to: "\(path)/__files/\(body.name)")
                bodies[mock.id] = body.name
            }
            written.append(draft.mock)
        }
        let output = StubFile.render(written)
        try OutputFile.write(output.bytes, to: "\(path)/mappings/\(name).json")
        stubs.add(
            MockFolder(
                path, file: name + ".json", holding: output.bytes, fillsInAll: fillsInAll, trust: trust))
        let secrets = redaction.count == 0 ? [] : ["\(redaction.count.of("secret")) left out of \(name).json"]
        let folder = path.split(at: "/").last.map(String.init) ?? path
        return Written(name: "\(folder)/mappings/\(name).json", warnings: output.warnings + secrets)
    }

    /// Writes whether a mock is enabled.
    ///
    /// A mock without a file is unchanged.
    package mutating func setEnabled(_ isEnabled: Bool, id: Mock.ID) throws(FileError) {
        try change(id) { $0.settingEnabled(isEnabled) }
        stubs.change(id) { $0.isEnabled = isEnabled }
    }

    /// Writes the priority of a mock.
    ///
    /// A mock without a file is unchanged.
    package mutating func setPriority(_ priority: Int, id: Mock.ID) throws(FileError) {
        try change(id) { $0.settingPriority(priority) }
        stubs.change(id) { $0.priority = priority }
    }

    /// Replaces the stub of a mock with the stub in `text`.
    ///
    /// The new mock may have another identifier.
    package mutating func replace(_ id: Mock.ID, with text: String, saying mock: Mock) throws(FileError) {
        grant(MockFolder.wishes(of: mock, in: path))
        try change(id) { $0.replacing(with: text) }
        stubs.change(id) { $0 = mock }
        bodies[mock.id] = bodies.removeValue(forKey: id)
    }

    /// Returns the stub of a mock as written in its file, or `nil` if it has none.
    package func text(of id: Mock.ID) -> String? {
        guard let place = stubs[id]?.place, let file = try? confined(place.file),
            let bytes = try? RegularFile(file).contents()
        else { return nil }
        return (try? edit(of: id, at: place, in: bytes))?.text
    }

    private func change(_ id: Mock.ID, _ change: (StubEdit) -> [UInt8]?) throws(FileError) {
        guard let place = stubs[id]?.place else { return }
        let file = try confined(place.file)
        let edit = try edit(of: id, at: place, in: try RegularFile(file).contents())
        guard let bytes = change(edit) else { throw FileError(file, "would be no JSON") }
        try OutputFile.write(bytes, to: file, keepingMode: true)
    }

    /// Removes a mock from its file, and deletes the file if it is then empty.
    package mutating func remove(id: Mock.ID) throws(FileError) {
        guard let known = stubs[id] else { return }
        let file = try confined(known.place.file)
        let bytes = try RegularFile(file).contents()
        let edit = try edit(of: id, at: known.place, in: bytes)
        var removal = Removed(known: known, stub: edit.stub, files: [:])
        if let rest = edit.removing() {
            try OutputFile.write(rest, to: file, keepingMode: true)
        } else {
            guard unlink(file) == 0 else { throw FileError(file, errno: errno) }
            removal.files[file] = bytes
            removal.isWhole = true
        }
        if let body = bodies[id] {
            let file = "\(path)/__files/\(body)"
            if let bytes = try? RegularFile(file, followsLink: false).contents(), unlink(file) == 0 {
                removal.files[file] = bytes
            }
        }
        stubs.remove(id)
        removed[id] = removal
    }

    /// Restores a removed mock at its former position.
    package mutating func restore(id: Mock.ID) throws(FileError) {
        guard let removal = removed[id] else { return }
        try makeFolder("mappings")
        for (file, bytes) in removal.files {
            guard access(file, F_OK) != 0 else { throw FileError(file, "is there again") }
            try OutputFile.write(bytes, to: file)
        }
        if !removal.isWhole { try insert(removal) }
        stubs.restore(removal.known)
        removed[id] = nil
    }

    private func insert(_ removal: Removed) throws(FileError) {
        let file = try confined(removal.known.place.file)
        let bytes = try RegularFile(file).contents()
        guard let whole = StubEdit.inserting(removal.stub, at: removal.known.place.position, into: bytes)
        else {
            throw FileError(file, "is no list of mappings any more")
        }
        try OutputFile.write(whole, to: file, keepingMode: true)
    }
}

// MARK: - Files

extension MockFiles {
    private func edit(of id: Mock.ID, at place: MockFolder.Place, in bytes: [UInt8]) throws(FileError)
        -> StubEdit
    {
        guard let edit = StubEdit(bytes, at: place.position, id: id) else {
            throw FileError("\(path)/mappings/\(place.file)", "does not hold the mock any more")
        }
        return edit
    }

    /// Returns the real path of a mapping file, which must be in the mappings folder.
    private func confined(_ name: String) throws(FileError) -> String {
        try ConfinedFolder(path + "/mappings").path(of: name)
    }

    /// Creates a missing folder of mocks.
    ///
    /// Refuses a folder that lies elsewhere.
    private func makeFolder(_ name: String) throws(FileError) {
        let parent = RequestPaths.folder(of: path)
        for (folder, root) in [(path, isGiven ? nil : parent), ("\(path)/\(name)", path)] {
            if mkdir(folder, 0o777) != 0, errno != EEXIST { throw FileError(folder, errno: errno) }
            let real = try ConfinedFolder(folder).root
            guard let root, let outer = try? ConfinedFolder(root) else { continue }
            guard real.lies(in: outer.root) else { throw FileError(folder, "leads out of \(root)") }
        }
    }

    /// Returns a free file name based on a mock's name, with a number if necessary.
    private func freeName(for name: String) throws(FileError) -> String {
        let slug = name.slug
        for number in 1...999 {
            let candidate = number == 1 ? slug : "\(slug)-\(number)"
            if access("\(path)/mappings/\(candidate).json", F_OK) != 0 { return candidate }
        }
        throw FileError("\(path)/mappings/\(slug).json", "is there, with 998 others")
    }
}

extension String {
    /// The words of the text in lower-case ASCII, joined by hyphens and shortened for a file name.
    var slug: String {
        let words = lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        let text = words.joined(separator: "-").prefix(60)
        return text.isEmpty ? "mock" : text.hasSuffix("-") ? String(text.dropLast()) : String(text)
    }
}
