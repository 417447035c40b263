import ClientEngine
import EngineSupport
import FoundationEssentials
import Glibc
import InspectorCanvas
import InspectorValues
import InspectorWorkspace

/// Writes to the standard streams, past any buffer, and remembers what could not be written.
package enum StandardStream: Int32, Sendable {
    case output = 1
    case error = 2

    var isTerminal: Bool { isatty(rawValue) == 1 }

    /// The characters that it takes: a terminal those of the locale, a program all.
    var charset: Charset { isTerminal ? Charset() : .utf8 }

    var columns: Int? {
        var size = winsize()
        guard isTerminal, ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// Opens what the caller has closed, so that no file of ours gets the number of a standard stream.
    package static func openAll() {
        for number in 0...2 as ClosedRange<Int32> where fcntl(number, F_GETFD) == -1 {
            _ = open("/dev/null", O_RDWR)
        }
    }

    /// Says something to a person; it may quote what stands in files.
    package static func complain(_ message: String) {
        StandardStream.error.write(complaint(message, in: Charset()))
    }

    static func complaint(_ message: String, in charset: Charset) -> String {
        "inspector: \(DisplayText(untrusted: message).spelled(in: charset).string)\n"
    }

    /// The colours and the characters that lines for people have there.
    var paint: Paint { paint(.auto) }

    func paint(_ choice: Paint.Choice) -> Paint {
        let environment = ProcessEnvironment.variables
        return Paint(isColored: choice.isColored(isTerminal, environment: environment), charset: Charset())
    }

    func show(_ lines: [StyledText]) {
        let paint = paint
        write(lines.map { paint($0) + "\n" }.joined())
    }

    func write(_ text: String) {
        write(Array(text.utf8))
    }

    func write(_ bytes: [UInt8]) {
        // A reader that went away wants no more; anything else has cost somebody what he waits for.
        guard let code = writeAll(bytes, to: rawValue), self == .output else { return }
        Self.lost.withLock { $0 = $0 ?? FileError("standard output", errno: code) }
    }

    /// Writes a text; tells whether its reader is still there.
    package func takes(_ text: String) -> Bool { writeAll(Array(text.utf8), to: rawValue) == nil }

    /// The error that lost output, though its reader is there: a full disk, most likely.
    package static var loss: FileError? { lost.withLock { $0?.code == EPIPE ? nil : $0 } }

    /// Indicates whether nobody has gone away who was to read the output.
    package static var hasReader: Bool { lost.withLock { $0?.code != EPIPE } }

    private static let lost = Locked<FileError?>(nil)

    /// Writes all bytes.
    ///
    /// Throws when nobody takes them any more.
    func deliver(_ bytes: [UInt8]) throws(FileError) {
        if let code = writeAll(bytes, to: rawValue) { throw FileError("standard output", errno: code) }
    }
}

/// Writes all bytes; returns the number of the error that kept some from it.
func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { return errno }
        rest = rest.dropFirst(count)
    }
    return nil
}

extension Charset {
    /// Goes by the locale that the environment names: of `LC_ALL`, `LC_CTYPE` and `LANG` the first that is set; the system knows the
    /// codeset of one whose name does not tell it.
    package init(environment: [String: String] = ProcessEnvironment.variables) {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        let isTold = Self.isUTF8(locale?.split(at: ".").last.map(String.init))
        self = isTold || Self.isUTF8(Self.codeset(of: locale ?? "C")) ? .utf8 : .ascii
    }

    private static func isUTF8(_ codeset: String?) -> Bool {
        ["utf-8", "utf8"].contains(codeset?.lowercased())
    }

    private static func codeset(of locale: String) -> String? {
        guard let made = newlocale(LC_CTYPE_MASK, locale, nil) else { return nil }
        defer { freelocale(made) }
        return nl_langinfo_l(nl_item(CODESET), made).map { String(cString: $0) }
    }
}
