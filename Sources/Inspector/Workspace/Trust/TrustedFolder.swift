import ClientEngine
import ClientEngineRecording
import ClientEngineWireMock
import InspectorValues
import RequestFormats

/// The folder of a request file, with the permissions of its requests.
///
/// They may send files of the opened folder. With permission, they may write files into their own folder.
struct TrustedFolder: FileSource {
    let folder: ConfinedFolder
    /// The folder that contains the files that may be sent as bodies.
    private let sendable: ConfinedFolder
    private(set) var trust: Trust

    /// Creates the folder at a path.
    ///
    /// `opened` is the opened folder that contains it.
    init(_ path: String, in opened: String? = nil, _ trust: Trust) throws(FileError) {
        let folder = try ConfinedFolder(path)
        self.folder = folder
        sendable = opened.map(folder.sendable) ?? folder
        self.trust = trust
    }

    /// The rules for body files, whose paths are relative to the folder of the request file.
    var rules: FileRules { FileRules(folder: String(folder.root.dropFirst(sendable.root.count))) }

    var again: TrustedFolder {
        var copy = self
        copy.trust = trust.again
        return copy
    }

    func location(of path: String) throws(FileSourceError) -> String {
        try allowedFolder(of: path).location(of: path)
    }

    func bytes(of path: String) throws(FileSourceError) -> [UInt8] {
        try allowedFolder(of: path).bytes(of: path)
    }

    /// A file outside the folder is identified by its real path.
    ///
    /// The permission covers only this file.
    func permit(absolute path: String) throws(ResolveError) -> String? {
        guard let real = ConfinedFolder.realPath(ofFile: path) else { return nil }
        if (try? sendable.path(of: real)) == nil { try demand(.outsideFile(real)) }
        return real
    }

    /// Returns the folder that must contain a path.
    ///
    /// For a permitted file outside, this is the file's own folder.
    private func allowedFolder(of path: String) -> ConfinedFolder {
        let wish = Wish(folder: folder.root, ask: .outsideFile(path))
        guard path.hasPrefix("/"), (try? sendable.path(of: path)) == nil, trust.allows(wish) else {
            return sendable
        }
        return (try? ConfinedFolder(RequestPaths.folder(of: path))) ?? sendable
    }

    func permit(_ file: ResponseActions.ResponseFile, at path: String) throws(ResolveError) {
        // A path that leads outside fails with a message when the file is written.
        guard let place = try? place(of: path) else { return }
        try permit(file, at: place)
    }

    /// Returns the permission that a document really needs: a guarded file needs a separate permission.
    ///
    /// Judges by names and links only. Names that depend on values are judged when a request is filled in.
    func judged(_ ask: Ask) -> Ask {
        guard case .file(let path) = ask, let place = try? place(of: path),
            GuardedName.reason(place.name) != nil
        else { return ask }
        return .guardedFile(place.name)
    }

    func keep(_ body: [UInt8], in file: ResponseActions.Results.File) -> TestResult {
        let text = (file.request.replaces ? ">>! " : ">> ") + file.path
        do {
            let place = try place(of: file.path)
            try permit(file.request, at: place)
            let written = try folder.write(body, to: place.name, replacing: file.request.replaces)
            WrittenFiles(state: trust.state).note(body, at: folder.path(ofFile: written))
            return TestResult(text, line: file.request.line, .noted("written to \(written)"))
        } catch {
            let reason = (error as? FileSourceError)?.message ?? (error as? ResolveError)?.message
            let actual = "not written: \(reason ?? "\(error)")"
            return TestResult(text, line: file.request.line, .failed(actual: actual))
        }
    }

    private func place(of path: String) throws -> ConfinedFolder.Place {
        try folder.place(of: FileRules().normalized(path))
    }

    private func permit(
        _ file: ResponseActions.ResponseFile, at place: ConfinedFolder.Place
    ) throws(ResolveError) {
        guard let reason = reason(against: place, isReplaced: file.replaces) else {
            return try demand(.file(file.path))
        }
        try demand(.guardedFile(place.name), because: reason)
    }

    /// Returns the reason why responses must not be written to a file: its name, or content from another program.
    private func reason(against place: ConfinedFolder.Place, isReplaced: Bool) -> String? {
        if let reason = GuardedName.reason(place.name) { return reason }
        guard isReplaced, place.isThere,
            !WrittenFiles(state: trust.state).holds(folder.path(ofFile: place.name))
        else { return nil }
        return "it is there, and this program has not written what is in it"
    }

    private func demand(_ ask: Ask, because reason: String? = nil) throws(ResolveError) {
        let wish = Wish(folder: folder.root, ask: ask)
        guard trust.allows(wish) else { throw Trust.refusal(of: wish, because: reason) }
    }
}
