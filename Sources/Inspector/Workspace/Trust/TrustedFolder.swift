import ClientEngine
import ClientEngineRecording
import ClientEngineWireMock
import InspectorValues
import RequestFormats

/// The folder of a request file, with what its requests may do: send files of the opened folder, and where it was allowed,
/// write into their own.
struct TrustedFolder: FileSource {
    let folder: ConfinedFolder
    /// The folder that the files of bodies lie in.
    private let sendable: ConfinedFolder
    private(set) var trust: Trust

    /// Creates the folder at a path; `opened` is the one that holds it and that the user has opened.
    init(_ path: String, in opened: String? = nil, _ trust: Trust) throws(FileError) {
        let folder = try ConfinedFolder(path)
        self.folder = folder
        sendable = opened.map(folder.sendable) ?? folder
        self.trust = trust
    }

    /// The rules for the files of bodies, whose paths count from the folder of the request file.
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

    /// A file outside is named by its real path, and it is this one file that was allowed.
    func permit(absolute path: String) throws(ResolveError) -> String? {
        guard let real = ConfinedFolder.realPath(ofFile: path) else { return nil }
        if (try? sendable.path(of: real)) == nil { try demand(.outsideFile(real)) }
        return real
    }

    /// The folder that a path may lie in: for a file outside that was allowed, its own.
    private func allowedFolder(of path: String) -> ConfinedFolder {
        let wish = Wish(folder: folder.root, ask: .outsideFile(path))
        guard path.hasPrefix("/"), (try? sendable.path(of: path)) == nil, trust.allows(wish) else {
            return sendable
        }
        return (try? ConfinedFolder(RequestPaths.folder(of: path))) ?? sendable
    }

    func permit(_ file: ResponseActions.ResponseFile, at path: String) throws(ResolveError) {
        // What leads outside fails when it is written, and says so.
        guard let place = try? place(of: path) else { return }
        try permit(file, at: place)
    }

    /// Returns what a wish of a document really is: a file that answers are kept away from has a question of its own.
    ///
    /// It goes by the names alone, and by what they lead to; what only values say is found out when a request is filled in.
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

    /// Returns the reason why answers are kept away from a file, by its names or because somebody else has written it.
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
