/// Gives a resolver the files that bodies come from; it has looked where they really are.
public protocol FileSource: Sendable {
    /// Turns a path into one that can be opened while a request is sent.
    ///
    /// - Parameter path: relative to the root folder and without `..`, or absolute where that was allowed.
    /// - Returns: the path to open.
    /// - Throws: a ``FileSourceError`` when there is no regular file, or it lies outside after following links.
    func location(of path: String) throws(FileSourceError) -> String

    /// Reads a file whole.
    ///
    /// - Parameter path: as in ``location(of:)``.
    /// - Returns: the content.
    /// - Throws: a ``FileSourceError`` when it cannot be read or is too large.
    func bytes(of path: String) throws(FileSourceError) -> [UInt8]

    /// Judges a path that counts from nowhere, and so may lead out of the root folder.
    ///
    /// - Returns: the path to read; nil where there is nothing that anybody could allow.
    /// - Throws: an error of the kind ``ResolveError/Kind/withheld(_:)`` when nobody has allowed it.
    func permit(absolute path: String) throws(ResolveError) -> String?

    /// Judges a file that a response will be written to, before anything is sent.
    ///
    /// - Parameters:
    ///   - file: what the document asks for.
    ///   - path: its path as far as it can be filled in now; what comes from responses is made up.
    /// - Throws: an error of the kind ``ResolveError/Kind/withheld(_:)`` when nobody has allowed it.
    func permit(_ file: ResponseActions.ResponseFile, at path: String) throws(ResolveError)
}

extension FileSource {
    /// Leaves absolute paths to the rules.
    public func permit(absolute path: String) throws(ResolveError) -> String? { nil }

    /// Permits everything: for those who write no responses.
    public func permit(_ file: ResponseActions.ResponseFile, at path: String) throws(ResolveError) {}
}

/// Says why a file is not read, in one sentence.
public struct FileSourceError: Error, Sendable, Hashable {
    /// The sentence.
    public var message: String

    /// Creates a refusal.
    public init(_ message: String) {
        self.message = message
    }
}

/// The rules for the files that a document may use.
public struct FileRules: Sendable, Hashable {
    /// The folder of the document, relative to the root folder; empty when it is the root folder.
    public var folder: String
    /// Indicates whether absolute paths and paths out of the root folder are allowed.
    public var allowsOutside: Bool

    /// Creates rules.
    public init(folder: String = "", allowsOutside: Bool = false) {
        self.folder = folder
        self.allowsOutside = allowsOutside
    }

    /// Returns the path relative to the root folder, without `.` and `..`.
    ///
    /// - Throws: a ``FileSourceError`` for absolute paths and paths out of the root folder, unless they are allowed.
    public func normalized(_ path: String) throws(FileSourceError) -> String {
        guard !path.utf8.contains(0) else { throw FileSourceError("The path holds a NUL.") }
        let isAbsolute = path.hasPrefix("/")
        guard !isAbsolute || allowsOutside else {
            throw FileSourceError("“\(path)” is outside of the folder: absolute paths need to be allowed.")
        }
        var parts: [Substring] = []
        for part in (isAbsolute ? path : folder + "/" + path).split(at: "/") where part != "." {
            if part == "..", !parts.isEmpty, parts.last != ".." {
                parts.removeLast()
            } else if part != ".." || !isAbsolute {
                parts.append(part)
            }
        }
        guard parts.first != ".." || allowsOutside else {
            throw FileSourceError("“\(path)” is outside of the folder.")
        }
        return (isAbsolute ? "/" : "") + parts.joined(separator: "/")
    }
}
