import ClientEngine
import EngineJSON

/// A file to import, as it was read.
public struct ImportFile: Sendable, Hashable {
    /// Its name, relative to the folder that is imported; for messages and names.
    public var path: String
    /// The content, in UTF-8 and without a byte order mark if the file began with one.
    public var bytes: [UInt8]

    /// The largest file that is read.
    public static let maximumSize = 64 << 20
    /// The maximum depth of nested values.
    public static let maximumDepth = 256

    /// Creates a file from its bytes.
    ///
    /// A byte order mark says how the text is encoded; PowerShell, for example, writes UTF-16.
    public init(path: String, bytes: [UInt8]) {
        self.path = path
        let marked = bytes.count <= Self.maximumSize ? TextEncoding(markedIn: bytes) : nil
        self.bytes = marked?.utf8(ofMarked: bytes) ?? bytes
    }

    /// Returns the content as text.
    func text() throws(ImportError) -> String {
        guard bytes.count <= Self.maximumSize else { throw ImportError(path, "It is larger than 64 MiB.") }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            let place = SourceText(bytes).invalidEncoding
            throw ImportError(
                path, line: place?.line, column: place?.column, "It is not UTF-8.", expected: "UTF-8 text")
        }
        return text
    }

    func json() throws(ImportError) -> JSONValue {
        guard bytes.count <= Self.maximumSize else { throw ImportError(path, "It is larger than 64 MiB.") }
        do throws(JSONError) {
            return try JSONValue(parsing: bytes, maximumDepth: Self.maximumDepth)
        } catch {
            let message =
                error.kind == .tooDeep
                ? "It is nested more than \(Self.maximumDepth) deep." : "It is not JSON."
            throw ImportError(path, line: error.line, column: error.column, message, expected: error.expected)
        }
    }
}

/// Says why a file cannot be imported, and where it goes wrong.
public struct ImportError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file.
    public var path: String
    /// The line, from 1, where one is meant.
    public var line: Int?
    /// The column, from 1, where one is meant.
    public var column: Int?
    /// The problem, as a sentence; names the key where a value is meant.
    public var message: String
    /// The expected alternative, or what to do.
    public var expected: String?

    /// Creates a failure.
    public init(
        _ path: String, line: Int? = nil, column: Int? = nil, _ message: String, expected: String? = nil
    ) {
        self.path = path
        self.line = line
        self.column = column
        self.message = message
        self.expected = expected
    }

    /// `file:line:column: message (expected …)`.
    public var description: String {
        let place = [line, column].compactMap { $0.map { ":\($0)" } }.joined()
        return "\(path)\(place): \(message)" + (expected.map { " (expected \($0))" } ?? "")
    }
}
