/// The reason why a file must not be read, in one sentence.
public struct FileSourceError: Error, Sendable, Hashable {
    /// The reason.
    public var message: String

    /// Creates an error.
    public init(_ message: String) {
        self.message = message
    }
}

/// The rules for the files that a document may use.
public struct FileRules: Sendable, Hashable {
    /// The folder of the document relative to the root folder, or an empty text for the root folder.
    public var folder: String
    /// Indicates whether absolute paths and paths that leave the root folder are allowed.
    public var allowsOutside: Bool

    /// Creates rules.
    public init(folder: String = "", allowsOutside: Bool = false) {
        self.folder = folder
        self.allowsOutside = allowsOutside
    }

    /// Returns the path relative to the root folder, without `.` and `..`.
    ///
    /// - Throws: A ``FileSourceError`` for an absolute path and for a path that leaves the root folder, unless these
    ///   are allowed.
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
