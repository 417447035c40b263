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
